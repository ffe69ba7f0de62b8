import { type AnsweredCall, requestOf } from './asCode.ts';
import { fetchAs, fork, publicUrl, withKeys } from './client.ts';
import type { JournalCall } from './journal.ts';
import { type Json, memberOf, parseJson } from './json.ts';

/**
 * A call of the journal with its reply, for a test that repeats it.
 * @module
 */

/** The JSON of an answer; undefined: its text was not recorded, or is not whole. */
export function replyOf(answer: string | undefined): Json | undefined {
  try {
    return answer === undefined ? undefined : parseJson(answer);
  } catch {
    return undefined;
  }
}

/** The queries of a URL that choose a dialect. */
const DIALECT_QUERIES = ['', '?dialect=agave', '?dialect=contract'];

/** Methods that change the ledger: they are not repeated. */
const CHANGES = /^(?:sendTransaction|sendBundle|requestAirdrop|stillnode_\w+)$/;

/**
 * A call as a client can repeat it. The dialect is found by repeating a read in each one, until the recorded answer comes; the journal and
 * faults do not see it. If the answer of a read was not recorded as a whole, the new answer is taken. Nothing that changes the ledger is
 * asked.
 *
 * @throws Error if the answer of a call that changes the ledger was not recorded
 */
export async function answeredCall(
  { code, method, outcome }: JournalCall,
  params: readonly Json[],
  recordedText: string | undefined,
): Promise<AnsweredCall> {
  const reply = replyOf(recordedText);
  const url = publicUrl(fork.value);
  const call = { method, params };
  // a fault with a status of HTTP: the recorded text is the answer of the ledger, not the reply
  if (outcome === 'fault' && code !== undefined && code > 0)
    return { ...call, url, status: code, reply: undefined, text: undefined };
  if (outcome === 'fault') return { ...call, url, status: 200, reply, text: recordedText };
  if (CHANGES.test(method)) {
    if (reply === undefined) throw new Error('its answer was not recorded, and asking again would change the ledger');
    return { ...call, url, status: 200, reply, text: recordedText };
  }
  const body = requestOf(method, params, memberOf(reply, 'id') ?? 1);
  for (const query of reply === undefined ? [] : DIALECT_QUERIES) {
    const now = await fetchAs(withKeys(`${url}${query}`), body);
    if (now.text.trim() === recordedText?.trim()) return { ...call, ...now, url: `${url}${query}`, reply };
  }
  if (reply !== undefined) return { ...call, url, status: 200, reply, text: recordedText };
  const now = await fetchAs(withKeys(url), body);
  return { ...call, ...now, url, reply: replyOf(now.text) };
}
