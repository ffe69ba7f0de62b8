/** Where the chain stands, and what a new transaction has to know of it. */
import type { Descriptions } from '../description.ts';
import { list, object, orNull } from '../schema.ts';
import { ADDRESS, BLOCKHASH, BOOLEAN, CONTEXT_CONFIG, inContext, TEXT, U64 } from '../schemas.ts';

export const TIP: Descriptions = {
  getSlot: {
    summary: 'the tip at a commitment',
    params: { 'config?': CONTEXT_CONFIG },
    result: 'the tip',
    schema: U64,
    errors: ['minContextSlotNotReached'],
  },
  getBlockHeight: {
    summary: 'how many blocks there are below the tip',
    params: { 'config?': CONTEXT_CONFIG },
    result: 'height of the newest block',
    schema: U64,
    errors: ['minContextSlotNotReached', 'notInBlocks'],
  },
  getTransactionCount: {
    summary: 'how many transactions the chain has processed',
    params: { 'config?': CONTEXT_CONFIG },
    result: 'count up to the tip',
    schema: U64,
    errors: ['minContextSlotNotReached'],
  },
  getLatestBlockhash: {
    summary: 'what a transaction is to name, and until when',
    params: { 'config?': CONTEXT_CONFIG },
    result: 'context and `{blockhash, lastValidBlockHeight}`',
    schema: inContext(object({ blockhash: BLOCKHASH, lastValidBlockHeight: U64 })),
    errors: ['minContextSlotNotReached', 'notInBlocks'],
  },
  isBlockhashValid: {
    summary: 'whether a transaction may still name a blockhash',
    params: { blockhash: BLOCKHASH, 'config?': CONTEXT_CONFIG },
    result: 'context and boolean',
    schema: inContext(BOOLEAN),
    errors: ['invalidBlockhash', 'minContextSlotNotReached'],
  },
  getBlockCommitment: {
    summary: 'the stake that has voted on a block, by how firmly',
    params: { slot: U64 },
    result: '`{commitment, totalStake}`',
    schema: object({ commitment: orNull(list(U64, 32)), totalStake: U64 }),
    errors: ['notInLedger'],
  },
  getFeeForMessage: {
    summary: 'what a transaction would pay',
    params: { message: { ...TEXT, contentEncoding: 'base64' }, 'config?': CONTEXT_CONFIG },
    result: 'context and lamports, or `null`',
    schema: inContext(orNull(U64)),
    errors: [
      'encodedMessageTooLarge',
      'invalidBase64',
      'messageTooLarge',
      'undecodableMessage',
      'invalidMessage',
      'minContextSlotNotReached',
    ],
  },
  getRecentPrioritizationFees: {
    summary: 'what recent blocks took for a place in them, and for writing the given accounts',
    params: { 'addresses?': list(ADDRESS, 128) },
    result: 'list of `{prioritizationFee, slot}`, ascending by slot',
    schema: list(object({ prioritizationFee: U64, slot: U64 })),
    errors: ['tooManyInputs', 'notRecorded'],
  },
};
