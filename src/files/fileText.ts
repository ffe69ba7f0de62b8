import type { JsonValue } from '../codec/jsonText.ts';
import type { RepeatedKeys } from '../codec/parseJson.ts';
import type { Path, Source, SourcePlace } from '../syntax/sourcePlace.ts';

/** Line and column both count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A line of the code that built a script. */
export interface CodePlace extends Position {
  readonly file: string;
}

/** A syntax error in a text; `offset` counts UTF-16 units from its start. */
export interface SyntaxMistake {
  readonly message: string;
  readonly offset: number;
}

/** A way to write JSON values as text. */
export interface Notation {
  readonly name: 'JSON' | 'YAML';
  /** @param repeated filled with the duplicate keys of objects */
  parse(
    text: string,
    repeated: RepeatedKeys,
  ): { readonly value: JsonValue } | { readonly mistakes: readonly SyntaxMistake[] };
  /**
   * Offsets of the values at paths, in their order; for a missing value, that of its nearest ancestor. Of duplicate members the last one
   * counts, as for the parser.
   *
   * @param text that has been parsed without a mistake
   */
  locate(text: string, paths: readonly Path[]): number[];
}

/** One text of a file: all of it, or a line of a `.jsonl`. */
export interface FileText extends Source {
  readonly file: string;
  readonly text: string;
  /** line of the file that the text starts on */
  readonly firstLine: number;
  readonly notation: Notation;
  /** false for a text that the user has not written, so that lines mean nothing; default: true */
  readonly hasLines?: boolean;
  /** gives the call that created the value at a path, in a built script */
  readonly callOf?: (path: Path) => CodePlace | undefined;
}

/** A file without a value, such as one that cannot be read, or a position in it. */
interface UnparsedFile extends Source {
  readonly file: string;
  /** undefined: the whole file */
  readonly position: Position | undefined;
}

export function isFileText(source: Source): source is FileText {
  return 'text' in source;
}

function isUnparsedFile(source: Source): source is UnparsedFile {
  return 'file' in source && !isFileText(source);
}

/** A file, or a position in it that no path leads to. */
export function placeInFile(file: string, position?: Position): SourcePlace {
  const source: UnparsedFile = { file, position };
  return { source, path: [] };
}

/** The position of a place that no path leads to. */
export function positionIn({ source }: SourcePlace): Position | undefined {
  return isUnparsedFile(source) ? source.position : undefined;
}

/** Empty for a value that is in no file. */
export function fileOf({ source }: SourcePlace): string {
  return isFileText(source) || isUnparsedFile(source) ? source.file : '';
}
