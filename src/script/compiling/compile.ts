import { clockAt, parentChain } from '../../ledger/chainEnd.ts';
import type { EpochSchedule } from '../../ledger/clusterFacts.ts';
import { epochScheduleIn } from '../../ledger/epochs.ts';
import type { Chain } from '../../ledger/history/chain.ts';
import type { EmptyRun } from '../../ledger/history/emptyRuns.ts';
import { validatorsInTurn } from '../../ledger/leaders.ts';
import { DEFAULT_PROTOCOL, type Protocol } from '../../ledger/protocol.ts';
import { minimumBalances } from '../../ledger/rent.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { type AccountsView, BankAccounts } from '../../runtime/accounts/bankAccounts.ts';
import { tokenProgramOf } from '../../runtime/accounts/tokens.ts';
import { BlockMaker, type ParentBlock } from '../../runtime/block.ts';
import { firstSlotAccounts } from '../../runtime/cluster/clusterAccounts.ts';
import type { Executor } from '../../runtime/executor.ts';
import { collectNames, keysByName } from '../../runtime/names/collectNames.ts';
import { Names } from '../../runtime/names/names.ts';
import { MAX_NEW_ADDRESSES, NewAddresses } from '../../runtime/names/newAddresses.ts';
import type { Account } from '../../solana/account.ts';
import type { Address, ClusterName, Signature } from '../../solana/address.ts';
import type { BlocksNode, Script } from '../format/script.ts';
import type { TransactionNode } from '../format/transactions.ts';
import {
  bankOf,
  emptyRunAfter,
  headerOf,
  isEmptyRange,
  Leaders,
  ownSysvar,
  Parents,
  parentAfter,
  warnOfTime,
} from './blocks.ts';
import { ChainLinks } from './chainLinks.ts';
import { newMints } from './newMints.ts';
import { setPrograms, setScriptedAccounts } from './scriptedAccounts.ts';
import type { ScriptOptions } from './scriptOptions.ts';
import type { ScriptSink } from './sink.ts';
import { checkNames } from './transactionNames.ts';
import { includeScripted, Lifetimes, type ScriptedBlock, Warnings } from './transactions/includeScripted.ts';
import { type PreparedTransaction, prepareTransaction } from './transactions/prepare.ts';

/** The state of a compilation. */
interface Compilation {
  readonly names: Names;
  readonly sink: ScriptSink;
  readonly parents: Parents;
  readonly epochs: EpochSchedule;
  readonly protocol: Protocol;
  readonly leaders: Leaders;
  readonly warnings: Warnings;
  /** undefined: LiteSVM executes nothing */
  readonly litesvm: { readonly execute: Executor; readonly links: ChainLinks } | undefined;
  readonly beforeEnd: ScriptOptions['beforeEnd'];
}

/**
 * Turns a script into blocks and accounts, in steps of one account or transaction: each step yields the number of transactions of its block so
 * far. The same script always gives the same bytes. A mistake is reported at its place and left out, so that the rest is checked too: what the
 * sink received is valid only if nothing was reported.
 *
 * @param script its slots are in order
 */
