import { BytesError } from '../../../codec/byteReader.ts';
import { least } from '../../../codec/u64.ts';
import { type Address, isMemoProgram } from '../../../model/address.ts';
import { durableNonceIndex } from '../../../model/durableNonce.ts';
import { signatureFee } from '../../../model/messageFee.ts';
import type { TransactionError } from '../../../model/meta.ts';
import { fullAccountKeys, type Message, type TransactionVersion } from '../../../model/transaction.ts';
import { type Accounts, Changes, type Moment } from '../../../runtime/accounts/accounts.ts';
import type { BalanceKeys } from '../../../runtime/balances.ts';
import { inFile } from '../../../runtime/hints.ts';
import { instructionFailure } from '../../../runtime/logs.ts';
import type { RunnableTransaction } from '../../../runtime/transactions/transaction.ts';
import type { Place, TransactionWord } from '../../format/types.ts';
import type { KeyPair } from '../names/keys.ts';
import type { Names } from '../names/names.ts';
import { type BuiltInstructions, buildInstructions, type PlacedInstruction } from './buildInstructions.ts';
import type { RealScene } from './executeReally.ts';
import { type FixedMeta, fixedMeta } from './fixedMeta.ts';
import { planMessage, versionOf } from './planMessage.ts';
import { runnableOf } from './runnable.ts';
import { type Unsigned, unsigned } from './sign.ts';

/** A transaction with everything that its copies have in common. */
export interface PreparedTransaction {
  readonly at: Place;
  readonly version: TransactionVersion;
  readonly unsigned: Unsigned;
  /** static ones */
  readonly accountKeys: readonly Address[];
  readonly namesMemo: boolean;
  /** the account whose nonce replaces the blockhash */
  readonly nonce: Address | undefined;
  readonly balanceKeys: BalanceKeys;
  /** those that are executed, each before those that it calls */
  readonly steps: readonly PlacedInstruction[];
  /** balances after the transaction, given rather than calculated, in lamports */
  readonly balances: ReadonlyMap<Address, bigint>;
  /** the part of the fee that is for signatures, in lamports */
  readonly signatureFee: bigint;
  /** without what is found out by executing */
  readonly meta: FixedMeta;
  /** undefined: what is known of its programs is carried out */
  readonly runnable: RunnableTransaction | undefined;
}

/** Where a transaction is prepared: what it sees of the history. */
export interface Scene {
  readonly names: Names;
  readonly accounts: Accounts;
  readonly moment: Moment;
  /** undefined: no transaction of the script asks for it */
  readonly real: RealScene | undefined;
}

/** Undefined: there is a mistake, which was reported. */
export function prepareTransaction(word: TransactionWord, scene: Scene): PreparedTransaction | undefined {
  const { names } = scene;
  const balances = readBalances(word, names);
  const payer = names.resolve(word.payer);
  if (balances === undefined || (payer === undefined && word.payer !== undefined)) return undefined;
  const built = rehearse(word, scene, payer, balances);
  const compiled = built && planMessage(word, built.outer, names, scene.accounts);
  if (built === undefined || compiled === undefined) return undefined;
  const keys = fullAccountKeys(compiled.message, compiled.loaded);
  const sealed = seal(word, compiled.message, names);
  const isGood = areAmong(word, keys, balances, names) && isErrorInRange(word, compiled.message);
  const meta = fixedMeta(word, built.inner, compiled, names);
  if (sealed === undefined || meta === undefined || !isGood) return undefined;
  const nonce = nonceAddress(compiled.message);
  const isReal = isExecuted(word);
  const runnable = isReal ? runnableOf(compiled, meta.fee, nonce, word.at) : undefined;
  if (isReal && runnable === undefined) return undefined;
  return {
    at: word.at,
    version: versionOf(word),
    unsigned: sealed,
    accountKeys: compiled.message.accountKeys,
    namesMemo: compiled.message.accountKeys.some(isMemoProgram),
    nonce,
    balanceKeys: { keys, programs: programsOf(compiled.message) },
    steps: stepsOf(built, meta.err, nonce),
    balances,
    runnable,
    signatureFee: least(signatureFee(compiled.message), meta.fee),
    meta,
  };
}

function isExecuted({ execute }: TransactionWord): boolean {
  return execute?.value === 'litesvm';
}

function readBalances({ outcome }: TransactionWord, names: Names): ReadonlyMap<Address, bigint> | undefined {
  const balances = new Map<Address, bigint>();
  for (const { address: word, lamports } of outcome.balances) {
    const address = names.resolve(word);
    if (address === undefined) return undefined;
    balances.set(address, lamports);
  }
  return balances;
}

const ALL_ADDRESSES = { has: () => true };

/** Builds the instructions with a temporary copy of the accounts. */
function rehearse(
  word: TransactionWord,
  { names, accounts, moment }: Scene,
  payer: Address | undefined,
  balances: ReadonlyMap<Address, bigint>,
): BuiltInstructions | undefined {
  // what is executed may fail too, and in other ways
  const isFailing = word.outcome.err !== undefined || isExecuted(word);
  const changes = new Changes(accounts, moment, names, isFailing ? ALL_ADDRESSES : balances);
  return buildInstructions(word, { names, accounts: changes, payer, isFailing });
}

function seal(word: TransactionWord, message: Message, names: Names): Unsigned | undefined {
  const pairs: KeyPair[] = [];
  for (const signer of message.accountKeys.slice(0, message.header.numRequiredSignatures)) {
    const pair = names.signer(signer);
    if (pair !== undefined) pairs.push(pair);
    else word.at.refuse(`cannot sign for ${names.show(signer)}`, `only its address is known: ${inFile('seed')}`);
  }
  if (pairs.length < message.header.numRequiredSignatures) return undefined;
  try {
    return unsigned(versionOf(word), message, pairs);
  } catch (error) {
    if (!(error instanceof BytesError)) throw error;
    return word.at.refuse(error.message);
  }
}

function areAmong(
  word: TransactionWord,
  keys: readonly Address[],
  balances: ReadonlyMap<Address, bigint>,
  names: Names,
): boolean {
  const stranger = [...balances.keys()].find((address) => !keys.includes(address));
  if (stranger === undefined) return true;
  const at = word.outcome.balances.find(({ address }) => names.resolve(address) === stranger)?.address.at ?? word.at;
  at.refuse(`${names.show(stranger)} is no account of this transaction`);
  return false;
}

function isErrorInRange({ outcome: { err } }: TransactionWord, { instructions }: Message): boolean {
  const failure = err && instructionFailure(err.value);
  if (failure === undefined || failure.index < instructions.length) return true;
  err?.at.refuse(`there is no instruction ${failure.index}: there are ${instructions.length}`);
  return false;
}

function nonceAddress(message: Message): Address | undefined {
  const index = durableNonceIndex(message);
  return index === undefined ? undefined : message.accountKeys[index];
}

function programsOf({ instructions, accountKeys }: Message): ReadonlySet<Address> {
  return new Set(instructions.map(({ programIdIndex }) => accountKeys[programIdIndex]!));
}

/** A transaction that fails changes nothing, but advances the nonce that it used. */
function stepsOf(
  { outer, inner }: BuiltInstructions,
  err: TransactionError | null,
  nonce: Address | undefined,
): readonly PlacedInstruction[] {
  if (err !== null) return nonce === undefined ? [] : outer.slice(0, 1);
  return outer.flatMap((step, i) => [step, ...(inner.find(({ index }) => index === i)?.instructions ?? [])]);
}
