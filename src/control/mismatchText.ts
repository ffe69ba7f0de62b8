import type { JsonDifference } from '../codec/compareJson.ts';
import { stringifyJson } from '../codec/jsonText.ts';
import { counted, middleCut } from '../codec/text.ts';
import type { MismatchData } from '../errors.ts';

/**
 * The errors of stillnode_verify, stillnode_waitForCall and stillnode_waitForSend: what was expected, and then the most similar calls or
 * transactions, as text and as data.
 * @module
 */

/** The number of calls or transactions that a test expects. */
export interface Expected {
  /** `call` or `sent transaction` */
  readonly noun: string;
  /** text after the noun, such as ` of getBlock` */
  readonly whichText: string;
  /** undefined: at least once */
  readonly times: number | undefined;
}

export function isExpected(count: number, times: number | undefined): boolean {
  return times === undefined ? count > 0 : count === times;
}

export function headline({ noun, times, whichText }: Expected, count: number): string {
  const countText = times === undefined ? `at least 1 ${noun}` : counted(times, noun);
  return `expected ${countText}${whichText}, found ${count}`;
}

type Nearest = MismatchData['nearest'][number];

/** The calls or transactions that an error shows after what was expected, or the reason why it shows none. */
export interface FoundItems {
  /** the items that match, if their number is not the expected one; else the most similar items */
  readonly nearest: readonly Nearest[];
  /** the number of older items that match too: `2 before` */
  readonly more?: string;
  readonly missing?: string;
}

/** The calls or transactions that are not kept any more. */
export interface Forgotten {
  readonly count: number;
  /** `call` or `sent transaction` */
  readonly noun: string;
  /** the number of items that are kept, or the setting of it */
  readonly limit: string;
}

/** The message and the data of an error. */
export function mismatchError(
  headline: string,
  matches: number,
  foundItems: FoundItems,
  forgotten: Forgotten,
): readonly [message: string, data: MismatchData] {
  const { missing, more, nearest } = foundItems;
  const lines = [
    headline,
    ...(missing === undefined ? [] : [missing]),
    ...nearest.flatMap(({ differences, text }) => [
      `  ${text}`,
      ...differences.map((difference) => `    ${difference}`),
    ]),
    ...(more === undefined ? [] : [`  and ${more}`]),
    ...(forgotten.count === 0 ? [] : [forgottenText(forgotten)]),
  ];
  const data = { matches, nearest, ...(missing !== undefined && { missing }), forgotten: forgotten.count };
  return [lines.join('\n'), data];
}

export function forgottenText({ count, limit, noun }: Forgotten): string {
  return `${counted(count, `older ${noun}`)} ${count === 1 ? 'is' : 'are'} forgotten: ${limit}`;
}

/** Largest number of items that an error shows, and of differences of each. */
const SHOWN = 3;

/** The newest items that match, oldest first. */
export function matchingItems<T>(matching: readonly T[], textOf: (item: T) => string): FoundItems {
  const nearest = matching.slice(-SHOWN).map((item) => ({ text: textOf(item), differences: [] }));
  const before = matching.length - nearest.length;
  return { nearest, ...(before > 0 && { more: `${before} before` }) };
}

/** An item with its differences from the expected one; an item without differences matches. */
interface ComparedItem extends Nearest {
  /** default: the number of differences */
  readonly distance?: number;
}

/** The items with the smallest distance, newest first. @param all oldest first */
export function nearestItems(all: readonly ComparedItem[]): FoundItems {
  const nearest = all
    .toReversed()
    .filter(({ differences }) => differences.length > 0)
    .sort((a, b) => distanceOf(a) - distanceOf(b))
    .slice(0, SHOWN)
    .map(({ differences, text }) => ({ text, differences: cutDifferences(differences) }));
  return { nearest };
}

function distanceOf({ differences, distance = differences.length }: ComparedItem): number {
  return distance;
}

function cutDifferences(differences: readonly string[]): readonly string[] {
  const more = differences.length - SHOWN;
  return more > 0 ? [...differences.slice(0, SHOWN), `and ${counted(more, 'more difference')}`] : differences;
}

/** The sentence of a difference: `params[0] is 5, expected 6`. @param name the value that it is in */
export function differenceText(name: string, { expected, actual, path }: JsonDifference): string {
  const has = actual === undefined ? 'is missing' : `is ${middleCut(stringifyJson(actual))}`;
  return `${name}${path} ${has}, expected ${middleCut(stringifyJson(expected))}`;
}
