import type { JsonObject, JsonValue } from '../codec/json.ts';
import { parseJson } from '../codec/parseJson.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../model/address.ts';
import type { RecordedAccounts } from './accounts.ts';
import type { Question } from './exchange.ts';
import { reasonOf } from './history.ts';
import { questions } from './questions.ts';
import { type Form, listOf, objectOf, type Recording, slotOf } from './recording.ts';

/** Lists of accounts of a recording, `{context, value: [{pubkey, account}]}`. */
export class RecordedLists {
  readonly #recording: Recording;
  readonly #accounts: RecordedAccounts;

  constructor(recording: Recording, accounts: RecordedAccounts) {
    this.#recording = recording;
    this.#accounts = accounts;
  }

  /** The accounts of a program, and the program. */
  async program(program: string, filters: readonly JsonValue[]): Promise<void> {
    this.#accounts.want([program]);
    await this.list(questions.program(program, filters), `the accounts of ${program}`);
  }

  /** The token accounts of an owner, and its own. */
  async tokenOwner(owner: string): Promise<void> {
    this.#accounts.want([owner]);
    await this.#recording.each([TOKEN_PROGRAM, TOKEN_2022_PROGRAM], (programId) =>
      this.list(questions.tokenAccounts('Owner', owner, { programId }), `the token accounts of ${owner}`),
    );
  }

  /** @param what for the line that is written if the node refuses */
  async list(question: Question, what: string): Promise<void> {
    const answer = await this.#recording.exchange(question, LIST);
    if (answer.kind === 'error') {
      this.#recording.lack(`refuses ${what}${reasonOf(answer)}`);
      return;
    }
    const { context, value } = objectOf(parseJson(answer.text)) ?? {};
    this.#recording.saw(slotOf(objectOf(context)?.slot) ?? 0n);
    for (const row of listOf(value)) this.#noteRow(objectOf(row) ?? {});
  }

  #noteRow({ account, pubkey }: JsonObject): void {
    if (typeof pubkey === 'string') this.#accounts.has(pubkey, account);
  }
}

const LIST: Form = {
  name: 'a list of accounts with its context',
  matches: (result) =>
    slotOf(objectOf(objectOf(result)?.context)?.slot) !== undefined && Array.isArray(objectOf(result)?.value),
};
