import { saturateU64 } from '../../codec/bigints.ts';
import { type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { visibleSlots } from '../../ledger/blockQueries.ts';
import { epochOf, epochScheduleOf, firstSlotOf } from '../../ledger/epochs.ts';
import { rewardPartitionOf } from '../../ledger/rewardPartition.ts';
import { type SlotsUntilGap, slotsUntilGap } from '../../ledger/slotsUntilGap.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Address } from '../../solana/address.ts';
import type { Block } from '../../solana/block.ts';
import type { Reward } from '../../solana/meta.ts';
import { listOf, objectOf, orNull, withName, withNote } from '../openrpc/schema.ts';
import { COUNT, SLOT, U8, U64 } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { list, optional } from '../params/paramType.ts';
import { orDefaults, struct } from '../params/structType.ts';
import { address, atLeastConfirmed, type ContextConfig, confirmedCommitment, u64 } from '../params/usualTypes.ts';
import { type MethodContext, method, viewAt, viewFrom } from './method.ts';
import type { Reasons } from './reasons/index.ts';

const epochConfig = struct('RpcEpochConfig', {
  /** default: the one before the epoch of the tip */
  epoch: optional(u64),
  commitment: confirmedCommitment,
  minContextSlot: optional(u64),
});

const addresses = list(address, {
  assertLength(length, { version: { maxRewardAddresses: max } }) {
    if (length > max) throw rpcErrors.tooManyInputs(max);
  },
});

/**
 * Units    amount, postBalance: lamports; commission: percent
 * Source   agave 4.1 rpc.rs get_inflation_reward
 */
export const getInflationReward = method({
  name: 'getInflationReward',
  summary: 'the rewards of vote and stake accounts for an epoch, read from the first blocks of the next one',
  params: params({ addresses, config: orDefaults(epochConfig) }),
  result: withNote(
    listOf(
      orNull(
        withName(
          'InflationReward',
          objectOf({
            amount: U64,
            commission: orNull(U8),
            'commissionBps?': COUNT,
            effectiveSlot: SLOT,
            epoch: SLOT,
            postBalance: U64,
          }),
        ),
      ),
    ),
    'one an address, in order, `null` for those that were paid nothing',
  ),
  errors: [
    'tooManyInputs',
    'blockCleanedUp',
    'blockNotAvailable',
    'epochRewardsPeriodActive',
    'slotNotEpochBoundary',
    'minContextSlotNotReached',
    'commitmentBelowConfirmed',
  ],

  answer({ addresses, config }, context) {
    if (addresses.length === 0) context.reasons?.add('no addresses are asked for');
    const epoch = config.epoch ?? epochBefore(config, context);
    const firstSlot = firstSlotOf(epochScheduleOf(context.ledger), saturateU64(epoch + 1n));
    const { firstAvailableBlock } = viewAt(context);
    if (firstSlot < firstAvailableBlock) {
      context.reasons?.noBlock(firstSlot, viewAt(context));
      throw rpcErrors.blockCleanedUp(firstSlot, firstAvailableBlock);
    }
    const commitment = atLeastConfirmed(config.commitment);
    const view = viewFrom(context, { ...config, commitment });
    const boundary = firstBlockOfEpoch(view, firstSlot, context.reasons);
    const rewardOf = rewardReader(view, boundary);
    return stringifyJson(
      addresses.map((address) => {
        const payment = rewardOf(address);
        if (payment === undefined) context.reasons?.notPaid(address, epoch, context.ledger);
        return encodePayment(epoch, payment);
      }),
    );
  },
});

function epochBefore(config: ContextConfig, context: MethodContext): bigint {
  const epoch = epochOf(epochScheduleOf(context.ledger), viewFrom(context, config).slot);
  return epoch === 0n ? 0n : epoch - 1n;
}

/** A block whose parent is in the same epoch is not the first one: the ledger has a gap below it. */
function firstBlockOfEpoch(view: LedgerView, firstSlot: bigint, reasons: Reasons | undefined): Block {
  const [slot] = visibleSlots(view, firstSlot, view.slot, 1);
  if (slot === undefined) {
    reasons?.noBlock(firstSlot, view);
    throw rpcErrors.blockNotAvailable(firstSlot);
  }
  const block = blockAt(view, slot);
  if (block.parentSlot >= firstSlot) {
    reasons?.noBlock(block.parentSlot, view);
    throw rpcErrors.slotNotEpochBoundary(slot);
  }
  return block;
}

function blockAt(view: LedgerView, slot: bigint): Block {
  const content = view.slotContent(slot);
  if (content.kind !== 'block') throw rpcErrors.blockNotAvailable(slot);
  return content.block;
}

interface Payment {
  readonly slot: bigint;
  readonly reward: Reward;
}

type RewardReader = (address: Address) => Payment | undefined;

/** Vote accounts are paid in the first block, stake accounts in the blocks above it if it says in how many. */
function rewardReader(view: LedgerView, boundary: Block): RewardReader {
  const { numRewardPartitions: partitions, previousBlockhash } = boundary;
  const { namesDeactivatedStake } = view.state.protocol.version;
  const staking = namesDeactivatedStake ? ['Staking', 'DeactivatedStake'] : ['Staking'];
  if (partitions === undefined) return (address) => paymentIn(boundary, address, ['Voting', ...staking]);
  const above = slotsUntilGap(view, boundary, Number(partitions));
  return (address) => {
    const vote = paymentIn(boundary, address, ['Voting']);
    if (vote !== undefined) return vote;
    const partition = Number(rewardPartitionOf(address, previousBlockhash, partitions));
    const slot = above.slots[partition] ?? refusePartition(view, boundary, above);
    return paymentIn(blockAt(view, slot), address, staking);
  };
}

/** The payment of an address; of several rewards the last one counts. */
function paymentIn({ slot, rewards }: Block, address: Address, types: readonly string[]): Payment | undefined {
  const payments = rewards.filter(
    ({ pubkey, rewardType }) => pubkey === address && rewardType !== null && types.includes(rewardType),
  );
  const reward = payments.at(-1);
  return reward && { slot, reward };
}

/** The block is still to come, unless the ledger has a gap in its place. */
function refusePartition(view: LedgerView, boundary: Block, { slots, missing }: SlotsUntilGap): never {
  if (missing !== undefined) throw rpcErrors.blockNotAvailable(missing);
  // a node knows the heights of all its blocks
  if (boundary.blockHeight === null) throw rpcErrors.blockNotAvailable(boundary.slot);
  const currentHeight = boundary.blockHeight + BigInt(slots.length);
  const completeHeight = boundary.blockHeight + boundary.numRewardPartitions! + 1n;
  throw rpcErrors.epochRewardsPeriodActive(view.slot, currentHeight, completeHeight);
}

function encodePayment(epoch: bigint, payment: Payment | undefined): JsonValue {
  if (payment === undefined) return null;
  const { lamports, postBalance, commission, commissionBps } = payment.reward;
  const amount = lamports < 0n ? -lamports : lamports;
  return { amount, commission, commissionBps, effectiveSlot: payment.slot, epoch, postBalance };
}
