import type { Answer } from './judgedNode.ts';

/** The comparison of two sessions, member by member. */

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A member that two nodes answer differently. */
export interface Difference {
  readonly label: string;
  /** method and path, such as `getBlock result.transactions[].meta.fee`; addresses as names are `<address>` */
  readonly where: string;
  /** `value`: both have one of the same type */
  readonly kind: 'value' | 'type' | 'length' | 'missing' | 'surplus' | 'unasked';
  readonly expected: Json | undefined;
  readonly found: Json | undefined;
}

/** @param expected the session of the node that is right */
export function differencesOf(expected: readonly Answer[], found: readonly Answer[]): readonly Difference[] {
  const answers = new Map(numbered(found));
  return numbered(expected).flatMap(([key, answer]): readonly Difference[] => {
    const other = answers.get(key);
    const { label, method } = answer;
    if (other === undefined) return [{ label, where: method, kind: 'unasked', expected: key, found: undefined }];
    const status = answer.status === other.status ? [] : [[`${method} status`, answer.status, other.status] as const];
    return [
      ...status.map(([where, one, two]) => ({ label, where, kind: 'value', expected: one, found: two }) as const),
      ...differencesIn(method, label, contentOf(answer.text), contentOf(other.text)),
    ];
  });
}

/** A signature in a label: the two sessions have others. */
const SIGNATURE = /[1-9A-HJ-NP-Za-km-z]{50,}/;

/** Answers by label; those with the same label by their number. */
function numbered(answers: readonly Answer[]): readonly (readonly [string, Answer])[] {
  const counts = new Map<string, number>();
  return answers.map((answer) => {
    const label = answer.label.replace(SIGNATURE, '<signature>');
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    return [`${label} #${count}`, answer];
  });
}

/** An answer without its id, or its text, where that is no JSON. */
function contentOf(text: string): Json {
  try {
    const { id: _, ...answer } = JSON.parse(text) as { readonly [name: string]: Json };
    return answer;
  } catch {
    return text;
  }
}

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

function differencesIn(where: string, label: string, expected: Json, found: Json): readonly Difference[] {
  const difference = (kind: Difference['kind'], at = where) => [{ label, where: at, kind, expected, found }];
  if (typeOf(expected) !== typeOf(found)) return difference('type');
  if (isList(expected) && isList(found)) {
    if (isLog(where)) return JSON.stringify(expected) === JSON.stringify(found) ? [] : difference('value');
    const length = expected.length === found.length ? [] : difference('length');
    const both = expected.slice(0, found.length);
    return [...length, ...both.flatMap((item, i) => differencesIn(`${where}[]`, label, item, found[i]!))];
  }
  if (isObject(expected) && isObject(found))
    return [...new Set([...Object.keys(expected), ...Object.keys(found)])].flatMap((name) => {
      const at = `${where}${where.includes(' ') ? '.' : ' '}${ADDRESS.test(name) ? '<address>' : name}`;
      if (!Object.hasOwn(found, name))
        return [{ label, where: at, kind: 'missing', expected: expected[name], found: undefined }];
      if (!Object.hasOwn(expected, name))
        return [{ label, where: at, kind: 'surplus', expected: undefined, found: found[name] }];
      return differencesIn(at, label, expected[name]!, found[name]!);
    });
  return expected === found ? [] : difference('value');
}

function isLog(where: string): boolean {
  return /\b(?:logs|logMessages)$/.test(where);
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return isList(value) ? 'list' : typeof value;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !isList(value);
}
