import type { Reading } from '../../document/cursor.ts';
import type { Sink } from './format.ts';

/** Runs a reader. If unreadable values are skipped and this one is, its errors become warnings and nothing of it reaches the sink. */
export function readWholly(reading: Reading, sink: Sink, read: (sink: Sink) => void): void {
  const { errors, skipsUnreadable, warnings } = reading;
  if (skipsUnreadable !== true) {
    read(sink);
    return;
  }
  const found = errors.count;
  const held = new HeldSink();
  read(held);
  if (errors.count === found) held.giveTo(sink);
  else errors.leaveOut(found, warnings);
}

/** Keeps what it is given until the whole value has been read. */
class HeldSink implements Sink {
  readonly #given: ((sink: Sink) => void)[] = [];

  giveTo(sink: Sink): void {
    for (const give of this.#given) give(sink);
  }

  account: Sink['account'] = (account, at, slot) => this.#hold((sink) => sink.account(account, at, slot));
  block: Sink['block'] = (block, at) => this.#hold((sink) => sink.block(block, at));
  emptyBlocks: Sink['emptyBlocks'] = (run, at) => this.#hold((sink) => sink.emptyBlocks(run, at));
  transaction: Sink['transaction'] = (transaction, at) => this.#hold((sink) => sink.transaction(transaction, at));
  unplacedTransaction: Sink['transaction'] = (transaction, at) =>
    this.#hold((sink) => sink.unplacedTransaction(transaction, at));
  ledgerFile: Sink['ledgerFile'] = (file) => this.#hold((sink) => sink.ledgerFile(file));
  skipped: Sink['skipped'] = (slots) => this.#hold((sink) => sink.skipped(slots));
  script: Sink['script'] = (at) => this.#hold((sink) => sink.script(at));
  scriptedAccount: Sink['scriptedAccount'] = (account, slot) =>
    this.#hold((sink) => sink.scriptedAccount(account, slot));
  scriptProgress: Sink['scriptProgress'] = (transactions) => this.#hold((sink) => sink.scriptProgress(transactions));
  contextSlot: Sink['contextSlot'] = (slot) => this.#hold((sink) => sink.contextSlot(slot));

  #hold(give: (sink: Sink) => void): void {
    this.#given.push(give);
  }
}
