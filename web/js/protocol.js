// This file names every message between the page and its worker, and every shape Python answers with.

/* ---- Page to worker ---- */

/**
 * @typedef {{ type: "start", base: string }} StartMessage
 *   Load Python from the folder `base` (an absolute URL ending in a slash).
 * @typedef {{ type: "work", id: number, request: Request }} WorkMessage
 * @typedef {StartMessage | WorkMessage} ToWorker
 */

/* ---- Worker to page ---- */

/**
 * @typedef {{ type: "up" }} UpMessage
 *   The script runs; it now takes messages.
 * @typedef {{ type: "loading", step: LoadingStep, loaded: number, total: number | null }} LoadingMessage
 * @typedef {{ type: "ready" }} ReadyMessage
 * @typedef {{ type: "failed", message: string }} FailedMessage
 *   Python could not be started; this worker is of no more use.
 * @typedef {{ type: "answer", id: number, response: Response }} AnswerMessage
 * @typedef {{ type: "broken", id: number, message: string }} BrokenMessage
 *   The interpreter died while it worked on this request; the worker must be replaced.
 * @typedef {UpMessage | LoadingMessage | ReadyMessage | FailedMessage | AnswerMessage | BrokenMessage} FromWorker
 * @typedef {"download" | "python" | "evaluator"} LoadingStep
 */

/* ---- Requests to Python: evaluator_core.bridge.handle ---- */

/**
 * @typedef {"expected" | "trace" | "tools" | "context"} PaneName
 * @typedef {Record<string, unknown>} OptionValues
 * @typedef {{ evaluators: string[] | null, id: string | null }} Given
 *   Parts of a case that stand in no pane and no option: named evaluators that decide, its id.
 * @typedef {{ format: string | null, run: number | null }} Choice
 *   The trace's format in place of the recognised one, and one run of several, counted from 1.
 * @typedef {{ do: "evaluate", options: OptionTexts } & Record<PaneName, string> & Given & Choice} EvaluateRequest
 *   The worker writes the options into the request as they are: a rule may hold an integer that JavaScript would spoil.
 * @typedef {Record<string, string>} OptionTexts   Each value as JSON text.
 * @typedef {{ do: "recognise", pane: PaneName, text: string } & Partial<Choice>} RecogniseRequest
 * @typedef {{ do: "split", text: string }} SplitRequest
 * @typedef {{ do: "words" }} WordsRequest
 * @typedef {{ do: "locate", text: string, pointer: string }} LocateRequest
 * @typedef {{ do: "make_expected", trace: string } & Choice} MakeExpectedRequest
 * @typedef {EvaluateRequest | RecogniseRequest | SplitRequest | LocateRequest | MakeExpectedRequest | WordsRequest} Request
 */

/* ---- Answers from Python. Free JSON values come as text (`…_text`): JavaScript would spoil big integers. ---- */

/**
 * @typedef {object} InputProblem
 * @property {string} code
 * @property {string} message
 * @property {PaneName | "options" | null} where
 * @property {number | null} line        Counted from 1.
 * @property {number | null} column      Counted from 1.
 * @property {number | null} offset      In UTF-16 code units of the pane's text.
 * @property {string | null} path
 * @property {string | null} excerpt     The line and a caret under the place.
 *
 * @typedef {{ ok: false, error: InputProblem }} Refusal
 * @typedef {{ ok: true, report_text: string, file_name: string, view: View }} Evaluation
 * @typedef {{ ok: true, span: Span | null }} Location
 * @typedef {{ from: number, to: number }} Span
 * @typedef {{ ok: true, text: string | null, errors: InputProblem[] }} MadeExpected
 *
 * @typedef {object} Recognition
 * @property {true} ok
 * @property {PaneName} pane
 * @property {string | null} format
 * @property {string} title
 * @property {string} summary
 * @property {"calls" | "no_calls" | "given" | "nothing" | "empty" | "error"} state   `given` and `nothing` of tools and context.
 * @property {RecognisedCall[]} calls   Of tools their names and parameters, of a context its texts.
 * @property {{ name: string, arguments: string[] }[]} tools   Of a trace: the tools called, with their arguments' names.
 * @property {boolean} is_case           The text is a whole case or evaluation request.
 * @property {number | null} run
 * @property {number} runs               How many runs the text holds.
 * @property {string[]} notes
 * @property {InputProblem[]} errors
 *
 * @typedef {object} RecognisedCall
 * @property {number} index
 * @property {string} name
 * @property {string | null} args_text   One line, cut.
 * @property {boolean} optional
 * @property {string | null} id
 * @property {number | null} turn
 * @property {boolean | null} failed
 * @property {string | null} source      JSON Pointer into the pane's text.
 *
 * @typedef {{ ok: true, case: CaseParts | null, errors: InputProblem[] }} SplitCase
 * @typedef {object} CaseParts
 * @property {string} [expected]
 * @property {string} [trace]
 * @property {string} [tools]
 * @property {string} [context]
 * @property {OptionTexts} option_texts
 * @property {string[] | null} evaluators
 * @property {string | null} id
 *
 * @typedef {{ word: string, help: string }} Word
 * @typedef {object} Words   What the editor offers, and the formats a trace can be read as.
 * @property {true} ok
 * @property {Word[]} fields
 * @property {Word[]} rule_words
 * @property {Word[]} match
 * @property {string[]} expect_result
 * @property {string[]} types
 * @property {string[]} readings
 * @property {{ id: string, title: string }[]} formats
 *
 * @typedef {Evaluation | Recognition | SplitCase | Location | MadeExpected | Words | Refusal} Response
 */

