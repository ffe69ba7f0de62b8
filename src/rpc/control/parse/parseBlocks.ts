import { decodeBase58 } from '../../../codec/base58.ts';
import { U64_MAX } from '../../../codec/bigints.ts';
import type { JsonValue } from '../../../codec/jsonText.ts';
import { ScriptNames } from '../../../fixtures/continueLedger.ts';
import type { Cursor } from '../../../fixtures/document/cursor.ts';
import { presentOf, readMembers } from '../../../fixtures/document/members.ts';
import { isObject, readTexts, readU64 } from '../../../fixtures/document/readers.ts';
import { isBareAccount, readAccount as readRpcAccount } from '../../../fixtures/formats/accountFormats.ts';
import { chainUnder, compileInSteps, continuing } from '../../../fixtures/script/compiling/compile.ts';
import { namesOf, setInitialAccounts } from '../../../fixtures/script/compiling/initialAccounts.ts';
import { keysOf } from '../../../fixtures/script/compiling/names/namedKeys.ts';
import type { Names } from '../../../fixtures/script/compiling/names/names.ts';
import { buildInstruction } from '../../../fixtures/script/compiling/transactions/buildInstructions.ts';
import { readAccount } from '../../../fixtures/script/format/accounts.ts';
import type { InstructionNode } from '../../../fixtures/script/format/instructions.ts';
import { type BlocksNode, blockAround, readNextBlock } from '../../../fixtures/script/format/script.ts';
import { OUTCOME_MEMBERS, readTransaction } from '../../../fixtures/script/format/transactions.ts';
import { readKeyAddressNode } from '../../../fixtures/script/format/values.ts';
import { executorOf, fitsPace, type LoadExecutor, type Pace } from '../../../fixtures/scripts.ts';
import { newestBlock } from '../../../ledger/chainEnd.ts';
import { epochOf, epochScheduleOf } from '../../../ledger/epochs.ts';
import { type Chain, isOn } from '../../../ledger/history/chain.ts';
import { checkPlace, type NewBlock } from '../../../ledger/moves/addBlocks.ts';
import { addNames } from '../../../ledger/moves/addFixtures.ts';
import { dropFutureSlots, MoveError, startSlot } from '../../../ledger/moves/timeline.ts';
import type { LedgerNames, LedgerState } from '../../../ledger/state.ts';
import { LedgerView } from '../../../ledger/view.ts';
import type { MoveInput, MoveResult } from '../../../live/checkpoint.ts';
import { Accounts, Changes } from '../../../runtime/accounts/accountStates.ts';
import type { Executor } from '../../../runtime/loadedTransaction.ts';
import type { Additions, InnerCall } from '../../../runtime/sendRule.ts';
import { type Account, emptyAccount } from '../../../solana/account.ts';
import type { Address, Signature } from '../../../solana/address.ts';
import type { Block } from '../../../solana/block.ts';
import type { ReturnData } from '../../../solana/meta.ts';
import { type WrittenBlock, writtenBlock } from '../../sending/sendingSteps.ts';
import { cursorOver, throwIfWrong } from '../arguments.ts';

/**
 * Blocks in the words of scripts, put on top of a ledger.
 * @module
 */

/** takes a few milliseconds */
const STEPS_PER_TURN = 64;

export interface Added {
  readonly moved: MoveResult;
  readonly block: Block;
}

/** @throws RpcError invalidArgument, MoveError */
export function addBlockIn(words: JsonValue, now: MoveInput, making: Making): Promise<Added> {
  return add(words, now, making, readNextBlock);
}

/** @throws RpcError invalidArgument, MoveError */
export function addTransactionIn(words: JsonValue, now: MoveInput, making: Making): Promise<Added> {
  return add(words, now, making, (at, slot) => {
    const transaction = readTransaction(at);
    return transaction && blockAround(transaction, at, slot);
  });
}

type ReadBlock = (at: Cursor, slot: bigint) => BlocksNode | undefined;

export interface Making {
  /** of transactions that wait for a block */
  readonly execute: Executor;
  /** of what executes transactions that ask for it */
  readonly load: LoadExecutor;
  readonly pace: Pace;
}

async function add(words: JsonValue, now: MoveInput, making: Making, read: ReadBlock): Promise<Added> {
  const next = writtenBlock(now, making.execute);
  const { state } = next;
  const slot = startSlot(state) + 1n;
  if (slot > U64_MAX)
    throw new MoveError('outOfRange', `slot ${slot} is beyond the last one that there is, ${U64_MAX}`);
  const at = cursorOver(words);
  const word = read(at, slot);
  throwIfWrong(at.reading);
  if (word === undefined) throw new TypeError('a reader that gives nothing has to report why');
  const cut = dropFutureSlots(state);
  const parent = word.parent ?? newestBlock(cut.history, cut.chains.processed)?.slot;
  if (parent !== undefined) checkPlace(state, { slot: word.first, parentSlot: parent });
  const chain = parent === undefined ? cut.chains.processed : chainUnder(cut, parent, word.first);
  const compiled = await compile({ ...word, parent }, cut, chain, at, making, next.include);
  checkSignatures(compiled.added.block, cut, chain);
  const { added, builtin, names } = compiled;
  const moved = next.add({ added, builtin });
  return { moved: { state: addNames(moved.state, names), sends: moved.sends }, block: added.block };
}

