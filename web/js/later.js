// This file holds work back for a moment; a newer call of the same name takes the place of the waiting one.

/** @type {Record<string, ReturnType<typeof setTimeout>>} */
const timers = {};

/**
 * @param {string} name
 * @param {number} delay
 * @param {() => void} run
 */
export function later(name, delay, run) {
  clearTimeout(timers[name]);
  timers[name] = setTimeout(run, delay);
}

/** @param {string} name */
export function notLater(name) {
  clearTimeout(timers[name]);
}
