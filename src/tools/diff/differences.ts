import { compactJson, type JsonTree, readJsonTree } from '../../codec/jsonTree.ts';
import type { Answer } from './ask.ts';

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
  const [ours, theirs] = [partsOf(ledger), partsOf(node)];
  if (ours === undefined || theirs === undefined || ours.isList !== theirs.isList) {
    yield { path, kind: 'changed', ledger: ledger.text, node: node.text };
    return;
  }
  for (const name of new Set([...ours.byName.keys(), ...theirs.byName.keys()])) {
    const [our, their] = [ours.byName.get(name), theirs.byName.get(name)];
    const place = path + (ours.isList ? `[${name}]` : stepText(name));
    if (our !== undefined && their !== undefined) yield* compare(our, their, place);
    else if (our !== undefined) yield { path: place, kind: 'onlyLedger', ledger: our.text, node: '' };
    else yield { path: place, kind: 'onlyNode', ledger: '', node: their!.text };
  }
  const [ourOrder, theirOrder] = [namesText(ours, theirs), namesText(theirs, ours)];
  if (ourOrder !== theirOrder) yield { path, kind: 'order', ledger: ourOrder, node: theirOrder };
}

/** The members of an object, or the items of a list, whose names are their indexes. */
interface Parts {
  readonly isList: boolean;
  /** names in the order of the text; a repeated name is there twice */
  readonly names: readonly string[];
  readonly byName: ReadonlyMap<string, JsonTree>;
}

/** Undefined: neither an object nor a list. */
function partsOf({ items, members }: JsonTree): Parts | undefined {
  const parts = members ?? items?.map((item, index) => [`${index}`, item] as const);
  return parts && { isList: members === undefined, names: parts.map(([name]) => name), byName: new Map(parts) };
}

/** The names that both have, in the order of one. */
function namesText({ names }: Parts, { byName }: Parts): string {
  return names.filter((name) => byName.has(name)).join(', ');
}

function stepText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `["${name}"]`;
}

function spacingText(text: string): string {
  return compactJson(text) === text ? 'none between values' : 'white space between values';
}
