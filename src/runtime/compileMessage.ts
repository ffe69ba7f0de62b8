import type { Address, Blockhash } from '../solana/address.ts';
import type { Instruction } from '../solana/instruction.ts';
import { countAddresses, type LookupTable, tableAddressAt } from '../solana/lookupTable.ts';
import type {
  AddressTableLookup,
  CompiledInstruction,
  LoadedAddresses,
  Message,
  TransactionConfig,
  TransactionVersion,
} from '../solana/transaction.ts';

export interface NamedTable {
  readonly address: Address;
  readonly table: LookupTable;
}

export interface MessagePlan {
  readonly version: TransactionVersion;
  readonly payer: Address;
  readonly instructions: readonly Instruction[];
  /** signers besides those that instructions need; readonly */
  readonly signers: readonly Address[];
  /** v0 only */
  readonly tables: readonly NamedTable[];
  /** v1 only */
  readonly config: TransactionConfig | undefined;
}

export interface CompiledMessage {
  /** the message with a placeholder as its lifetime */
  readonly message: Message;
  readonly loaded: LoadedAddresses;
}

/** A placeholder for the lifetime: every copy of a transaction has its own. */
const NO_LIFETIME = '11111111111111111111111111111111' as Blockhash;

interface KeyUse {
  isSigner: boolean;
  isWritable: boolean;
  isProgram: boolean;
}

/**
 * Puts the accounts in order, each once and with the most rights that any use requires: writable signers, readonly signers,
 * writable others, readonly others; the payer first, and otherwise as they come.
 */
export function compileMessage(plan: MessagePlan): CompiledMessage {
  const uses = keyUses(plan);
  const { lookups, loaded } = takeLookups(uses, plan.tables);
  const entries = [...uses];
  const signers = entries.filter(([, use]) => use.isSigner);
  const nonSigners = entries.filter(([, use]) => !use.isSigner);
  const ordered = [...writableFirst(signers), ...writableFirst(nonSigners)];
  const accountKeys = ordered.map(([key]) => key);
  const indexes = indexesOf([...accountKeys, ...loaded.writable, ...loaded.readonly]);
  const message = {
    header: {
      numRequiredSignatures: signers.length,
      numReadonlySignedAccounts: signers.filter(isReadonly).length,
      numReadonlyUnsignedAccounts: nonSigners.filter(isReadonly).length,
    },
    accountKeys,
    recentBlockhash: NO_LIFETIME,
    instructions: plan.instructions.map((instruction) => compileInstruction(instruction, indexes)),
    ...(plan.version === 0 && { addressTableLookups: lookups }),
    ...(plan.config && { transactionConfig: plan.config }),
  };
  return { message, loaded };
}

export function indexesOf(keys: readonly Address[]): ReadonlyMap<Address, number> {
  return new Map(keys.map((key, index) => [key, index]));
}

/** @param indexes of every account that the instruction names */
export function compileInstruction(
  { program, accounts, data }: Instruction,
  indexes: ReadonlyMap<Address, number>,
): CompiledInstruction {
  return {
    programIdIndex: indexes.get(program)!,
    accounts: Uint8Array.from(accounts, (meta) => indexes.get(meta.address)!),
    data,
  };
}

function keyUses({ payer, instructions, signers }: MessagePlan): Map<Address, KeyUse> {
  const uses = new Map<Address, KeyUse>();
  const useOf = (key: Address): KeyUse => {
    const use = uses.get(key) ?? { isSigner: false, isWritable: false, isProgram: false };
    uses.set(key, use);
    return use;
  };
  Object.assign(useOf(payer), { isSigner: true, isWritable: true });
  for (const { program, accounts } of instructions) {
    useOf(program).isProgram = true;
    for (const { address: key, isSigner, isWritable } of accounts) {
      const use = useOf(key);
      use.isSigner ||= isSigner;
      use.isWritable ||= isWritable;
    }
  }
  for (const signer of signers) useOf(signer).isSigner = true;
  return uses;
}

/** Moves accounts out of `uses` that a table can load; signers and programs stay. */
function takeLookups(uses: Map<Address, KeyUse>, tables: readonly NamedTable[]) {
  const lookups: AddressTableLookup[] = [];
  const loaded = { writable: [] as Address[], readonly: [] as Address[] };
  for (const { address: accountKey, table } of tables) {
    const indexes = tableIndexes(table);
    const writable = takeLoadable(uses, indexes, true);
    const readonly = takeLoadable(uses, indexes, false);
    if (writable.length + readonly.length === 0) continue;
    loaded.writable.push(...writable);
    loaded.readonly.push(...readonly);
    const indexOf = (key: Address): number => indexes.get(key)!;
    lookups.push({
      accountKey,
      writableIndexes: Uint8Array.from(writable, indexOf),
      readonlyIndexes: Uint8Array.from(readonly, indexOf),
    });
  }
  return { lookups, loaded };
}

/** The indexes of addresses in a table. An index is a byte; the first of equal addresses counts. */
function tableIndexes(table: LookupTable): ReadonlyMap<Address, number> {
  const indexes = new Map<Address, number>();
  for (let i = Math.min(countAddresses(table), 256) - 1; i >= 0; i--) indexes.set(tableAddressAt(table, i), i);
  return indexes;
}

function takeLoadable(
  uses: Map<Address, KeyUse>,
  indexes: ReadonlyMap<Address, number>,
  isWritable: boolean,
): Address[] {
  const keys: Address[] = [];
  for (const [key, use] of uses) {
    if (use.isSigner || use.isProgram || use.isWritable !== isWritable || !indexes.has(key)) continue;
    keys.push(key);
    uses.delete(key);
  }
  return keys;
}

type Entry = readonly [Address, KeyUse];

function writableFirst(entries: readonly Entry[]): readonly Entry[] {
  return [...entries.filter((entry) => !isReadonly(entry)), ...entries.filter(isReadonly)];
}

function isReadonly([, use]: Entry): boolean {
  return !use.isWritable;
}
