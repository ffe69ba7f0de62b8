import { compactJson, type Json, listOf, memberOf, parseJson } from './json.ts';
import { WITH_SUMMARIES } from './showConfig.ts';

/**
 * The trace that is in the page, if there is one: the answers to everything that the page asks, from the end of a test. The page then
 * needs no node.
 * @module
 */

const element = document.getElementById('trace');

/** The trace; undefined: the page asks a node. */
export const trace: Json | undefined = element === null ? undefined : parseJson(element.textContent ?? '');

/** Whether the page shows a trace: nothing can be changed. */
export const isReadOnly: boolean = trace !== undefined;

/** The reply to a call, with `result` or `error`; undefined: the trace does not have it. */
export function replyInTrace(method: string, params: readonly Json[]): Json | undefined {
  const replies = memberOf(trace, 'answers', method);
  const reply = memberOf(replies, keyOf(params));
  if (reply !== undefined || method !== 'stillnode_show') return reply;
  const [subject, config] = params;
  // a trace has each item once, with summaries, and its script as another answer
  if (memberOf(config, 'script') === true) return undefined;
  const item = subject === undefined || subject === null ? null : keyOfName(String(subject));
  return memberOf(replies, keyOf([item, WITH_SUMMARIES]));
}

/** The text of parameters in the trace: the members of objects are in the order of their names. */
function keyOf(params: readonly Json[]): string {
  return compactJson(params.map(withSortedMembers));
}

function withSortedMembers(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withSortedMembers);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, withSortedMembers(member as Json)]));
}

/** The address of a name, or the signature of a named transaction. */
function keyOfName(subject: string): string {
  const names = memberOf(trace, 'answers', 'stillnode_names', '[]', 'result');
  const [signature] = listOf(memberOf(names, 'transactions', subject));
  return String(memberOf(names, 'accounts', subject) ?? signature ?? subject);
}
