import type { Answer } from './answer.ts';
import { type JsonTree, readTree } from './jsonTree.ts';

/**
 * - `changed`: another value
 * - `onlyLedger`, `onlyNode`: a member or an item that the other has not
 * - `order`: the same members in another order
 * - `spacing`: white space between values
 * - `outcome`: a result and an error
 */
export type DifferenceKind = 'changed' | 'onlyLedger' | 'onlyNode' | 'order' | 'spacing' | 'outcome';

/** Where the answers of a ledger and of a node differ. */
export interface Difference {
  /** as JavaScript writes it: `.value[0].data`; empty for the whole result, `error` and its members for errors */
  readonly path: string;
  readonly kind: DifferenceKind;
  /** JSON as it was written, names for `order`; empty where there is nothing */
  readonly ledger: string;
  readonly node: string;
}

/** All differences of two answers, one after the other: a block that is another one has hundreds of thousands. */
export function* differencesOf(ledger: Answer, node: Answer): Iterable<Difference> {
  if (ledger.kind !== node.kind) {
    const whole = ({ kind, text }: Answer) => `${kind} ${text}`;
    yield { path: '', kind: 'outcome', ledger: whole(ledger), node: whole(node) };
  } else if (ledger.text !== node.text) {
    yield* differencesOfTexts(ledger.text, node.text, ledger.kind === 'error' ? 'error' : '');
  }
}

/** All differences of two JSON texts. */
export function* differencesOfTexts(ledger: string, node: string, path = ''): Iterable<Difference> {
  const [ours, theirs] = [readTree(ledger), readTree(node)];
  yield* compare(ours.tree, theirs.tree, path);
  if (ours.isCompact !== theirs.isCompact)
    yield { path, kind: 'spacing', ledger: spacingText(ours.isCompact), node: spacingText(theirs.isCompact) };
}

function* compare(ledger: JsonTree, node: JsonTree, path: string): Iterable<Difference> {
  if (ledger.text === node.text) return;
  if (ledger.items !== undefined && node.items !== undefined) {
    const length = Math.max(ledger.items.length, node.items.length);
    for (let i = 0; i < length; i++) yield* compareParts(ledger.items[i], node.items[i], `${path}[${i}]`);
  } else if (ledger.members !== undefined && node.members !== undefined) {
    yield* compareMembers(ledger.members, node.members, path);
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
function namesText(members: Members, others: ReadonlyMap<string, JsonTree>): string {
  return members
    .map(([name]) => name)
    .filter((name) => others.has(name))
    .join(', ');
}

function stepText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `["${name}"]`;
}

function spacingText(isCompact: boolean): string {
  return isCompact ? 'none between values' : 'white space between values';
}
