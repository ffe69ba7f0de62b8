import { decodeBase58 } from '../../codec/base58.ts';
import { formatSol } from '../../codec/decimalUnits.ts';
import { type BlockClock, clockOf, timeAt } from '../../ledger/blockClock.ts';
import type { EpochSchedule, LeaderSchedule, LeadersInTurn } from '../../ledger/clusterFacts.ts';
import { epochOf, epochPositionOf } from '../../ledger/epochs.ts';
import { type EmptyRun, EmptySeries } from '../../ledger/history/emptyRuns.ts';
import { leaderInTurn } from '../../ledger/leaders.ts';
import type { Protocol } from '../../ledger/protocol.ts';
import type { AccountsView, BankAccounts } from '../../runtime/accounts/bankAccounts.ts';
import { type Bank, type BankChain, createBank } from '../../runtime/bank.ts';
import {
  type BlockFees,
  type BlockHeader,
  blockHeader,
  leaderShare,
  type ParentBlock,
  parentOfFirstBlock,
  ScheduledLeaders,
} from '../../runtime/block.ts';
import { isUnknownSysvar } from '../../runtime/cluster/clusterAccounts.ts';
import type { Names } from '../../runtime/names/names.ts';
import type { Account } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import type { Block } from '../../solana/block.ts';
import { inFile } from '../../syntax/hintParts.ts';
import type { BlocksNode, SlotNode } from '../format/script.ts';
import type { ChainLinks } from './chainLinks.ts';

/**
 * The bank of a block of a script.
 *
 * @param links undefined: no transaction is executed by LiteSVM, which alone reads sysvars that follow from the blocks
 */
export function bankOf(
  header: BlockHeader,
  parent: ParentBlock,
  { epochs, protocol }: { readonly epochs: EpochSchedule; readonly protocol: Protocol },
  links?: ChainLinks,
): Bank {
  const { parentSlot, previousBlockhash, slot } = header;
  const { accounts } = parent;
  const chain: BankChain = {
    slot,
    epoch: epochOf(epochs, slot),
    parentHash: decodeBase58(previousBlockhash),
    clock: clockOf(header, protocol.gates.slotMs) ?? parent.clock,
    facts: links?.factsOn(parentSlot, slot),
    // only the rent epoch of sysvars depends on the cluster
    cluster: 'mainnet',
    protocol,
    ownSysvar: (address) => ownSysvar(address, accounts),
  };
  return createBank(chain, accounts, () => false);
}

/** A sysvar that the ledger has as an account; those of a cluster follow from the blocks instead. */
export function ownSysvar(address: Address, accounts: AccountsView): Account | undefined {
  const account = accounts.get(address);
  return account === undefined || isUnknownSysvar(account) ? undefined : account;
}

/** The header of a block of a script. What the script does not give is derived from the parent. */
export function headerOf(node: BlocksNode, slot: bigint, parent: ParentBlock): BlockHeader {
  const blockhash = slot === node.first ? node.blockhash : undefined;
  return blockHeader(slot, parent, { blockhash, clock: node.blockTime === null ? null : clockFor(node, parent) });
}

/** Warns of a block that comes before its parent in time. */
export function warnOfTime({ at, blockTime, first }: BlocksNode, parent: ParentBlock): void {
  const before = timeAt(parent.slot, parent.clock).blockTimeSeconds;
  if (typeof blockTime === 'bigint' && blockTime < before && !parent.isAssumed)
    at.warn(`slot ${first} is at ${blockTime}, before its parent, slot ${parent.slot}, at ${before}`);
}

/** A block of a script as the parent of the next one. */
export function parentAfter(
  node: BlocksNode,
  { slot, blockhash, blockHeight }: BlockHeader,
  parent: ParentBlock,
): ParentBlock {
  return { slot, blockhash, blockHeight, clock: clockFor(node, parent), accounts: parent.accounts, isAssumed: false };
}

/** The blocks of a range after its first one. */
export function emptyRunAfter({ blockTime, first, last }: BlocksNode, parent: ParentBlock): EmptyRun {
  const series = new EmptySeries(first + 1n, parent, blockTime === null ? undefined : parent.clock);
  return { first: first + 1n, last, series };
}

