// This file runs Python: it starts Pyodide, installs the evaluator and hands requests to its one door.

/**
 * @typedef {import("./protocol.js").ToWorker} ToWorker
 * @typedef {import("./protocol.js").FromWorker} FromWorker
 * @typedef {import("./protocol.js").LoadingStep} LoadingStep
 *
 * @typedef {object} Build
 * @property {string} version
 * @property {string[]} wheels                Paths of micropip, jsonpointer and evaluator_core, from the page's folder.
 * @property {Record<string, number>} sizes   Bytes of the big files, by path.
 */

/** @type {((request: string) => string) | null} */
let handle = null;

/** @param {FromWorker} message */
const post = (message) => self.postMessage(message);

/** @param {unknown} error */
const lastLine = (error) => String(error).trim().split("\n").pop() ?? "";

self.addEventListener("message", async (event) => {
  const message = /** @type {MessageEvent<ToWorker>} */ (event).data;
  if (message.type === "start") {
    try {
      handle = await startPython(message.base);
      post({ type: "ready" });
    } catch (error) {
      post({ type: "failed", message: lastLine(error) });
    }
  } else if (handle) {
    let answer;
    try {
      answer = handle(JSON.stringify(message.request));
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
 * @param {string} base
 * @returns {Promise<(request: string) => string>}
 */
async function startPython(base) {
  const buildFile = await fetch(new URL("data/build.json", base));
  if (!buildFile.ok) throw new Error(`data/build.json could not be loaded (HTTP ${buildFile.status}).`);
  const build = /** @type {Build} */ (await buildFile.json());
  const wheels = build.wheels.map((path) => new URL(path, base).href);
  const progress = new Progress(build.sizes);
  countDownloads(progress, base);

  // Not an import by name: the folder is known only now, and the file only after the build.
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", base).href);
  const pyodide = await loadPyodide({ indexURL: new URL("pyodide/", base).href });

  progress.step("evaluator");
  const micropipWheel = wheels.filter((url) => /\/micropip-[^/]*$/.test(url));
  await pyodide.loadPackage(micropipWheel, { checkIntegrity: false, messageCallback: () => {} });
  const micropip = pyodide.pyimport("micropip");
  const others = pyodide.toPy(wheels.filter((url) => !micropipWheel.includes(url)));
  const noIndex = pyodide.toPy([]);
  await micropip.install.callKwargs(others, { index_urls: noIndex });
  for (const proxy of [others, noIndex, micropip]) proxy.destroy();
  return pyodide.pyimport("evaluator_core.bridge").handle;
}

/** Adds up what was downloaded and tells the page, at most every 50 ms. */
class Progress {
  #loaded = 0;
  #total;
  /** @type {LoadingStep} */
  #step = "download";
  #lastPost = 0;

  /** @param {Record<string, number>} sizes */
  constructor(sizes) {
    // Scripts are imported, not fetched, so they do not count.
    const fetched = Object.entries(sizes).filter(([path]) => /\.(wasm|zip|whl)$/.test(path));
    this.#total = fetched.reduce((sum, [, size]) => sum + size, 0) || null;
    this.#post();
  }

  /** @param {number} bytes */
  add(bytes) {
    this.#loaded += bytes;
    if (this.#total && this.#loaded >= this.#total && this.#step === "download") this.step("python");
    else if (performance.now() - this.#lastPost > 50) this.#post();
  }

  /** @param {LoadingStep} step */
  step(step) {
    this.#step = step;
    this.#post();
  }

  #post() {
    this.#lastPost = performance.now();
    const loaded = this.#total ? Math.min(this.#loaded, this.#total) : this.#loaded;
    post({ type: "loading", step: this.#step, loaded, total: this.#total });
  }
}

/**
 * Lets every download of this worker count towards the progress.
 * @param {Progress} progress
 * @param {string} base
 */
function countDownloads(progress, base) {
  const realFetch = self.fetch.bind(self);
  self.fetch = async (input, init) => {
    const name = (input instanceof Request ? input.url : String(input)).replace(base, "");
    const response = await realFetch(input, init).catch(() => {
      throw new Error(`${name} could not be loaded: no answer from the server, or the policy refused it.`);
    });
    if (!response.ok) throw new Error(`${name} could not be loaded (HTTP ${response.status}).`);
    if (!response.body) return response;
    const counted = response.body.pipeThrough(
      new TransformStream({
        transform(chunk, controller) {
          progress.add(chunk.byteLength);
          controller.enqueue(chunk);
        },
      }),
    );
    return new Response(counted, { status: response.status, headers: response.headers });
  };
}

post({ type: "up" });
