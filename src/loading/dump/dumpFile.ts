import { type JsonValue, stringifyJson } from '../../codec/json.ts';
import type { FixtureSource } from '../input/input.ts';
import { jsonLines } from './jsonLines.ts';

/** A fixture whose text is created when it is read. */
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

  /** The text in pieces, because a large file may exceed the maximum length of a string. */
  pieces(): Iterable<string> {
    return this.#pieces();
  }
}

/** One value, with indentation. */
export function valueFile(name: string, value: () => JsonValue): DumpFile {
  return new DumpFile(name, () => jsonLines(value()));
}

/** A `.jsonl`: one value per line. */
export function lineFile(name: string, values: () => Iterable<JsonValue>): DumpFile {
  return new DumpFile(name, function* lines() {
    for (const value of values()) yield `${stringifyJson(value)}\n`;
  });
}
