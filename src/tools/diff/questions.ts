import { groupsOf } from '../../codec/groups.ts';
import { type JsonValue, jsonInteger, stringifyJson } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { type Address, compareAddresses, isTokenProgram } from '../../solana/address.ts';
import { type Block, type LedgerTransaction, recordedKeys } from '../../solana/block.ts';

/** A call that a ledger and a node are both asked. */
export interface Question {
  readonly method: string;
  /** JSON text */
  readonly params: string;
  /** the node is not asked if the ledger answers with an error: the question does not fit */
  readonly isTentative?: boolean;
}

/** The commitment of the questions: what is only processed may still change, and `finalized` would leave out the newest slots of the ledger. */
const COMMITMENT = 'confirmed';
const CONFIRMED = { commitment: COMMITMENT };

function question(method: string, ...params: readonly JsonValue[]): Question {
  return { method, params: stringifyJson(params) };
}

const TRANSACTION_ENCODINGS = ['json', 'jsonParsed', 'base64', 'base58'];
const ACCOUNT_ENCODINGS = ['base64', 'base58', 'base64+zstd', 'jsonParsed'];
/** an account of the usual size: its rent says which gates of the rent are active */
const TOKEN_ACCOUNT_BYTES = 165;

/**
 * The questions that a ledger can answer, and that a node with a longer history answers alike, in an order that follows from the
 * ledger. Tips, and answers that depend on them, are not asked for, nor are lists of all accounts. Questions are made one at a time.
 */
export function* questionsOf(state: LedgerState, dialect: Dialect): Iterable<Question> {
  const view = new LedgerView(state, COMMITMENT, { keepOrphan: dialect.orphanBlock === 'allOnes' });
  // the contract dialect refuses `binary`
  const legacy = dialect.acceptsLegacyEncodings ? ['binary'] : [];
  const transactionEncodings = [...TRANSACTION_ENCODINGS, ...legacy];
  if (state.node.genesisHash !== undefined) yield question('getGenesisHash');
  if (hasContent(view)) yield question('getMinimumBalanceForRentExemption', TOKEN_ACCOUNT_BYTES, CONFIRMED);
  yield* blockQuestions(view, transactionEncodings);
  yield* transactionQuestions(view, transactionEncodings);
  yield* runQuestions(view);
  yield* accountQuestions(view, [...ACCOUNT_ENCODINGS, ...legacy]);
}

/** Whether a ledger has a slot or an account. */
function hasContent({ accounts, state }: LedgerView): boolean {
  return [accounts.values(), state.history.slotsFrom(0n)].some(
    (items) => items[Symbol.iterator]().next().done !== true,
  );
}

/** The largest number of accounts that a node accepts in one call. */
const MAX_ACCOUNTS = 100;
/** inside of nearly every account, and beyond the end of the others */
const SLICE = { length: 16, offset: 4 };

/** The questions about every account of a view, by address. */
function* accountQuestions({ accounts }: LedgerView, encodings: readonly string[]): Iterable<Question> {
  // the accounts themselves are in no order
  const addresses = Array.from(accounts.values(), ({ address }) => address).sort(compareAddresses);
  for (const address of addresses) {
    for (const encoding of encodings) yield question('getAccountInfo', address, { commitment: COMMITMENT, encoding });
    yield question('getAccountInfo', address, { commitment: COMMITMENT, dataSlice: SLICE, encoding: 'base64' });
    yield question('getBalance', address, CONFIRMED);
    const owner = accounts.get(address)?.owner;
    if (owner !== undefined && isTokenProgram(owner)) yield* tokenQuestions(address);
  }
  for (const group of groupsOf(addresses, MAX_ACCOUNTS))
    yield question('getMultipleAccounts', group, { commitment: COMMITMENT, encoding: 'base64' });
}

/** The questions about a mint and about a token account: only one of them fits, or neither. */
function* tokenQuestions(address: Address): Iterable<Question> {
  for (const method of ['getTokenSupply', 'getTokenAccountBalance'])
    yield { ...question(method, address, CONFIRMED), isTentative: true };
}

const DETAILS = ['full', 'accounts', 'signatures', 'none'] as const;

/** The questions about every block of a view, in the order of slots. */
function* blockQuestions(view: LedgerView, encodings: readonly string[]): Iterable<Question> {
  for (const slot of view.state.history.slotsFrom(0n)) {
    const content = view.slotContent(slot);
    if (content.kind === 'block') yield* questionsOfBlock(content.block, view, encodings);
  }
}