function clockFor({ first, blockTime }: BlocksNode, parent: ParentBlock): BlockClock {
  return typeof blockTime === 'bigint'
    ? { ...parent.clock, slot: first, milliseconds: blockTime * 1000n }
    : parent.clock;
}

type Schedules = ReadonlyMap<bigint, LeaderSchedule>;

interface LeaderSources {
  readonly epochs: EpochSchedule;
  readonly schedules: Schedules | undefined;
  /** the validators of a localnet, which lead its blocks if it has no schedules */
  readonly localLeaders: LeadersInTurn | undefined;
}

/** The leaders of the blocks of a script: named by the block, by the schedule of its epoch, or on a localnet the validators in turn. */
export class Leaders {
  readonly #names: Names;
  readonly #sources: LeaderSources;
  readonly #scheduled: ScheduledLeaders;
  readonly #warned = new Set<Address>();

  constructor(names: Names, sources: LeaderSources) {
    this.#names = names;
    this.#sources = sources;
    this.#scheduled = new ScheduledLeaders(sources.epochs, sources.schedules);
  }

  /** The leader of a block; null: there is none; undefined: the given one is wrong, which was reported. */
  leaderOf({ leader: node, rewards }: BlocksNode, slot: bigint): Address | null | undefined {
    const scheduled = this.#scheduled.at(slot) ?? null;
    // a script that gives the rewards of a block gives all of them
    if (node === undefined) return scheduled ?? (rewards.length === 0 ? this.#localLeaderOf(slot) : null);
    const leader = this.#names.resolve(node);
    if (leader === undefined || scheduled === null || scheduled === leader) return leader;
    return node.at.refuse(
      `slot ${slot} is led by ${this.#names.show(scheduled)}, as \`leaderSchedules\` has it, not by ${this.#names.show(leader)}`,
    );
  }

  #localLeaderOf(slot: bigint): Address | null {
    const { epochs, localLeaders, schedules } = this.#sources;
    if (localLeaders === undefined || schedules !== undefined) return null;
    return leaderInTurn(localLeaders, Number(epochPositionOf(epochs, slot).slotIndex));
  }

  /** Warns once for each leader that its fees are burned. */
  warnUnpaid({ at }: BlocksNode, leader: Address, slot: bigint, fees: BlockFees): void {
    const share = leaderShare(fees);
    if (share === 0n || this.#warned.has(leader)) return;
    this.#warned.add(leader);
    at.warn(
      `the ${formatSol(share)} SOL of fees for ${this.#names.show(leader)}, the leader of slot ${slot}, are burned`,
      `a node pays wallets that are rent-exempt: ${inFile('wallet')}`,
    );
  }
}

/** The accounts and the clock of the recorded chain that a block of the script stands on. */
export interface AccountsBelow {
  readonly accounts: AccountsView;
  /** undefined: no block of the chain has a time */
  readonly clock: BlockClock | undefined;
}

/** The blocks before the script. */
export interface RecordedBlocks {
  readonly block: (slot: bigint) => Block | undefined;
  /** the accounts below a block in slot `first` on top of a recorded one; default: accounts have no history */
  readonly below?: ((parent: bigint, first: bigint) => AccountsBelow) | undefined;
}

/** Finds the parent of a block, which need not be the block before it in the script. */
export class Parents {
  readonly #recorded: RecordedBlocks;
  readonly #genesis: BankAccounts;
  readonly #protocol: Protocol;
  readonly #clock: BlockClock | undefined;
  readonly #nodes: readonly BlocksNode[];
  /** slots that blocks give as their parents: the accounts after them are kept */
  readonly #parentSlots: ReadonlySet<bigint>;
  readonly #earlierParents = new Map<bigint, ParentBlock>();
  #tip: ParentBlock | undefined;

