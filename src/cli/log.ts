import type { OnRequest, RecordedCall, RequestRecord } from '../server/requestRecord.ts';
import { type LogStream, wantsColor, writeLog } from './output.ts';

/** The log of requests: a line for each. @module */

export type LogKind = 'text' | 'json' | 'off';

const COLORS = { error: '\x1b[31m', fault: '\x1b[33m' } as const;
const END_OF_COLOR = '\x1b[39m';

/** The function that logs a request; undefined: nothing is logged. */
export function createLog(kind: LogKind, output: LogStream, env: NodeJS.ProcessEnv): OnRequest | undefined {
  if (kind === 'off') return undefined;
  const isColored = wantsColor(output, env);
  const line = kind === 'json' ? jsonLine : (record: RequestRecord, time: string) => textLine(record, time, isColored);
  return (record) => writeLog(`${line(record, new Date().toISOString())}\n`, output);
}

/** Prints a hint as a line of the log. */
export function printHint(kind: LogKind, text: string, output: LogStream): void {
  if (kind === 'off') return;
  const time = new Date().toISOString();
  writeLog(`${kind === 'json' ? JSON.stringify({ time, hint: text }) : `${time} hint: ${text}`}\n`, output);
}

/** @param time as ISO 8601 has it */
export function textLine(record: RequestRecord, time: string, isColored: boolean): string {
  const { bytes, calls, fork, httpMethod, milliseconds, status } = record;
  const names = calls.length === 0 ? '-' : calls.map((call) => callText(call, isColored)).join(',');
  const place = fork === undefined ? '' : ` /fork/${fork}`;
  return `${time} ${httpMethod} ${status} ${names}${place} ${bytes} B ${milliseconds.toFixed(1)} ms`;
}

function callText({ code, from = 'ledger', method, outcome }: RecordedCall, isColored: boolean): string {
  const source = from === 'ledger' ? '' : ` from ${from}`;
  const name = printableName(method);
  if (outcome === 'result') return name + source;
  const text = code === undefined ? outcome : `${outcome} ${code}`;
  return `${name} ${isColored ? `${COLORS[outcome]}${text}${END_OF_COLOR}` : text}${source}`;
}

/** A method name comes from a client, so it must not contain line breaks. */
function printableName(name: string): string {
  return /^[\w.]{1,64}$/.test(name) ? name : '?';
}

/** @param time as ISO 8601 has it */
export function jsonLine(record: RequestRecord, time: string): string {
  const { bytes, calls, fork, httpMethod, milliseconds, status } = record;
  return JSON.stringify({
    time,
    transport: httpMethod === 'WS' ? 'socket' : 'http',
    httpMethod,
    status,
    calls: calls.map(({ code, from, method, outcome, milliseconds: ms }) => ({
      method,
      outcome,
      code,
      from,
      ms: rounded(ms),
    })),
    bytes,
    ms: rounded(milliseconds),
    fork,
  });
}

/** Rounds to microseconds. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
