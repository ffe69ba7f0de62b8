import { type JsonValue, stringifyJson } from '../../codec/json.ts';
import type { FixtureSource } from '../input/input.ts';
import { jsonLines } from './jsonLines.ts';

/** A fixture that is still to be written: its text is made when it is asked for. */
export class DumpFile implements FixtureSource {
  /** with its folder, e.g. `blocks/5.json` */
  readonly name: string;
  readonly #pieces: () => Iterable<string>;

  constructor(name: string, pieces: () => Iterable<string>) {
    this.name = name;
    this.#pieces = pieces;
  }

  get text(): string {
    return [...this.#pieces()].join('');
  }

  /** The text piece by piece: of a large file there is more than a string can hold. */
  pieces(): Iterable<string> {
    return this.#pieces();
  }
}

/** One value, laid out for people. */
export function valueFile(name: string, value: () => JsonValue): DumpFile {
  return new DumpFile(name, () => jsonLines(value()));
}

/** A `.jsonl`: one value a line. */
export function lineFile(name: string, values: () => Iterable<JsonValue>): DumpFile {
  return new DumpFile(name, function* lines() {
    for (const value of values()) yield `${stringifyJson(value)}\n`;
  });
}
