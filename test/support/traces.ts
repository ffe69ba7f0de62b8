import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { launch, run } from '../cli/command.ts';
import { openPage, settled } from './browser.ts';
import { show } from './inspected.ts';

/** Traces of tests, opened in a browser. @module */

type Answer = { readonly result?: unknown; readonly error?: { readonly message: string } };

/** The file of a test. */
export interface TraceFile {
  readonly format: number;
  readonly stillnodeTrace: number;
  readonly test: string;
  readonly errors: readonly string[];
  readonly versions: Readonly<Record<string, string>>;
  readonly url: string;
  readonly tips: unknown;
  readonly moves: readonly unknown[];
  readonly warnings: readonly string[];
  readonly cut: readonly string[];
  readonly answers: Readonly<Record<string, Readonly<Record<string, Answer>>>>;
}

export function readTrace(file: string): TraceFile {
  return JSON.parse(readFileSync(file, 'utf8')) as TraceFile;
}

/** Opens a trace as the command serves it, and as the one page that it writes. */
export async function openBothWays(file: string): Promise<void> {
  const trace = readTrace(file);
  await openAllScreens(await inspect(file), trace);
  const html = `${file}.html`;
  expect(await run(['inspect', file, '--html', html])).toMatchObject({ code: 0, stderr: '' });
  await openAllScreens(pathToFileURL(html).href, trace);
}

/** Starts `stillnode inspect`. @returns its URL */
async function inspect(file: string): Promise<string> {
  const { output } = launch(['inspect', file]);
  await expect.poll(() => output.stdout, { timeout: 30_000 }).toContain('\n');
  return /^stillnode shows .* on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(output.stdout)![1]!;
}

/**
 * Opens the page of a trace, and each of its screens: each has its answers, and nothing is asked of anyone.
 *
 * @param url of `stillnode inspect`, or of a file that it wrote
 */
export async function openAllScreens(url: string, { answers, test }: TraceFile): Promise<Page> {
  const page = await openPage(url);
  await page.getByText(test, { exact: true }).waitFor();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const hash of screensOf(answers)) {
    await show(page, hash);
    await settled(page);
    const text = (await page.locator('#app').textContent()) ?? '';
    expect([hash, ...(text.match(/this trace has no answer of \w+/g) ?? [])]).toEqual([hash]);
    expect([hash, await page.locator('main h1').count()]).toEqual([hash, 1]);
  }
  expect(requests).toEqual([]);
  return page;
}

function screensOf(answers: TraceFile['answers']): readonly string[] {
  const things = Object.keys(answers.stillnode_show ?? {})
    .map((params) => JSON.parse(params) as readonly unknown[])
    .filter(([subject, config]) => subject !== null && !(config as { script?: true }).script)
    .map(([subject]) => String(subject));
  const calls = (answers.stillnode_calls!['[{"since":0}]']!.result as { calls: readonly { id: number }[] }).calls;
  return [
    '#/',
    '#/calls',
    ...calls.map(({ id }) => `#/call/${id}`),
    '#/transactions',
    '#/accounts',
    '#/subscriptions',
    '#/rules',
    '#/session',
    ...things.map((thing) => `#/${kindOf(thing)}/${thing}`),
  ];
}

function kindOf(thing: string): string {
  if (/^\d+$/.test(thing)) return 'slot';
  return thing.length > 44 ? 'tx' : 'account';
}
