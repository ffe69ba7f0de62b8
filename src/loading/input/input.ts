import { plainText } from '../../codec/plainText.ts';
import { BUILT, isBuilt } from '../../document/built.ts';
import type { FixtureText } from '../../document/problems.ts';
import { isByLine } from './fixtureKind.ts';

/** A fixture in memory; its name has the same meaning as a file name, e.g. `123.json`. */
export interface FixtureSource {
  readonly name: string;
  readonly text: string;
}

/** A source of fixtures; it may be read more than once. */
export interface FixtureInput {
  readonly name: string;
  /**
   * Passes on the JSON texts in order: one, or one per line.
   *
   * @throws UnreadableError
   */
  readonly read: (onText: (text: FixtureText) => void) => Promise<void>;
}

/** An input that cannot be read; `message` is the reason. */
export class UnreadableError extends Error {
  /** the line with the problem; undefined: the whole input */
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
 * Creates an input from a script in memory.
 *
 * @param number of the script among those that are loaded together, from 1; shown in problems
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
