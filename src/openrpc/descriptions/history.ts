/** Blocks and the transactions in them. */
import type { Descriptions } from '../description.ts';
import { anyOf, list, object, orNull, withDefault, word } from '../schema.ts';
import {
  ADDRESS,
  ANY_OBJECT,
  AT_LEAST_CONFIRMED,
  BLOCKHASH,
  BOOLEAN,
  CONFIRMED_CONFIG,
  I64,
  inContext,
  REWARD,
  SIGNATURE,
  TEXT,
  TRANSACTION,
  TRANSACTION_ERROR,
  transactionConfig,
  U64,
} from '../schemas.ts';

const BLOCK = object({
  blockHeight: orNull(U64),
  blockTime: orNull(I64),
  blockhash: BLOCKHASH,
  'numRewardPartitions?': U64,
  parentSlot: U64,
  previousBlockhash: BLOCKHASH,
  'rewards?': list(REWARD),
  'signatures?': list(SIGNATURE),
  'transactions?': list(object(TRANSACTION)),
});

const CONFIRMATION_STATUS = word('processed', 'confirmed', 'finalized');

const SIGNATURE_STATUS = object({
  confirmationStatus: CONFIRMATION_STATUS,
  confirmations: orNull(U64),
  err: TRANSACTION_ERROR,
  slot: U64,
  status: ANY_OBJECT,
});

const SIGNATURE_INFO = object({
  blockTime: orNull(I64),
  confirmationStatus: CONFIRMATION_STATUS,
  err: TRANSACTION_ERROR,
  memo: orNull(TEXT),
  signature: SIGNATURE,
  slot: U64,
  'transactionIndex?': U64,
});

export const HISTORY: Descriptions = {
  getBlock: {
    summary: 'one confirmed block with its transactions',
    params: {
      slot: U64,
      'config?': transactionConfig({
        'transactionDetails?': withDefault(word('full', 'accounts', 'signatures', 'none'), 'full'),
        'rewards?': BOOLEAN,
      }),
    },
    result: 'block; `null` in the contract dialect where there is none',
    schema: orNull(BLOCK),
    errors: [
      'blockNotAvailable',
      'slotSkipped',
      'blockCleanedUp',
      'unsupportedTransactionVersion',
      'commitmentBelowConfirmed',
      'notRecorded',
    ],
  },
  getTransaction: {
    summary: 'one confirmed transaction with its metadata',
    params: { signature: SIGNATURE, 'config?': transactionConfig() },
    result: 'transaction, or `null`: unknown, not confirmed yet, on a dropped fork, cleaned up',
    schema: orNull(object({ blockTime: orNull(I64), ...TRANSACTION, slot: U64, 'transactionIndex?': U64 })),
    errors: ['unsupportedTransactionVersion', 'commitmentBelowConfirmed', 'notRecorded'],
  },
  getSignatureStatuses: {
    summary: 'how far each transaction has come, null for unknown ones',
    params: { signatures: list(SIGNATURE, 256), 'config?': object({ 'searchTransactionHistory?': BOOLEAN }) },
    result: 'context and one status a signature, in order, `null` for unknown ones',
    schema: inContext(list(orNull(SIGNATURE_STATUS))),
    errors: ['tooManyInputs'],
  },
  getSignaturesForAddress: {
    summary: 'the transactions that name an address, newest first',
    params: {
      address: ADDRESS,
      'config?': object({
        'limit?': { type: 'integer', minimum: 1, maximum: 1000, default: 1000 },
        'before?': SIGNATURE,
        'until?': SIGNATURE,
        'commitment?': AT_LEAST_CONFIRMED,
        'minContextSlot?': U64,
      }),
    },
    result: 'list, newest first',
    schema: list(SIGNATURE_INFO),
    errors: [
      'invalidLimit',
      'commitmentBelowConfirmed',
      'minContextSlotNotReached',
      'filterTransactionNotFound',
      'notRecorded',
    ],
  },
  getBlocks: {
    summary: 'the slots of a range that hold blocks',
    params: { start: U64, 'endOrConfig?': anyOf(U64, CONFIRMED_CONFIG), 'config?': CONFIRMED_CONFIG },
    result: 'slots that hold blocks, ascending, both ends included',
    schema: list(U64),
    errors: ['commitmentBelowConfirmed', 'minContextSlotNotReached', 'slotRangeTooLarge'],
  },
  getBlocksWithLimit: {
    summary: 'the next slots that hold blocks',
    params: { start: U64, limit: { type: 'integer', minimum: 0, maximum: 500_000 }, 'config?': CONFIRMED_CONFIG },
    result: 'the next slots that hold blocks, ascending',
    schema: list(U64),
    errors: ['commitmentBelowConfirmed', 'limitTooLarge', 'minContextSlotNotReached'],
  },
  getBlockTime: {
    summary: 'when a block was made',
    params: { slot: U64 },
    result: 'Unix seconds, or `null`',
    schema: orNull(I64),
    errors: ['blockNotAvailable', 'slotSkipped', 'blockCleanedUp', 'notInBlocks'],
  },
  getFirstAvailableBlock: {
    summary: 'the lowest slot whose block is given out',
    params: {},
    result: 'slot',
    schema: U64,
    errors: [],
  },
  minimumLedgerSlot: {
    summary: 'the lowest slot that anything is left of, on whatever fork',
    params: {},
    result: 'slot',
    schema: U64,
    errors: ['invalidRequest'],
  },
};
