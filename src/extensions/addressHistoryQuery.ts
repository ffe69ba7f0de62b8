import { maxOf, minOf, U64_MAX } from '../codec/bigints.ts';
import { rpcErrors } from '../errors.ts';
import type { AddressQuery, TimeRange } from '../ledger/history/addressSearch.ts';
import type { OrdinalRange } from '../ledger/history/storedHistory.ts';
import type { LedgerView } from '../ledger/view.ts';
import { isSignatureText, type Signature } from '../solana/address.ts';
import type { LedgerTransaction } from '../solana/block.ts';
import { type HistoryFilters, type HistoryRequest, readAnyCase, readWord } from './addressHistoryConfig.ts';

/**
 * The transactions that getTransactionsForAddress selects, and the errors about its token and filters, in their order.
 *
 * Source   solana-rpc/superbank handlers/transactions.rs
 * @module
 */

/** The transaction that a page comes after. */
export type PageToken =
  | { readonly kind: 'position'; readonly slot: bigint; readonly index: number }
  | { readonly kind: 'signature'; readonly signature: Signature };

export interface HistoryQuery {
  readonly token: PageToken | undefined;
  readonly query: AddressQuery;
  readonly filters: HistoryFilters | undefined;
}

const invalid = (fault: string) => rpcErrors.invalidExtensionParams(fault);

/** @throws RpcError */
export function readHistoryQuery({ address, filters, isAscending, paginationToken }: HistoryRequest): HistoryQuery {
  const token = paginationToken === undefined ? undefined : readToken(paginationToken.trim());
  if (filters !== undefined) assertFilters(filters);
  const status = readAnyCase('status', filters?.status ?? 'any', ['any', 'all', 'failed', 'succeeded']);
  const tokenAccounts = readWord('tokenAccounts', filters?.tokenAccounts ?? 'none', ['none', 'balanceChanged', 'all']);
  return {
    token,
    filters,
    query: {
      address,
      tokenAccounts,
      status: status === 'all' ? 'any' : status,
      times: timesOf(filters?.blockTime),
      isAscending,
    },
  };
}

function readToken(text: string): PageToken {
  if (text === '') throw invalid('paginationToken is empty');
  const colon = text.indexOf(':');
  if (colon < 0) {
    if (!isSignatureText(text)) throw invalid('paginationToken is not a valid signature');
    return { kind: 'signature', signature: text as Signature };
  }
  const slot = readNumber(text.slice(0, colon), U64_MAX);
  if (slot === undefined) throw invalid('paginationToken slot is not a number');
  const index = readNumber(text.slice(colon + 1), MAX_INDEX);
  if (index === undefined) throw invalid('paginationToken position is not a number');
  return { kind: 'position', slot, index: Number(index) };
}

const MAX_INDEX = 0xffff_ffffn;

function readNumber(text: string, max: bigint): bigint | undefined {
  const number = /^\d{1,20}$/.test(text) ? BigInt(text) : undefined;
  return number !== undefined && number <= max ? number : undefined;
}

/** The token of the page that follows a transaction: its signature where its place in the block was not recorded. */
export function tokenAfter({ index, signature, slot }: LedgerTransaction): string {
  return index === undefined ? signature : `${slot}:${index}`;
}

function assertFilters({ signature, slot, unknown }: HistoryFilters): void {
  if (unknown !== undefined) throw invalid(`unknown field \`${unknown}\``);
  if (slot?.eq !== undefined) throw invalid('filters.slot.eq is not supported');
  if (signature === undefined) return;
  if (signature.eq !== undefined) throw invalid('filters.signature.eq is not supported');
  const isValid = Object.values(signature).every((text) => text === undefined || isSignatureText(text));
  if (!isValid) throw invalid('filters.signature must be valid base58 signatures');
}

function timesOf({ eq, gt, gte, lt, lte }: NonNullable<HistoryFilters['blockTime']> = NO_TIMES): TimeRange {
  const firsts = [eq, gte, gt === undefined ? undefined : gt + 1n].filter((time) => time !== undefined);
  const lasts = [eq, lte, lt === undefined ? undefined : lt - 1n].filter((time) => time !== undefined);
  return {
    first: firsts.length === 0 ? undefined : firsts.reduce(maxOf),
    last: lasts.length === 0 ? undefined : lasts.reduce(minOf),
  };
}

const NO_TIMES = { eq: undefined, gt: undefined, gte: undefined, lt: undefined, lte: undefined };

/** The part of the history that bounds and token leave; undefined: the token is of a transaction that the view does not show. */
export function rangeIn(view: LedgerView, { filters, query, token }: HistoryQuery): OrdinalRange | undefined {
  const after = token === undefined ? {} : boundOfToken(rangeOfToken(view, token), query.isAscending);
  if (after === undefined) return undefined;
  const bounds = [
    ...boundsFrom(filters?.slot, (slot) => rangeOfSlot(view, slot)),
    ...boundsFrom(filters?.signature, (signature) => rangeOfSignature(view, signature as Signature)),
    after,
  ];
  return {
    first: Math.max(0, ...bounds.flatMap(({ first }) => first ?? [])),
    end: Math.min(view.state.history.transactionCount, ...bounds.flatMap(({ end }) => end ?? [])),
  };
}

/** Limits of an ordinal range; undefined: none. */
type Bound = { readonly [Name in keyof OrdinalRange]?: number | undefined };

type Limits<T> = { readonly [Name in 'gt' | 'gte' | 'lt' | 'lte']: T | undefined };

/** @param rangeOf the ordinals with a value; undefined: the ledger does not know the value, and the bound is ignored */
function boundsFrom<T>(
  limits: Limits<T> | undefined,
  rangeOf: (value: T) => OrdinalRange | undefined,
): readonly Bound[] {
  if (limits === undefined) return [];
  const { gt, gte, lt, lte } = limits;
  const range = (value: T | undefined) => (value === undefined ? undefined : rangeOf(value));
  return [{ first: range(gt)?.end }, { first: range(gte)?.first }, { end: range(lt)?.first }, { end: range(lte)?.end }];
}

function boundOfToken(tokenRange: OrdinalRange | undefined, isAscending: boolean): Bound | undefined {
  if (tokenRange === undefined) return undefined;
  return isAscending ? { first: tokenRange.end } : { end: tokenRange.first };
}

function rangeOfToken(view: LedgerView, token: PageToken): OrdinalRange | undefined {
  if (token.kind === 'signature') return rangeOfSignature(view, token.signature);
  const { history } = view.state;
  const { index, slot } = token;
  return { first: history.ordinalAt(slot, index), end: history.ordinalAt(slot, index + 1) };
}

function rangeOfSlot({ state: { history } }: LedgerView, slot: bigint): OrdinalRange {
  return { first: history.firstOrdinalAt(slot), end: history.firstOrdinalAt(slot + 1n) };
}

function rangeOfSignature(view: LedgerView, signature: Signature): OrdinalRange | undefined {
  const transaction = view.transaction(signature);
  if (transaction === undefined) return undefined;
  const ordinal = view.ordinalOf(transaction);
  return { first: ordinal, end: ordinal + 1 };
}