function* questionsOfBlock(block: Block, view: LedgerView, encodings: readonly string[]): Iterable<Question> {
  const slot = jsonInteger(block.slot);
  const common = { commitment: COMMITMENT, maxSupportedTransactionVersion: newestVersion(block.transactions ?? []) };
  for (const transactionDetails of DETAILS)
    for (const encoding of encodings) yield question('getBlock', slot, { ...common, encoding, transactionDetails });
  yield question('getBlock', slot, { ...common, encoding: 'json', transactionDetails: 'full', rewards: false });
  if (view.finalizedSlot >= block.slot) yield question('getBlock', slot);
  yield question('getBlockTime', slot);
}

/** The newest version among transactions. A higher limit is not asked for: some nodes refuse versions that they do not know. */
function newestVersion(transactions: readonly LedgerTransaction[]): number {
  return transactions.some(({ version }) => version === 1) ? 1 : 0;
}

/**
 * The questions about lists that a ledger has complete: those within runs of blocks of which each is the parent of the
 * next. A node knows more about an address than any ledger, so its transactions are asked for between the first and the
 * last one of a run, both exclusive.
 */
function* runQuestions(view: LedgerView): Iterable<Question> {
  for (const run of runsOf(view)) {
    const [first, last] = [jsonInteger(run[0]!.slot), jsonInteger(run.at(-1)!.slot)];
    yield question('getBlocks', first, last, CONFIRMED);
    yield question('getBlocksWithLimit', first, run.length, CONFIRMED);
    yield* addressQuestions(run);
  }
}

function* addressQuestions(run: readonly Block[]): Iterable<Question> {
  const transactions = run.flatMap((block) => block.transactions ?? []);
  if (transactions.length < 2) return;
  const [before, until] = [transactions.at(-1)!.signature, transactions[0]!.signature];
  for (const address of addressesOf(transactions)) {
    yield question('getSignaturesForAddress', address, { before, commitment: COMMITMENT, until });
    yield question('getSignaturesForAddress', address, { before, commitment: COMMITMENT, limit: 1, until });
  }
}

/** The addresses of transactions, each once, in order of appearance. */
function addressesOf(transactions: readonly LedgerTransaction[]): ReadonlySet<Address> {
  const addresses = new Set<Address>();
  for (const transaction of transactions) for (const key of recordedKeys(transaction)) addresses.add(key);
  return addresses;
}

/** The runs of blocks of which each is the parent of the next. Blocks without their transactions are left out. */
function* runsOf(view: LedgerView): Iterable<readonly Block[]> {
  let run: Block[] = [];
  for (const slot of view.state.history.slotsFrom(0n)) {
    const content = view.slotContent(slot);
    const block = content.kind === 'block' && isWhole(content.block) ? content.block : undefined;
    if (run.length > 0 && block?.parentSlot !== run.at(-1)!.slot) {
      yield run;
      run = [];
    }
    if (block !== undefined) run.push(block);
  }
  if (run.length > 0) yield run;
}

function isWhole({ transactions }: Block): boolean {
  return (
    transactions?.every((transaction) => transaction.kind === 'wire' || transaction.form !== 'signatures') ?? false
  );
}

/** The largest number of signatures that a node accepts in one call. */
const MAX_STATUSES = 256;

/** The questions about every transaction of a view, in the order of the history. */
function* transactionQuestions(view: LedgerView, encodings: readonly string[]): Iterable<Question> {
  for (const transaction of shownTransactions(view)) {
    const { signature, slot } = transaction;
    const common = { commitment: COMMITMENT, maxSupportedTransactionVersion: newestVersion([transaction]) };
    for (const encoding of encodings) yield question('getTransaction', signature, { ...common, encoding });
    if (view.finalizedSlot >= slot) yield question('getTransaction', signature);
  }
  for (const group of groupsOf(shownTransactions(view), MAX_STATUSES))
    yield question(
      'getSignatureStatuses',
      group.map(({ signature }) => signature),
      { searchTransactionHistory: true },
    );
}

function* shownTransactions(view: LedgerView): Iterable<LedgerTransaction> {
  for (const transaction of view.state.history.transactions()) if (view.shows(transaction.slot)) yield transaction;
}
