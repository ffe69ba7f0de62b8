/**
 * Blocks in the words of scripts, put on top of a ledger.
 * @module
 */
import type { JsonValue } from '../../codec/json.ts';
import { U64_MAX } from '../../codec/u64.ts';
import type { Cursor } from '../../document/cursor.ts';
import { newestBlock } from '../../ledger/emptyBlocks.ts';
import { type Chain, isOn } from '../../ledger/history/chain.ts';
import { checkPlace, type NewBlock } from '../../ledger/moves/addBlocks.ts';
import { addNames } from '../../ledger/moves/addNames.ts';
import { cutFilm, startSlot } from '../../ledger/moves/film.ts';
import { MoveError } from '../../ledger/moves/moveError.ts';
import type { LedgerNames, LedgerState } from '../../ledger/state.ts';
import type { Moved, Moving } from '../../live/kept.ts';
import { executorOf, type LoadExecutor } from '../../loading/scripts/executor.ts';
import { fitsPace } from '../../loading/scripts/fitsPace.ts';
import type { Pace } from '../../loading/scripts/pace.ts';
import { ScriptNames } from '../../loading/scripts/scriptNames.ts';
import type { Account } from '../../model/account.ts';
import type { Address, Signature } from '../../model/address.ts';
import type { Block } from '../../model/block.ts';
import type { Executor } from '../../runtime/transactions/transaction.ts';
import type { BlocksWord } from '../../script/compiling/blocks/history.ts';
import { compileInSteps } from '../../script/compiling/compile.ts';
import { chainUnder, continuing } from '../../script/compiling/continuing.ts';
import { keysOf } from '../../script/compiling/keysOf.ts';
import { blockAround, readNextBlock } from '../../script/reading/slot.ts';
import { readTransaction } from '../../script/reading/transaction.ts';
import { foreignBlock } from '../../sending/steps.ts';
import { cursorOver, throwIfWrong } from '../arguments.ts';

/** takes a few milliseconds */
const STEPS_PER_TURN = 64;

export interface Added {
  readonly moved: Moved;
  readonly block: Block;
}

/** @throws RpcError invalidArgument, MoveError */
export function addBlockIn(words: JsonValue, now: Moving, making: Making): Promise<Added> {
  return add(words, now, making, readNextBlock);
}

/** @throws RpcError invalidArgument, MoveError */
export function addTransactionIn(words: JsonValue, now: Moving, making: Making): Promise<Added> {
  return add(words, now, making, (at, slot) => {
    const transaction = readTransaction(at);
    return transaction && blockAround(transaction, at, slot);
  });
}

type ReadBlock = (at: Cursor, slot: bigint) => BlocksWord | undefined;

export interface Making {
  /** of transactions that wait for a block */
  readonly execute: Executor;
  /** of what executes transactions that ask for it */
  readonly load: LoadExecutor;
  readonly pace: Pace;
}

async function add(words: JsonValue, now: Moving, making: Making, read: ReadBlock): Promise<Added> {
  const next = foreignBlock(now, making.execute);
  const { state } = next;
  const slot = startSlot(state) + 1n;
  if (slot > U64_MAX)
    throw new MoveError('outOfRange', `slot ${slot} is beyond the last one that there is, ${U64_MAX}`);
  const at = cursorOver(words);
  const word = read(at, slot);
  throwIfWrong(at.reading);
  if (word === undefined) throw new TypeError('a reader that gives nothing has to report why');
  const cut = cutFilm(state);
  const parent = word.parent ?? newestBlock(cut.history, cut.chains.processed)?.slot;
  if (parent !== undefined) checkPlace(state, { slot: word.first, parentSlot: parent });
  const chain = parent === undefined ? cut.chains.processed : chainUnder(cut, parent, word.first);
  const compiled = await compile({ ...word, parent }, cut, chain, at, making);
  checkSignatures(compiled.added.block, cut, chain);
  const { added, builtin, names } = compiled;
  const moved = next.add({ added, builtin, signatures: [] });
  return { moved: { state: addNames(moved.state, names), sends: moved.sends }, block: added.block };
}

interface Compiled {
  readonly added: NewBlock;
  readonly builtin: readonly Account[];
  readonly names: LedgerNames;
}

async function compile(
  word: BlocksWord,
  state: LedgerState,
  chain: Chain,
  at: Cursor,
  { load, pace }: Making,
): Promise<Compiled> {
  const writes: Account[] = [];
  const builtin: Account[] = [];
  const names = new ScriptNames({ keys: [] });
  let block: Block | undefined;
  const sink = {
    name: (word: string, address: Address) => names.name(word, address),
    signature: (name: string, copy: number, signature: Signature) => names.signature(name, copy, signature),
    block: (compiled: Block) => {
      block = compiled;
    },
    account: (account: Account, slot: bigint | undefined) => void (slot === undefined ? builtin : writes).push(account),
  };
  const script = { keys: keysOf(state.names), accounts: [], slots: [word] };
  const { execute } = await executorOf(script.slots, load);
  throwIfWrong(at.reading);
  if (fitsPace(script.slots, pace, execute !== undefined)) {
    let count = 0;
    for (const _ of compileInSteps(script, sink, { ...continuing(state, chain), execute }))
      if (++count % STEPS_PER_TURN === 0) await pace.turn();
  }
  throwIfWrong(at.reading);
  if (block === undefined) throw new TypeError('a block that is not compiled has to be reported');
  return { added: { block, writes }, builtin, names: names.all };
}

/** A chain has a transaction once. */
function checkSignatures({ transactions = [] }: Block, { history }: LedgerState, chain: Chain): void {
  for (const { signature } of transactions) {
    for (const ordinal of history.ordinalsOf(signature)) {
      const { slot } = history.transactionAt(ordinal)!;
      if (isOn(chain, slot)) throw new MoveError('invalid', `transaction ${signature} is in slot ${slot} already`);
    }
  }
}
