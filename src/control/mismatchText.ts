import type { JsonDifference } from '../codec/compareJson.ts';
import { stringifyJson } from '../codec/jsonText.ts';
import { counted, middleCut } from '../codec/text.ts';

/**
 * The errors of stillnode_verify, stillnode_waitForCall and stillnode_waitForSend: lines with what was expected, and then with the most similar calls or transactions.
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

/** What is forgotten, and why a check cannot know the number. */
export interface Forgotten {
  readonly count: number;
  /** `call` or `sent transaction` */
  readonly noun: string;
  /** what to do, or the limit */
  readonly limit: string;
}

/** A line about older items that are not kept; none if all are. */
export function forgottenLines({ count, limit, noun }: Forgotten): readonly string[] {
  if (count === 0) return [];
  return [`${counted(count, `older ${noun}`)} ${count === 1 ? 'is' : 'are'} forgotten: ${limit}`];
}

const SHOWN = 3;

/** Lines about the newest items that match, oldest first. */
export function fittingLines<T>(fitting: readonly T[], lineOf: (item: T) => string): readonly string[] {
  const more = fitting.length - SHOWN;
  return [...fitting.slice(-SHOWN).map(lineOf), ...(more > 0 ? [`  and ${more} before`] : [])];
}

/** An item with its differences from the expected one; an item without differences matches. */
interface ComparedItem {
  readonly line: string;
  readonly differences: readonly string[];
  /** default: the number of differences */
  readonly distance?: number;
}

/** Lines about the items with the smallest distance, newest first. @param all oldest first */
export function nearLines(all: readonly ComparedItem[]): readonly string[] {
  return all
    .toReversed()
    .filter(({ differences }) => differences.length > 0)
    .sort((a, b) => distanceOf(a) - distanceOf(b))
    .slice(0, SHOWN)
    .flatMap(({ differences, line }) => [line, ...differenceLines(differences)]);
}

function distanceOf({ differences, distance = differences.length }: ComparedItem): number {
  return distance;
}

function differenceLines(differences: readonly string[]): readonly string[] {
  const lines = differences.slice(0, SHOWN).map((text) => `    ${text}`);
  const more = differences.length - SHOWN;
  return more > 0 ? [...lines, `    and ${counted(more, 'more difference')}`] : lines;
}

/** @param name of the value in which it is */
export function differenceText(name: string, { expected, actual, path }: JsonDifference): string {
  const has = actual === undefined ? 'is missing' : `is ${middleCut(stringifyJson(actual))}`;
  return `${name}${path} ${has}, expected ${middleCut(stringifyJson(expected))}`;
}
