import { integerOf, listOf, memberAt, objectOf } from '../../codec/foreignJson.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { needsOfTransaction, transactionIn } from './neededAccounts.ts';
import { errorNote } from './nodeRequest.ts';
import type { RecordedAccounts } from './recordedAccounts.ts';
import type { Form, Recording } from './recording.ts';
import { questions } from './recordQuestions.ts';

/** Source agave 4.1 rpc-client-types custom_error.rs: slot skipped, long-term storage slot skipped */
const SKIPPED_CODES: ReadonlySet<number> = new Set([-32007, -32009]);
/** signatures of one call. Source agave 4.1 rpc-client-types request.rs MAX_GET_CONFIRMED_SIGNATURES_FOR_ADDRESS2_LIMIT */
const MAX_SIGNATURES = 1000;
const BLOCK: Form = { name: 'a block', matches: (result) => memberAt(result, 'blockhash') !== undefined };

/** The blocks and transactions of a recording. */
export class RecordedHistory {
  readonly #recording: Recording;
  readonly #accounts: RecordedAccounts;
  /** slots that `ledger.json` of the folder calls skipped */
  readonly #isKnownSkipped: (slot: bigint) => boolean;

  constructor(recording: Recording, accounts: RecordedAccounts, isKnownSkipped: (slot: bigint) => boolean) {
    this.#recording = recording;
    this.#accounts = accounts;
    this.#isKnownSkipped = isKnownSkipped;
  }

  /** Records the block of a slot. @param isOptional whether no line is written if the slot has no block */
  async recordSlot(slot: bigint, isOptional = false): Promise<void> {
    if (this.#isKnownSkipped(slot)) return;
    const answer = await this.#recording.exchange(questions.block(slot), BLOCK);
    if (answer.kind === 'result' && answer.text !== 'null') return this.#noteBlock(slot, answer.text);
    if (answer.kind === 'error' && (await this.#isSkipped(slot, answer.code))) {
      this.#recording.skipped.add(slot);
      return;
    }
    if (!isOptional) this.#recording.addLackOfNode(`has no block in slot ${slot}${errorNote(answer)}`);
  }

  /** Records the block of the first of these slots that the node has, without its transactions unless they are recorded. */
  async recordNewestBlock(slots: Iterable<bigint>): Promise<void> {
    for (const slot of slots) {
      if (this.hasBlock(slot)) return;
      const answer = await this.#recording.exchange(questions.blockWithoutTransactions(slot), BLOCK);
      if (answer.kind === 'result' && answer.text !== 'null') return this.#noteBlock(slot, answer.text);
    }
  }

  /** Whether the folder has the block of a slot, with its transactions or without. */
  hasBlock(slot: bigint): boolean {
    return [questions.block(slot), questions.blockWithoutTransactions(slot)].some(
      (question) => this.#recording.recorded(question)?.kind === 'result',
    );
  }

  /** Whether a slot was skipped. A slot that the node has not reached was not, whatever the node says. */
  async #isSkipped(slot: bigint, code: number): Promise<boolean> {
    if (!SKIPPED_CODES.has(code)) return false;
    const { tips } = await this.#recording.nodeState();
    return tips !== undefined && slot <= tips.confirmed;
  }

  #noteBlock(slot: bigint, text: string): void {
    const block = objectOf(parseJson(text));
    const transactions = listOf(block?.transactions);
    if (transactions.length > 0) this.#recording.noteTransactionSlot(slot);
    else this.#recording.noteSlot(slot);
    const parent = integerOf(block?.parentSlot);
    if (parent !== undefined) this.#recording.parents.add(parent);
    for (const transaction of transactions) this.#accounts.addWanted(needsOfTransaction(transaction, false), slot);
  }

  async recordTransaction(signature: string, isOptional = false): Promise<void> {
    const answer = await this.#recording.exchange(questions.transaction(signature), {
      name: `the transaction ${signature}`,
      matches: (result) => transactionIn(result)?.signatures[0] === signature,
    });
    if (answer.kind === 'error' || answer.text === 'null') {
      if (!isOptional) this.#recording.addLackOfNode(`has no transaction ${signature}${errorNote(answer)}`);
      return;
    }
    const value = parseJson(answer.text);
    const slot = integerOf(memberAt(value, 'slot')) ?? 0n;
    this.#recording.noteTransactionSlot(slot);
    this.#accounts.addWanted(needsOfTransaction(value, true), slot);
  }

  async recordAddress(address: string, limit: number): Promise<void> {
    await this.#recording.forEach(await this.#signaturesFor(address, limit), (signature) =>
      this.recordTransaction(signature),
    );
  }

  async #signaturesFor(address: string, limit: number): Promise<readonly string[]> {
    const signatures: string[] = [];
    while (signatures.length < limit) {
      const limitOfPage = Math.min(MAX_SIGNATURES, limit - signatures.length);
      const answer = await this.#recording.ask(questions.signatures(address, limitOfPage, signatures.at(-1)));
      if (answer.kind === 'error') {
        this.#recording.addLackOfNode(`refuses the signatures for ${address}${errorNote(answer)}`);
        break;
      }
      const rows = listOf(parseJson(answer.text)).map((row) => memberAt(row, 'signature'));
      const page = rows.filter((signature) => typeof signature === 'string');
      signatures.push(...page.slice(0, limitOfPage));
      if (page.length < limitOfPage) break;
    }
    return signatures;
  }
}
