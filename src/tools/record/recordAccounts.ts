import { Base64Error, decodeBase64 } from '../../codec/base64.ts';
import { BytesError } from '../../codec/bytes.ts';
import { contextSlotOf, listOf, memberAt, objectOf } from '../../codec/foreignJson.ts';
import { groupsOf } from '../../codec/groups.ts';
import { isJsonArray, isJsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import {
  type Address,
  CLOCK_SYSVAR,
  isAddressText,
  isTokenProgram,
  SYSTEM_PROGRAM,
  SYSVAR_OWNER,
  TOKEN_2022_PROGRAM,
} from '../../solana/address.ts';
import { kindOf, readTokenAccount } from '../../solana/programs/splToken/layout.ts';
import { fullAccountKeys, type Transaction } from '../../solana/transaction.ts';
import { decodeTransaction } from '../../solana/wire.ts';
import { questions } from './exchange.ts';
import { errorNote, type NodeAnswer } from './nodeRequest.ts';
import type { Recording } from './recording.ts';

/** addresses of one call. Source agave 4.1 rpc-client-types request.rs MAX_MULTIPLE_ACCOUNTS */
const MAX_ADDRESSES = 100;

/** The accounts of a recording: those that were asked for, those that lists contain, and those that all of them need. */
export class RecordedAccounts {
  readonly #recording: Recording;
  readonly #known = new Set<string>();
  #wanted = new Set<string>();
  /** slots that recorded accounts must not be older than */
  readonly #since = new Map<string, bigint>();
  /** accounts that the user names: they must not be older than any transaction */
  readonly #named = new Set<string>();

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** @param since the slot of the transaction that needs them */
  addWanted(addresses: Iterable<string>, since = 0n): void {
    for (const address of addresses) {
      if (this.#known.has(address) || !isAddressText(address)) continue;
      this.#wanted.add(address);
      if (since > (this.#since.get(address) ?? 0n)) this.#since.set(address, since);
    }
  }

  addNamed(addresses: readonly string[]): void {
    for (const address of addresses) this.#named.add(address);
    this.addWanted(addresses);
  }

  /** Adds an account that another answer contains, so that it need not be asked for. */
  addContained(address: string, account: JsonValue | undefined): void {
    this.#known.add(address);
    this.#wanted.delete(address);
    this.addWanted(needsOfAccount(account));
  }

  /** Records what is wanted, and what that needs in turn. Returns the addresses that have no account. */
  async record(): Promise<ReadonlySet<string>> {
    const missing = new Set<string>();
    while (this.#wanted.size > 0) {
      const round = [...this.#wanted];
      this.#wanted = new Set();
      for (const address of round) this.#known.add(address);
      const unrecorded = round.filter((address) => !this.#readRecorded(address, missing));
      await this.#recording.forEach(groupsOf(unrecorded, MAX_ADDRESSES), (batch) => this.#recordBatch(batch, missing));
    }
    return missing;
  }

  #readRecorded(address: string, missing: Set<string>): boolean {
    const { newestTransaction } = this.#recording;
    const since = this.#named.has(address) ? newestTransaction : (this.#since.get(address) ?? 0n);
    const recorded = this.#recording.recorded(questions.account(address), since);
    if (recorded === undefined) return false;
    this.#noteAccount(address, parseJson(recorded.text), missing);
    return true;
  }

  /** Records accounts with one call. Nodes have different limits for their number: if one refuses, each half is asked for. */
  async #recordBatch(addresses: readonly string[], missing: Set<string>): Promise<void> {
    const [address] = addresses;
    const question = addresses.length === 1 ? questions.account(address!) : questions.accounts(addresses);
    await this.#recording.source();
    const answer = await this.#recording.ask(question);
    if (answer.kind === 'error') return this.#recordRefused(addresses, answer, missing);
    const result = objectOf(parseJson(answer.text));
    const values = addresses.length === 1 ? [result?.value ?? null] : result?.value;
    if (!isJsonObject(result?.context) || !isJsonArray(values) || values.length !== addresses.length)
      throw this.#recording.wrongForm(question, `an account, or null, for each of ${addresses.length} addresses`);
    addresses.forEach((address, i) => {
      const value = values[i] ?? null;
      this.#recording.keep(questions.account(address), stringifyJson({ context: result!.context, value }));
      this.#noteAccount(address, { context: result!.context, value }, missing);
    });
  }

  async #recordRefused(
    addresses: readonly string[],
    answer: NodeAnswer & { kind: 'error' },
    missing: Set<string>,
  ): Promise<void> {
    if (addresses.length === 1) {
      this.#recording.lack(`refuses the account ${addresses[0]}${errorNote(answer)}`);
      return;
    }
    const half = Math.ceil(addresses.length / 2);
    await this.#recordBatch(addresses.slice(0, half), missing);
    await this.#recordBatch(addresses.slice(half), missing);
  }

  #noteAccount(address: string, result: JsonValue, missing: Set<string>): void {
    const value = memberAt(result, 'value');
    this.#recording.noteSlot(contextSlotOf(result) ?? 0n);
    if (value === null) missing.add(address);
    else this.addWanted(needsOfAccount(value));
  }
}

// The accounts that an answer needs besides those that it contains, so that a node over the recording can answer in every encoding.

const UNREADABLE = [BytesError, Base64Error];

/** The transaction in an answer; undefined: the node answered with something else, and the loader says what is wrong with it. */
export function transactionIn(value: JsonValue | undefined): Transaction | undefined {
  const [text] = listOf(memberAt(value, 'transaction'));
  return typeof text === 'string' ? unlessThrown(UNREADABLE, () => decodeTransaction(decodeBase64(text))) : undefined;
}

/**
 * The accounts that a transaction needs: lookup tables, programs, and the mints of balances.
 *
 * @param value `{transaction, meta}`, in base64
 * @param withTokenAccounts the token accounts of balances too
 */
export function needsOfTransaction(value: JsonValue, withTokenAccounts: boolean): string[] {
  const transaction = transactionIn(value);
  if (transaction === undefined) return [];
  const meta = objectOf(memberAt(value, 'meta'));
  const keys = keysOf(transaction, meta?.loadedAddresses);
  const { addressTableLookups = [], instructions } = transaction.message;
  const inner = listOf(meta?.innerInstructions).flatMap((set) => listOf(memberAt(set, 'instructions')));
  const programs = [...instructions, ...inner.map((call) => objectOf(call) ?? {})].map(({ programIdIndex }) =>
    keyAt(keys, programIdIndex),
  );
  const balances = [...listOf(meta?.preTokenBalances), ...listOf(meta?.postTokenBalances)].map(objectOf);
  const mints = balances.map((balance) => balance?.mint);
  const tokenAccounts = withTokenAccounts ? balances.map((balance) => keyAt(keys, balance?.accountIndex)) : [];
  return addressesAmong([
    ...addressTableLookups.map(({ accountKey }) => accountKey),
    ...programs,
    ...mints,
    ...tokenAccounts,
  ]);
}

function keysOf({ message }: Transaction, loadedAddresses: JsonValue | undefined): readonly string[] {
  const loaded = objectOf(loadedAddresses);
  const [writable, readonly] = [loaded?.writable, loaded?.readonly].map((list) => addressesAmong(listOf(list)));
  return [...fullAccountKeys(message, undefined), ...writable!, ...readonly!];
}

function keyAt(keys: readonly string[], index: JsonValue | undefined): string | undefined {
  return typeof index === 'number' ? keys[index] : undefined;
}

/** Owners that every cluster has, and that no answer asks for. */
const PLAIN_OWNERS: ReadonlySet<string> = new Set([SYSTEM_PROGRAM, SYSVAR_OWNER]);

/** The accounts that an account needs: the program that owns it, the mint of a token account, and the clock, for amounts that grow with time. */
function needsOfAccount(value: JsonValue | undefined): string[] {
  const account = objectOf(value);
  const owner = account?.owner as Address | undefined;
  const [text] = listOf(account?.data);
  if (typeof owner !== 'string' || account?.executable === true || PLAIN_OWNERS.has(owner)) return [];
  const mint = isTokenProgram(owner) && typeof text === 'string' ? mintIn(text) : undefined;
  return [owner, ...(mint === undefined ? [] : [mint]), ...(owner === TOKEN_2022_PROGRAM ? [CLOCK_SYSVAR] : [])];
}

/** @param text bytes as base64 */
function mintIn(text: string): string | undefined {
  return unlessThrown(UNREADABLE, () => {
    const data = decodeBase64(text);
    return kindOf(data) === 'account' ? readTokenAccount(data).mint : undefined;
  });
}

function addressesAmong(values: readonly (JsonValue | undefined)[]): string[] {
  return values.filter((value) => typeof value === 'string');
}
