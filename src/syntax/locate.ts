import { type JsonTree, readJsonTree } from '../codec/jsonTree.ts';

/**
 * Finds the positions of values in a JSON text by JSON pointer. Values are parsed without positions, which is faster;
 * only a text with problems is scanned again.
 * @module
 */

/** Line and column both count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Offsets of the values that RFC 6901 `pointers` name, in their order. A pointer to a missing value gives its nearest
 * ancestor; of duplicate members the last one counts, as for the parser.
 *
 * @param text that has been parsed without an error
 */
export function locate(text: string, pointers: readonly string[]): number[] {
  const root = readJsonTree(text);
  const childrenAt = new Map<string, ReadonlyMap<string, JsonTree>>();
  return pointers.map((pointer) => {
    let tree = root;
    let path = '';
    for (const step of pointer.split('/').slice(1)) {
      const children = childrenAt.get(path) ?? childrenOf(tree);
      childrenAt.set(path, children);
      const child = children.get(step.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (child === undefined) break;
      tree = child;
      path += `/${step}`;
    }
    return tree.start;
  });
}

function childrenOf({ items, members = [] }: JsonTree): ReadonlyMap<string, JsonTree> {
  if (items !== undefined) return new Map(items.map((item, i) => [String(i), item]));
  return new Map(members.map(([name, value]) => [String(JSON.parse(`"${name}"`)), value]));
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
