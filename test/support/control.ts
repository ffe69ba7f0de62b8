import type { JsonText } from '../../src/codec/jsonText.ts';
import type { LedgerNode } from '../../src/node/createNode.ts';
import { IN_PROCESS } from '../../src/rpc/protocol/call.ts';
import { errorText } from './answers.ts';
import { callText } from './testNode.ts';

/** Control calls and their answers, as text. */

/** The text of the result, or of the error; `params` is JSON text. */
export function controlText(node: LedgerNode, verb: string, params = '[]'): Promise<JsonText> {
  return callText(node, `stillnode_${verb}`, params);
}

export const tipsText = (confirmed: number, finalized: number, processed: number): JsonText =>
  `{"confirmed":${confirmed},"finalized":${finalized},"processed":${processed}}`;

export const invalidText = (message: string): JsonText => errorText(-32602, message, '{"reason":"invalid"}');
export const unknownText = (message: string): JsonText => errorText(-32602, message, '{"reason":"unknown"}');
export const outOfRangeText = (message: string): JsonText => errorText(-32602, message, '{"reason":"outOfRange"}');

export const NOT_U64: string = 'expected an integer from 0 to 18446744073709551615 (u64)';

/** For verbs without arguments: `[params, error]`. */
export const NO_ARGUMENT_CASES: readonly (readonly [params: string, error: JsonText])[] = [
  ['[1]', invalidText('expected no arguments, found 1')],
  ['[null]', invalidText('expected no arguments, found 1')],
  ['{}', invalidText('expected no arguments, found an object')],
  ['{"a":1}', invalidText('expected no arguments, found an object')],
];

/** Of a control context, what most verbs do not need. */
export const UNUSED = {
  methodOf: () => undefined,
  sends: new Map(),
  advance: () => Promise.reject(new Error('time stands still here')),
  loadLiteSvm: () => Promise.reject(new Error('no test here needs LiteSVM')),
  urlOf: () => undefined,
  caller: IN_PROCESS,
  hasUpstream: false,
  show: async () => ({ missing: '' }),
} as const;
