import { plainText } from '../../codec/plainText.ts';
import { BUILT, isBuilt } from '../../document/built.ts';
import type { FixtureText } from '../../document/problems.ts';
import { isByLine } from './fixtureKind.ts';

/** Fixtures that are in memory already; the name tells the format as that of a file would, e.g. `123.json`. */
export interface FixtureSource {
  readonly name: string;
  readonly text: string;
}

/** Something that fixtures are read from, more than once if need be. */
export interface FixtureInput {
  readonly name: string;
  /**
   * Gives the JSON texts in order: one, or one a line.
   *
   * @throws UnreadableError
   */
  readonly read: (onText: (text: FixtureText) => void) => Promise<void>;
}

/** An input that gives no text; `message` is the reason, for people. */
export class UnreadableError extends Error {
  /** that it is about; undefined: the whole input */
  readonly line: number | undefined;
  constructor(message: string, line?: number) {
    super(message);
    this.name = 'UnreadableError';
    this.line = line;
  }
}

export function sourceInput({ name, text }: FixtureSource): FixtureInput {
  return {
    name,
    async read(onText) {
      if (isByLine(name)) eachLine(name, text, 1, onText);
      else onText({ file: name, text, firstLine: 1 });
    },
  };
}

/**
 * A script that is a value, and no file.
 *
 * @param number among the scripts that are loaded together, from 1: it is told where something is wrong
 */
export function scriptInput(script: object, number: number): FixtureInput {
  const file = `ledger() #${number}`;
  return {
    name: `${file}.ledger.json`,
    async read(onText) {
      const text = plainText(script) ?? 'null';
      onText({
        file,
        text,
        firstLine: 1,
        hasLines: false,
        ...(isBuilt(script) && script[BUILT]),
      });
    },
  };
}

const BLANK = /^\s*$/;

/** @returns the number of the line after the last one */
export function eachLine(file: string, text: string, firstLine: number, onText: (text: FixtureText) => void): number {
  let line = firstLine;
  for (let start = 0; start < text.length; line++) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const value = text.slice(start, end);
    if (!BLANK.test(value)) onText({ file, text: value, firstLine: line });
    start = end + 1;
  }
  return line;
}
