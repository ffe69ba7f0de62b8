import { type JsonTree, readJsonTree } from '../codec/jsonTree.ts';
import { JsonSyntaxError, parseJson } from '../codec/parseJson.ts';
import type { Path } from '../syntax/sourcePlace.ts';
import type { Notation, SyntaxMistake } from './fileText.ts';

export const JSON_NOTATION: Notation = {
  name: 'JSON',
  parse(text, repeated) {
    try {
      return { value: parseJson(text, { repeated }) };
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      return { mistakes: [mistakeOf(text, error)] };
    }
  },
  locate(text, paths) {
    const offsets: number[] = [];
    locate(readJsonTree(text), [...paths.entries()], 0, offsets);
    return offsets;
  },
};

/** Sets the offsets of all paths that lead into a tree, by their ids. One walk finds them all. */
function locate(tree: JsonTree, paths: readonly [id: number, Path][], depth: number, offsets: number[]): void {
  const pathsByKey = new Map<string, [number, Path][]>();
  for (const [id, path] of paths) {
    offsets[id] = tree.start;
    const key = path[depth];
    if (key === undefined) continue;
    const group = pathsByKey.get(key) ?? [];
    pathsByKey.set(key, group);
    group.push([id, path]);
  }
  if (pathsByKey.size === 0) return;
  for (const [key, child] of tree.children()) locate(child, pathsByKey.get(key) ?? [], depth + 1, offsets);
}

/** Gives habits of other notations a better message than the parser does: comments, a last comma, 1,5. */
function mistakeOf(text: string, { message, offset }: JsonSyntaxError): SyntaxMistake {
  const next = text.slice(offset, offset + 2);
  if (/^(?:\/[/*]|#)/.test(next)) return { message: 'comments are not allowed', offset };
  const before = text.slice(0, offset).trimEnd();
  if (/,$/.test(before) && /^[}\]]/.test(next))
    return { message: `a comma before "${next[0]}" is not allowed`, offset: before.length - 1 };
  if (/^\d,\d/.test(text.slice(Math.max(0, offset - 2), offset + 1)))
    return { message: 'decimals come after a point, as in 1.5', offset };
  return { message, offset };
}
