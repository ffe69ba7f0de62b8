import type { JsonText } from '../../../src/codec/jsonText.ts';
import { buildLedger, DEFAULT_SETTINGS } from '../../../src/ledger/ledgerBuilder.ts';
import type { LedgerNode } from '../../../src/node/createNode.ts';
import { type Address, isMemoProgram, type Signature, SYSTEM_PROGRAM } from '../../../src/solana/address.ts';
import type { Block, LedgerTransaction, WireTransaction } from '../../../src/solana/block.ts';
import type { TransactionMeta } from '../../../src/solana/meta.ts';
import { recordMeta } from '../../../src/solana/metadata/metaText.ts';
import { decodeTransaction } from '../../../src/solana/wire.ts';
import { nodeOver } from '../../support/nodeOver.ts';
import { protocolFor, testBlock } from '../../support/testNode.ts';

/** The executed wire vectors of the reference, as transactions of a ledger. */

export const K1 = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' as Address;
export const K2 = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR' as Address;
export const SYSTEM: Address = SYSTEM_PROGRAM;
export const BLOCKHASH = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8';
export const TABLE = 'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq';
export const SIGNATURE =
  'BUguQsv2ZuHus54HAFzjdJHzZBkygAjKhEeYwSG19tUfUyvvz3worsdQCdAXDNjakJHioSiyxhFiDJrm8XpSXRA' as Signature;
/** system transfer of 1,000 lamports */
export const TRANSFER_DATA = '3Bxs4ffTu9T19DNF';

export const LEGACY =
  'AQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkBAAEDAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQECAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMBAgIAAQwCAAAA6AMAAAAAAAA=';
export const V0 =
  'AQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQmAAQABAgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwEBAgACDAIAAADoAwAAAAAAAAEEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAEHAA==';
export const V1 =
  'gQEAAQcAAAADAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwEDAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQECAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQAAAAAAAABADQMAAgIMAAABAgAAAOgDAAAAAAAACQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQ==';

/** Metadata of the example answers: a failed transfer. */
export const FAILED_META: TransactionMeta = {
  err: { InstructionError: [0, { Custom: 1 }] },
  fee: 5000n,
  preBalances: [1_000_000n, 0n, 1n],
  postBalances: [995_000n, 0n, 1n],
  innerInstructions: [],
  logMessages: [`Program ${SYSTEM} invoke [1]`],
  preTokenBalances: [],
  postTokenBalances: [],
  rewards: [],
  loadedAddresses: { writable: [], readonly: [] },
  computeUnitsConsumed: 150n,
  costUnits: 1481n,
};

export function recordedWire(base64: string, meta: TransactionMeta | null = FAILED_META): WireTransaction {
  const wire = Buffer.from(base64, 'base64');
  const transaction = decodeTransaction(wire);
  return {
    kind: 'wire',
    signature: SIGNATURE,
    slot: 5n,
    index: 0,
    blockTimeSeconds: 1_700_000_000n,
    err: meta?.err ?? null,
    version: transaction.version,
    wire,
    accountKeys: transaction.message.accountKeys,
    namesMemo: transaction.message.accountKeys.some(isMemoProgram),
    recentBlockhash: transaction.message.recentBlockhash,
    meta: meta && recordMeta(meta),
  };
}

/** A node over one block, slot 5 at 1,700,000,000. */
/** The last version that shows transactions of version 1 in base58. */
const SETTINGS = { ...DEFAULT_SETTINGS, protocol: protocolFor('4.2', 'mainnet') };

export function nodeWith(transactions: readonly LedgerTransaction[] | undefined): LedgerNode {
  const block: Block = { ...testBlock({ slot: 5, blockTime: 1_700_000_000, blockHeight: 4 }), transactions };
  const state = buildLedger({ blocks: [block], looseTransactions: [], accounts: [], settings: SETTINGS });
  return nodeOver({ state, warnings: [], counts: { files: 0, blocks: 1, transactions: 1, accounts: 0 } }, {});
}

/** An entry of getBlock out of the list that a block answers with. */
export function entryIn(block: JsonText): JsonText {
  return /"transactions":\[(.*)\]\}$/s.exec(block)![1]!;
}
