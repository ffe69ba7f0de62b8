import { isJsonObject } from '../../codec/jsonText.ts';
import { counted } from '../../codec/text.ts';
import { isOn } from '../../ledger/history/chain.ts';
import { startSlot } from '../../ledger/moves/advance.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { type LedgerView, processedView } from '../../ledger/view.ts';
import type { Moment } from '../../live/move.ts';
import { NO_QUEUED_SENDS, type QueuedSend } from '../../live/sendQueue.ts';
import { SentLog, type SentRecord } from '../../live/sentLog.ts';
import type { Address, Signature } from '../../solana/address.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import { type DescribedError, failedInstructionText } from '../../solana/idl/describeError.ts';
import type { TransactionError } from '../../solana/meta.ts';
import { transactionErrorText } from '../../solana/transactionErrors.ts';
import type { KnownFate, KnownFates } from '../methods/reasons/reasonSink.ts';
import { changedAccounts } from './changedAccounts.ts';
import { describeSent } from './describeSent.ts';
import { matchedSendOf, sentAccountsOf } from './matchedSend.ts';

/**
 * The fate of each transaction that was sent, at one moment of its ledger: a function of its record and that moment.
 * @module
 */

/** The fate of a transaction that was sent. */
export interface Fate {
  /** `dropped`: no block takes the accepted transaction in; `reorged`: the chain has left its block */
  readonly fate: 'landed' | 'failed' | 'refused' | 'dropped' | 'waiting' | 'held' | 'expired' | 'reorged';
  /** id of the rule that decided; undefined: none did */
  readonly rule?: string | undefined;
  /** slot of its block */
  readonly slot?: bigint | undefined;
  /** slot of the block that a rule keeps it for, if none is skipped before it */
  readonly until?: bigint | undefined;
}

/** A fate with its sentence. */
export interface ToldFate extends KnownFate {
  readonly fate: Fate;
}

/** The most sends that a reason about an account names. */
const MAX_OF_ACCOUNT = 3;

/** The number of newest sends that are searched for them: this takes about a millisecond. */
const MAX_SEARCHED = 1000;

/** The fates of a ledger that nothing was sent to. */
export function noFates(state: LedgerState): SendFates {
  return new SendFates(new SentLog(), { state, sends: NO_QUEUED_SENDS, lastSend: 0 });
}

/** The fates of the transactions that were sent to a ledger until a moment. */
export class SendFates implements KnownFates {
  readonly #log: SentLog;
  readonly moment: Moment;
  readonly #view: LedgerView;
  #waiting: ReadonlyMap<Signature | undefined, QueuedSend> | undefined;
  #newest: ReadonlyMap<Signature | undefined, SentRecord> | undefined;

  constructor(log: SentLog, moment: Moment) {
    this.#log = log;
    this.moment = moment;
    this.#view = processedView(moment.state);
  }

  /** The transactions that were sent until the moment, oldest first. */
  get records(): readonly SentRecord[] {
    const { records } = this.#log;
    const { lastSend } = this.moment;
    return lastSend === this.#log.lastId ? records : records.filter(({ id }) => id <= lastSend);
  }

  get forgotten(): number {
    return this.#log.forgotten;
  }

  ofSignature(signature: Signature): ToldFate | undefined {
    const record = this.#newestBySignature.get(signature);
    return record && this.fateOf(record);
  }

  writing(address: Address): readonly string[] {
    return this.#sentencesOf(
      address,
      (fate) => !isInBlock(fate),
      ({ transaction }) => {
        const { isWritable, keys } = sentAccountsOf(transaction, this.#view);
        return keys.some((key, index) => key === address && isWritable(index));
      },
    );
  }