interface Compiled {
  readonly added: NewBlock;
  readonly builtin: readonly Account[];
  readonly names: LedgerNames;
}

async function compile(
  word: BlocksNode,
  state: LedgerState,
  chain: Chain,
  at: Cursor,
  { load, pace }: Making,
  beforeEnd: WrittenBlock['include'],
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
    for (const _ of compileInSteps(script, sink, { ...continuing(state, chain), execute, beforeEnd }))
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

/**
 * What a rule adds to a transaction that succeeds.
 * @module
 */

type Inner = NonNullable<Additions['inner']>;

/** `{accounts?, logs?, inner?, returnData?, units?}` */
export function readAdditions(at: Cursor, scene: SendScene): Additions | undefined {
  const read = readMembers(at, {
    accounts: (accounts) => readAccountsAfter(accounts, scene),
    logs: readTexts,
    inner: (inner) => readInner(inner, scene),
    returnData: (data) => readReturnData(data, scene),
    units: readU64,
  });
  return read && presentOf(read);
}

/** `{address: account | null}`: each in the words of scripts, in the form of the RPC, or closed. */
function readAccountsAfter(at: Cursor, { accounts, names }: SendScene): readonly Account[] | undefined {
  if (!isObject(at)) return undefined;
  const entries = at.members();
  const words = entries.filter(isInWords).flatMap((entry) => readAccount(entry) ?? []);
  const after = accounts.fork();
  // before other names are resolved, because mints say what their token accounts are named
  for (const _ of setInitialAccounts(words, names, after));
  if (!at.reading.errors.isEmpty) return undefined;
  const all = new Map<Address, Account>();
  for (const entry of entries) {
    const address = names.resolve(readKeyAddressNode(entry));
    if (address === undefined) continue;
    if (all.has(address)) entry.refuse(`duplicate account ${names.show(address)}`);
    const account = isInWords(entry) ? after.get(address) : readGiven(entry, address);
    all.set(address, account ?? emptyAccount(address));
  }
  return [...all.values()];
}

function isInWords({ value = null }: Cursor): boolean {
  return value !== null && !isBareAccount(value);
}

function readGiven(entry: Cursor, address: Address): Account | undefined {
  return entry.value === null ? undefined : readRpcAccount(entry, address);
}

function readInner(at: Cursor, scene: SendScene): Inner | undefined {
  const groups = OUTCOME_MEMBERS.inner(at);
  const seen = new Set<number>();
  return groups?.map(({ at: place, index, instructions }) => {
    if (seen.has(index)) place.refuse(`duplicate instruction ${index}`);
    seen.add(index);
    return { index, instructions: callsOf(instructions, scene) };
  });
}

/** None of them is carried out, so that each sees the ledger as it is. */
const SITE = { isCalled: true, followsMemo: false };

function callsOf(words: readonly InstructionNode[], { changes, names }: SendScene): readonly InnerCall[] {
  const built = words.flatMap(
    (word) => buildInstruction(word, { names, accounts: changes(), payer: undefined, site: SITE }) ?? [],
  );
  return built.map(({ built: { accounts, data, program } }) => ({ program, accounts, data }));
}

function readReturnData(at: Cursor, { names }: SendScene): ReturnData | undefined {
  const read = OUTCOME_MEMBERS.returnData(at);
  const programId = names.resolve(read?.program);
  return read && programId && { programId, data: read.data };
}

/** What the words of a rule mean in: the ledger at its processed tip, when the rule is added. */
export interface SendScene {
  readonly names: Names;
  readonly accounts: Accounts;
  /** that nothing was changed in yet */
  readonly changes: () => Changes;
}

export function sendSceneOf(state: LedgerState): SendScene {
  const view = new LedgerView(state, 'processed', { keepOrphan: true });
  const names = namesOf(state);
  const accounts = new Accounts(view.accounts);
  const { tip } = state.chains.processed;
  const { blockhash } = state.history.block(tip) ?? {};
  const moment = {
    slot: tip,
    epoch: epochOf(epochScheduleOf(state), tip),
    parentHash: blockhash === undefined ? new Uint8Array(32) : decodeBase58(blockhash),
  };
  return { names, accounts, changes: () => new Changes(accounts, moment, names, new Set()) };
}
