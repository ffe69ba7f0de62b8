import { expect } from 'vitest';
import { parseJson } from '../../src/codec/parseJson.ts';
import { fieldBytes } from '../../src/idl/fieldBytes.ts';
import { readIdl } from '../../src/idl/readIdl.ts';
import type { Idl, IdlAccount } from '../../src/solana/idl/idl.ts';
import { Cursor, newReading, type Reading } from '../../src/syntax/cursor.ts';
import { pointerOf } from '../../src/syntax/sourcePlace.ts';
import { MARKET } from './idls.ts';

/** Nodes of Codama, and reading without a ledger. */

export type Node = { readonly kind: string; readonly [member: string]: unknown };

export const num = (format: string, endian = 'le'): Node => ({ kind: 'numberTypeNode', format, endian });
export const number = (value: number): Node => ({ kind: 'numberValueNode', number: value });
export const bytes: Node = { kind: 'bytesTypeNode' };
export const publicKey: Node = { kind: 'publicKeyTypeNode' };
export const text = (encoding = 'utf8'): Node => ({ kind: 'stringTypeNode', encoding });
export const prefixed = (type: Node, prefix: Node = num('u32')): Node => ({ kind: 'sizePrefixTypeNode', type, prefix });
export const fixed = (type: Node, size: number): Node => ({ kind: 'fixedSizeTypeNode', type, size });
export const link = (name: string, program?: string): Node => ({
  kind: 'definedTypeLinkNode',
  name,
  ...(program !== undefined && { program: { kind: 'programLinkNode', name: program } }),
});
export const constant = (type: Node, value: Node): Node => ({ kind: 'constantValueNode', type, value });
export const hex = (data: string): Node => constant(bytes, { kind: 'bytesValueNode', encoding: 'base16', data });
export const field = (name: string, type: Node, others: object = {}): Node => ({
  kind: 'structFieldTypeNode',
  name,
  type,
  ...others,
});
export const omitted = (defaultValue: Node) => ({ defaultValue, defaultValueStrategy: 'omitted' });
export const struct = (...fields: readonly Node[]): Node => ({ kind: 'structTypeNode', fields });
export const tuple = (...items: readonly Node[]): Node => ({ kind: 'tupleTypeNode', items });
export const counted = (kind: string, members: object, count: Node): Node => ({ kind, ...members, count });
export const fixedCount = (value: number): Node => ({ kind: 'fixedCountNode', value });
export const prefixedCount = (prefix: Node): Node => ({ kind: 'prefixedCountNode', prefix });
export const remainder: Node = { kind: 'remainderCountNode' };
export const array = (item: Node, count: Node): Node => counted('arrayTypeNode', { item }, count);
export const account = (name: string, data: Node, ...discriminators: readonly Node[]): Node => ({
  kind: 'accountNode',
  name,
  data,
  discriminators,
});

const LISTS = ['accounts', 'instructions', 'definedTypes', 'pdas', 'events', 'errors'];

export const program = (members: object, name = 'market'): Node => ({
  kind: 'programNode',
  name,
  publicKey: MARKET,
  version: '1.0.0',
  ...Object.fromEntries(LISTS.map((list) => [list, []])),
  ...members,
});

export const root = (members: object, ...additionalPrograms: readonly Node[]): Node => ({
  kind: 'rootNode',
  standard: 'codama',
  version: '1.11.0',
  program: program(members),
  additionalPrograms,
});

const cursorOf = (value: unknown, reading: Reading) => {
  return new Cursor(parseJson(JSON.stringify(value)), {}, reading);
};

export interface Read {
  readonly idl: Idl | undefined;
  /** place and text */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

export function read(node: unknown): Read {
  const reading = newReading();
  const idl = readIdl(cursorOf(node, reading));
  const [errors, warnings] = [reading.errors, reading.warnings].map((problems) =>
    problems.settle().map(({ at, hint, message }) => `${pointerOf(at.path)}: ${message}${hint ? ` (${hint})` : ''}`),
  );
  return { idl, errors: errors!, warnings: warnings! };
}

/** An IDL without mistakes. */
export function idlOf(node: unknown): Idl {
  const { errors, idl, warnings } = read(node);
  expect([errors, warnings]).toEqual([[], []]);
  return idl!;
}

/** All data, or the mistakes in the fields. */
export function encoded(
  { discriminator, type }: Pick<IdlAccount, 'discriminator' | 'type'>,
  fields: unknown,
): Buffer | readonly string[] {
  const reading = newReading();
  const written = fieldBytes(type, cursorOf(fields, reading), (word) => word?.value as never);
  if (written !== undefined) return Buffer.concat([discriminator, written]);
  return reading.errors
    .settle()
    .map(({ at, hint, message }) => `${pointerOf(at.path)}: ${message}${hint ? ` (${hint})` : ''}`);
}
