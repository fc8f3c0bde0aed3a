// This file runs Python: it starts Pyodide, installs the evaluator and hands requests to its one door.

/**
 * @typedef {import("./protocol.js").ToWorker} ToWorker
 * @typedef {import("./protocol.js").FromWorker} FromWorker
 * @typedef {import("./protocol.js").LoadingStep} LoadingStep
 *
 * @typedef {object} Build
 * @property {string} version
 * @property {string[]} wheels                Paths of micropip, jsonpointer and evaluator_core, from the page's folder.
 * @property {string[]} schema_wheels         Paths of what checks tool definitions.
 * @property {Record<string, number>} sizes   Bytes of the files it loads, by path.
 */

/** @type {((request: string) => string) | null} */
let handle = null;

/** Installs what checks tool definitions, once. @type {(() => Promise<void>) | null} */
let installSchemaCheck = null;

/** @param {FromWorker} message */
const post = (message) => self.postMessage(message);

/**
 * The sentence of an error: of a Python traceback the last line; Emscripten throws plain objects.
 * @param {unknown} error
 */
function lastLine(error) {
  const { message } = /** @type {{ message?: unknown }} */ (error ?? {});
  const text = error instanceof Error || typeof message !== "string" ? String(error) : message;
  return text.trim().split("\n").pop()?.replace(/^Error: /, "") ?? "";
}

self.addEventListener("message", async (event) => {
  const message = /** @type {MessageEvent<ToWorker>} */ (event).data;
  if (message.type === "start") {
    try {
      const downloads = new Downloads(message.base);
      // Pyodide does not always notice that a file of its own is missing.
      handle = await Promise.race([startPython(message.base, downloads), downloads.failure]);
      post({ type: "ready" });
    } catch (error) {
      post({ type: "failed", message: lastLine(error) });
    }
  } else if (handle) {
    let answer;
    try {
      // Without it the report says that tool definitions could not be checked, and why.
      if (message.request.do === "evaluate" && message.request.tools) await installSchemaCheck?.().catch(() => {});
      answer = handle(written(message.request));
    } catch (error) {
      // The door never raises. What comes here is the interpreter itself giving up: too deep, or out of memory.
      post({ type: "broken", id: message.id, message: lastLine(error) });
      return;
    }
    if (typeof answer === "string") post({ type: "answer", id: message.id, response: JSON.parse(answer) });
    else post({ type: "broken", id: message.id, message: "Python gave no answer." });
  }
});

/**
 * A request as JSON; options are JSON text already.
 * @param {import("./protocol.js").Request} request
 */
function written(request) {
  if (request.do !== "evaluate") return JSON.stringify(request);
  const { options, ...rest } = request;
  const members = Object.entries(options).map(([name, text]) => `${JSON.stringify(name)}: ${text}`);
  return `${JSON.stringify(rest).slice(0, -1)}, "options": {${members.join(", ")}}}`;
}

/**
 * @param {string} base
 * @param {Downloads} downloads
 * @returns {Promise<(request: string) => string>}
 */
async function startPython(base, downloads) {
  const build = /** @type {Build} */ (await (await self.fetch(new URL("data/build.json", base))).json());
  downloads.expect(build.sizes);

  // Not an import by name: the folder is known only now, and the file only after the build.
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", base).href);
  const pyodide = await loadPyodide({ indexURL: new URL("pyodide/", base).href });

  downloads.step("evaluator");
  await pyodide.loadPackage("micropip", { messageCallback: () => {} });
  const micropip = pyodide.pyimport("micropip");
  /** @param {string[]} paths */
  const install = async (paths) => {
    const wheels = pyodide.toPy(paths.map((path) => new URL(path, base).href));
    // Every wheel is named, so micropip has nothing to look for and asks nobody.
    const noIndex = pyodide.toPy([]);
    await micropip.install.callKwargs(wheels, { index_urls: noIndex, deps: false });
    for (const proxy of [wheels, noIndex]) proxy.destroy();
  };
  await install(build.wheels.filter((path) => !/\/micropip-[^/]*$/.test(path)));
  /** @type {Promise<void> | null} */
  let installed = null;
  installSchemaCheck = () => (installed ??= install(build.schema_wheels));
  downloads.started();
  return pyodide.pyimport("evaluator_core.bridge").handle;
}

/** Watches the downloads of this worker: tells the page how far they are, and which one failed. */
class Downloads {
  #loaded = 0;
  /** @type {number | null} */
  #total = null;
  /** @type {LoadingStep} */
  #step = "download";
  #lastPost = 0;
  /** @type {(error: Error) => void} */
  #fail = () => {};
  #started = false;

  /** @param {string} base */
  constructor(base) {
    /** @type {Promise<never>} Never fulfilled; rejected with the first download that failed. */
    this.failure = new Promise((_, reject) => {
      this.#fail = reject;
    });
    const realFetch = self.fetch.bind(self);
    self.fetch = async (input, init) => {
      const name = (input instanceof Request ? input.url : String(input)).replace(base, "");
      try {
        const response = await realFetch(input, init);
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        return this.#counted(response, name);
      } catch (error) {
        const { message } = /** @type {Error} */ (error);
        throw this.#failed(name, message);
      }
    };
  }

  /** @param {Record<string, number>} sizes */
  expect(sizes) {
    // What Python needs before it starts. Scripts are imported, not fetched, so they do not count.
    const fetched = Object.entries(sizes).filter(([path]) => /\.(wasm|zip)$/.test(path));
    this.#total = fetched.reduce((sum, [, size]) => sum + size, 0) || null;
    this.#loaded = 0;
    this.#post();
  }

  /** Says nothing of what is loaded from now on: Python has started. */
  started() {
    this.#started = true;
  }

  /** @param {LoadingStep} step */
  step(step) {
    this.#step = step;
    this.#post();
  }

  /**
   * @param {Response} response
   * @param {string} name
   */
  #counted(response, name) {
    if (!response.body) return response;
    const reader = response.body.getReader();
    const body = new ReadableStream({
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          this.#loaded += value.byteLength;
          if (this.#step === "download" && this.#total && this.#loaded >= this.#total) this.step("python");
          else if (performance.now() - this.#lastPost > 50) this.#post();
          controller.enqueue(value);
        } catch (error) {
          controller.error(this.#failed(name, /** @type {Error} */ (error).message));
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return new Response(body, { status: response.status, headers: response.headers });
  }

  /**
   * @param {string} name
   * @param {string} why
   */
  #failed(name, why) {
    const error = new Error(`${name} could not be loaded (${why}).`);
    this.#fail(error);
    return error;
  }

  #post() {
    if (this.#started) return;
    this.#lastPost = performance.now();
    const loaded = this.#total ? Math.min(this.#loaded, this.#total) : this.#loaded;
    post({ type: "loading", step: this.#step, loaded, total: this.#total });
  }
}

post({ type: "up" });