/**
 * @typedef {"pass" | "fail" | "error"} Verdict
 *
 * @typedef {object} View
 * @property {Verdict} verdict
 * @property {string} headline
 * @property {Reason[]} reasons
 * @property {InputProblem[]} errors
 * @property {Warning[]} warnings
 * @property {Score[]} scores
 * @property {Record<string, number>} counts
 * @property {ExpectedCall[]} expected_calls
 * @property {ActualCall[]} actual_calls
 * @property {AlignmentRow[]} alignment
 * @property {Repetition[]} repeated
 * @property {NamedEvaluator[]} evaluators
 * @property {Compared[]} compatibility
 * @property {{ format: string, title: string, calls: number, run: number | null, runs: number } | null} trace
 *
 * @typedef {object} NamedEvaluator
 * @property {string} id
 * @property {string} title
 * @property {string} value_text
 * @property {string} label   `pass`, `fail`, `n/a` or another word of the evaluator's own.
 * @property {string} reason
 *
 * @typedef {object} Compared   Another system's score of an evaluator beside ours.
 * @property {string} system
 * @property {string} id
 * @property {string} value_text
 * @property {string} ours_text
 * @property {boolean} differs
 * @property {string | null} why
 *
 * @typedef {{ code: string, title: string, message: string, expected: number | null, actual: number | null }} Reason
 * @typedef {{ code: string, title: string, message: string, actual: number | null }} Warning
 * @typedef {{ id: string, title: string, value_text: string, fraction_text: string | null, value: number | null, help: string }} Score
 *
 * @typedef {object} ExpectedCall
 * @property {number} index
 * @property {string} name
 * @property {"right" | "wrong_arguments" | "missing" | "not_called"} status
 * @property {string} status_title
 * @property {boolean} optional
 * @property {string} match
 * @property {string} match_title
 * @property {string | null} args_text   Null: any arguments.
 * @property {number | null} actual
 * @property {Difference[]} differences
 * @property {{ actual: number | null, message: string, differences: Difference[] } | null} nearest
 *
 * @typedef {object} ActualCall
 * @property {number} index
 * @property {string} name
 * @property {"paired" | "unexpected" | "left_out"} status
 * @property {string} status_title
 * @property {number | null} expected
 * @property {string} args_text
 * @property {string | null} id
 * @property {number | null} turn
 * @property {boolean | null} failed
 * @property {boolean} forbidden
 * @property {boolean} repeated
 * @property {string | null} source
 *
 * @typedef {"right" | "wrong_arguments" | "missing" | "not_called" | "unexpected" | "left_out"} RowStatus
 * @typedef {{ expected: number | null, actual: number | null, status: RowStatus }} AlignmentRow
 * @typedef {{ name: string, args_text: string, count: number, calls: number[] }} Repetition
 *
 * @typedef {object} Difference
 * @property {string} path
 * @property {string} pointer
 * @property {"changed" | "missing" | "extra" | "type" | "length" | "allowed_extra"} kind
 * @property {string} kind_title
 * @property {string | null} expected_text
 * @property {string | null} actual_text
 * @property {string | null} hint
 * @property {string | null} hint_title
 * @property {string | null} rule_text   The rule that applied, as JSON.
 */

/* ---- Files written by the build ---- */

/**
 * @typedef {object} OptionField
 * @property {string} name
 * @property {string} title
 * @property {string} help
 * @property {"choice" | "boolean" | "number" | "integer" | "names" | "paths" | "json"} kind
 * @property {unknown} default
 * @property {string} [example]
 * @property {{ value: string, title: string, help: string }[]} [choices]
 * @property {number | null} [minimum]
 * @property {string} group
 *
 * @typedef {{ title: string, description: string, options: OptionValues } & Partial<Record<PaneName, string>>} Sample
 * @typedef {{ file: string, title: string, description: string }} SampleEntry
 */

export {};
