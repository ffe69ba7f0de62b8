import { decodeBase58 } from '../../codec/base58.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { listOf, memberAt } from '../../codec/jsonValues.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { utf8Text } from '../../codec/text.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import { accountsAt } from '../../ledger/state.ts';
import { ledger } from '../../script/building/ledgerBuilder.ts';
import { type Account, UnknownBytesError } from '../../solana/account.ts';
import {
  type Address,
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  isTokenProgram,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
} from '../../solana/address.ts';
import { type LedgerTransaction, recordedKeys, type WireTransaction } from '../../solana/block.ts';
import type { Message } from '../../solana/transaction.ts';
import { WELL_KNOWN } from '../../solana/wellKnown.ts';
import { decodeRecorded } from '../../solana/wire.ts';
import type { Scene } from './scene.ts';

/**
 * Transactions as code of the script builder, to be put behind `ledger()`: a block, and the accounts as they were before it. Names and
 * texts of the ledger become JSON literals and nothing else.
 * @module
 */

/** Transactions of one slot, at most. */
const MAX_TRANSACTIONS = 200;

/** Null: there are too many transactions. */
export function blockCode(slot: bigint, transactions: readonly LedgerTransaction[], scene: Scene): string | null {
  if (transactions.length > MAX_TRANSACTIONS) return null;
  if (transactions.length === 0) return `.block(${slot})`;
  const calls = transactions.map((transaction) => `\n    ${transactionCode(transaction, scene)}`);
  return [
    `.block(${slot}, (b) =>\n  b${calls.join('')},\n)`,
    ...accountCalls(slot, transactions, scene).map((call) => `\n  ${call}`),
  ].join('');
}

function literal(value: JsonValue): string {
  return stringifyJson(value);
}

/** A script that gives no name a special meaning. */
const NO_NAMES = ledger();

/** A name that means this address in every script, or else the address. */
function keyCode(address: Address, { words }: Scene): string {
  const word = words.of(address);
  const isSame = word !== null && unlessThrown([TypeError], () => NO_NAMES.address(word)) === address;
  if (!isSame) return literal(address);
  return literal(word.includes('(') ? word : word.slice(1));
}

/** A transaction that is being written. */
interface Writing {
  readonly message: Message;
  /** keys of the message and of its lookup tables */
  readonly keys: readonly Address[];
  /** undefined: it was not recorded */
  readonly meta: JsonObject | undefined;
  readonly hasFailed: boolean;
  readonly scene: Scene;
}

function transactionCode(transaction: LedgerTransaction, scene: Scene): string {
  // a signature consists of letters and digits
  if (transaction.kind === 'opaque') return `/* ${transaction.signature} was recorded without its bytes */`;
  const { message, version } = decodeRecorded(transaction);
  const writing = {
    message,
    keys: recordedKeys(transaction),
    meta: metaOf(transaction),
    hasFailed: transaction.err !== null,
    scene,
  };
  const instructions = message.instructions.map(({ accounts, data, programIdIndex }) =>
    instructionCode({ accounts: [...accounts], data, programIdIndex }, writing),
  );
  const start = instructions.length === 1 ? instructions[0]! : `.tx((t) => t${instructions.join('')})`;
  return [
    start,
    `.payer(${keyCode(message.accountKeys[0]!, scene)})`,
    ...signerCalls(writing),
    ...(version === 0 ? ['.version(0)'] : []),
    ...(version === 1 ? v1Calls(message) : []),
    ...lookupCalls(writing),
    ...outcomeCalls(transaction, writing),
    ...nameCalls(transaction, scene),
  ].join('');
}

function metaOf({ meta }: WireTransaction): JsonObject | undefined {
  const read = meta === null ? undefined : parseJson(meta.text.toString());
  return isJsonObject(read) ? read : undefined;
}

/** Names the transaction, unless it has copies: these share a name. */
function nameCalls({ signature }: WireTransaction, { state, words }: Scene): readonly string[] {
  const named = words.ofTransaction(signature);
  const isAlone = named !== undefined && state.names.signatures.get(named.name)?.length === 1;
  return isAlone ? [`.named(${literal(named.name)})`] : [];
}

function signerCalls({ message, scene }: Writing): readonly string[] {
  const others = message.accountKeys.slice(1, message.header.numRequiredSignatures);
  return others.length === 0 ? [] : [`.signers(${others.map((key) => keyCode(key, scene)).join(', ')})`];
}

