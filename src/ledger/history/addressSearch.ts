import { firstIndexWhere } from '../../codec/binarySearch.ts';
import type { Address } from '../../solana/address.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import { tokenOwnersOf } from '../../solana/tokenOwners.ts';
import { append } from './placeIndex.ts';

/** A search for the transactions of an address, in either order, with limits. */
export interface AddressQuery {
  readonly address: Address;
  /** transactions with token accounts of the address, beside those that name it: all, those that change an amount, or none */
  readonly tokenAccounts: 'none' | 'balanceChanged' | 'all';
  readonly status: 'any' | 'failed' | 'succeeded';
  /** block times, both inclusive, in Unix seconds; undefined: no limit. A block without a time is outside of any limit */
  readonly times: TimeRange;
  readonly isAscending: boolean;
}

export interface TimeRange {
  readonly first: bigint | undefined;
  readonly last: bigint | undefined;
}

/** A range of places. A place is the index of a transaction in a part of the history. */
export interface PlaceRange {
  readonly first: number;
  /** the place after the last one */
  readonly end: number;
}

/** A part of the history that is searched. It only grows, at its end. */
interface SearchedPart {
  readonly transactions: readonly LedgerTransaction[];
  /** places of the transactions that name an address, ascending */
  readonly byAddress: ReadonlyMap<Address, readonly number[]>;
}

type Places = readonly number[];

/**
 * Finds the transactions of an address in a part of the history by binary search. Indexes that few searches need are built by the
 * first of these, and grow with the part.
 */
export class AddressSearch {
  readonly #part: SearchedPart;
  readonly #owned = { all: new Map<Address, number[]>(), balanceChanged: new Map<Address, number[]>() };
  #ownersReadCount = 0;
  readonly #byStatus = new WeakMap<
    Places,
    { readonly failed: number[]; readonly succeeded: number[]; count: number }
  >();
  #timesReadCount = 0;
  #areTimesAscending = true;

  constructor(part: SearchedPart) {
    this.#part = part;
  }

  /** Places in the order of the query. */
  places(query: AddressQuery, range: PlaceRange): Iterable<number> {
    const { address, isAscending, tokenAccounts } = query;
    const named = this.#part.byAddress.get(address) ?? [];
    const owned = tokenAccounts === 'none' ? [] : (this.#ownedPlaces(tokenAccounts).get(address) ?? []);
    const lists = [named, owned].map((places) => this.#withStatus(places, query));
    const cuts = lists.map((places) => this.#cutToRange(places, range, query.times));
    return mergePlaces(cuts, isAscending);
  }

  #ownedPlaces(tokenAccounts: 'all' | 'balanceChanged'): ReadonlyMap<Address, Places> {
    const { transactions } = this.#part;
    for (; this.#ownersReadCount < transactions.length; this.#ownersReadCount++) {
      for (const { isChanged, owner } of tokenOwnersOf(transactions[this.#ownersReadCount]!)) {
        append(this.#owned.all, owner, this.#ownersReadCount);
        if (isChanged) append(this.#owned.balanceChanged, owner, this.#ownersReadCount);
      }
    }
    return this.#owned[tokenAccounts];
  }

  #withStatus(places: Places, { status }: AddressQuery): Places {
    if (status === 'any' || places.length === 0) return places;
    const lists = this.#byStatus.get(places) ?? { failed: [], succeeded: [], count: 0 };
    this.#byStatus.set(places, lists);
    for (; lists.count < places.length; lists.count++) {
      const place = places[lists.count]!;
      (this.#part.transactions[place]!.err === null ? lists.succeeded : lists.failed).push(place);
    }
    return lists[status];
  }

  /** Cuts a list of places to a range. If all block times ascend, it also cuts to the range of times; else the caller uses `isInTimes`. */
  #cutToRange(places: Places, { end, first }: PlaceRange, times: TimeRange): PlacesCut {
    const isTimed = (times.first !== undefined || times.last !== undefined) && this.#haveAscendingTimes();
    const timeAt = (place: number) => this.#part.transactions[place]!.blockTimeSeconds!;
    const isFromFirst = (place: number) => !isTimed || times.first === undefined || timeAt(place) >= times.first;
    const isAfterLast = (place: number) => isTimed && times.last !== undefined && timeAt(place) > times.last;
    const from = firstIndexWhere(places.length, (n) => places[n]! >= first && isFromFirst(places[n]!));
    const to = firstIndexWhere(places.length, (n) => places[n]! >= end || isAfterLast(places[n]!));
    return { places, from, to: Math.max(from, to) };
  }

  #haveAscendingTimes(): boolean {
    const { transactions } = this.#part;
    for (; this.#areTimesAscending && this.#timesReadCount < transactions.length; this.#timesReadCount++) {
      const time = transactions[this.#timesReadCount]!.blockTimeSeconds;
      const before = transactions[this.#timesReadCount - 1]?.blockTimeSeconds ?? time;
      this.#areTimesAscending = time !== null && before !== null && time >= before;
    }
    return this.#areTimesAscending;
  }
}

/** A list of places from one index to another. */
interface PlacesCut {
  readonly places: Places;
  readonly from: number;
  readonly to: number;
}

/** The places of several lists in one order, each once. */
function* mergePlaces(cuts: readonly PlacesCut[], isAscending: boolean): Iterable<number> {
  const step = isAscending ? 1 : -1;
  const heads = cuts.map(({ from, places, to }) =>
    isAscending ? { places, at: from, stop: to } : { places, at: to - 1, stop: from - 1 },
  );
  for (;;) {
    const unread = heads.filter(({ at, stop }) => at !== stop);
    if (unread.length === 0) return;
    const tops = unread.map(({ at, places }) => places[at]!);
    const next = isAscending ? Math.min(...tops) : Math.max(...tops);
    yield next;
    for (const head of unread) if (head.places[head.at] === next) head.at += step;
  }
}

export function isInTimes({ blockTimeSeconds }: LedgerTransaction, { first, last }: TimeRange): boolean {
  if (first === undefined && last === undefined) return true;
  if (blockTimeSeconds === null) return false;
  return (first === undefined || blockTimeSeconds >= first) && (last === undefined || blockTimeSeconds <= last);
}
