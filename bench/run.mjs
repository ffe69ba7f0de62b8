// npm run bench [-- NAME…]: measures, prints a table, and writes bench/results.json and the table in bench/README.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { CASES } from './cases.mjs';
import { writeReport } from './support/report.mjs';

const RESULTS = new URL('./results.json', import.meta.url);
const TODAY = new Date().toISOString().slice(0, 10);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !CASES.some((one) => one.name === name));
if (unknown.length > 0) {
  console.error(`no such case: ${unknown.join(', ')}; there are ${CASES.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const known = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')).cases : {};
const figures = { ...known };
const failed = [];
for (const { bar, name, run, what } of CASES) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  try {
    const figure = await run();
    figures[name] = { what, bar, ...rounded(figure), met: isMet(figure.median, bar), date: TODAY };
    console.log(line(name, figures[name]));
  } catch (error) {
    failed.push(name);
    delete figures[name];
    console.log(`FAIL ${name}: ${error.message}`);
  }
}
const machine = {
  processor: cpus()[0].model.trim(),
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};
const inOrder = CASES.flatMap(({ name }) => (figures[name] === undefined ? [] : [[name, figures[name]]]));
const results = { machine, cases: Object.fromEntries(inOrder) };
writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
writeReport(results);
process.exitCode = failed.length > 0 ? 1 : 0;

function rounded(figure) {
  return Object.fromEntries(Object.entries(figure).map(([key, value]) => [key, Number(value.toFixed(2))]));
}

function isMet(value, bar) {
  const [comparison, bound] = bar.split(' ');
  return comparison === '>=' ? value >= Number(bound) : value <= Number(bound);
}

function line(name, { bar, max, median, met, min, rounds, what }) {
  return `${met ? 'ok  ' : 'MISS'} ${name.padEnd(16)} ${median.toFixed(2).padStart(6)} (${min.toFixed(2)} to ${max.toFixed(2)}, ${rounds} rounds) wanted ${bar}: ${what}`;
}
