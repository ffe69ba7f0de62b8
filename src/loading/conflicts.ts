import { type Cursor, newReading, type Reading } from '../document/cursor.ts';
import type { Place } from '../document/problems.ts';
import type { Signature } from '../model/address.ts';
import type { Sink } from './formats/format.ts';
import type { FixtureInput } from './input/input.ts';
import type { Recorded } from './merging/contents.ts';
import { type Conflict, type ItemId, itemIds, slotOfBlock } from './merging/items.ts';
import { readInput } from './readInput.ts';

/** What a ledger was loaded from. */
export interface Sources {
  readonly inputs: readonly FixtureInput[];
  /** the state that scripts continue */
  readonly recorded: Recorded;
  /** slots of transactions that were recorded without one */
  readonly placed: ReadonlyMap<Signature, bigint>;
}

/** Reports conflicts with both of their places; the inputs are read again to find them. */
export async function reportConflicts(
  conflicts: readonly Conflict[],
  sources: Sources,
  { errors, skipsUnreadable }: Reading,
): Promise<void> {
  if (conflicts.length === 0) return;
  const ids = new Set(conflicts.flatMap(({ at, other }) => [at, other]).filter(isId));
  const places = await findItems(ids, sources, newReading(skipsUnreadable));
  for (const { message, at, other } of conflicts) {
    const place = isId(at) ? places.get(at) : at;
    if (place !== undefined) errors.add(place, message, undefined, places.get(other));
    else errors.addToFile('(a file that changed while it was read)', message);
  }
}

function isId(at: Cursor | ItemId): at is ItemId {
  return typeof at === 'string';
}

async function findItems(
  ids: ReadonlySet<ItemId>,
  { inputs, placed, recorded }: Sources,
  secondReading: Reading,
): Promise<ReadonlyMap<ItemId, Place>> {
  const finder = new Finder(ids, placed);
  for (const input of inputs) {
    if (!finder.isDone) await readInput(input, secondReading, finder);
  }
  finder.finish();
  if (!finder.isDone && finder.scripts.length > 0) {
    const { readScript } = await import('../script/reading/script.ts');
    const { compileScripts } = await import('./scripts/compileScripts.ts');
    const files = finder.scripts.map((at) => readScript(at, finder));
    await compileScripts(files, recorded, finder);
  }
  return finder.places;
}

/** Keeps the first place of each wanted item, and nothing else. */
class Finder implements Sink {
  readonly places = new Map<ItemId, Place>();
  readonly scripts: Cursor[] = [];
  readonly #parsed: { readonly id: ItemId; readonly at: Cursor }[] = [];
  readonly #wanted: ReadonlySet<ItemId>;
  readonly #placed: Sources['placed'];

  constructor(wanted: ReadonlySet<ItemId>, placed: Sources['placed']) {
    this.#wanted = wanted;
    this.#placed = placed;
  }

  get isDone(): boolean {
    return this.places.size === this.#wanted.size;
  }

  account: Sink['account'] = ({ address, parsed }, at, slot) => {
    const id = itemIds.account(address, slot);
    if (parsed === undefined) this.#note(id, at);
    else this.#parsed.push({ id, at });
  };

  /** Accounts that were recorded as jsonParsed were added when everything else had been read. */
  finish(): void {
    for (const { at, id } of this.#parsed.splice(0)) this.#note(id, at);
  }

  block: Sink['block'] = ({ slot, transactions }, at) => {
    this.#note(itemIds.block(slot), at);
    const list = at.member('transactions').isNothing ? at.member('signatures') : at.member('transactions');
    // one item of a script may create many transactions
    const isListed = list.items().length === transactions?.length;
    transactions?.forEach(({ signature }, i) => {
      const place = isListed ? list.item(i) : at;
      this.#note(itemIds.inBlock(slot, signature), place);
      this.#note(itemIds.transaction(slot, signature), place);
    });
  };

  emptyBlocks: Sink['emptyBlocks'] = ({ first, last }, at) => {
    for (const id of this.#wanted) {
      const slot = slotOfBlock(id);
      if (slot !== undefined && slot >= first && slot <= last) this.#note(id, at);
    }
  };

  transaction: Sink['transaction'] = ({ slot, signature }, at) => {
    this.#note(itemIds.loose(slot, signature), at);
    this.#note(itemIds.transaction(slot, signature), at);
  };

  unplacedTransaction: Sink['transaction'] = (transaction, at) => {
    const slot = this.#placed.get(transaction.signature);
    if (slot !== undefined) this.transaction({ ...transaction, slot }, at);
  };

  script: Sink['script'] = (at) => {
    this.scripts.push(at);
  };

  scriptedAccount(): void {}

  scriptProgress(): void {}

  ledgerFile(): void {}

  skipped(): void {}

  contextSlot(): void {}

  #note(id: ItemId, at: Cursor): void {
    if (this.#wanted.has(id) && !this.places.has(id)) this.places.set(id, at);
  }
}
