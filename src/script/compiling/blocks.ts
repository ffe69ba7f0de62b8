import { decodeBase58 } from '../../codec/base58.ts';
import { formatSol } from '../../codec/decimalUnits.ts';
import { type BlockClock, clockOf, timeAt } from '../../ledger/blockClock.ts';
import type { EpochSchedule, LeaderSchedule } from '../../ledger/cluster.ts';
import { epochOf } from '../../ledger/epochs.ts';
import { type EmptyRun, EmptySeries } from '../../ledger/history/emptyRuns.ts';
import type { Protocol } from '../../ledger/protocol.ts';
import type { Accounts, AccountsView } from '../../runtime/accounts/accountStates.ts';
import { type Bank, bankOn, type ChainBelow } from '../../runtime/bank.ts';
import {
  type BlockFees,
  type BlockHeader,
  blockHeader,
  leaderShare,
  type ParentBlock,
  parentOutside,
  ScheduledLeaders,
} from '../../runtime/block.ts';
import { isUnknownSysvar } from '../../runtime/cluster/clusterAccounts.ts';
import type { Names } from '../../runtime/names/names.ts';
import type { Account } from '../../solana/account.ts';
import type { Address, Blockhash } from '../../solana/address.ts';
import type { Block } from '../../solana/block.ts';
import { inFile } from '../../syntax/hintWords.ts';
import type { BlocksNode, SlotNode } from '../format/script.ts';
import type { ChainLinks } from './chainLinks.ts';
import { bytesOfHash } from './kindContent.ts';

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
  const chain: ChainBelow = {
    slot,
    epoch: epochOf(epochs, slot),
    parentHash: decodeBase58(previousBlockhash),
    clock: clockOf(header, protocol.gates.slotMs) ?? parent.clock,
    facts: links?.factsOn(parentSlot, slot),
    cluster: 'mainnet',
    protocol,
    ownSysvar: (address) => ownSysvar(address, accounts),
  };
  return bankOn(chain, accounts, false);
}

/** A sysvar that the ledger has as an account; those of a cluster follow from the blocks instead. */
export function ownSysvar(address: Address, accounts: AccountsView): Account | undefined {
  const account = accounts.get(address);
  return account === undefined || isUnknownSysvar(account) ? undefined : account;
}

/** A block of a node of slots. What the node does not give is derived from the block before. */
export function headerOf(node: BlocksNode, slot: bigint, head: ParentBlock): BlockHeader {
  const blockhash = slot === node.first ? (node.blockhash as Blockhash | undefined) : undefined;
  return blockHeader(slot, head, { blockhash, clock: node.blockTime === null ? null : clockFor(node, head) });
}

/** Checks what the script gives for a block. */
export function checkBlock({ at, blockhash, blockTime, first }: BlocksNode, head: ParentBlock): boolean {
  if (blockhash !== undefined && bytesOfHash(blockhash) === undefined)
    return at.refuse('expected a blockhash (base58 of 32 bytes)') ?? false;
  const before = timeAt(head.slot, head.clock).blockTimeSeconds;
  if (typeof blockTime === 'bigint' && blockTime < before && !head.isAssumed)
    at.warn(`slot ${first} is at ${blockTime}, before its parent, slot ${head.slot}, at ${before}`);
  return true;
}

export function parentAfter(
  node: BlocksNode,
  { slot, blockhash, blockHeight }: BlockHeader,
  head: ParentBlock,
): ParentBlock {
  return { slot, blockhash, blockHeight, clock: clockFor(node, head), accounts: head.accounts, isAssumed: false };
}

/** The blocks of a node after its first one. */
export function emptyRunAfter({ blockTime, first, last }: BlocksNode, head: ParentBlock): EmptyRun {
  const series = new EmptySeries(first + 1n, head, blockTime === null ? undefined : head.clock);
  return { first: first + 1n, last, series };
}

function clockFor({ first, blockTime }: BlocksNode, head: ParentBlock): BlockClock {
  return typeof blockTime === 'bigint' ? { ...head.clock, slot: first, milliseconds: blockTime * 1000n } : head.clock;
}

type Schedules = ReadonlyMap<bigint, LeaderSchedule>;

/** The leaders of the blocks of a script: named by the block, or by the schedule of its epoch. */
export class Leaders {
  readonly #names: Names;
  readonly #scheduled: ScheduledLeaders;
  readonly #warned = new Set<Address>();

  constructor(names: Names, epochs: EpochSchedule, schedules: Schedules | undefined) {
    this.#names = names;
    this.#scheduled = new ScheduledLeaders(epochs, schedules);
  }

  /** null: no leader; undefined: the given one is wrong, which was reported. */
  of({ leader: node }: BlocksNode, slot: bigint): Address | null | undefined {
    const scheduled = this.#scheduled.at(slot) ?? null;
    if (node === undefined) return scheduled;
    const leader = this.#names.resolve(node);
    if (leader === undefined || scheduled === null || scheduled === leader) return leader;
    return node.at.refuse(
      `slot ${slot} is led by ${this.#names.show(scheduled)}, as \`leaderSchedules\` has it, not by ${this.#names.show(leader)}`,
    );
  }

