import type { Path, SourcePlace } from '../syntax/sourcePlace.ts';
import { type FileText, isFileText, type Position } from './fileText.ts';

/** Lines and columns of places in files. Each text is parsed once more for this, so only when there is a problem to show. */
export function positionsOfPlaces(places: readonly SourcePlace[]): ReadonlyMap<SourcePlace, Position> {
  const placesByText = new Map<FileText, SourcePlace[]>();
  for (const place of places) {
    const { source } = place;
    if (!isFileText(source) || source.hasLines === false) continue;
    const group = placesByText.get(source) ?? [];
    placesByText.set(source, group);
    group.push(place);
  }
  const positions = new Map<SourcePlace, Position>();
  for (const [source, group] of placesByText) {
    const positionOfPath = positionsOfPaths(
      source,
      group.map(({ path }) => path),
    );
    group.forEach((place, i) => {
      positions.set(place, positionOfPath[i]!);
    });
  }
  return positions;
}

function positionsOfPaths({ firstLine, notation, text }: FileText, paths: readonly Path[]): Position[] {
  return positionsOf(text, notation.locate(text, paths), firstLine);
}

/** Positions of `offsets`, in their order; the text is walked once. */
export function positionsOf(text: string, offsets: readonly number[], firstLine: number): Position[] {
  const positions: Position[] = offsets.map(() => ({ line: firstLine, column: 1 }));
  let line = firstLine;
  let lineStart = 0;
  let lineEnd = text.indexOf('\n');
  for (const id of [...offsets.keys()].sort((a, b) => offsets[a]! - offsets[b]!)) {
    const offset = offsets[id]!;
    while (lineEnd >= 0 && lineEnd < offset) {
      line++;
      lineStart = lineEnd + 1;
      lineEnd = text.indexOf('\n', lineStart);
    }
    positions[id] = { line, column: offset - lineStart + 1 };
  }
  return positions;
}
