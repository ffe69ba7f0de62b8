import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runCheck } from '../../src/cli/commands/checkCommand.ts';
import type { Output } from '../../src/cli/output.ts';
import { ProgressLine } from '../../src/cli/progressLine.ts';
import { SAMPLE_LEDGER } from '../../src/packageFiles.ts';
import { ACCOUNT_FILE, folder } from './command.ts';

const CLEAR = '\r\x1b[K';

afterEach(() => {
  vi.restoreAllMocks();
});

interface Printed {
  readonly output: Output;
  /** what is printed to stderr, piece by piece */
  readonly messages: string[];
}

function printedTo(isTTY: boolean): Printed {
  const messages: string[] = [];
  const write = (text: string | Uint8Array) => messages.push(String(text)) > 0;
  return { output: { write: () => {}, messages: { isTTY, write, writableLength: 0 } }, messages };
}

/** What a check prints to stderr while every look at the clock takes three seconds. */
async function printedBy(onTerminal: boolean, json: boolean): Promise<readonly string[]> {
  const { messages, output } = printedTo(onTerminal);
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 3000));
  expect(await runCheck({ paths: [SAMPLE_LEDGER], json, programs: {} }, output)).toBe(0);
  return messages;
}

it('on a terminal, check counts what it reads, and takes the line away', async () => {
  const printed = await printedBy(true, false);
  expect(printed.length).toBeGreaterThan(1);
  expect(printed.at(-1)).toBe(CLEAR);
  for (const line of printed.slice(0, -1))
    expect(line.replace(CLEAR, '')).toMatch(/^loading: \d+ blocks?, \d+ transactions?, \d+ accounts?$/);
});

it.each([
  ['without a terminal', false, false],
  ['for programs', true, true],
] as const)('%s it counts nothing', async (_where, onTerminal, json) => {
  expect(await printedBy(onTerminal, json)).toEqual([]);
});

it('check counts on a terminal while reading takes long, and takes the line away before it says what is wrong', async () => {
  const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
  writeFileSync(join(fixtures, 'bob.jsonl'), `${ACCOUNT_FILE}\n!`);
  const { messages, output } = printedTo(true);
  let hours = 0;
  const line = new ProgressLine(output.messages, () => hours++ * 3_600_000);
  expect(await runCheck({ json: false, paths: [fixtures], programs: {} }, output, line)).toBe(1);
  expect(messages.map((text) => text.replaceAll(fixtures, ''))).toEqual([
    '\r\x1b[Kloading: 0 blocks, 0 transactions, 1 account',
    '\r\x1b[K',
    'error: /bob.jsonl:2:1: expected JSON: expected a value\n',
    '1 error in the fixtures: nothing was loaded\n',
  ]);
});