  /** Warns, once a leader, that nothing is paid. */
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

/** The accounts and the clock of the chain below a block outside of the script. */
export interface AccountsBelow {
  readonly accounts: AccountsView;
  /** undefined: no block of the chain has a time */
  readonly clock: BlockClock | undefined;
}

/** Blocks that are there before the script. */
export interface RecordedBlocks {
  readonly block: (slot: bigint) => Block | undefined;
  /** the accounts below a block in slot `first` on top of a recorded one; default: accounts have no history */
  readonly below?: ((parent: bigint, first: bigint) => AccountsBelow) | undefined;
}

/** Finds the parent of a block, which need not be the block before it in the script. */
export class Parents {
  readonly #recorded: RecordedBlocks;
  readonly #genesis: Accounts;
  readonly #protocol: Protocol;
  readonly #nodes: readonly BlocksNode[];
  /** slots that are given as parents: the accounts after them are kept */
  readonly #wanted: ReadonlySet<bigint>;
  readonly #kept = new Map<bigint, ParentBlock>();
  #tip: ParentBlock | undefined;

  /** @param genesis accounts before the first slot */
  constructor(slots: readonly SlotNode[], genesis: Accounts, recorded: RecordedBlocks, protocol: Protocol) {
    this.#protocol = protocol;
    this.#recorded = recorded;
    this.#genesis = genesis;
    this.#nodes = slots.filter((node) => node.kind === 'blocks');
    this.#wanted = new Set(this.#nodes.flatMap(({ parent }) => parent ?? []));
  }

  /** The current end of the chain. */
  get tip(): ParentBlock | undefined {
    return this.#tip;
  }

  /** The time of the first block, or where there is none, of slot 0; it is read before there are accounts. */
  get startSeconds(): bigint {
    const { blockTime, first, parent } = this.#nodes[0] ?? { first: 0n };
    if (typeof blockTime === 'bigint') return blockTime;
    return timeAt(first, this.#outside(parent ?? (first === 0n ? 0n : first - 1n), first).clock).blockTimeSeconds;
  }

  /** The head that a block starts from, with its own copy of the accounts. Undefined: there is none, which is reported. */
  of({ first, parent, at }: BlocksNode): ParentBlock | undefined {
    if (parent === undefined) return this.#tip ?? this.#outside(first === 0n ? 0n : first - 1n, first);
    if (parent === this.#tip?.slot) return this.#tip;
    const accountsBelow = this.#kept.get(parent);
    if (accountsBelow !== undefined) return { ...accountsBelow, accounts: accountsBelow.accounts.fork() };
    if (parent >= first && first > 0n) return at.refuse(`slot ${parent} cannot be the parent of slot ${first}`);
    if (parent < this.#nodes[0]!.first || this.#recorded.block(parent) !== undefined)
      return this.#outside(parent, first);
    return at.refuse(`slot ${parent} has no block, so it cannot be the parent of slot ${first}`);
  }

  /** Makes a finished block the end of the chain. */
  extend(head: ParentBlock): void {
    this.#tip = head;
    if (this.#wanted.has(head.slot)) this.#kept.set(head.slot, { ...head, accounts: head.accounts.fork() });
  }

  /** Makes the last of many empty blocks the end of the chain. */
  extendBy({ first, last, series }: EmptyRun, head: ParentBlock): void {
    for (const slot of [...this.#wanted].filter((wanted) => wanted >= first && wanted < last)) {
      const { blockHeight, blockhash } = series.block(slot);
      this.#kept.set(slot, { ...head, slot, blockhash, blockHeight, accounts: head.accounts.fork() });
    }
    const { blockHeight, blockhash } = series.block(last);
    this.extend({ ...head, slot: last, blockhash, blockHeight });
  }

  #outside(slot: bigint, first: bigint): ParentBlock {
    const recorded = this.#recorded.block(slot);
    const chain = recorded && this.#recorded.below?.(slot, first);
    const { slotMs } = this.#protocol.gates;
    return parentOutside(slot, recorded, this.#genesis.fork(chain?.accounts), slotMs, chain?.clock);
  }
}

/** Shorter ranges are created block by block. */
const MIN_EMPTY_BLOCKS = 1024n;

/** Whether all blocks of a range but the first can be created when they are read. */
export function isEmptyRange({ every, first, last, leader, rewards, transactions }: BlocksNode): boolean {
  const isEmpty = leader === undefined && rewards.length === 0 && transactions.length === 0;
  return last - first >= MIN_EMPTY_BLOCKS && every === 1n && isEmpty;
}

/**
 * The number of blocks and transactions to create for a list of slots.
 *
 * @param isExecuted the script has transactions for LiteSVM, which needs every block
 */
export function itemCountOf(slots: readonly SlotNode[], isExecuted: boolean): bigint {
  let count = 0n;
  for (const node of slots) {
    if (node.kind !== 'blocks' || (isEmptyRange(node) && !isExecuted)) continue;
    const copies = node.transactions.reduce((sum, { repeat }) => sum + repeat, 0);
    count += ((node.last - node.first) / node.every + 1n) * BigInt(1 + copies);
  }
  return count;
}
