import type { EpochSchedule } from '../../ledger/cluster.ts';
import { epochOf, epochScheduleIn } from '../../ledger/epochs.ts';
import type { EmptyRun } from '../../ledger/history/emptyRow.ts';
import type { Signature } from '../../model/address.ts';
import type { WireTransaction } from '../../model/block.ts';
import { Accounts } from '../../runtime/accounts/accounts.ts';
import { tokenProgramOf } from '../../runtime/accounts/tokens.ts';
import type { BlockFrame, Head } from '../../runtime/blocks/frame.ts';
import { type BlockFees, payLeader } from '../../runtime/blocks/leaders.ts';
import type { Executor } from '../../runtime/transactions/transaction.ts';
import type { Script, SlotWord, TransactionWord } from '../format/types.ts';
import { setInitialAccounts } from './accounts/initialAccounts.ts';
import { bankOf } from './blocks/banks.ts';
import { type BlocksWord, checkBlock, emptyRunAfter, frameOf, hashBytes, headAfter } from './blocks/history.ts';
import { isEmptyRange } from './blocks/itemCount.ts';
import { Leaders } from './blocks/leaders.ts';
import { Parents } from './blocks/parents.ts';
import { checkNames } from './checkNames.ts';
import { ChainLinks } from './cluster/chainLinks.ts';
import { Names } from './names/names.ts';
import type { ScriptOptions, ScriptSink } from './sink.ts';
import { type BlockPlace, executeTransaction, Lifetimes } from './transactions/execute.ts';
import { type PreparedTransaction, prepareTransaction, type Scene } from './transactions/prepare.ts';
import { ProgramWatch } from './transactions/programWatch.ts';
import { RentWatch } from './transactions/rentWatch.ts';

/** The state of a compilation. */
interface Compilation {
  readonly names: Names;
  readonly sink: ScriptSink;
  readonly parents: Parents;
  readonly epochs: EpochSchedule;
  readonly leaders: Leaders;
  readonly rent: RentWatch;
  readonly programs: ProgramWatch;
  /** undefined: nothing is executed */
  readonly real: { readonly execute: Executor; readonly links: ChainLinks } | undefined;
}

/**
 * Turns a script into blocks and accounts; the same script always gives the same bytes. A mistake is reported at its place and
 * left out, so that the rest is checked too: what the sink received is valid only if nothing was reported.
 */
export function compileScript(script: Script, sink: ScriptSink, options: ScriptOptions = {}): void {
  for (const _ of compileInSteps(script, sink, options));
}

/** As `compileScript`, one account or transaction a step: each step yields how many transactions its block has so far. */
export function* compileInSteps(script: Script, sink: ScriptSink, options: ScriptOptions = {}): Iterable<number> {
  const { account, below, block = () => undefined, cluster, execute, isTaken, maxNewAddresses, names: known } = options;
  const names = new Names(script.keys, (mint) => tokenProgramOf(account?.(mint)), known, maxNewAddresses);
  const genesis = new Accounts(account && { get: account });
  for (const _ of setInitialAccounts(script.accounts, names, genesis)) yield 0;
  for (const account of genesis.takeWritten()) sink.account(account, undefined);
  const parents = new Parents(script.slots, genesis, { block, below });
  checkNames(script.slots, isTaken);
  const epochs = cluster?.epochSchedule ?? epochScheduleIn(genesis);
  const leaders = new Leaders(names, epochs, cluster?.leaderSchedules);
  const real = execute && { execute, links: new ChainLinks(epochs, block) };
  const watches = { rent: new RentWatch(), programs: new ProgramWatch() };
  const compilation = { names, sink, parents, epochs, leaders, real, ...watches };
  let next = 0n;
  for (const word of script.slots) {
    if (!isInOrder(word, next)) continue;
    next = word.last + 1n;
    if (word.kind === 'blocks') yield* compileBlocks(word, compilation);
  }
  const accounts = parents.tip?.accounts ?? genesis;
  names.warnOfTypos((address) => genesis.get(address) !== undefined || (accounts.get(address)?.data.length ?? 0) > 0);
  for (const account of genesis.builtin) sink.account(account, undefined);
  for (const [word, address] of names.used()) sink.name?.(word, address);
}

function isInOrder(word: SlotWord, next: bigint): boolean {
  const { first, last, at } = word;
  if (last < first) return at.refuse(`slot ${last} comes before slot ${first}`) ?? false;
  if (word.kind === 'blocks' && word.every < 1n) return at.refuse('a block in every 0 slots') ?? false;
  if (first < next)
    return at.refuse(`slot ${first} is listed after slot ${next - 1n}`, 'slots must be in ascending order') ?? false;
  return true;
}

