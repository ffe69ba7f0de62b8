/** What a node records of a transaction that was executed: the elements of getBlock's `transactions`. */
import {
  getAddressDecoder,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
} from '@solana/kit';
import { FailedTransactionMetadata } from 'litesvm';
import { UPGRADEABLE_LOADER } from './natives.mjs';
import { tokenBalances } from './tokenBalances.mjs';

const LOOKUP_TABLE_META_BYTES = 56;
const ADDRESS_BYTES = 32;

/** Executes a signed transaction and records what came of it. Only the fee payer's fee remains of a failed one. */
export function executeAndRecord(svm, transaction) {
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
  const loadedAddresses = loadAddresses(svm, message);
  const addresses = [...message.staticAccounts, ...loadedAddresses.writable, ...loadedAddresses.readonly];
  const before = readAccounts(svm, addresses, message);
  const outcome = svm.sendTransaction(transaction);
  const after = readAccounts(svm, addresses, message);
  const result = outcomeOf(outcome);
  const record = {
    meta: {
      ...result,
      costUnits: costUnits(message, addresses, loadedAddresses, before.bytes, result.computeUnitsConsumed),
      loadedAddresses,
      preBalances: before.lamports,
      postBalances: after.lamports,
      preTokenBalances: before.tokens,
      postTokenBalances: after.tokens,
      rewards: [],
    },
    transaction: [getBase64EncodedWireTransaction(transaction), 'base64'],
    version: message.version,
  };
  return { record, addresses };
}

function loadAddresses(svm, { addressTableLookups = [] }) {
  const load = (indexesOf) =>
    addressTableLookups.flatMap((lookup) => {
      const { data } = svm.getAccount(lookup.lookupTableAddress);
      return indexesOf(lookup).map((index) => addressAt(data, LOOKUP_TABLE_META_BYTES + index * ADDRESS_BYTES));
    });
  return { writable: load((lookup) => lookup.writableIndexes), readonly: load((lookup) => lookup.readonlyIndexes) };
}

function addressAt(data, offset) {
  return getAddressDecoder().decode(data.subarray(offset, offset + ADDRESS_BYTES));
}

function readAccounts(svm, addresses, message) {
  return {
    lamports: addresses.map((address) => svm.getBalance(address) ?? 0n),
    bytes: loadedBytes(svm, addresses, message),
    tokens: tokenBalances(svm, addresses, message),
  };
}

const ACCOUNT_OVERHEAD_BYTES = 64;
const LOOKUP_TABLE_BYTES = 8_248;

/** The bytes of the accounts that a transaction loads, with the code of the programs among them. */
function loadedBytes(svm, addresses, { addressTableLookups = [] }) {
  const accounts = addresses.map((address) => svm.getAccount(address)).filter(({ exists }) => exists);
  const codes = new Set(accounts.filter(isUpgradeable).map(({ data }) => addressAt(data, PROGRAM_TAG_BYTES)));
  const codeAccounts = [...codes].map((address) => svm.getAccount(address)).filter(({ exists }) => exists);
  return [...accounts, ...codeAccounts].reduce(
    (bytes, { data }) => bytes + ACCOUNT_OVERHEAD_BYTES + data.length,
    addressTableLookups.length * LOOKUP_TABLE_BYTES,
  );
}

const PROGRAM_TAG_BYTES = 4;
const isUpgradeable = ({ executable, programAddress }) => executable && programAddress === UPGRADEABLE_LOADER;

/** Units that a transaction takes from the limits of its block, as a node of 4.3 counts them. Source agave 4.3 cost-model */
function costUnits(message, addresses, { readonly }, bytes, units) {
  const { numReadonlyNonSignerAccounts, numReadonlySignerAccounts, numSignerAccounts } = message.header;
  const readonlyStatic = numReadonlySignerAccounts + numReadonlyNonSignerAccounts;
  const writeLocks = addresses.length - readonlyStatic - readonly.length;
  // no program of the story verifies signatures, which would have costs of their own
  const datas = (message.instructions ?? message.instructionPayloads).map(
    ({ data, instructionData }) => data ?? instructionData,
  );
  const dataBytes = datas.reduce((sum, data) => sum + (data?.length ?? 0), 0);
  const sum = 720 * numSignerAccounts + 300 * writeLocks + Math.floor(dataBytes / 4) + 8 * Math.ceil(bytes / 32_768);
  return BigInt(sum) + units;
}

function outcomeOf(outcome) {
  const isFailed = outcome instanceof FailedTransactionMetadata;
  const meta = isFailed ? outcome.meta() : outcome;
  const debugText = outcome.toString();
  const err = isFailed ? errorOf(debugText) : null;
  return {
    computeUnitsConsumed: meta.computeUnitsConsumed(),
    err,
    fee: feeOf(debugText),
    innerInstructions: innerInstructionsOf(meta),
    logMessages: meta.logs(),
    returnData: returnDataOf(meta.returnData()),
    status: isFailed ? { Err: err } : { Ok: null },
  };
}

/** The executor's JavaScript face gives no names of errors, its debug text does: `InstructionError(0, Custom(1))`. */
function errorOf(debugText) {
  const match = /err: InstructionError\((\d+), (\w+)(?:\((\d+)\))?\)/.exec(debugText);
  if (match === null) throw new Error(`not executed at all: ${debugText}`);
  const [, index, name, code] = match;
  return { InstructionError: [Number(index), code === undefined ? name : { [name]: Number(code) }] };
}

function feeOf(debugText) {
  return BigInt(/fee: (\d+)[ })]+$/.exec(debugText)[1]);
}

function innerInstructionsOf(meta) {
  const groups = meta.innerInstructions().map((group, index) => ({ index, instructions: group.map(innerInstruction) }));
  return groups.filter(({ instructions }) => instructions.length > 0);
}

function innerInstruction(inner) {
  const compiled = inner.instruction();
  return {
    accounts: [...compiled.accounts()],
    data: getBase58Decoder().decode(compiled.data()),
    programIdIndex: compiled.programIdIndex(),
    stackHeight: inner.stackHeight(),
  };
}

function returnDataOf(returned) {
  const data = returned.data();
  if (data.length === 0) return undefined;
  return {
    data: [Buffer.from(data).toString('base64'), 'base64'],
    programId: getAddressDecoder().decode(returned.programId()),
  };
}
