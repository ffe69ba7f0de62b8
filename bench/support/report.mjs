// The table of the last run in bench/README.md, between two marks.
import { readFileSync, writeFileSync } from 'node:fs';

const README = new URL('../README.md', import.meta.url);
const PLACE = /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/;

/** @param {{ machine: object, cases: Record<string, object> }} results */
export function reportText({ machine, cases }) {
  const rows = Object.entries(cases).map(
    ([name, { bar, date, max, median, met, min, what }]) =>
      `| \`${name}\` | ${what} | ${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)}) | ${bar.replace('>=', '≥').replace('<=', '≤')} | ${met ? 'yes' : '**no**'} | ${date} |`,
  );
  return [
    `${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, Node ${machine.node}. Server and load on one core each.`,
    '',
    '| case | what is compared | median of the ratios (lowest to highest) | wanted | met | measured |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

export function writeReport(results) {
  const readme = readFileSync(README, 'utf8');
  writeFileSync(
    README,
    readme.replace(PLACE, (_all, start, end) => `${start}${reportText(results)}${end}`),
  );
}