function* compileBlocks(word: BlocksWord, compilation: Compilation): Iterable<number> {
  const { leaders, parents, real, sink } = compilation;
  let head = parents.of(word);
  if (head === undefined || !checkBlock(word, head)) return;
  const copies = new Copies(word.transactions, compilation);
  for (let slot = word.first; slot <= word.last; slot += word.every) {
    const frame = frameOf(word, slot, head);
    const leader = leaders.of(word, slot);
    if (leader === undefined) return;
    const transactions: WireTransaction[] = [];
    const fees = { signatures: 0n, priority: 0n };
    yield* copies.addTo(transactions, fees, frame, head);
    real?.links.add(frame);
    const reward = leader === null ? undefined : payLeader(leader, fees, head.accounts);
    if (leader !== null && reward === undefined) leaders.warnUnpaid(word, leader, slot, fees);
    head.accounts.burn();
    sink.block({ ...frame, rewards: reward === undefined ? [] : [reward], transactions });
    for (const account of head.accounts.takeWritten()) sink.account(account, slot);
    yield 0;
    head = headAfter(word, frame, head);
    parents.extend(head);
    if (isEmptyRange(word)) {
      const run = emptyRunAfter(word, head);
      yield* addEmptyRun(run, compilation);
      parents.extendBy(run, head);
      return;
    }
  }
}

/** LiteSVM needs every block. */
function* addEmptyRun(run: EmptyRun, { real, sink }: Compilation): Iterable<number> {
  if (real === undefined && sink.emptyBlocks !== undefined) return sink.emptyBlocks(run);
  for (let slot = run.first; slot <= run.last; slot++) {
    const block = run.row.block(slot);
    real?.links.add(block);
    sink.block(block);
    yield 0;
  }
}

/** The transactions of one word of slots: each is prepared once, for all its copies in all its blocks. */
class Copies {
  readonly #words: readonly TransactionWord[];
  readonly #compilation: Compilation;
  /** undefined: there is a mistake, which was reported once */
  readonly #prepared = new Map<TransactionWord, PreparedTransaction | undefined>();
  readonly #counts = new Map<TransactionWord, number>();

  constructor(words: readonly TransactionWord[], compilation: Compilation) {
    this.#words = words;
    this.#compilation = compilation;
  }

  *addTo(transactions: WireTransaction[], fees: BlockFees, frame: BlockFrame, head: Head): Iterable<number> {
    const { slot, blockTimeSeconds } = frame;
    const parentHash = hashBytes(frame.previousBlockhash);
    const { names, epochs, real } = this.#compilation;
    const moment = { slot, epoch: epochOf(epochs, slot), parentHash };
    const scene = {
      names,
      accounts: head.accounts,
      moment,
      real: real && { execute: real.execute, bank: bankOf(frame, head, moment, real.links) },
    };
    const lifetimes = new Lifetimes(parentHash);
    for (const word of this.#words) {
      for (let copy = 0; copy < word.repeat; copy++) {
        const place = { slot, index: transactions.length, blockTimeSeconds };
        const transaction = this.#copy(word, scene, lifetimes, place, fees);
        if (transaction === undefined) break;
        yield transactions.push(transaction);
      }
    }
  }

  #copy(
    word: TransactionWord,
    scene: Scene,
    lifetimes: Lifetimes,
    place: BlockPlace,
    fees: BlockFees,
  ): WireTransaction | undefined {
    if (!this.#prepared.has(word)) this.#prepared.set(word, prepareTransaction(word, scene));
    const prepared = this.#prepared.get(word);
    if (prepared === undefined) return undefined;
    const executed = executeTransaction(prepared, scene, lifetimes, place);
    if (executed === undefined) {
      this.#prepared.set(word, undefined);
      return undefined;
    }
    fees.signatures += prepared.signatureFee;
    fees.priority += executed.meta.fee - prepared.signatureFee;
    this.#compilation.rent.check(prepared, scene, executed.meta);
    this.#compilation.programs.check(prepared, executed.meta);
    this.#reportSignature(word, executed.transaction.signature);
    return executed.transaction;
  }

  #reportSignature(word: TransactionWord, signature: Signature): void {
    if (word.name === undefined) return;
    const count = this.#counts.get(word) ?? 0;
    this.#counts.set(word, count + 1);
    this.#compilation.sink.signature?.(word.name, count, signature);
  }
}
