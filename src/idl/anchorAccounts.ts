import { isJsonArray, type JsonValue } from '../codec/jsonText.ts';
import { unlessThrown } from '../codec/unlessThrown.ts';
import { type Address, ASSOCIATED_TOKEN_PROGRAM, addressOf } from '../solana/address.ts';
import {
  type AccountSource,
  type IdlInstructionAccount,
  type IdlPda,
  type IdlSeed,
  MAX_DEPTH,
} from '../solana/idl/idl.ts';
import { camelCase, partByName } from '../solana/idl/idlNames.ts';
import { EVENT_AUTHORITY_SEED } from '../solana/idl/programLogs.ts';
import { WELL_KNOWN } from '../solana/wellKnown.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { itemsOf, readAddress, readText } from '../syntax/readers.ts';
import type { AnchorTypes } from './anchorTypes.ts';
import { isBytesLike, KeyType } from './types/bytesLike.ts';
import type { FieldType } from './types/fieldType.ts';
import { StructType } from './types/structs.ts';
import { UnreadableError } from './unreadable.ts';

/**
 * The accounts of an instruction in an IDL of Anchor, with what they are if they are not given.
 *
 * Source   anchor 0.32 idl/spec/src/lib.rs IdlInstructionAccountItem, IdlSeed; ts accounts-resolver.ts
 */
export function readInstructionAccounts(
  at: Cursor,
  args: StructType,
  types: AnchorTypes,
): readonly IdlInstructionAccount[] {
  const items = itemsIn(at, []);
  const paths = new Map(items.map(({ path }) => [pathKey(path), path] as const).toReversed());
  const hasEventAuthority = items.some(({ path }) => camelCase(path.at(-1)!) === EVENT_AUTHORITY);
  return items.map(({ at: item, path }) => ({
    path,
    isSigner: isSet(item, 'signer', 'isSigner', 'isOptionalSigner'),
    ...(isSet(item, 'isOptionalSigner') && { isEitherSigner: true }),
    isWritable: isSet(item, 'writable', 'isMut'),
    isOptional: isSet(item, 'optional', 'isOptional'),
    source: sourceOf(item, { args, path, paths, hasEventAuthority, types }),
  }));
}

interface Item {
  readonly at: Cursor;
  readonly path: readonly string[];
}

/** Groups of accounts are objects with accounts of their own. */
function itemsIn(at: Cursor, group: readonly string[]): readonly Item[] {
  return itemsOf(at).flatMap((item) => {
    const name = readText(item.member('name'));
    if (name === undefined) return [];
    const path = [...group, name];
    return item.member('accounts').value === undefined ? [{ at: item, path }] : itemsIn(item.member('accounts'), path);
  });
}

/** @param names of the member: since 0.30, and before */
function isSet(at: Cursor, ...names: readonly string[]): boolean {
  return names.some((name) => at.member(name).value === true);
}

/** The context that an account and its seeds refer to. */
interface Scope {
  readonly path: readonly string[];
  /** paths by camelCase name */
  readonly paths: ReadonlyMap<string, readonly string[]>;
  readonly hasEventAuthority: boolean;
  readonly args: StructType;
  readonly types: AnchorTypes;
}

/** Addresses of accounts with these names where the IDL gives none. */
const BY_NAME: Readonly<Record<string, Address>> = {
  systemProgram: WELL_KNOWN.system,
  tokenProgram: WELL_KNOWN.token,
  token2022Program: WELL_KNOWN.token2022,
  tokenProgram2022: WELL_KNOWN.token2022,
  associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM,
  memoProgram: WELL_KNOWN.memo,
  rent: WELL_KNOWN.rent,
  clock: WELL_KNOWN.clock,
};

const EVENT_AUTHORITY = 'eventAuthority';

function sourceOf(at: Cursor, scope: Scope): AccountSource | undefined {
  if (!at.member('address').isNothing) {
    const address = readAddress(at.member('address'));
    return address && { kind: 'address', address };
  }
  const name = camelCase(scope.path.at(-1)!);
  if (!at.member('pda').isNothing) return readPda(at.member('pda'), scope);
  const [related] = itemsOf(at.member('relations'));
  if (related !== undefined) return relatedTo(readText(related), scope);
  if (name === EVENT_AUTHORITY) return eventAuthority(scope);
  // `#[event_cpi]` adds both
  if (name === 'program' && scope.hasEventAuthority) return { kind: 'program' };
  const address = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  return address && { kind: 'address', address };
}

