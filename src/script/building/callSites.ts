import { posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CodePlace } from '../../files/fileText.ts';
import type { Path } from '../../syntax/sourcePlace.ts';

/**
 * Records which call of a builder created which part, so that a mistake is reported at the line of that call.
 * @module
 */

interface Calls {
  /** the call that created the part; its stack is read only where something is wrong */
  readonly creation: Error | undefined;
  /** calls that set single members later */
  readonly members: Readonly<Record<string, Error>>;
}

const calls = new WeakMap<object, Calls>();

/** Records that the current call created this part. */
export function recordCall<T extends object>(part: T): T {
  calls.set(part, { creation: new Error(), members: {} });
  return part;
}

/** A copy of `before` with members that the current call sets. */
export function withMembers<T extends object, M extends object>(before: T, members: M): T & M {
  const part = { ...before, ...members };
  const call = new Error();
  const recorded = Object.fromEntries(Object.keys(members).map((name) => [name, call]));
  const recordedBefore = calls.get(before);
  calls.set(part, { creation: recordedBefore?.creation, members: { ...recordedBefore?.members, ...recorded } });
  return part;
}

/**
 * One part with the members of both, and with their recorded calls.
 *
 * @param origin the part whose creation counts for the new one
 */
export function joined<T extends object, M extends object>(first: T, second: M, origin: object = first): T & M {
  const part = { ...first, ...second };
  const members = { ...calls.get(first)?.members, ...calls.get(second)?.members };
  calls.set(part, { creation: calls.get(origin)?.creation, members });
  return part;
}

/** The call that created the value at a path, or the nearest part around it; undefined: it is unknown. */
export function callOf(root: object, path: Path): CodePlace | undefined {
  let call: Error | undefined;
  let part: unknown = root;
  for (const name of path) {
    if (typeof part !== 'object' || part === null) break;
    call = calls.get(part)?.members[name] ?? call;
    part = (part as Readonly<Record<string, unknown>>)[name];
    if (typeof part === 'object' && part !== null) call = calls.get(part)?.creation ?? call;
  }
  return call && userPlace(call);
}

const FRAME = /^\s*at (?:async )?(?:.*? \()?(.+):(\d+):(\d+)\)?$/;

interface Frame extends CodePlace {
  readonly folder: string;
}

/** @param windows whether paths are those of Windows */
function framesOf({ stack = '' }: Error, windows: boolean): readonly Frame[] {
  return stack.split('\n').flatMap((text) => {
    const [, path = '', line, column] = FRAME.exec(text) ?? [];
    if (path === '' || path.startsWith('node:')) return [];
    const file = path.startsWith('file://') ? fileURLToPath(path, { windows }) : path;
    const { dirname } = windows ? win32 : posix;
    return [{ file, folder: dirname(file), line: Number(line), column: Number(column) }];
  });
}

/** The first line outside the builder; the first frame of the stack is always in this module. */
export function userPlace(call: Error, windows: boolean = process.platform === 'win32'): CodePlace | undefined {
  const [own, ...others] = framesOf(call, windows);
  const frame = others.find(({ folder }) => folder !== own?.folder);
  return frame && { file: frame.file, line: frame.line, column: frame.column };
}
