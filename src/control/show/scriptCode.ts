import { decodeBase58 } from '../../codec/base58.ts';
import { integerOf, listOf, memberAt } from '../../codec/foreignJson.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import { accountsAt } from '../../ledger/state.ts';
import { type Account, UnknownBytesError } from '../../solana/account.ts';
import { type Address, COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from '../../solana/address.ts';
import { type LedgerTransaction, recordedKeys, type WireTransaction } from '../../solana/block.ts';
import type { Message } from '../../solana/transaction.ts';
import { WELL_KNOWN } from '../../solana/wellKnown.ts';
import { decodeRecorded } from '../../solana/wire.ts';
import { integerCode, keyCode, literal } from './codeText.ts';
import type { ShowContext } from './context.ts';
import { type IndexedInstruction, methodCode, type TransactionParts } from './methodCode.ts';

/**
 * Writes transactions as code of the script builder, which goes after `ledger()`: the accounts before a block, and the block.
 * @module
 */

const MAX_TRANSACTIONS = 200;

/** Writes the transactions of a slot; null: there are too many. */
export function blockCode(
  slot: bigint,
  transactions: readonly LedgerTransaction[],
  context: ShowContext,
): string | null {
  if (transactions.length > MAX_TRANSACTIONS) return null;
  if (transactions.length === 0) return `.block(${slot})`;
  const calls = transactions.map((transaction) => `\n      ${transactionCode(transaction, context)}`);
  return [...accountCalls(slot, transactions, context), `.block(${slot}, (b) =>\n    b${calls.join('')},\n  )`].join(
    '\n  ',
  );
}

function transactionCode(transaction: LedgerTransaction, context: ShowContext): string {
  // a signature consists of letters and digits, so it cannot end the comment
  if (transaction.kind === 'opaque') return `/* ${transaction.signature} was recorded without its bytes */`;
  const { message, version } = decodeRecorded(transaction);
  const parts = {
    message,
    keys: recordedKeys(transaction),
    meta: metaOf(transaction),
    hasFailed: transaction.err !== null,
    context,
  };
  const instructions = message.instructions.map(({ accounts, data, programIdIndex }) =>
    instructionCode({ accounts: [...accounts], data, programIdIndex }, parts),
  );
  const start = instructions.length === 1 ? instructions[0]! : `.tx((t) => t${instructions.join('')})`;
  return [
    start,
    `.payer(${keyCode(message.accountKeys[0]!, context)})`,
    ...signerCalls(parts),
    ...(version === 0 ? ['.version(0)'] : []),
    ...(version === 1 ? v1Calls(message) : []),
    ...lookupCalls(parts),
    ...outcomeCalls(transaction, parts),
    ...nameCalls(transaction, context),
  ].join('');
}

function metaOf({ meta }: WireTransaction): JsonObject | undefined {
  const value = meta === null ? undefined : parseJson(meta.text.toString());
  return isJsonObject(value) ? value : undefined;
}

/** Writes the name of a transaction, unless it has copies, which share the name. */
function nameCalls({ signature }: WireTransaction, { names, state }: ShowContext): readonly string[] {
  const name = names.transaction(signature)?.name;
  const hasOneCopy = name !== undefined && state.names.signatures.get(name)?.length === 1;
  return hasOneCopy ? [`.named(${literal(name)})`] : [];
}

function signerCalls({ message, context }: TransactionParts): readonly string[] {
  const signers = message.accountKeys.slice(1, message.header.numRequiredSignatures);
  return signers.length === 0 ? [] : [`.signers(${signers.map((key) => keyCode(key, context)).join(', ')})`];
}

function v1Calls({ transactionConfig }: Message): readonly string[] {
  const { computeUnitLimit, heapSize, loadedAccountsDataSizeLimit, priorityFee } = transactionConfig ?? {};
  const settings = { computeUnitLimit, heapSize, loadedDataLimit: loadedAccountsDataSizeLimit, priorityFee };
  const setValues = Object.entries(settings).filter(([, value]) => value !== null && value !== undefined);
  return ['.version(1)', ...setValues.map(([name, value]) => `.${name}(${integerCode(BigInt(value!))})`)];
}

function lookupCalls({ message: { addressTableLookups = [] }, context }: TransactionParts): readonly string[] {
  const tables = addressTableLookups.map(({ accountKey }) => keyCode(accountKey, context));
  return tables.length === 0 ? [] : [`.lookupTables(${tables.join(', ')})`];
}

/** Writes an instruction by the method with the same bytes and effect, or else by `raw`. */
function instructionCode(instruction: IndexedInstruction, parts: TransactionParts): string {
  return methodCode(instruction, parts) ?? rawCode(instruction, parts);
}

function rawCode(
  { accounts, data, programIdIndex }: IndexedInstruction,
  { keys, message, context }: TransactionParts,
): string {
  const metas = accounts.map((index) => {
    const flags = rightsOf(index, message, keys.length);
    return `{ address: ${keyCode(keys[index]!, context)}${flags.map((flag) => `, ${flag}: true`).join('')} }`;
  });
  const parts = [
    ...(metas.length > 0 ? [`accounts: [${metas.join(', ')}]`] : []),
    ...(data.length > 0 ? [`data: { base64: ${literal(Buffer.from(data).toString('base64'))} }`] : []),
  ];
  return `.raw(${keyCode(keys[programIdIndex]!, context)}${parts.length === 0 ? '' : `, { ${parts.join(', ')} }`})`;
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

/**
 * Writes the results that do not follow from the instructions: the error, logs, units and return data of a failed transaction, and all
 * results if an instruction is `raw`, other than one of the compute budget.
 */
function outcomeCalls({ err }: WireTransaction, parts: TransactionParts): readonly string[] {
  const { keys, message, meta } = parts;
  const isKnown = message.instructions.every(
    ({ accounts, data, programIdIndex }) =>
      keys[programIdIndex] === COMPUTE_BUDGET_PROGRAM ||
      methodCode({ accounts: [...accounts], data, programIdIndex }, parts) !== undefined,
  );
  if (err !== null && meta?.fee === 0) return [`.neverRan(${literal(err as JsonValue)})`];
  const fail = err === null ? [] : [`.fail(${literal(err as JsonValue)})`];
  if (meta === undefined || (isKnown && err === null)) return fail;
  return [
    ...fail,
    ...recordedCalls(meta, parts),
    ...(isKnown ? [] : [...innerCalls(meta, parts), ...balanceCalls(meta, parts)]),
  ];
}

function recordedCalls(meta: JsonObject, { context }: TransactionParts): readonly string[] {
  const logs = listOf(meta.logMessages).map((line) => literal(line));
  const units = integerOf(meta.computeUnitsConsumed);
  const returned = memberAt(meta, 'returnData', 'programId');
  const data = listOf(memberAt(meta, 'returnData', 'data'))[0];
  return [
    ...(isJsonArray(meta.logMessages) ? [`.logs(${logs.join(', ')})`] : []),
    ...(units === undefined ? [] : [`.computeUnits(${integerCode(units)})`]),
    ...(typeof returned === 'string' && typeof data === 'string'
      ? [`.returnData(${keyCode(returned as Address, context)}, { base64: ${literal(data)} })`]
      : []),
  ];
}

function innerCalls(meta: JsonObject, parts: TransactionParts): readonly string[] {
  return listOf(meta.innerInstructions).map((group) => {
    const calls = listOf(memberAt(group, 'instructions')).map((inner) =>
      instructionCode(
        {
          programIdIndex: Number(memberAt(inner, 'programIdIndex')),
          accounts: listOf(memberAt(inner, 'accounts')).map(Number),
          data: decodeBase58(String(memberAt(inner, 'data') ?? '')),
        },
        parts,
      ),
    );
    return `.inner(${Number(memberAt(group, 'index'))}, (i) => i${calls.join('')})`;
  });
}

function balanceCalls(meta: JsonObject, { hasFailed, keys, context }: TransactionParts): readonly string[] {
  const [before, after] = [listOf(meta.preBalances), listOf(meta.postBalances)];
  return keys.flatMap((key, i) => {
    const lamports = integerOf(after[i]);
    const isMoved = !hasFailed && lamports !== undefined && lamports !== integerOf(before[i]);
    return isMoved ? `.balance(${keyCode(key, context)}, lamports(${integerCode(lamports)}))` : [];
  });
}

const IN_EVERY_LEDGER: ReadonlySet<string> = new Set([...Object.values(WELL_KNOWN), COMPUTE_BUDGET_PROGRAM]);

/** Writes the accounts that transactions name, as they were before their slot. */
function accountCalls(
  slot: bigint,
  transactions: readonly LedgerTransaction[],
  context: ShowContext,
): readonly string[] {
  const { state } = context;
  const before = accountsAt(state, { ...state.chains.processed, tip: slot - 1n });
  const lamports = transactions.length === 1 ? lamportsBefore(transactions[0]!) : undefined;
  const addresses = transactions.flatMap((transaction) => [...recordedKeys(transaction), ...tablesOf(transaction)]);
  return [...new Set(addresses)].flatMap((address) => {
    const account = IN_EVERY_LEDGER.has(address) ? undefined : before.get(address);
    return account === undefined || account.executable
      ? []
      : accountCode(account, lamports?.get(address) ?? account.lamports, context);
  });
}

function tablesOf(transaction: LedgerTransaction): readonly Address[] {
  if (transaction.kind === 'opaque') return [];
  return (decodeRecorded(transaction).message.addressTableLookups ?? []).map(({ accountKey }) => accountKey);
}

/** The recorded lamports before a transaction, which earlier transactions of the slot may have changed. */
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

function accountCode(account: Account, balance: bigint, context: ShowContext): readonly string[] {
  const key = keyCode(account.address, context);
  const lamports = `lamports(${integerCode(balance)})`;
  const data = unlessThrown([UnknownBytesError], () => account.data);
  if (data === undefined) return [];
  if (account.owner === SYSTEM_PROGRAM && data.length === 0) return [`.wallet(${key}, ${lamports})`];
  const bytes = literal(Buffer.from(data).toString('base64'));
  return [
    `.rawAccount(${key}, { owner: ${keyCode(account.owner, context)}, lamports: ${lamports}, data: { base64: ${bytes} } })`,
  ];
}