function v1Calls({ transactionConfig }: Message): readonly string[] {
  const { computeUnitLimit, heapSize, loadedAccountsDataSizeLimit, priorityFee } = transactionConfig ?? {};
  const settings = { computeUnitLimit, heapSize, loadedDataLimit: loadedAccountsDataSizeLimit, priorityFee };
  const given = Object.entries(settings).filter(([, value]) => value !== null && value !== undefined);
  return ['.version(1)', ...given.map(([name, value]) => `.${name}(${integerCode(BigInt(value!))})`)];
}

function lookupCalls({ message: { addressTableLookups = [] }, scene }: Writing): readonly string[] {
  const tables = addressTableLookups.map(({ accountKey }) => keyCode(accountKey, scene));
  return tables.length === 0 ? [] : [`.lookupTables(${tables.join(', ')})`];
}

/** An instruction by indexes into the keys. */
interface IndexedInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

/** Code of an instruction: by the method that gives the same bytes and effect, else `raw`. */
function instructionCode(instruction: IndexedInstruction, writing: Writing): string {
  return wordCode(instruction, writing) ?? rawCode(instruction, writing);
}

/** Code by a method of the builder; undefined: none fits. Token accounts of a transaction that failed may be something else. */
function wordCode(instruction: IndexedInstruction, writing: Writing): string | undefined {
  const program = writing.keys[instruction.programIdIndex]!;
  if (program === SYSTEM_PROGRAM) return systemCode(instruction, writing);
  if (program === MEMO_PROGRAM) return memoCode(instruction, writing);
  if (writing.hasFailed) return undefined;
  if (program === ASSOCIATED_TOKEN_PROGRAM) return associatedAccountCode(instruction, writing);
  return isTokenProgram(program) ? tokenCode(instruction, writing) : undefined;
}

function keysOf({ accounts }: IndexedInstruction, { keys, scene }: Writing): readonly string[] {
  return accounts.map((index) => keyCode(keys[index]!, scene));
}

function systemCode(instruction: IndexedInstruction, writing: Writing): string | undefined {
  const bytes = Buffer.from(instruction.data);
  const [from, to, ...others] = keysOf(instruction, writing);
  const isTransfer = bytes.length === 12 && bytes.readUInt32LE(0) === 2;
  if (!isTransfer || to === undefined || others.length > 0) return undefined;
  return `.transfer(${from}, ${to}, lamports(${integerCode(bytes.readBigUInt64LE(4))}))`;
}

function associatedAccountCode(instruction: IndexedInstruction, writing: Writing): string | undefined {
  const [kind = 0, ...more] = instruction.data;
  const [payer, , owner, mint, , program, ...others] = keysOf(instruction, writing);
  if (kind > 1 || more.length > 0 || program === undefined || others.length > 0) return undefined;
  const idempotent = kind === 1 ? ', idempotent: true' : '';
  return `.createAssociatedAccount(${owner}, ${mint}, { payer: ${payer}${idempotent} })`;
}

/** Instructions of token programs: their numbers, how many bytes and accounts they have. */
const TOKEN_INSTRUCTIONS: Readonly<
  Record<number, { readonly bytes: number; readonly accounts: number; readonly code: typeof transferTokensCode }>
> = {
  3: { bytes: 9, accounts: 3, code: transferTokensCode },
  7: {
    bytes: 9,
    accounts: 3,
    code: ([mint, to, by], amount) => `.mintTo(${to}, ${tokensCode(amount, mint!)}, ${byCode(by!)})`,
  },
  8: {
    bytes: 9,
    accounts: 3,
    code: ([from, mint, by], amount) => `.burn(${from}, ${tokensCode(amount, mint!)}, ${byCode(by!)})`,
  },
  9: { bytes: 1, accounts: 3, code: ([account, to, by]) => `.closeTokenAccount(${account}, ${to}, ${byCode(by!)})` },
  12: {
    bytes: 10,
    accounts: 4,
    code: ([from, mint, to, by], amount) =>
      `.transferChecked(${from}, ${to}, ${tokensCode(amount, mint!)}, ${byCode(by!)})`,
  },
};

