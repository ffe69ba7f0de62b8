/** What a node answers a call with: the exact text of `result` or of `error`. */
export interface Answer {
  readonly kind: 'result' | 'error';
  readonly text: string;
}

/** Asks a node; `params` is JSON text. */
export type Ask = (method: string, params: string) => Promise<Answer>;

const BEFORE_RESULT = '{"jsonrpc":"2.0","result":';
const BEFORE_ERROR = '{"jsonrpc":"2.0","error":';
const AFTER = ',"id":1}\n';

/** The body of a call that `answerOf` reads the reply to. */
export function bodyOf(method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${params}}`;
}

/** The answer in a reply of a node of this process. */
export function answerOf(reply: string): Answer {
  const kind = reply.startsWith(BEFORE_RESULT) ? 'result' : 'error';
  const before = kind === 'result' ? BEFORE_RESULT : BEFORE_ERROR;
  return { kind, text: reply.slice(before.length, -AFTER.length) };
}
