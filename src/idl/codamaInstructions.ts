import type { AccountSource, IdlInstruction, IdlInstructionAccount, IdlPda } from '../solana/idl/idl.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { itemsOf, readAddress } from '../syntax/readers.ts';
import { readLayout } from './codamaLayout.ts';
import { kindOf, nameOf } from './codamaNodes.ts';
import { type CodamaProgram, programNamed, readPda, readPdaValue } from './codamaPdas.ts';
import { readFieldNode } from './codamaTypes.ts';
import { StructType } from './types/structs.ts';
import { unlessUnreadable } from './unreadable.ts';

/**
 * An instruction of Codama, with what its accounts are if they are not given.
 *
 * Source   @codama/node-types 1.11 InstructionNode, InstructionInputValueNode
 * @throws UnreadableError
 */
export function readCodamaInstruction(
  at: Cursor,
  own: CodamaProgram,
  programs: readonly CodamaProgram[],
): IdlInstruction {
  const fields = itemsOf(at.member('arguments')).map((item) => readFieldNode(item, own.scope));
  const { discriminator, type: args } = readLayout(at, new StructType(fields), own.scope);
  const accounts = itemsOf(at.member('accounts'));
  // of a struct, readLayout gives a struct
  const argumentFields = (args as StructType).fields;
  const inputs: Inputs = {
    own,
    programs,
    args: new Set(argumentFields.map(({ name }) => name)),
    accounts: new Set(accounts.map(nameOf)),
  };
  return {
    name: nameOf(at),
    discriminator,
    args,
    presets: new Map(argumentFields.flatMap(({ name, preset }) => (preset ? [[name, preset.bytes]] : []))),
    accounts: accounts.map((item) => readInstructionAccount(item, inputs)),
    ...(at.member('optionalAccountStrategy').value === 'omitted' && { optionalAccounts: 'omitted' as const }),
  };
}

/** The inputs that the default of an account can refer to. */
interface Inputs {
  readonly own: CodamaProgram;
  readonly programs: readonly CodamaProgram[];
  readonly args: ReadonlySet<string>;
  readonly accounts: ReadonlySet<string>;
}

function readInstructionAccount(at: Cursor, inputs: Inputs): IdlInstructionAccount {
  const { value: signer } = at.member('isSigner');
  const defaultValue = at.member('defaultValue');
  return {
    path: [nameOf(at)],
    isSigner: signer === true || signer === 'either',
    ...(signer === 'either' && { isEitherSigner: true }),
    isWritable: at.member('isWritable').value === true,
    isOptional: at.member('isOptional').value === true,
    source: defaultValue.isNothing ? undefined : sourceOf(defaultValue, inputs),
  };
}

/** Undefined: it depends on more than the IDL says, such as who pays, or it cannot be read. */
function sourceOf(at: Cursor, inputs: Inputs): AccountSource | undefined {
  return unlessUnreadable(() => {
    const kind = kindOf(at);
    return Object.hasOwn(SOURCES, kind) ? SOURCES[kind]!(at, inputs) : undefined;
  });
}

const SOURCES: Readonly<Record<string, (at: Cursor, inputs: Inputs) => AccountSource | undefined>> = {
  accountFieldValueNode: (at, { accounts }) => {
    const account = at.member('account').value;
    const field = at.member('path').value;
    if (typeof account !== 'string' || typeof field !== 'string' || !accounts.has(account)) return undefined;
    return { kind: 'field', account: [account], field: [field] };
  },
  accountValueNode: (at, { accounts }) =>
    accounts.has(nameOf(at)) ? { kind: 'account', path: [nameOf(at)] } : undefined,
  argumentValueNode: (at, { args }) => (args.has(nameOf(at)) ? { kind: 'argument', path: [nameOf(at)] } : undefined),
  pdaValueNode: (at, inputs) => ({ kind: 'pda', pda: pdaIn(at, inputs) }),
  programIdValueNode: () => ({ kind: 'program' }),
  programLinkNode: (at, { programs }) => {
    const program = programNamed(nameOf(at), programs);
    return program && (program.source ?? { kind: 'program' });
  },
  publicKeyValueNode: (at) => {
    const address = readAddress(at.member('publicKey'));
    return address && { kind: 'address', address };
  },
};

function pdaIn(at: Cursor, inputs: Inputs): IdlPda {
  const { own, programs } = inputs;
  return readPdaValue(at, readPda(at.member('pda'), own, programs), (item) => sourceOf(item, inputs), own.scope);
}
