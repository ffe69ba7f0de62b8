import { describe, expect, it } from 'vitest';
import { createLog, jsonLine, type LogKind, printHint, textLine } from '../../src/cli/log.ts';
import type { RequestRecord } from '../../src/server/requestRecord.ts';

const TIME = '2026-11-22T13:05:09.120Z';
const RECORD: RequestRecord = {
  httpMethod: 'POST',
  status: 200,
  rpcMethods: [],
  calls: [],
  bytes: 5,
  milliseconds: 1.26,
};
const DONE = { method: 'getSlot', outcome: 'result', milliseconds: 0.1 } as const;
const FAILED = { method: 'getBlock', outcome: 'error', code: -32007, milliseconds: 0.2004 } as const;
const BROKEN = { method: 'getBlock', outcome: 'fault', milliseconds: 0.3 } as const;

describe('a line of text', () => {
  it.each<[record: Partial<RequestRecord>, line: string]>([
    [{}, 'POST 200 - 5 B 1.3 ms'],
    [{ calls: [DONE] }, 'POST 200 getSlot 5 B 1.3 ms'],
    [{ calls: [DONE, FAILED, DONE] }, 'POST 200 getSlot,getBlock error -32007,getSlot 5 B 1.3 ms'],
    [{ status: 429, calls: [{ ...BROKEN, code: 429 }] }, 'POST 429 getBlock fault 429 5 B 1.3 ms'],
    [{ calls: [BROKEN], bytes: 0 }, 'POST 200 getBlock fault 0 B 1.3 ms'],
    [{ httpMethod: 'WS', status: 101, calls: [DONE] }, 'WS 101 getSlot 5 B 1.3 ms'],
    [{ calls: [DONE, FAILED], fork: 'a.b-1' }, 'POST 200 getSlot,getBlock error -32007 /fork/a.b-1 5 B 1.3 ms'],
    [{ httpMethod: 'GET', fork: 'a' }, 'GET 200 - /fork/a 5 B 1.3 ms'],
    [{ calls: [{ ...FAILED, method: 'a\nb' }] }, 'POST 200 ? error -32007 5 B 1.3 ms'],
    [
      { calls: (['ledger', 'record', 'upstream'] as const).map((from) => ({ ...DONE, from })) },
      'POST 200 getSlot,getSlot from record,getSlot from upstream 5 B 1.3 ms',
    ],
    [{ calls: [{ ...FAILED, from: 'upstream' }] }, 'POST 200 getBlock error -32007 from upstream 5 B 1.3 ms'],
  ])('%j', (record, line) => {
    expect(textLine({ ...RECORD, ...record }, TIME, false)).toBe(`${TIME} ${line}`);
  });

  it('has errors in red and faults in yellow, where there are colours', () => {
    expect(textLine({ ...RECORD, calls: [DONE, FAILED, BROKEN] }, TIME, true)).toBe(
      `${TIME} POST 200 getSlot,getBlock \x1b[31merror -32007\x1b[39m,getBlock \x1b[33mfault\x1b[39m 5 B 1.3 ms`,
    );
  });
});

describe('a line of JSON', () => {
  it('has each call with its outcome', () => {
    expect(jsonLine({ ...RECORD, calls: [DONE, FAILED, BROKEN] }, TIME)).toBe(
      `{"time":"${TIME}","transport":"http","httpMethod":"POST","status":200,"calls":[{"method":"getSlot","outcome":"result","ms":0.1},` +
        '{"method":"getBlock","outcome":"error","code":-32007,"ms":0.2},{"method":"getBlock","outcome":"fault","ms":0.3}],"bytes":5,"ms":1.26}',
    );
  });

  it('says where the answer of a call comes from, on a node with an upstream', () => {
    expect(jsonLine({ ...RECORD, calls: [{ ...FAILED, from: 'ledger' }] }, TIME)).toContain(
      '"calls":[{"method":"getBlock","outcome":"error","code":-32007,"from":"ledger","ms":0.2}]',
    );
  });

  it('names the fork, and says what came over a WebSocket', () => {
    expect(jsonLine({ ...RECORD, httpMethod: 'WS', status: 101, fork: 'a' }, TIME)).toBe(
      `{"time":"${TIME}","transport":"socket","httpMethod":"WS","status":101,"calls":[],"bytes":5,"ms":1.26,"fork":"a"}`,
    );
  });

  it('is one line, whatever a method is called', () => {
    const line = jsonLine({ ...RECORD, calls: [{ ...DONE, method: 'a\n"b' }] }, TIME);
    expect(line).not.toContain('\n');
    expect(JSON.parse(line)).toMatchObject({ calls: [{ method: 'a\n"b' }] });
  });
});

describe('the log', () => {
  function linesOf(kind: LogKind, { env = {}, isTTY = false }: { env?: NodeJS.ProcessEnv; isTTY?: boolean } = {}) {
    const lines: string[] = [];
    const write = (line: string) => lines.push(line) > 0;
    createLog(kind, { isTTY, write, writableLength: 0 } as NodeJS.WriteStream, env)?.({ ...RECORD, calls: [FAILED] });
    return lines;
  }

  it.each<[env: NodeJS.ProcessEnv, isTTY: boolean, isColoured: boolean]>([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: 'false' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
  ])('with %j, on a terminal: %s, is in colour: %s', (env, isTTY, isColoured) => {
    const [line, ...more] = linesOf('text', { env, isTTY });
    expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z POST 200 getBlock .*error -32007.* 5 B 1\.3 ms\n$/);
    expect(line!.includes('\x1b[31merror -32007\x1b[39m')).toBe(isColoured);
    expect(more).toEqual([]);
  });

  it('has no colours as JSON, and nothing where it is off', () => {
    const [line] = linesOf('json', { isTTY: true, env: { FORCE_COLOR: '1' } });
    expect(JSON.parse(line!)).toMatchObject({ status: 200, calls: [{ method: 'getBlock', code: -32007 }] });
    expect(line).not.toContain('\x1b');
    expect(linesOf('off')).toEqual([]);
  });
});

it('a hint is a line of the log, in its form', () => {
  const printed = (kind: LogKind) => {
    const lines: string[] = [];
    const write = (text: string | Uint8Array) => lines.push(String(text)) > 0;
    printHint(kind, 'this node has no TPU', { isTTY: false, writableLength: 0, write });
    return lines.map((line) => line.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, 'TIME'));
  };
  expect(printed('text')).toEqual(['TIME hint: this node has no TPU\n']);
  expect(printed('json')).toEqual(['{"time":"TIME","hint":"this node has no TPU"}\n']);
  expect(printed('off')).toEqual([]);
});
