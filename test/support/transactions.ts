import { createHash } from 'node:crypto';
import { encodeBase58 } from '../../src/codec/base58.ts';
import {
  type Address,
  address,
  type Blockhash,
  isMemoProgram,
  MEMO_PROGRAM,
  type Signature,
  SYSTEM_PROGRAM,
} from '../../src/solana/address.ts';
import type { WireTransaction } from '../../src/solana/block.ts';
import type { RecordedMeta, TransactionMeta } from '../../src/solana/meta.ts';
import { decodeMeta, recordMeta } from '../../src/solana/metadata/metaText.ts';
import {
  type AddressTableLookup,
  type CompiledInstruction,
  fullAccountKeys,
  type Message,
  type MessageHeader,
  type TransactionConfig,
  type TransactionVersion,
} from '../../src/solana/transaction.ts';
import { encodeTransaction } from '../../src/solana/wire.ts';

function digest(name: string): Buffer {
  return createHash('sha256').update(name).digest();
}

/** The same 32 bytes for the same name, always. */
export function namedAddress(name: string): Address {
  return address(encodeBase58(digest(name)));
}

export function namedBlockhash(name: string): Blockhash {
  return encodeBase58(digest(`hash ${name}`)) as Blockhash;
}

export function namedSignature(name: string): Signature {
  return encodeBase58(Buffer.concat([digest(name), digest(`${name} 2`)])) as Signature;
}

export interface TransactionSpec {
  /** names the transaction: its signature is namedSignature(name) */
  readonly name: string;
  readonly version?: TransactionVersion;
  /** more than one: the others are named `<name>/1`, `<name>/2` … */
  readonly numSigners?: number;
  /** default: payer, recipient, the system program */
  readonly accountKeys?: readonly Address[];
  readonly numReadonlyUnsigned?: number;
  /** instead of the one that numSigners and numReadonlyUnsigned make */
  readonly header?: MessageHeader;
  /** default: one system transfer of 1,000 lamports from key 0 to key 1 */
  readonly instructions?: readonly CompiledInstruction[];
  /** adds a separate memo instruction for each */
  readonly memos?: readonly (string | Uint8Array)[];
  readonly lookups?: readonly AddressTableLookup[];
  readonly config?: TransactionConfig;
  /** null: recorded without metadata */
  readonly meta?: Partial<TransactionMeta> | null;
}

export const PAYER: Address = namedAddress('payer');
export const RECIPIENT: Address = namedAddress('recipient');

const TRANSFER: CompiledInstruction = {
  programIdIndex: 2,
  accounts: Uint8Array.of(0, 1),
  data: Buffer.from('02000000e803000000000000', 'hex'),
};

function messageOf(spec: TransactionSpec): Message {
  const memos = spec.memos ?? [];
  const base = spec.accountKeys ?? [PAYER, RECIPIENT, SYSTEM_PROGRAM];
  const accountKeys = memos.length === 0 ? base : [...base, MEMO_PROGRAM];
  const memoInstructions = memos.map((memo) => ({
    programIdIndex: accountKeys.length - 1,
    accounts: new Uint8Array(),
    data: Buffer.from(memo),
  }));
  const version = spec.version ?? 'legacy';
  return {
    header: spec.header ?? {
      numRequiredSignatures: spec.numSigners ?? 1,
      numReadonlySignedAccounts: 0,
      numReadonlyUnsignedAccounts: spec.numReadonlyUnsigned ?? (memos.length === 0 ? 1 : 2),
    },
    accountKeys,
    recentBlockhash: namedBlockhash('recent'),
    instructions: [...(spec.instructions ?? [TRANSFER]), ...memoInstructions],
    ...(version === 0 ? { addressTableLookups: spec.lookups ?? [] } : {}),
    ...(version === 1 ? { transactionConfig: spec.config ?? NO_CONFIG } : {}),
  };
}

const NO_CONFIG: TransactionConfig = {
  priorityFee: null,
  computeUnitLimit: null,
  loadedAccountsDataSizeLimit: null,
  heapSize: null,
};

/** A transaction as the ledger holds it, with metadata that fits it unless the spec has others. */
export function testTransaction(
  spec: TransactionSpec,
  place: { readonly slot: bigint; readonly index: number; readonly blockTimeSeconds: bigint | null },
): WireTransaction {
  const message = messageOf(spec);
  const signatures = Array.from({ length: spec.numSigners ?? 1 }, (_, i) =>
    namedSignature(i === 0 ? spec.name : `${spec.name}/${i}`),
  );
  const transaction = { version: spec.version ?? 'legacy', signatures, message };
  const meta = spec.meta === null ? null : metaOf(message, spec.meta ?? {});
  return {
    kind: 'wire',
    signature: signatures[0]!,
    ...place,
    err: meta?.err ?? null,
    version: transaction.version,
    wire: encodeTransaction(transaction),
    accountKeys: message.accountKeys,
    namesMemo: message.accountKeys.some(isMemoProgram),
    recentBlockhash: message.recentBlockhash,
    meta: meta && recordMeta(meta),
  };
}

/** All that a ledger knows of what happened to a transaction. */
export function decodedMeta(meta: RecordedMeta | null): TransactionMeta {
  if (meta === null) throw new Error('no metadata was recorded');
  return decodeMeta(meta);
}

function metaOf(message: Message, given: Partial<TransactionMeta>): TransactionMeta {
  const loadedAddresses = given.loadedAddresses ?? { writable: [], readonly: [] };
  const count = fullAccountKeys(message, loadedAddresses).length;
  return {
    err: null,
    fee: 5000n,
    preBalances: Array.from({ length: count }, () => 1_000_000n),
    postBalances: Array.from({ length: count }, () => 1_000_000n),
    innerInstructions: [],
    logMessages: [],
    preTokenBalances: [],
    postTokenBalances: [],
    rewards: [],
    computeUnitsConsumed: 150n,
    costUnits: 1481n,
    ...given,
    loadedAddresses,
  };
}