  changing(address: Address): readonly string[] {
    return this.#sentencesOf(
      address,
      (fate, { error }) => !isInBlock(fate) && error === undefined,
      ({ transaction }) => changedAccounts(matchedSendOf(transaction, this.#view)).has(address),
    );
  }

  /** The sentences of the newest transactions, one for each signature. */
  #sentencesOf(
    address: Address,
    isWanted: (fate: Fate['fate'], record: SentRecord) => boolean,
    concerns: (record: SentRecord) => boolean,
  ): readonly string[] {
    const sentences: string[] = [];
    const searched = new Set<Signature | undefined>();
    const { records } = this;
    for (let i = records.length - 1; i >= 0 && records.length - i <= MAX_SEARCHED; i--) {
      const record = records[i]!;
      const { message, signatures } = record.transaction;
      if (searched.has(signatures[0])) continue;
      searched.add(signatures[0]);
      // most transactions name other accounts
      if (message.addressTableLookups === undefined && !message.accountKeys.includes(address)) continue;
      const { fate, sentence } = this.fateOf(record);
      if (!isWanted(fate.fate, record) || !concerns(record)) continue;
      if (sentences.push(sentence) === MAX_OF_ACCOUNT) break;
    }
    return sentences;
  }

  /** The fate of a record: a signature that was sent twice has landed for both, or each record has its own fate. */
  fateOf(record: SentRecord): ToldFate {
    const { decision, error, rule, transaction } = record;
    const byRule = rule ?? undefined;
    const byText = byRule === undefined ? '' : ` by ${byRule}`;
    const [signature] = transaction.signatures;
    const copies = signature === undefined ? [] : this.#copiesOf(signature);
    const landed = copies.find(({ slot }) => this.#isOnChain(slot));
    if (landed !== undefined) return this.#landed(landed, record);
    if (error !== undefined)
      return this.#told(record, { fate: 'refused', rule: byRule }, `refused${byText}: ${this.#refusalOf(record)}`);
    if (decision?.kind === 'refuse')
      return this.#told(record, { fate: 'refused', rule: byRule }, `refused${byText}: ${nameOf(decision.err)}`);
    if (decision?.kind === 'drop') return this.#told(record, { fate: 'dropped', rule: byRule }, `dropped${byText}`);
    const queued = this.#waitingBySignature.get(signature);
    if (queued !== undefined) return this.#waits(record, queued);
    const droppedCopy = copies.at(-1);
    if (droppedCopy === undefined) return this.#neverLanded(record);
    const byFork = decision?.kind === 'fork' ? byRule : undefined;
    const dropped = `a reorganization${byFork === undefined ? '' : ` by ${byFork}`} dropped`;
    return inBlock(
      { fate: 'reorged', rule: byFork, slot: droppedCopy.slot },
      `landed in slot ${droppedCopy.slot}, which ${dropped}`,
    );
  }

  #copiesOf(signature: Signature): readonly LedgerTransaction[] {
    const { history } = this.moment.state;
    return history.ordinalsOf(signature).map((ordinal) => history.transactionAt(ordinal)!);
  }

