import { isJsonArray, isJsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { isAddressText } from '../../solana/address.ts';
import { memberAt, objectOf, slotOf } from '../jsonValues.ts';
import { needsOfAccount } from './needs.ts';
import type { Answer } from './nodeRequest.ts';
import { questions } from './questions.ts';
import type { Recording } from './recording.ts';

/** addresses of one call. Source agave 4.1 rpc-client-types request.rs MAX_MULTIPLE_ACCOUNTS */
const MAX_ADDRESSES = 100;

/** The accounts of a recording: those that were asked for, those that lists contain, and those that all of them need. */
export class RecordedAccounts {
  readonly #recording: Recording;
  readonly #known = new Set<string>();
  #wanted = new Set<string>();

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  want(addresses: Iterable<string>): void {
    for (const address of addresses) if (!this.#known.has(address) && isAddressText(address)) this.#wanted.add(address);
  }

  /** An account that another answer contains, so that it need not be asked for. */
  has(address: string, account: JsonValue | undefined): void {
    this.#known.add(address);
    this.#wanted.delete(address);
    this.want(needsOfAccount(account));
  }

  /** Records what is wanted, and what that needs in turn. Returns the addresses that have no account. */
  async record(): Promise<ReadonlySet<string>> {
    const missing = new Set<string>();
    while (this.#wanted.size > 0) {
      const round = [...this.#wanted];
      this.#wanted = new Set();
      for (const address of round) this.#known.add(address);
      const unrecorded = round.filter((address) => !this.#readRecorded(address, missing));
      await this.#recording.each(batchesOf(unrecorded), (batch) => this.#recordBatch(batch, missing));
    }
    return missing;
  }

  #readRecorded(address: string, missing: Set<string>): boolean {
    const recorded = this.#recording.folder.read(questions.account(address));
    if (recorded?.kind !== 'result') return false;
    this.#note(address, parseJson(recorded.text), missing);
    return true;
  }

  /** Nodes limit how many accounts they give at a time, some to fewer than others. */
  async #recordBatch(addresses: readonly string[], missing: Set<string>): Promise<void> {
    const [address] = addresses;
    const question = addresses.length === 1 ? questions.account(address!) : questions.accounts(addresses);
    await this.#recording.source();
    const answer = await this.#recording.ask(question, true);
    if (answer.kind === 'error') return this.#recordRefused(addresses, answer, missing);
    const result = objectOf(parseJson(answer.text));
    const values = addresses.length === 1 ? [result?.value ?? null] : result?.value;
    if (!isJsonObject(result?.context) || !isJsonArray(values) || values.length !== addresses.length)
      throw this.#recording.wrongForm(question, `an account, or null, for each of ${addresses.length} addresses`);
    addresses.forEach((each, i) => {
      const value = values[i] ?? null;
      this.#recording.keep(questions.account(each), stringifyJson({ context: result!.context, value }));
      this.#note(each, { context: result!.context, value }, missing);
    });
  }

  async #recordRefused(
    addresses: readonly string[],
    answer: Answer & { kind: 'error' },
    missing: Set<string>,
  ): Promise<void> {
    if (addresses.length === 1) {
      this.#recording.lack(`refuses the account ${addresses[0]}: error ${answer.code} (${answer.message})`);
      return;
    }
    const half = Math.ceil(addresses.length / 2);
    await this.#recordBatch(addresses.slice(0, half), missing);
    await this.#recordBatch(addresses.slice(half), missing);
  }

  #note(address: string, result: JsonValue, missing: Set<string>): void {
    const value = memberAt(result, 'value');
    this.#recording.saw(slotOf(memberAt(result, 'context', 'slot')) ?? 0n);
    if (value === null) missing.add(address);
    else this.want(needsOfAccount(value));
  }
}

function* batchesOf(addresses: readonly string[]): Iterable<readonly string[]> {
  for (let start = 0; start < addresses.length; start += MAX_ADDRESSES)
    yield addresses.slice(start, start + MAX_ADDRESSES);
}
