/** Epochs: their numbers, their leaders, their rewards. */
import type { Descriptions } from '../description.ts';
import { anyOf, list, mapOf, object, orNull, tuple, withDefault } from '../schema.ts';
import {
  ADDRESS,
  AT_LEAST_CONFIRMED,
  BOOLEAN,
  COMMITMENT,
  COMMITMENT_CONFIG,
  CONTEXT_CONFIG,
  FLOAT,
  inContext,
  U8,
  U64,
} from '../schemas.ts';

const LEADER_CONFIG = object({ 'identity?': ADDRESS, 'commitment?': COMMITMENT });

const VOTE_ACCOUNTS = list(
  object({
    activatedStake: U64,
    commission: U8,
    epochCredits: list(tuple(U64, U64, U64), 5),
    epochVoteAccount: BOOLEAN,
    inflationRewardsCommissionBps: U64,
    lastVote: U64,
    nodePubkey: ADDRESS,
    rootSlot: U64,
    votePubkey: ADDRESS,
  }),
);

export const EPOCHS: Descriptions = {
  getEpochInfo: {
    summary: 'where the tip stands in its epoch',
    params: { 'config?': CONTEXT_CONFIG },
    result: '`{absoluteSlot, blockHeight, epoch, slotIndex, slotsInEpoch, transactionCount}`',
    schema: object({
      absoluteSlot: U64,
      blockHeight: U64,
      epoch: U64,
      slotIndex: U64,
      slotsInEpoch: U64,
      transactionCount: U64,
    }),
    errors: ['minContextSlotNotReached', 'notInBlocks'],
  },
  getEpochSchedule: {
    summary: 'how slots are numbered into epochs',
    params: {},
    result: '`{firstNormalEpoch, firstNormalSlot, leaderScheduleSlotOffset, slotsPerEpoch, warmup}`',
    schema: object({
      firstNormalEpoch: U64,
      firstNormalSlot: U64,
      leaderScheduleSlotOffset: U64,
      slotsPerEpoch: U64,
      warmup: BOOLEAN,
    }),
    errors: [],
  },
  getLeaderSchedule: {
    summary: 'the leaders of an epoch',
    params: { 'slotOrConfig?': anyOf(U64, LEADER_CONFIG), 'config?': LEADER_CONFIG },
    result: 'by identity, its slots counted from the first of the epoch; `null` where they are not known',
    schema: orNull(mapOf(list(U64))),
    errors: ['notInLedger'],
  },
  getSlotLeader: {
    summary: 'the leader of the tip',
    params: { 'config?': CONTEXT_CONFIG },
    result: 'identity',
    schema: ADDRESS,
    errors: ['minContextSlotNotReached', 'notInLedger'],
  },
  getSlotLeaders: {
    summary: 'the leaders of slots in a row',
    params: { slot: U64, limit: { type: 'integer', minimum: 1, maximum: 5000 } },
    result: 'list of identities, one a slot',
    schema: list(ADDRESS),
    errors: ['invalidLimit', 'leaderScheduleUnavailable', 'notInLedger'],
  },
  getBlockProduction: {
    summary: 'how many of their slots leaders made blocks in',
    params: {
      'config?': object({
        'identity?': ADDRESS,
        'range?': object({ firstSlot: U64, 'lastSlot?': U64 }),
        'commitment?': COMMITMENT,
      }),
    },
    result: 'context and `{byIdentity, range}`, by identity the number of its slots and of its blocks',
    schema: inContext(object({ byIdentity: mapOf(tuple(U64, U64)), range: object({ firstSlot: U64, lastSlot: U64 }) })),
    errors: ['lastSlotBelowFirst', 'firstSlotTooSmall', 'lastSlotTooLarge', 'leaderScheduleUnavailable', 'notInLedger'],
  },
  getInflationGovernor: {
    summary: 'the constants of inflation, the same at every commitment',
    params: { 'commitment?': COMMITMENT_CONFIG },
    result: '`{foundation, foundationTerm, initial, taper, terminal}`',
    schema: object({ foundation: FLOAT, foundationTerm: FLOAT, initial: FLOAT, taper: FLOAT, terminal: FLOAT }),
    errors: [],
  },
  getInflationRate: {
    summary: 'the yearly rates of the epoch of the finalized tip',
    params: {},
    result: '`{epoch, foundation, total, validator}`',
    schema: object({ epoch: U64, foundation: FLOAT, total: FLOAT, validator: FLOAT }),
    errors: [],
  },
  getInflationReward: {
    summary: 'what an epoch paid to vote and stake accounts, read from the blocks that start the next one',
    params: {
      addresses: list(ADDRESS),
      'config?': object({ 'epoch?': U64, 'commitment?': AT_LEAST_CONFIRMED, 'minContextSlot?': U64 }),
    },
    result:
      'one `{amount, commission, commissionBps, effectiveSlot, epoch, postBalance}` an address, in order, `null` for those that were paid nothing',
    schema: list(
      orNull(
        object({
          amount: U64,
          commission: orNull(U8),
          'commissionBps?': U64,
          effectiveSlot: U64,
          epoch: U64,
          postBalance: U64,
        }),
      ),
    ),
    errors: [
      'blockCleanedUp',
      'blockNotAvailable',
      'epochRewardsPeriodActive',
      'slotNotEpochBoundary',
      'minContextSlotNotReached',
      'commitmentBelowConfirmed',
    ],
  },
  getVoteAccounts: {
    summary: 'the vote accounts of the ledger, by whether they still vote',
    params: {
      'config?': object({
        'votePubkey?': ADDRESS,
        'keepUnstakedDelinquents?': withDefault(BOOLEAN, false),
        'delinquentSlotDistance?': { type: 'integer', minimum: 0, default: 128 },
        'commitment?': COMMITMENT,
      }),
    },
    result: '`{current, delinquent}`, each ascending by the bytes of the address',
    schema: object({ current: VOTE_ACCOUNTS, delinquent: VOTE_ACCOUNTS }),
    errors: ['notInLedger'],
  },
};