function eventAuthority({ path }: Scope): AccountSource {
  const seeds: readonly IdlSeed[] = [{ kind: 'constant', bytes: EVENT_AUTHORITY_SEED }];
  return { kind: 'pda', pda: { name: path.at(-1)!, seeds, program: undefined } };
}

/** `has_one`: the other account has this one's address in a field of the same name. */
function relatedTo(name: string | undefined, { path, paths }: Scope): AccountSource | undefined {
  const account = name === undefined ? undefined : pathOf([...path.slice(0, -1), name], paths);
  return account && { kind: 'field', account, field: [path.at(-1)!] };
}

/** Undefined: a seed is not known, so that the account has to be given. */
function readPda(at: Cursor, scope: Scope): AccountSource | undefined {
  const seeds = itemsOf(at.member('seeds')).map((seed) => readSeed(seed, scope));
  const other = [at.member('program'), at.member('programId')].find(({ isNothing }) => !isNothing);
  const program = other && programOf(readSeed(other, scope));
  if (seeds.some((seed) => seed === undefined) || (other !== undefined && program === undefined)) return undefined;
  const pda: IdlPda = { name: scope.path.at(-1)!, seeds: seeds.filter((seed) => seed !== undefined), program };
  return { kind: 'pda', pda };
}

function programOf(seed: IdlSeed | undefined): AccountSource | undefined {
  if (seed?.kind !== 'constant') return seed?.source;
  return seed.bytes.length === 32 ? { kind: 'address', address: addressOf(seed.bytes) } : undefined;
}

function readSeed(at: Cursor, scope: Scope): IdlSeed | undefined {
  if (at.member('kind').value === 'const') {
    const bytes = constantBytes(at.member('value').value, at.member('type').value);
    return bytes && { kind: 'constant', bytes };
  }
  const text = at.member('path').value;
  if (typeof text !== 'string') return undefined;
  const path = text.split('.');
  if (path.length > MAX_DEPTH) return undefined;
  return at.member('kind').value === 'arg'
    ? argumentSeed(path, scope)
    : accountSeed(path, at.member('account').value, scope);
}

/** Since 0.30 the bytes; before, a value of a type. */
function constantBytes(value: JsonValue | undefined, type: JsonValue | undefined): Uint8Array | undefined {
  if (typeof value === 'string') return Buffer.from(value);
  if (isJsonArray(value) && value.every((byte) => typeof byte === 'number')) return Uint8Array.from(value as number[]);
  return typeof value === 'number' && type === 'u8' ? Uint8Array.of(value) : undefined;
}

function argumentSeed(path: readonly string[], { args }: Scope): IdlSeed | undefined {
  const type = typeAt(args, path);
  if (type === undefined) return undefined;
  return { kind: 'value', name: path.at(-1)!, type: seedType(type), source: { kind: 'argument', path } };
}

/** The address of an account, or a field of its data. A path begins in the group of the account, or in the outermost one. */
function accountSeed(path: readonly string[], type: JsonValue | undefined, scope: Scope): IdlSeed | undefined {
  const { path: own, paths, types } = scope;
  const name = path.at(-1)!;
  const accountAt = (length: number) =>
    pathOf(path.slice(0, length), paths) ?? pathOf([...own.slice(0, -1), ...path.slice(0, length)], paths);
  const account = accountAt(path.length);
  if (account !== undefined)
    return { kind: 'value', name, type: new KeyType(), source: { kind: 'account', path: account } };
  if (typeof type !== 'string') return undefined;
  for (let length = path.length - 1; length > 0; length--) {
    const account = accountAt(length);
    const field = path.slice(length);
    const ofField = account && types.has(type) ? typeAt(types.named(type), field) : undefined;
    if (ofField !== undefined)
      return { kind: 'value', name, type: seedType(ofField), source: { kind: 'field', account: account!, field } };
  }
  return undefined;
}

function pathKey(path: readonly string[]): string {
  return path.map(camelCase).join('.');
}

/** An account of the instruction, however its name is written. */
function pathOf(path: readonly string[], paths: Scope['paths']): readonly string[] | undefined {
  return paths.get(pathKey(path));
}

function typeAt(type: FieldType, path: readonly string[]): FieldType | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return type;
  const resolved = unlessThrown([RangeError, UnreadableError], () => type.resolved());
  const field = resolved instanceof StructType ? partByName(resolved.fields, camelCase(name)) : undefined;
  return field && typeAt(field.type, rest);
}

/** A text or bytes as a seed, without the length before it. */
function seedType(type: FieldType): FieldType {
  return isBytesLike(type) ? type.withLength('rest') : type;
}