export function* compileInSteps(script: Script, sink: ScriptSink, options: ScriptOptions = {}): Iterable<number> {
  const {
    account,
    beforeEnd,
    below,
    block = () => undefined,
    clock,
    cluster,
    execute,
    isTaken,
    localLeaders,
    maxNewAddresses,
    names: ledgerNames,
    programs = new Map(),
    protocol = DEFAULT_PROTOCOL,
  } = options;
  const allPrograms = new Map([
    ...programs,
    ...(script.programs ?? []).map((program) => [program.name, program] as const),
  ]);
  const newAddresses = new NewAddresses(maxNewAddresses);
  const scope = collectNames(
    {
      keys: keysByName(script.keys),
      newMints: newMints(script),
      tokenProgramOf: (mint) => tokenProgramOf(account?.(mint)),
      ledgerNames,
      programs: allPrograms,
    },
    newAddresses,
  );
  const names = new Names(scope, newAddresses);
  const genesis = new BankAccounts(account && { get: account });
  const minimumBalance = minimumBalances({ account: (address) => ownSysvar(address, genesis), slot: 0n, protocol });
  const parents = new Parents(script.slots, genesis, { block, below }, protocol, clock);
  const setting = { names, accounts: genesis, minimumBalance, unixTimestamp: parents.startSeconds };
  const used = setPrograms(script.compiled ?? [], setting);
  for (const _ of setScriptedAccounts(script.accounts, setting, used)) yield 0;
  for (const account of genesis.takeWritten()) sink.account(account, undefined);
  checkNames(script.slots, isTaken);
  const epochs = cluster?.epochSchedule ?? epochScheduleIn(genesis);
  const leaders = new Leaders(names, { epochs, schedules: cluster?.leaderSchedules, localLeaders });
  const litesvm = execute && { execute, links: new ChainLinks(epochs, block, protocol) };
  const warnings = new Warnings();
  const compilation = { names, sink, parents, epochs, protocol, leaders, litesvm, warnings, beforeEnd };
  for (const node of script.slots) if (node.kind === 'blocks') yield* compileBlocks(node, compilation);
  const accounts = parents.tip?.accounts ?? genesis;
  names.warnOfTypos((address) => genesis.get(address) !== undefined || (accounts.get(address)?.data.length ?? 0) > 0);
  for (const account of genesis.builtin) sink.account(account, undefined);
  for (const [node, address] of names.usedNames()) sink.name?.(node, address);
}

function* compileBlocks(node: BlocksNode, compilation: Compilation): Iterable<number> {
  const { parents } = compilation;
  let parent = parents.parentOf(node);
  if (parent === undefined) return;
  warnOfTime(node, parent);
  const copies = new Copies(node.transactions, compilation);
  for (let slot = node.first; slot <= node.last; slot += node.every) {
    parent = yield* compileBlock(node, slot, parent, copies, compilation);
    if (parent === undefined) return;
    parents.extend(parent);
    if (isEmptyRange(node)) {
      const run = emptyRunAfter(node, parent);
      yield* addEmptyRun(run, compilation);
      parents.extendBy(run, parent);
      return;
    }
  }
}

/** Returns the parent of the next block; undefined: the leader is wrong, which was reported. */
function* compileBlock(
  node: BlocksNode,
  slot: bigint,
  parent: ParentBlock,
  copies: Copies,
  { beforeEnd, epochs, leaders, litesvm, names, protocol, sink }: Compilation,
): Generator<number, ParentBlock | undefined> {
  const header = headerOf(node, slot, parent);
  const leader = leaders.leaderOf(node, slot);
  if (leader === undefined) return undefined;
  const maker = new BlockMaker(header, bankOf(header, parent, { epochs, protocol }, litesvm?.links));
  payRewards(node, maker, names);
  yield* copies.addTo(maker);
  beforeEnd?.(maker);
  litesvm?.links.add(header);
  const { block, reward, writes } = maker.finish(leader ?? undefined);
  if (leader !== null && reward === undefined) leaders.warnUnpaid(node, leader, slot, maker.fees);
  sink.block(block);
  for (const account of writes) sink.account(account, slot);
  yield 0;
  return parentAfter(node, header, parent);
}

function payRewards({ rewards }: BlocksNode, maker: BlockMaker, names: Names): void {
  for (const { address: node, commission = null, commissionBps, lamports, type } of rewards) {
    const address = names.resolve(node);
    if (address === undefined) continue;
    const isDebit = type === 'VATDebit';
    const reward = maker.pay(address, isDebit ? -lamports : lamports, {
      rewardType: type,
      commission,
      ...(commissionBps !== undefined && { commissionBps }),
    });
    if (reward === undefined)
      node.at.refuse(
        isDebit
          ? `${names.show(address)} has less than ${lamports} lamports`
          : `${names.show(address)} cannot hold ${lamports} lamports more (u64)`,
      );
  }
}

