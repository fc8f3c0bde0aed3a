// This file is the page's side of the worker: one request at a time, the newest first, cancel by restart.

/**
 * @typedef {import("./protocol.js").Request} Request
 * @typedef {import("./protocol.js").Response} Response
 * @typedef {import("./protocol.js").ToWorker} ToWorker
 * @typedef {import("./protocol.js").FromWorker} FromWorker
 * @typedef {import("./protocol.js").LoadingStep} LoadingStep
 *
 * @typedef {{ name: "loading", step: LoadingStep, loaded: number, total: number | null }
 *   | { name: "ready" }
 *   | { name: "failed", message: string }} EngineState
 *
 * @typedef {object} Job
 * @property {number} id
 * @property {string | null} slot     A newer job of the same slot replaces a waiting one.
 * @property {boolean} urgent         Runs before those that are not.
 * @property {Request} request
 * @property {(response: Response) => void} resolve
 * @property {(reason: EngineStop) => void} reject
 */

/** Why a request got no answer: `replaced` by a newer one, `cancelled` by the person, or the interpreter `broke`. */
export class EngineStop extends Error {
  /**
   * @param {"replaced" | "cancelled" | "broke"} why
   * @param {string} message
   */
  constructor(why, message) {
    super(message);
    this.why = why;
  }
}

/**
 * Starts the worker from a blob whose only line imports the script: only so does it obey the page's policy.
 * @returns {Worker}
 */
function startWorker() {
  const script = new URL("./worker.js", import.meta.url).href;
  const blob = new Blob([`import ${JSON.stringify(script)};`], { type: "text/javascript" });
  const url = URL.createObjectURL(blob);
  const worker = new Worker(url, { type: "module", name: "evaluator" });
  worker.addEventListener("message", () => URL.revokeObjectURL(url), { once: true });
  return worker;
}

/** Sends events `state` (see `state`) and `busy` (see `busy`). */
export class Engine extends EventTarget {
  #base;
  #startWorker;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {EngineState} */
  #state = { name: "loading", step: "download", loaded: 0, total: null };
  /** @type {Job[]} */
  #waiting = [];
  /** @type {Job | null} */
  #running = null;
  #lastId = 0;

  /**
   * @param {string} base  The folder of the page, an absolute URL.
   * @param {() => Worker} [start]
   */
  constructor(base, start = startWorker) {
    super();
    this.#base = base;
    this.#startWorker = start;
  }

  get state() {
    return this.#state;
  }

  /** True while a request runs or waits for its turn. */
  get busy() {
    return this.#running !== null || this.#waiting.length > 0;
  }

  /** Starts Python, or starts it anew; what waits runs when it is ready. */
  start() {
    this.#worker?.terminate();
    this.#setState({ name: "loading", step: "download", loaded: 0, total: null });
    try {
      const worker = this.#startWorker();
      this.#worker = worker;
      worker.addEventListener("message", (event) => {
        if (worker === this.#worker) this.#receive(/** @type {MessageEvent<FromWorker>} */ (event).data);
      });
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        if (worker === this.#worker) this.#crash(event.message || "The worker script could not be loaded.");
      });
    } catch (error) {
      this.#setState({ name: "failed", message: String(error) });
    }
  }

  /**
   * @template {Response} T
   * @param {Request} request
   * @param {{ slot?: string, urgent?: boolean }} [how]
   * @returns {Promise<T>}
   */
  ask(request, { slot, urgent = false } = {}) {
    return new Promise((resolve, reject) => {
      const job = {
        id: ++this.#lastId,
        slot: slot ?? null,
        urgent,
        request,
        resolve: /** @type {(response: Response) => void} */ (resolve),
        reject,
      };
      if (slot) {
        this.#waiting = this.#waiting.filter((other) => {
          if (other.slot !== slot) return true;
          other.reject(new EngineStop("replaced", "A newer request took its place."));
          return false;
        });
      }
      const place = urgent ? this.#waiting.findIndex((other) => !other.urgent) : -1;
      if (place < 0) this.#waiting.push(job);
      else this.#waiting.splice(place, 0, job);
      this.#next();
    });
  }

  /** Stops all work. Running Python cannot be interrupted, so its worker is ended and a new one started. */
  cancel() {
    const running = this.#running;
    const stopped = running ? [running, ...this.#waiting] : this.#waiting;
    this.#running = null;
    this.#waiting = [];
    for (const job of stopped) job.reject(new EngineStop("cancelled", "Cancelled."));
    if (running) this.start();
    this.#busyChanged();
  }

  #next() {
    if (this.#state.name === "ready" && !this.#running) {
      const job = this.#waiting.shift();
      if (job) {
        this.#running = job;
        this.#send({ type: "work", id: job.id, request: job.request });
      }
    }
    this.#busyChanged();
  }

  /** @param {FromWorker} message */
  #receive(message) {
    switch (message.type) {
      case "up":
        this.#send({ type: "start", base: this.#base });
        break;
      case "loading":
        this.#setState({ name: "loading", step: message.step, loaded: message.loaded, total: message.total });
        break;
      case "ready":
        this.#setState({ name: "ready" });
        this.#next();
        break;
      case "failed":
        this.#worker?.terminate();
        this.#setState({ name: "failed", message: message.message });
        break;
      case "answer": {
        const job = this.#finish(message.id);
        job?.resolve(message.response);
        this.#next();
        break;
      }
      case "broken":
        this.#crash(message.message);
        break;
    }
  }

  /**
   * Before Python is ready a crash is a failed start; after it, only the running request is lost.
   * @param {string} message
   */
  #crash(message) {
    if (this.#state.name !== "ready") {
      this.#worker?.terminate();
      this.#setState({ name: "failed", message });
      return;
    }
    const job = this.#running;
    this.#running = null;
    this.start();
    job?.reject(new EngineStop("broke", message));
    this.#busyChanged();
  }

  /** @param {number} id */
  #finish(id) {
    const job = this.#running;
    if (job?.id !== id) return null;
    this.#running = null;
    return job;
  }

  /** @param {ToWorker} message */
  #send(message) {
    this.#worker?.postMessage(message);
  }

  /** @param {EngineState} state */
  #setState(state) {
    this.#state = state;
    this.dispatchEvent(new Event("state"));
  }

  #busyChanged() {
    this.dispatchEvent(new Event("busy"));
  }
}
