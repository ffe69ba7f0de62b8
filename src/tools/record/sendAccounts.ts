import { maxOf } from '../../codec/bigints.ts';
import { contextSlotOf, memberAt } from '../../codec/foreignJson.ts';
import { groupsOf } from '../../codec/groups.ts';
import { isJsonArray, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { rpcErrors } from '../../errors.ts';
import { FixtureError } from '../../files/fixtureError.ts';
import { accountOfNode } from '../../fixtures/accountOfNode.ts';
import type { AccountSource, AskedBatch, AskLimits } from '../../rpc/asking/accountSource.ts';
import { fewOf } from '../../rpc/methods/reasons/reasonSink.ts';
import { type Account, formWithoutBytes } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import type { ExchangeFolder } from './exchange.ts';
import { RealNodeError } from './nodeFailures.ts';
import { errorNote } from './nodeRequest.ts';
import type { RealNode } from './realNode.ts';
import { MAX_ADDRESSES, questions } from './recordQuestions.ts';
import { RecordFolderError } from './upstreamOptions.ts';

/** The most times that the node is asked the same question. */
const TRIES = 2;

export interface SendAccountsParts {
  /** undefined: only recorded accounts are there */
  readonly node: Pick<RealNode, 'ask' | 'name' | 'withoutSecrets'> | undefined;
  /** undefined: nothing is recorded */
  readonly folder: ExchangeFolder | undefined;
  /** whether recorded accounts are used */
  readonly usesRecorded: boolean;
  /** whether an account that is not recorded is not asked for either */
  readonly usesFolderAlone: boolean;
  readonly timeoutMs: number;
}

/** An account as a node answered it, with the context of the answer. */
interface AnsweredAccount {
  /** JSON text of `{context, value}` */
  readonly text: string;
  readonly slot: bigint;
  readonly account: Account | null;
}

/** An account that is being asked for. */
interface PendingAccount {
  readonly minContextSlot: bigint | undefined;
  readonly answer: Promise<AnsweredAccount>;
}

/**
 * The accounts that sends and simulations need: of a folder, or else of a node, which is asked for many at a time. Each is recorded as if it had
 * been asked for alone.
 */
export class SendAccounts implements AccountSource {
  readonly timeoutMs: number;
  readonly #parts: SendAccountsParts;
  readonly #pending = new Map<Address, PendingAccount>();

  constructor(parts: SendAccountsParts) {
    this.#parts = parts;
    this.timeoutMs = parts.timeoutMs;
  }

  async ask(addresses: readonly Address[], limits: AskLimits): Promise<AskedBatch> {
    const { folder, node, usesFolderAlone } = this.#parts;
    const recorded = await this.#recordedAmong(addresses);
    const missing = addresses.filter((address) => !recorded.has(address));
    const lacking = missing.filter((address) => !limits.isOptional(address));
    if (lacking.length > 0 && !usesFolderAlone && node === undefined)
      throw rpcErrors.notKept(`the ledger has no account ${fewOf(lacking)}`);
    const asksNode = !usesFolderAlone && node !== undefined;
    const answered = asksNode ? await this.#askFor(missing, limits) : new Map<Address, AnsweredAccount>();
    const slots = Array.from(answered.values(), ({ slot }) => slot);
    return {
      slot: slots.length === 0 ? undefined : slots.reduce(maxOf),
      accounts: new Map([...recorded, ...answered].map(([address, { account }]) => [address, account])),
      keep: () => folder && keepIn(folder, answered),
    };
  }

  async #recordedAmong(addresses: readonly Address[]): Promise<ReadonlyMap<Address, AnsweredAccount>> {
    const recorded = new Map<Address, AnsweredAccount>();
    const { folder, usesRecorded } = this.#parts;
    if (folder === undefined || !usesRecorded) return recorded;
    for (const address of addresses) {
      const outcome = folder.read(questions.sentAccount(address));
      if (outcome?.kind !== 'result') continue;
      const source = { name: folder.path, withoutSecrets: (text: string) => text };
      recorded.set(address, await answeredAccount(partsOf(parseJson(outcome.text)), address, source));
    }
    return recorded;
  }

  /** Asks for accounts; one that another send is waiting for is not asked for again. */
  async #askFor(addresses: readonly Address[], limits: AskLimits): Promise<ReadonlyMap<Address, AnsweredAccount>> {
    const isShared = (address: Address) => isAtLeast(this.#pending.get(address), limits.minContextSlot);
    const own = addresses.filter((address) => !isShared(address));
    for (const group of groupsOf(own, MAX_ADDRESSES)) this.#startAsking(group, limits);
    const answers = addresses.map(async (address) => [address, await this.#pending.get(address)!.answer] as const);
    return new Map(await unlessAborted(Promise.all(answers), limits.signal, () => this.#lateError()));
  }

  #startAsking(addresses: readonly Address[], limits: AskLimits): void {
    const all = this.#askNode(addresses, limits);
    for (const address of addresses) {
      const pending = {
        minContextSlot: limits.minContextSlot,
        answer: all.then((answers) => answers.get(address)!),
      };
      this.#pending.set(address, pending);
      const end = () => {
        if (this.#pending.get(address) === pending) this.#pending.delete(address);
      };
      pending.answer.then(end, end);
    }
  }

  /** @throws RpcError upstreamFailed */
  async #askNode(
    addresses: readonly Address[],
    { minContextSlot, signal }: AskLimits,
  ): Promise<ReadonlyMap<Address, AnsweredAccount>> {
    const node = this.#parts.node!;
    const question = questions.sentAccounts(addresses, minContextSlot);
    const answer = await node
      .ask(question.method, question.params, { maxTries: TRIES, signal })
      .catch((error: unknown) => {
        throw error instanceof RealNodeError ? rpcErrors.upstreamFailed(error.message) : error;
      });
    if (answer.kind === 'error')
      throw rpcErrors.upstreamFailed(`${node.name} refuses ${question.method}${errorNote(answer)}`);
    const { context, slot, value } = partsOf(parseJson(answer.text));
    if (slot === undefined || !isJsonArray(value) || value.length !== addresses.length)
      throw rpcErrors.upstreamFailed(
        `${node.name} answered ${question.method} with something other than an account, or null, for each of ${addresses.length} addresses`,
      );
    if (minContextSlot !== undefined && slot < minContextSlot)
      throw rpcErrors.upstreamFailed(
        `${node.name} is behind: it answered at slot ${slot}, and at slot ${minContextSlot} before`,
      );
    const answered = addresses.map(
      async (address, i) =>
        [address, await answeredAccount({ context, slot, value: value[i] }, address, node)] as const,
    );
    return new Map(await Promise.all(answered));
  }

  #lateError(): Error {
    return rpcErrors.upstreamFailed(
      `${this.#parts.node!.name} has not answered within ${this.timeoutMs / 1000} seconds (getMultipleAccounts)`,
    );
  }
}

/** Whether an account is being asked for at a slot, or above. @param minContextSlot undefined: any slot */
function isAtLeast(pending: PendingAccount | undefined, minContextSlot: bigint | undefined): boolean {
  if (pending === undefined || minContextSlot === undefined) return pending !== undefined;
  return pending.minContextSlot !== undefined && pending.minContextSlot >= minContextSlot;
}

/** Waits for a promise, or for the signal. @param errorOf makes the error that the signal ends the wait with */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal, errorOf: () => Error): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const end = () => reject(errorOf());
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/** The parts of an answer with a context; those that it does not have are undefined. */
interface AnswerParts {
  readonly context: JsonValue | undefined;
  readonly slot: bigint | undefined;
  readonly value: JsonValue | undefined;
}

function partsOf(result: JsonValue): AnswerParts {
  return { context: memberAt(result, 'context'), slot: contextSlotOf(result), value: memberAt(result, 'value') };
}

/** @param source the node or the folder that has the account. @throws RpcError upstreamFailed for what is not an account */
async function answeredAccount(
  { context = null, slot = 0n, value = null }: AnswerParts,
  address: Address,
  source: Pick<RealNode, 'name' | 'withoutSecrets'>,
): Promise<AnsweredAccount> {
  const parts = { text: stringifyJson({ context, value }), slot };
  if (value === null) return { ...parts, account: null };
  try {
    const account = await accountOfNode(value, address, source.name);
    if (formWithoutBytes(account) === undefined) return { ...parts, account };
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    const problem = source.withoutSecrets(error.problems[0]!.message);
    throw rpcErrors.upstreamFailed(`${source.name} has account ${address} in another form: ${problem}`);
  }
  throw rpcErrors.upstreamFailed(`${source.name} has account ${address} without its bytes`);
}

function keepIn(folder: ExchangeFolder, accounts: ReadonlyMap<Address, AnsweredAccount>): void {
  try {
    for (const [address, { text }] of accounts) folder.write(questions.sentAccount(address), { kind: 'result', text });
  } catch (error) {
    throw rpcErrors.upstreamFailed(new RecordFolderError(folder.path, error).message);
  }
}
