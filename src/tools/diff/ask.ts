import { BEFORE_RESULT } from '../../rpc/protocol/envelope.ts';

/** The answer of a node to a call: the exact text of `result` or of `error`. */
export interface Answer {
  readonly kind: 'result' | 'error';
  readonly text: string;
}

/** Asks a node; `params` is JSON text. */
export type Ask = (method: string, params: string) => Promise<Answer>;

const BEFORE_ERROR = '{"jsonrpc":"2.0","error":';
const AFTER = ',"id":1}\n';

/** The body of a call that `answerInReply` reads the reply to. */
export function callBody(method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${params}}`;
}

/** The answer in a reply of a node of this process. */
export function answerInReply(reply: string): Answer {
  const kind = reply.startsWith(BEFORE_RESULT) ? 'result' : 'error';
  const before = kind === 'result' ? BEFORE_RESULT : BEFORE_ERROR;
  return { kind, text: reply.slice(before.length, -AFTER.length) };
}