  /** Whether the processed chain has a slot, or will have it when its tip comes there. */
  #isOnChain(slot: bigint): boolean {
    const { chains, dropped } = this.moment.state;
    const { processed } = chains;
    return slot > processed.tip ? !dropped.has(slot) : isOn(processed, slot);
  }

  #landed({ err, slot }: LedgerTransaction, { decision, error, rule }: SentRecord): ToldFate {
    // another send of the same transaction has landed
    const isOther = error !== undefined || decision?.kind === 'drop' || decision?.kind === 'refuse';
    const byRule = isOther ? undefined : (rule ?? undefined);
    if (err !== null) {
      const byText = byRule === undefined ? '' : ` by ${byRule}`;
      return inBlock({ fate: 'failed', rule: byRule, slot }, `failed in slot ${slot}${byText}: ${nameOf(err)}`);
    }
    const fate: Fate = { fate: 'landed', rule: byRule, slot };
    const hold = this.moment.sends.holds.find((one) => one.slot === slot);
    if (hold === undefined || decision?.kind !== 'stopAt')
      return inBlock(fate, `landed in slot ${slot}${byRule === undefined ? '' : ` by ${byRule}`}`);
    return { ...inBlock(fate, `landed in slot ${slot}, which ${byRule} stops at ${hold.commitment}`), isStopped: true };
  }

  #waits(record: SentRecord, { blocksToGo, outcome }: QueuedSend): ToldFate {
    const rule = record.rule ?? undefined;
    const byText = rule === undefined ? '' : ` by ${rule}`;
    if (outcome.kind !== 'delay')
      return this.#told(record, { fate: 'waiting', rule }, `waits for the next slot${byText && `; ${rule} decides`}`);
    const until = startSlot(this.moment.state) + blocksToGo;
    return this.#told(
      record,
      { fate: 'held', rule, until },
      `held back${byText} for ${counted(blocksToGo, 'more block')}`,
    );
  }

  /** The fate of an accepted transaction that is neither in a block nor in the queue. */
  #neverLanded(record: SentRecord): ToldFate {
    const { bundle, decision, rule, transaction } = record;
    const { bundles, leftOut } = this.moment.sends;
    const failure = bundle && bundles.find(({ id }) => id === bundle.id)?.failure;
    const leftOutSend = leftOut.findLast(({ signature }) => signature === transaction.signatures[0]);
    const takenSend = this.#log.takenOf(record);
    if (takenSend?.slot !== undefined) {
      const taking = takenSend.cause === 'revert' ? 'a revert took back' : 'a reorganization dropped';
      return inBlock({ fate: 'reorged', slot: takenSend.slot }, `landed in slot ${takenSend.slot}, which ${taking}`);
    }
    if (takenSend !== undefined) return this.#told(record, { fate: 'dropped' }, 'a revert took it back');
    if (leftOutSend?.expiredAt !== undefined) {
      const text = `its blockhash expired at block height ${leftOutSend.expiredAt}`;
      const holder = decision?.kind === 'delay' ? (rule ?? undefined) : undefined;
      const holderText = holder === undefined ? '' : `held back by ${holder}, and `;
      return this.#told(record, { fate: 'expired', rule: holder }, `${holderText}${text}`);
    }
    if (leftOutSend !== undefined)
      return this.#told(record, { fate: 'refused' }, `refused: ${nameOf(leftOutSend.reason)}`);
    if (failure !== undefined) return this.#told(record, { fate: 'refused' }, `refused: ${failure}`);
    return this.#told(record, { fate: 'dropped' }, 'in no block');
  }

  /** The error of a refused send: as the IDL of its program describes it, its name, or the message of the answer. */
  #refusalOf({ error, transaction }: SentRecord): string {
    const { keys } = matchedSendOf(transaction, this.#view);
    const { programError } = describeSent({ error, transaction }, undefined, keys, this.moment.state);
    if (programError !== undefined) return failedInstructionText(programError as DescribedError);
    const err = isJsonObject(error?.data) ? error.data.err : undefined;
    return typeof err === 'string' ? err : String(error?.message);
  }

  #told(record: SentRecord, fate: Fate, text: string): ToldFate {
    const call = this.#log.callOf(record);
    const inBundle = record.bundle === undefined ? '' : ` in bundle ${record.bundle.id}`;
    const ofCall = call === undefined ? '' : `${record.bundle === undefined ? ' in' : ' of'} call ${call}`;
    return { fate, sentence: `sent${inBundle}${ofCall}; ${text}`, isInBlock: false, isStopped: false };
  }

  get #waitingBySignature(): ReadonlyMap<Signature | undefined, QueuedSend> {
    this.#waiting ??= new Map(
      this.moment.sends.queue.flatMap((queued) =>
        queued.parts.map(({ transaction }) => [transaction.signatures[0], queued] as const),
      ),
    );
    return this.#waiting;
  }

  get #newestBySignature(): ReadonlyMap<Signature | undefined, SentRecord> {
    this.#newest ??= new Map(this.records.map((record) => [record.transaction.signatures[0], record]));
    return this.#newest;
  }
}

function inBlock(fate: Fate, sentence: string): ToldFate {
  return { fate, sentence, isInBlock: isInBlock(fate.fate), isStopped: false };
}

function isInBlock(fate: Fate['fate']): boolean {
  return fate === 'landed' || fate === 'failed';
}

/** The name of an error, or the text of one with details. */
function nameOf(err: TransactionError): string {
  return typeof err === 'string' ? err : transactionErrorText(err);
}
