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

  account: Sink['account'] = (...all) => this.#hold((sink) => sink.account(...all));
  block: Sink['block'] = (...all) => this.#hold((sink) => sink.block(...all));
  transaction: Sink['transaction'] = (...all) => this.#hold((sink) => sink.transaction(...all));
  unplacedTransaction: Sink['transaction'] = (...all) => this.#hold((sink) => sink.unplacedTransaction(...all));
  ledgerFile: Sink['ledgerFile'] = (...all) => this.#hold((sink) => sink.ledgerFile(...all));
  skipped: Sink['skipped'] = (...all) => this.#hold((sink) => sink.skipped(...all));
  script: Sink['script'] = (...all) => this.#hold((sink) => sink.script(...all));
  scriptedAccount: Sink['scriptedAccount'] = (...all) => this.#hold((sink) => sink.scriptedAccount(...all));
  scriptProgress: Sink['scriptProgress'] = (...all) => this.#hold((sink) => sink.scriptProgress(...all));
  contextSlot: Sink['contextSlot'] = (...all) => this.#hold((sink) => sink.contextSlot(...all));

  #hold(give: (sink: Sink) => void): void {
    this.#given.push(give);
  }
}
