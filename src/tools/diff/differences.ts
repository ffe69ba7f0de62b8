import { compactJson, type JsonTree, readJsonTree } from '../../codec/jsonTree.ts';

/**
 * - `changed`: another value
 * - `onlyLedger`, `onlyNode`: a member or an item that the other does not have
 * - `order`: the same members in another order
 * - `spacing`: white space between values
 * - `outcome`: a result and an error
 */
export type DifferenceKind = 'changed' | 'onlyLedger' | 'onlyNode' | 'order' | 'spacing' | 'outcome';

/** A place where the answers of a ledger and of a node differ. */
export interface Difference {
  /** path in the notation of JavaScript: `.value[0].data`; empty for the whole result, `error` and its members for errors */
  readonly path: string;
  readonly kind: DifferenceKind;
  /** raw JSON, names for `order`; empty if the ledger has no such member */
  readonly ledger: string;
  readonly node: string;
}

/** All differences of two answers, one after the other: two different blocks have hundreds of thousands. */
export function* differencesOf(ledger: Answer, node: Answer): Iterable<Difference> {
  if (ledger.kind !== node.kind) {
    const textOfAnswer = ({ kind, text }: Answer) => `${kind} ${text}`;
    yield { path: '', kind: 'outcome', ledger: textOfAnswer(ledger), node: textOfAnswer(node) };
  } else if (ledger.text !== node.text) {
    yield* differencesOfTexts(ledger.text, node.text, ledger.kind === 'error' ? 'error' : '');
  }
}

export function* differencesOfTexts(ledger: string, node: string, path = ''): Iterable<Difference> {
  yield* compare(readJsonTree(ledger), readJsonTree(node), path);
  const [ours, theirs] = [spacingText(ledger), spacingText(node)];
  if (ours !== theirs) yield { path, kind: 'spacing', ledger: ours, node: theirs };
}

function* compare(ledger: JsonTree, node: JsonTree, path: string): Iterable<Difference> {
  if (ledger.text === node.text) return;
  const { items: ourItems, members: ourMembers } = ledger;
  const { items: theirItems, members: theirMembers } = node;
  if (ourItems !== undefined && theirItems !== undefined) {
    const length = Math.max(ourItems.length, theirItems.length);
    for (let i = 0; i < length; i++) yield* compareParts(ourItems[i], theirItems[i], `${path}[${i}]`);
  } else if (ourMembers !== undefined && theirMembers !== undefined) {
    yield* compareMembers(ourMembers, theirMembers, path);
  } else {
    yield { path, kind: 'changed', ledger: ledger.text, node: node.text };
  }
}

type Members = NonNullable<JsonTree['members']>;

function* compareMembers(ledger: Members, node: Members, path: string): Iterable<Difference> {
  const [ours, theirs] = [new Map(ledger), new Map(node)];
  for (const name of new Set([...ours.keys(), ...theirs.keys()]))
    yield* compareParts(ours.get(name), theirs.get(name), `${path}${stepText(name)}`);
  const ourOrder = namesText(ledger, theirs);
  const theirOrder = namesText(node, ours);
  if (ourOrder !== theirOrder) yield { path, kind: 'order', ledger: ourOrder, node: theirOrder };
}

function* compareParts(ledger: JsonTree | undefined, node: JsonTree | undefined, path: string): Iterable<Difference> {
  if (ledger !== undefined && node !== undefined) yield* compare(ledger, node, path);
  else
    yield {
      path,
      kind: ledger === undefined ? 'onlyNode' : 'onlyLedger',
      ledger: ledger?.text ?? '',
      node: node?.text ?? '',
    };
}

/** The names that both have, in the order of one; a repeated name is there twice. */
function namesText(members: Members, otherMembers: ReadonlyMap<string, JsonTree>): string {
  return members
    .map(([name]) => name)
    .filter((name) => otherMembers.has(name))
    .join(', ');
}

function stepText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `["${name}"]`;
}

function spacingText(text: string): string {
  return compactJson(text) === text ? 'none between values' : 'white space between values';
}

/** The answer of a node to a call: the exact text of `result` or of `error`. */
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