/** Adds empty blocks: all of them at once, or one by one for LiteSVM. */
function* addEmptyRun(run: EmptyRun, { litesvm, sink }: Compilation): Iterable<number> {
  if (litesvm === undefined && sink.emptyBlocks !== undefined) return sink.emptyBlocks(run);
  for (let slot = run.first; slot <= run.last; slot++) {
    const block = run.series.block(slot);
    litesvm?.links.add(block);
    sink.block(block);
    yield 0;
  }
}

/** The transactions of one node of slots: each is prepared once, for all its copies in all its blocks. */
class Copies {
  readonly #nodes: readonly TransactionNode[];
  readonly #compilation: Compilation;
  /** undefined: there is a mistake, which was reported once */
  readonly #prepared = new Map<TransactionNode, PreparedTransaction | undefined>();
  readonly #counts = new Map<TransactionNode, number>();

  constructor(nodes: readonly TransactionNode[], compilation: Compilation) {
    this.#nodes = nodes;
    this.#compilation = compilation;
  }

  *addTo(maker: BlockMaker): Iterable<number> {
    const { litesvm, names, warnings } = this.#compilation;
    const lifetimes = new Lifetimes(maker.bank.clock.parentHash);
    const block = { maker, names, lifetimes, litesvm: litesvm?.execute, warnings };
    for (const node of this.#nodes) {
      for (let copy = 0; copy < node.repeat; copy++) {
        if (!this.#add(node, block)) break;
        yield maker.transactions.length;
      }
    }
  }

  #add(node: TransactionNode, block: ScriptedBlock): boolean {
    const { names } = block;
    if (!this.#prepared.has(node))
      this.#prepared.set(node, prepareTransaction(node, { names, bank: block.maker.bank }));
    const prepared = this.#prepared.get(node);
    if (prepared === undefined) return false;
    const signature = includeScripted(prepared, block);
    if (signature === undefined) this.#prepared.set(node, undefined);
    else this.#reportSignature(node, signature);
    return signature !== undefined;
  }

  #reportSignature(node: TransactionNode, signature: Signature): void {
    if (node.name === undefined) return;
    const count = this.#counts.get(node) ?? 0;
    this.#counts.set(node, count + 1);
    this.#compilation.sink.signature?.(node.name, count, signature);
  }
}

/**
 * The options for a script that continues a ledger.
 *
 * @param chain the chain whose accounts the script begins with
 */
export function optionsToContinue(state: LedgerState, chain: Chain): ScriptOptions {
  const { clusterFacts, history, names, protocol, sysvars } = state;
  const accounts = accountsOn(state, chain);
  return {
    account: (address) => accounts.get(address),
    block: (slot) => history.block(slot),
    below(parent, first) {
      const under = parentChain(state, parent, first);
      return { accounts: accountsOn(state, under), clock: clockAt(history, under, protocol.gates.slotMs) };
    },
    cluster: clusterFacts,
    localLeaders: sysvars?.cluster === 'localnet' ? validatorsInTurn(state) : undefined,
    protocol,
    names: names.addresses,
    programs: names.programs,
    maxNewAddresses: MAX_NEW_ADDRESSES,
    // a transaction that has left the ledger frees its name
    isTaken: (name) =>
      names.signatures.get(name)?.some((signature) => history.ordinalsOf(signature).length > 0) ?? false,
  };
}

/** The accounts on a chain. Sysvars of a cluster are those of its first slot: scripts need only their size. */
function accountsOn({ accounts, protocol, sysvars }: LedgerState, chain: Chain): AccountsView {
  const accountsAtChain = accounts.at(chain);
  if (sysvars === undefined) return accountsAtChain;
  return {
    get: (address) => accountsAtChain.get(address) ?? accountsOfCluster(sysvars.cluster, protocol.version).get(address),
  };
}

const clusterAccounts = new Map<string, ReadonlyMap<Address, Account>>();

function accountsOfCluster(cluster: ClusterName, version: NodeVersion): ReadonlyMap<Address, Account> {
  const key = `${cluster} ${version.name}`;
  const accounts = clusterAccounts.get(key) ?? firstSlotAccounts(cluster, version);
  clusterAccounts.set(key, accounts);
  return accounts;
}