function tokenCode(instruction: IndexedInstruction, writing: Writing): string | undefined {
  const bytes = Buffer.from(instruction.data);
  const known = TOKEN_INSTRUCTIONS[bytes[0] ?? -1];
  if (known?.bytes !== bytes.length || known.accounts !== instruction.accounts.length) return undefined;
  const amount = bytes.length < 9 ? 0n : bytes.readBigUInt64LE(1);
  return known.code(keysOf(instruction, writing), amount, instruction, writing);
}

/** The mint is not among the accounts. */
function transferTokensCode(
  [from, to, by]: readonly string[],
  amount: bigint,
  { accounts }: IndexedInstruction,
  { meta, scene }: Writing,
): string | undefined {
  const held = listOf(meta?.preTokenBalances).find((balance) => memberAt(balance, 'accountIndex') === accounts[0]);
  const mint = memberAt(held, 'mint');
  if (typeof mint !== 'string') return undefined;
  return `.transferTokens(${from}, ${to}, ${tokensCode(amount, keyCode(mint as Address, scene))}, ${byCode(by!)})`;
}

function tokensCode(amount: bigint, mint: string): string {
  return `rawTokens(${integerCode(amount)}, ${mint})`;
}

function byCode(authority: string): string {
  return `{ authority: ${authority} }`;
}

function memoCode(instruction: IndexedInstruction, writing: Writing): string | undefined {
  const text = utf8Text(instruction.data);
  const signers = keysOf(instruction, writing);
  if (text === undefined) return undefined;
  return `.memo(${literal(text)}${signers.length === 0 ? '' : `, { signers: [${signers.join(', ')}] }`})`;
}

function rawCode({ accounts, data, programIdIndex }: IndexedInstruction, { keys, message, scene }: Writing): string {
  const metas = accounts.map((index) => {
    const flags = rightsOf(index, message, keys.length);
    return `{ address: ${keyCode(keys[index]!, scene)}${flags.map((flag) => `, ${flag}: true`).join('')} }`;
  });
  const parts = [
    ...(metas.length > 0 ? [`accounts: [${metas.join(', ')}]`] : []),
    ...(data.length > 0 ? [`data: { base64: ${literal(Buffer.from(data).toString('base64'))} }`] : []),
  ];
  return `.raw(${keyCode(keys[programIdIndex]!, scene)}${parts.length === 0 ? '' : `, { ${parts.join(', ')} }`})`;
}

function rightsOf(index: number, message: Message, count: number): readonly ('signer' | 'writable')[] {
  const { accountKeys, addressTableLookups = [], header } = message;
  const { numReadonlySignedAccounts, numReadonlyUnsignedAccounts, numRequiredSignatures } = header;
  const isSigner = index < numRequiredSignatures;
  const loadedReadonly = addressTableLookups.reduce((sum, { readonlyIndexes }) => sum + readonlyIndexes.length, 0);
  const end = isSigner
    ? numRequiredSignatures - numReadonlySignedAccounts
    : accountKeys.length - numReadonlyUnsignedAccounts;
  const isWritable = index < accountKeys.length ? index < end : index < count - loadedReadonly;
  return [...(isSigner ? (['signer'] as const) : []), ...(isWritable ? (['writable'] as const) : [])];
}

/** Results that do not follow from the instructions: errors, and all results where an instruction is `raw`. */
function outcomeCalls({ err }: WireTransaction, writing: Writing): readonly string[] {
  const { keys, message, meta } = writing;
  const isKnown = message.instructions.every(
    ({ accounts, data, programIdIndex }) =>
      keys[programIdIndex] === COMPUTE_BUDGET_PROGRAM ||
      wordCode({ accounts: [...accounts], data, programIdIndex }, writing) !== undefined,
  );
  if (err !== null && meta?.fee === 0) return [`.neverRan(${literal(err as JsonValue)})`];
  const fail = err === null ? [] : [`.fail(${literal(err as JsonValue)})`];
  if (meta === undefined || (isKnown && err === null)) return fail;
  return [
    ...fail,
    ...recordedCalls(meta, writing),
    ...(isKnown ? [] : [...innerCalls(meta, writing), ...balanceCalls(meta, writing)]),
  ];
}

