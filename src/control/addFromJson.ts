import { U64_MAX } from '../codec/bigints.ts';
import type { JsonValue } from '../codec/jsonText.ts';
import { executorOf, fitsPace, type LoadExecutor, type Pace } from '../fixtures/compileScripts.ts';
import { ScriptNames } from '../fixtures/continueLedger.ts';
import { warnOfEarlyV1 } from '../fixtures/merging/ledgerRules.ts';
import { newestBlock, parentChain } from '../ledger/chainEnd.ts';
import { type Chain, isOn } from '../ledger/history/chain.ts';
import { checkPlace, type NewBlock } from '../ledger/moves/addBlocks.ts';
import { addNames } from '../ledger/moves/addFixtures.ts';
import { dropFutureSlots, startSlot } from '../ledger/moves/advance.ts';
import { MoveError } from '../ledger/moves/moveError.ts';
import type { LedgerNames, LedgerState } from '../ledger/state.ts';
import type { MoveInput, MoveResult } from '../live/move.ts';
import { writtenBlock } from '../rpc/sending/sendMoves.ts';
import type { Executor } from '../runtime/executor.ts';
import { keysOf } from '../runtime/names/namedKeys.ts';
import { compileInSteps, optionsToContinue } from '../script/compiling/compile.ts';
import type { ScriptOptions } from '../script/compiling/scriptOptions.ts';
import type { ScriptSink } from '../script/compiling/sink.ts';
import { type BlocksNode, blockAround, readNextBlock } from '../script/format/script.ts';
import { readTransaction } from '../script/format/transactions.ts';
import type { Account } from '../solana/account.ts';
import type { Block } from '../solana/block.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { assertNoErrors, cursorOver, sentencesOf } from './arguments.ts';
import type { ControlContext } from './controlMethod.ts';
import { paced } from './pace.ts';

/**
 * Blocks and transactions in the format of scripts, put on top of a ledger.
 * @module
 */

/** Adds a block, or a transaction in a new block, to the live ledger. */
export async function addFromJson(addIn: typeof addBlockIn, json: JsonValue, context: ControlContext): Promise<Added> {
  const { caller, execute, live, loadLiteSvm } = context;
  let added: Added | undefined;
  await live.moveWithSendsAsync((now) =>
    paced(caller, async (pace) => {
      added = await addIn(json, now, { execute, load: loadLiteSvm, pace });
      return added.moved;
    }),
  );
  return added!;
}

export interface Added {
  readonly moved: MoveResult;
  readonly block: Block;
  /** sentences about the JSON, each with a pointer into it */
  readonly warnings: readonly string[];
}

/** @throws RpcError invalidArgument, MoveError */
export function addBlockIn(json: JsonValue, now: MoveInput, context: AddContext): Promise<Added> {
  return add(json, now, context, readNextBlock);
}

/** @throws RpcError invalidArgument, MoveError */
export function addTransactionIn(json: JsonValue, now: MoveInput, context: AddContext): Promise<Added> {
  return add(json, now, context, (at, slot) => {
    const transaction = readTransaction(at);
    return transaction && blockAround(transaction, at, slot);
  });
}

type ReadBlock = (at: Cursor, slot: bigint) => BlocksNode | undefined;

export interface AddContext {
  /** executes transactions that wait for a block */
  readonly execute: Executor;
  /** loads the executor of scripted transactions that ask for LiteSVM */
  readonly load: LoadExecutor;
  readonly pace: Pace;
}

/** steps that take a few milliseconds together */
const STEPS_PER_TURN = 64;

async function add(json: JsonValue, now: MoveInput, context: AddContext, read: ReadBlock): Promise<Added> {
  const next = writtenBlock(now, context.execute);
  const { state } = next;
  const slot = startSlot(state) + 1n;
  if (slot > U64_MAX) throw new MoveError('outOfRange', `slot ${slot} is beyond the last possible slot, ${U64_MAX}`);
  const at = cursorOver(json);
  const node = read(at, slot);
  assertNoErrors(at.reading);
  if (node === undefined) throw new TypeError('a reader without a result has to report a problem');
  const withoutFuture = dropFutureSlots(state);
  const parent = node.parent ?? newestBlock(withoutFuture.history, withoutFuture.chains.processed)?.slot;
  if (parent !== undefined) checkPlace(state, { slot: node.first, parentSlot: parent });
  const chain = parent === undefined ? withoutFuture.chains.processed : parentChain(withoutFuture, parent, node.first);
  const { added, builtin, names } = await compile({ ...node, parent }, withoutFuture, chain, at, context, next.include);
  const { block } = added;
  checkSignatures(block, withoutFuture, chain);
  warnOfEarlyV1(block.transactions ?? [], state.protocol, () => at, at.reading.warnings);
  const moved = next.add({ newBlock: added, builtin });
  const warnings = sentencesOf(at.reading.warnings);
  return { moved: { state: addNames(moved.state, names), sends: moved.sends }, block, warnings };
}

interface Compiled {
  readonly added: NewBlock;
  readonly builtin: readonly Account[];
  readonly names: LedgerNames;
}

/** @param beforeEnd adds transactions after those of the block: the sent ones that wait for it */
async function compile(
  node: BlocksNode,
  state: LedgerState,
  chain: Chain,
  at: Cursor,
  { load, pace }: AddContext,
  beforeEnd: ScriptOptions['beforeEnd'],
): Promise<Compiled> {
  const writes: Account[] = [];
  const builtin: Account[] = [];
  const names = new ScriptNames({ keys: [] });
  let block: Block | undefined;
  const sink: ScriptSink = {
    name: (name, address) => names.name(name, address),
    signature: (name, copy, signature) => names.signature(name, copy, signature),
    block: (compiled) => {
      block = compiled;
    },
    account: (account, slot) => void (slot === undefined ? builtin : writes).push(account),
  };
  const script = { keys: keysOf(state.names), accounts: [], slots: [node] };
  const { execute } = await executorOf(script.slots, load);
  assertNoErrors(at.reading);
  if (fitsPace(script.slots, pace, execute !== undefined)) {
    let count = 0;
    for (const _ of compileInSteps(script, sink, { ...optionsToContinue(state, chain), execute, beforeEnd }))
      if (++count % STEPS_PER_TURN === 0) await pace.turn();
  }
  assertNoErrors(at.reading);
  if (block === undefined) throw new TypeError('a block that is not compiled has to be reported');
  return { added: { block, writes }, builtin, names: names.all };
}

/** Refuses a transaction that the chain has already. */
function checkSignatures({ transactions = [] }: Block, { history }: LedgerState, chain: Chain): void {
  for (const { signature } of transactions) {
    for (const ordinal of history.ordinalsOf(signature)) {
      const { slot } = history.transactionAt(ordinal)!;
      if (isOn(chain, slot)) throw new MoveError('invalid', `transaction ${signature} is in slot ${slot} already`);
    }
  }
}
