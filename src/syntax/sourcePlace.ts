import type { HintPlace } from './hintParts.ts';

/** Names of members and indexes of items, from the outermost value to the one at the place. */
export type Path = readonly string[];

/** The value that a path begins in; a file, for example, extends this with its name and text. */
export interface Source {
  /** the place that hints are written for; default: a file */
  readonly hintPlace?: HintPlace;
}

export interface SourcePlace {
  readonly source: Source;
  readonly path: Path;
}

/** A path as RFC 6901 writes it; empty for the whole value. */
export function pointerOf(path: Path): string {
  return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
