import { didYouMean, nearest } from '../../codec/suggest.ts';
import type { AddressExpression, Operand } from '../../syntax/addressExpression.ts';
import type { Place } from '../../syntax/values.ts';

/** The uses of names in a script. Any name is a valid key, so a misspelled one is recognized by its single use. */
export class NameUses {
  /** the only place of each name; undefined: it has several */
  readonly #places = new Map<string, Place | undefined>();

  add(name: string, at: Place): void {
    if (!this.#places.has(name)) this.#places.set(name, at);
    else if (this.#places.get(name) !== at) this.#places.set(name, undefined);
  }

  /**
   * Warns of names that are used once, are not known otherwise, and resemble another one.
   *
   * @param isKnown whether something is known of a name besides the one place
   * @param knownNames names that are known already
   */
  warnOfTypos(isKnown: (name: string) => boolean, knownNames: Iterable<string>): void {
    const singleUses: [string, Place][] = [];
    const usedNames = [...knownNames].filter(canBeTypo);
    for (const [name, at] of this.#places) {
      if (!canBeTypo(name)) continue;
      if (at === undefined || isKnown(name)) usedNames.push(name);
      else singleUses.push([name, at]);
    }
    for (const [name, at] of singleUses.slice(0, MAX_COMPARISONS / usedNames.length)) {
      const similar = similarName(name, usedNames);
      if (similar !== undefined) at.warn(`\`$${name}\` is a new key that is used only here`, didYouMean(`$${similar}`));
    }
  }
}

/** The names of accounts in an expression, within derivations too. */
export function namesIn(expression: AddressExpression | Operand): readonly string[] {
  if (expression.kind === 'name') return [expression.name];
  if (expression.kind === 'assigned') return isVariant(expression.value) ? [] : namesIn(expression.value);
  return expression.kind === 'call' ? expression.operands.flatMap(namesIn) : [];
}

/** Whether a seed by name is a variant of an enum: there, the name of an account has its dollar. */
export function isVariant(seed: Operand): seed is Extract<Operand, { kind: 'name' }> {
  return seed.kind === 'name' && !seed.isMarked;
}

type Call = Extract<Operand, { kind: 'call' }>;

/** The derivations in an expression, inner ones first. */
export function* callsIn(expression: AddressExpression | Operand): Iterable<Call> {
  if (expression.kind === 'assigned') yield* callsIn(expression.value);
  if (expression.kind !== 'call') return;
  for (const operand of expression.operands) yield* callsIn(operand);
  yield expression;
}

const SHORTEST_TYPO = 3;
const LONG_NAME = 8;
/** Limit of comparisons, for a tenth of a second: in a script with thousands of names only the first are checked. */
const MAX_COMPARISONS = 100_000;

/** Whether a name is checked for typos: names with digits are often alike. */
function canBeTypo(name: string): boolean {
  return name.length >= SHORTEST_TYPO && !/\d/.test(name);
}

/** The name that differs in one letter or in two swapped neighbors, or in two letters of a long name. */
export function similarName(name: string, names: readonly string[]): string | undefined {
  const swapped = names.find((other) => isSwapped(name, other));
  return swapped ?? nearest(name, names, name.length < LONG_NAME ? 1 : 2);
}

function isSwapped(name: string, other: string): boolean {
  if (name.length !== other.length) return false;
  const first = [...name].findIndex((letter, i) => letter !== other[i]);
  if (first < 0) return false;
  return name.slice(0, first) + name.charAt(first + 1) + name.charAt(first) + name.slice(first + 2) === other;
}
