// This file runs cases through the built evaluator inside Pyodide: a file of JSON texts comes in, a file of reports goes out.
"use strict";

const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

const [modules, dist, input, output] = process.argv.slice(2);
const { loadPyodide } = require(join(modules, "pyodide", "pyodide.js"));

const PROGRAM = `
import json
from evaluator_core import evaluate_case
from evaluator_core.json_text import encode

def report(case):
    return encode(evaluate_case(json.loads(case)))
`;

async function main() {
  const build = JSON.parse(readFileSync(join(dist, "data", "build.json"), "utf8"));
  const wheels = [...build.wheels, ...build.schema_wheels];
  const pyodide = await loadPyodide({ indexURL: join(dist, "pyodide") });
  await pyodide.loadPackage("micropip", { messageCallback: () => {} });
  const copied = wheels.filter((wheel) => !wheel.includes("/micropip-")).map((wheel) => copyIn(pyodide, dist, wheel));
  await pyodide.pyimport("micropip").install.callKwargs(copied, { index_urls: [], deps: false });
  pyodide.runPython(PROGRAM);
  const report = pyodide.globals.get("report");
  const cases = JSON.parse(readFileSync(input, "utf8"));
  writeFileSync(output, JSON.stringify(cases.map((text) => report(text))));
}

/** Puts a wheel where micropip can read it without a server. */
function copyIn(pyodide, dist, wheel) {
  const path = `/tmp/${wheel.split("/").pop()}`;
  pyodide.FS.writeFile(path, readFileSync(join(dist, wheel)));
  return `emfs:${path}`;
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
