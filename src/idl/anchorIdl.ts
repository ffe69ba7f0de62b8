import { sha256 } from '../codec/bytes.ts';
import type { Address } from '../solana/address.ts';
import type { Idl, IdlAccount, IdlError, IdlInstruction, IdlPda } from '../solana/idl/idl.ts';
import { pascalCase } from '../solana/idl/idlNames.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { itemsOf, readAddress, readList, readText, readU8, readU32, whole } from '../syntax/readers.ts';
import { readInstructionAccounts } from './anchorAccounts.ts';
import { AnchorTypes } from './anchorTypes.ts';
import { distinctPdas } from './distinctPdas.ts';
import type { FieldType } from './types/fieldType.ts';
import { StructType } from './types/structs.ts';
import { PartReader, unreadable } from './unreadable.ts';

/**
 * IDLs of Anchor, since 0.30 with discriminators and an address, before without; and of Shank, which have the form before 0.30.
 *
 * Source   anchor 0.32 idl/spec, idl/src/convert.rs (the form before 0.30); shank 0.4 idl/src/idl.rs
 */
export function readAnchorIdl(at: Cursor): Idl {
  const types = new AnchorTypes();
  const scope: Scope = { types, framework: isOfShank(at) ? undefined : 'anchor' };
  for (const item of definitionsIn(at)) types.define(item);
  const parts = new PartReader((item) => readText(item.member('name')));
  const accounts = parts.readAll('account', itemsOf(at.member('accounts')), (item) => readAccount(item, scope));
  const instructions = parts.readAll('instruction', itemsOf(at.member('instructions')), (item) =>
    readInstruction(item, scope),
  );
  return {
    address: readProgramAddress(at),
    accounts,
    instructions,
    events: parts.readAll('event', itemsOf(at.member('events')), (item) => readEvent(item, scope)),
    errors: itemsOf(at.member('errors')).flatMap((item) => readError(item) ?? []),
    pdas: pdasOf(instructions),
    framework: scope.framework,
    leftOut: parts.leftOut,
  };
}

interface Scope {
  readonly types: AnchorTypes;
  readonly framework: Idl['framework'];
}

/** Whether the IDL is of Shank: an instruction gives a discriminant, or the metadata says so. */
function isOfShank(at: Cursor): boolean {
  const hasDiscriminant = itemsOf(at.member('instructions')).some((item) => !item.member('discriminant').isNothing);
  return hasDiscriminant || at.member('metadata').member('origin').value === 'shank';
}

/** Types, and before 0.30 accounts with their types. */
function definitionsIn(at: Cursor): readonly Cursor[] {
  const accounts = itemsOf(at.member('accounts')).filter((item) => !item.member('type').isNothing);
  return [...itemsOf(at.member('types')), ...accounts];
}

const DISCRIMINATOR_BYTES = 8;

/** A program that has no address yet may have an empty one. */
function readProgramAddress(at: Cursor): Address | undefined {
  const candidates = [at.member('address'), at.member('metadata').member('address')];
  const address = candidates.find(({ isNothing, value }) => !isNothing && value !== '');
  return address && readAddress(address);
}

/** @param hashed text whose hash is the discriminator where the IDL gives none, as before 0.30; names are as Rust has them */
function readDiscriminator(at: Cursor, hashed: string, { framework }: Scope): Uint8Array {
  const discriminator = at.member('discriminator');
  if (!discriminator.isNothing) return Buffer.from(readList(discriminator, readU8) ?? []);
  return framework === undefined ? new Uint8Array() : sha256(hashed).subarray(0, DISCRIMINATOR_BYTES);
}

/** The number of an instruction, default its index. @throws UnreadableError */
function readDiscriminant(at: Cursor, { types }: Scope): Uint8Array {
  const discriminant = at.member('discriminant');
  if (discriminant.isNothing) return Uint8Array.of(Number(at.key));
  const type = types.read(discriminant.member('type'));
  return type?.encode(discriminant.member('value'), noAddress) ?? new Uint8Array();
}

/** A number needs no address. */
function noAddress(): undefined {
  return undefined;
}

/** @throws UnreadableError */
function readAccount(at: Cursor, scope: Scope): IdlAccount | undefined {
  const name = readText(at.member('name'));
  return name === undefined ? undefined : described(at, scope.types.named(name), 'account', scope);
}

/** Before 0.30 an event has its fields here. @throws UnreadableError */
function readEvent(at: Cursor, scope: Scope): IdlAccount | undefined {
  const { types } = scope;
  const name = readText(at.member('name'));
  if (name === undefined) return undefined;
  const inline = at.member('fields').isNothing ? undefined : types.fields(at.member('fields'));
  return described(at, inline ?? types.named(name), 'event', scope);
}

function described(at: Cursor, type: FieldType, namespace: 'account' | 'event', scope: Scope): IdlAccount | undefined {
  scope.types.checker.assertReadable(at, type);
  const name = readText(at.member('name'));
  return name === undefined
    ? undefined
    : { name, discriminator: readDiscriminator(at, `${namespace}:${pascalCase(name)}`, scope), type };
}

/** @throws UnreadableError */
function readInstruction(at: Cursor, scope: Scope): IdlInstruction | undefined {
  const { framework, types } = scope;
  const name = readText(at.member('name'));
  const args = at.member('args').isNothing ? NO_ARGUMENTS : types.fields(at.member('args'));
  if (name === undefined) return undefined;
  if (!(args instanceof StructType)) return unreadable(at.member('args'), 'the arguments have no names');
  types.checker.assertReadable(at, args);
  const accounts = readInstructionAccounts(at.member('accounts'), args, types);
  return {
    name,
    discriminator:
      framework === undefined ? readDiscriminant(at, scope) : readDiscriminator(at, `global:${snakeCase(name)}`, scope),
    args,
    accounts,
    ...(at.member('legacyOptionalAccountsStrategy').value === true && { optionalAccounts: 'omitted' as const }),
  };
}

const NO_ARGUMENTS = new StructType([]);

/** `placeOrderV2` is `place_order_v2`. Source anchor 0.29 heck to_snake_case */
function snakeCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1_')
    .toLowerCase();
}

function readError(at: Cursor): IdlError | undefined {
  const isSilent = at.member('msg').isNothing;
  const message = isSilent ? '' : readText(at.member('msg'));
  const error = whole({ code: readU32(at.member('code')), name: readText(at.member('name')), message });
  return error && { ...error, message: isSilent ? undefined : error.message };
}

function pdasOf(instructions: readonly IdlInstruction[]): readonly IdlPda[] {
  const sources = instructions.flatMap(({ accounts }) => accounts.map(({ source }) => source));
  return distinctPdas(sources.flatMap((source) => (source?.kind === 'pda' ? source.pda : [])));
}