  /**
   * @param genesis accounts before the first slot
   * @param clock of the first block, where the recording has none; default: that of the genesis
   */
  constructor(
    slots: readonly SlotNode[],
    genesis: BankAccounts,
    recorded: RecordedBlocks,
    protocol: Protocol,
    clock?: BlockClock,
  ) {
    this.#protocol = protocol;
    this.#clock = clock;
    this.#recorded = recorded;
    this.#genesis = genesis;
    this.#nodes = slots.filter((node) => node.kind === 'blocks');
    this.#parentSlots = new Set(this.#nodes.flatMap(({ parent }) => parent ?? []));
  }

  /** The current end of the chain. */
  get tip(): ParentBlock | undefined {
    return this.#tip;
  }

  /** The time of the first block; without blocks, that of slot 0. It is read before there are accounts. */
  get startSeconds(): bigint {
    const { blockTime, first, parent } = this.#nodes[0] ?? { first: 0n };
    if (typeof blockTime === 'bigint') return blockTime;
    return timeAt(first, this.#outside(parent ?? (first === 0n ? 0n : first - 1n), first).clock).blockTimeSeconds;
  }

  /** The parent of a block, with its own copy of the accounts. Undefined: there is none, which was reported. */
  parentOf({ first, parent, at }: BlocksNode): ParentBlock | undefined {
    if (parent === undefined) return this.#tip ?? this.#outside(first === 0n ? 0n : first - 1n, first);
    if (parent === this.#tip?.slot) return this.#tip;
    const earlier = this.#earlierParents.get(parent);
    if (earlier !== undefined) return { ...earlier, accounts: earlier.accounts.fork() };
    if (parent >= first && first > 0n) return at.refuse(`slot ${parent} cannot be the parent of slot ${first}`);
    if (parent < this.#nodes[0]!.first || this.#recorded.block(parent) !== undefined)
      return this.#outside(parent, first);
    return at.refuse(`slot ${parent} has no block, so it cannot be the parent of slot ${first}`);
  }

  /** Makes a finished block the end of the chain. */
  extend(block: ParentBlock): void {
    this.#tip = block;
    if (this.#parentSlots.has(block.slot))
      this.#earlierParents.set(block.slot, { ...block, accounts: block.accounts.fork() });
  }

  /** Makes the last of many empty blocks the end of the chain. */
  extendBy({ first, last, series }: EmptyRun, block: ParentBlock): void {
    for (const slot of [...this.#parentSlots].filter((candidate) => candidate >= first && candidate < last)) {
      const { blockHeight, blockhash } = series.block(slot);
      this.#earlierParents.set(slot, { ...block, slot, blockhash, blockHeight, accounts: block.accounts.fork() });
    }
    const { blockHeight, blockhash } = series.block(last);
    this.extend({ ...block, slot: last, blockhash, blockHeight });
  }

  #outside(slot: bigint, first: bigint): ParentBlock {
    const recorded = this.#recorded.block(slot);
    const chain = recorded && this.#recorded.below?.(slot, first);
    const { slotMs } = this.#protocol.gates;
    return parentOfFirstBlock(slot, recorded, this.#genesis.fork(chain?.accounts), slotMs, chain?.clock ?? this.#clock);
  }
}

/** Shorter ranges are created block by block. */
const MIN_EMPTY_BLOCKS = 1024n;

/** Whether all blocks of a range but the first are empty and alike, so that they can be created when they are read. */
export function isEmptyRange({ every, first, last, leader, rewards, transactions }: BlocksNode): boolean {
  const isEmpty = leader === undefined && rewards.length === 0 && transactions.length === 0;
  return last - first >= MIN_EMPTY_BLOCKS && every === 1n && isEmpty;
}

/**
 * The number of blocks and transactions to create for a list of slots.
 *
 * @param hasLiteSvm whether the script has transactions for LiteSVM, which needs every block
 */
export function itemCountOf(slots: readonly SlotNode[], hasLiteSvm: boolean): bigint {
  let count = 0n;
  for (const node of slots) {
    if (node.kind !== 'blocks' || (isEmptyRange(node) && !hasLiteSvm)) continue;
    const copies = node.transactions.reduce((sum, { repeat }) => sum + repeat, 0);
    count += ((node.last - node.first) / node.every + 1n) * BigInt(1 + copies);
  }
  return count;
}