function recordedCalls(meta: JsonObject, { scene }: Writing): readonly string[] {
  const logs = listOf(meta.logMessages).map((line) => literal(line));
  const units = integerOf(meta.computeUnitsConsumed);
  const returned = memberAt(meta, 'returnData', 'programId');
  const data = listOf(memberAt(meta, 'returnData', 'data'))[0];
  return [
    ...(isJsonArray(meta.logMessages) ? [`.logs(${logs.join(', ')})`] : []),
    ...(units === undefined ? [] : [`.computeUnits(${integerCode(units)})`]),
    ...(typeof returned === 'string' && typeof data === 'string'
      ? [`.returnData(${keyCode(returned as Address, scene)}, { base64: ${literal(data)} })`]
      : []),
  ];
}

function innerCalls(meta: JsonObject, writing: Writing): readonly string[] {
  return listOf(meta.innerInstructions).map((group) => {
    const calls = listOf(memberAt(group, 'instructions')).map((inner) =>
      instructionCode(
        {
          programIdIndex: Number(memberAt(inner, 'programIdIndex')),
          accounts: listOf(memberAt(inner, 'accounts')).map(Number),
          data: decodeBase58(String(memberAt(inner, 'data') ?? '')),
        },
        writing,
      ),
    );
    return `.inner(${Number(memberAt(group, 'index'))}, (i) => i${calls.join('')})`;
  });
}

function balanceCalls(meta: JsonObject, { hasFailed, keys, scene }: Writing): readonly string[] {
  const [before, after] = [listOf(meta.preBalances), listOf(meta.postBalances)];
  return keys.flatMap((key, i) => {
    const lamports = integerOf(after[i]);
    const isMoved = !hasFailed && lamports !== undefined && lamports !== integerOf(before[i]);
    return isMoved ? `.balance(${keyCode(key, scene)}, lamports(${integerCode(lamports)}))` : [];
  });
}

function integerOf(value: JsonValue | undefined): bigint | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? BigInt(value) : undefined;
}

function integerCode(value: bigint): string {
  return Number.isSafeInteger(Number(value)) ? `${value}` : `${value}n`;
}

/** Programs and sysvars are everywhere. */
const EVERYWHERE: ReadonlySet<string> = new Set([...Object.values(WELL_KNOWN), COMPUTE_BUDGET_PROGRAM]);

/** The accounts that transactions name, as they were before their slot. */
function accountCalls(slot: bigint, transactions: readonly LedgerTransaction[], scene: Scene): readonly string[] {
  const { state } = scene;
  const before = accountsAt(state, { ...state.chains.processed, tip: slot - 1n });
  const lamports = transactions.length === 1 ? lamportsBefore(transactions[0]!) : undefined;
  const named = transactions.flatMap((transaction) => [...recordedKeys(transaction), ...tablesOf(transaction)]);
  return [...new Set(named)].flatMap((address) => {
    const account = EVERYWHERE.has(address) ? undefined : before.get(address);
    return account === undefined || account.executable
      ? []
      : accountCode(account, lamports?.get(address) ?? account.lamports, scene);
  });
}

function tablesOf(transaction: LedgerTransaction): readonly Address[] {
  if (transaction.kind === 'opaque') return [];
  return (decodeRecorded(transaction).message.addressTableLookups ?? []).map(({ accountKey }) => accountKey);
}

/** Earlier transactions of the same slot may have changed them. */
function lamportsBefore(transaction: LedgerTransaction): ReadonlyMap<string, bigint> {
  const meta = transaction.kind === 'wire' ? metaOf(transaction) : undefined;
  const balances = listOf(meta?.preBalances);
  return new Map(
    recordedKeys(transaction).flatMap((key, i) => {
      const balance = integerOf(balances[i]);
      return balance === undefined ? [] : [[key, balance]];
    }),
  );
}

function accountCode(account: Account, balance: bigint, scene: Scene): readonly string[] {
  const key = keyCode(account.address, scene);
  const lamports = `lamports(${integerCode(balance)})`;
  const data = unlessThrown([UnknownBytesError], () => account.data);
  if (data === undefined) return [];
  if (account.owner === SYSTEM_PROGRAM && data.length === 0) return [`.wallet(${key}, ${lamports})`];
  const bytes = literal(Buffer.from(data).toString('base64'));
  return [
    `.rawAccount(${key}, { owner: ${keyCode(account.owner, scene)}, lamports: ${lamports}, data: { base64: ${bytes} } })`,
  ];
}
