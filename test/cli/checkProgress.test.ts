import { afterEach, expect, it, vi } from 'vitest';
import { runCheck } from '../../src/cli/check.ts';
import { SAMPLE_LEDGER } from '../../src/node.ts';

const CLEAR = '\r\x1b[K';
const { isTTY } = process.stderr;

afterEach(() => {
  vi.restoreAllMocks();
  process.stderr.isTTY = isTTY;
});

/** What a check prints to stderr while every look at the clock takes three seconds. */
async function printedBy(onTerminal: boolean, json: boolean): Promise<readonly string[]> {
  const printed: string[] = [];
  let now = 0;
  process.stderr.isTTY = onTerminal;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 3000));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  expect(await runCheck({ paths: [SAMPLE_LEDGER], json })).toBe(0);
  return printed;
}

it('on a terminal, check counts what it reads, and takes the line away', async () => {
  const printed = await printedBy(true, false);
  expect(printed.length).toBeGreaterThan(1);
  expect(printed.at(-1)).toBe(CLEAR);
  for (const line of printed.slice(0, -1))
    expect(line.replace(CLEAR, '')).toMatch(/^loading: \d+ blocks, \d+ transactions, \d+ accounts$/);
});

it.each([
  ['without a terminal', false, false],
  ['for programs', true, true],
] as const)('%s it counts nothing', async (_where, onTerminal, json) => {
  expect(await printedBy(onTerminal, json)).toEqual([]);
});
