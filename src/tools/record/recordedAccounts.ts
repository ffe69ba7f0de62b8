import { contextSlotOf, memberAt, objectOf } from '../../codec/foreignJson.ts';
import { groupsOf } from '../../codec/groups.ts';
import { isJsonArray, isJsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { isAddressText } from '../../solana/address.ts';
import { needsOfAccount } from './neededAccounts.ts';
import { errorNote, type NodeAnswer } from './nodeRequest.ts';
import type { Recording } from './recording.ts';
import { MAX_ADDRESSES, questions } from './recordQuestions.ts';

/** The accounts of a recording: those that were asked for, those that lists contain, and those that all of them need. */
export class RecordedAccounts {
  readonly #recording: Recording;
  /** addresses that this run has recorded, or found in a list */
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
    await this.#recording.nodeState();
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
      this.#recording.addLackOfNode(`refuses the account ${addresses[0]}${errorNote(answer)}`);
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
