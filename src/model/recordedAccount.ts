/**
 * Accounts that were recorded as jsonParsed. Their bytes are known as far as they follow from that.
 * @module
 */
import { type Account, opaqueForm } from './account.ts';
import { type AccountFilter, matchesFilter, readsUpTo } from './accountFilter.ts';
import { knowsAllBytes, type ParsedData, UnknownBytesError } from './parsedData.ts';

/** An account as it was recorded: to read its data throws UnknownBytesError, unless all of them are known. */
export function accountOfParsed(account: Omit<Account, 'data' | 'parsed'>, parsed: ParsedData): Account {
  const { address, lamports, owner, executable, rentEpoch } = account;
  const fields = { address, lamports, owner, executable, rentEpoch, parsed };
  if (knowsAllBytes(parsed)) return { ...fields, data: parsed.known };
  return {
    ...fields,
    get data(): Uint8Array {
      throw new UnknownBytesError(address);
    },
  };
}

/** The recorded form of an account, unless its data have changed since. */
export function recordedForm(account: Account): ParsedData | undefined {
  const { parsed } = account;
  if (parsed === undefined || opaqueForm(account) !== undefined) return parsed;
  return Buffer.compare(parsed.known, account.data) === 0 ? parsed : undefined;
}

/** Bytes that the data have, known or not. */
export function dataLength(account: Account): number {
  return opaqueForm(account)?.space ?? account.data.length;
}

/** Whether the data of an account pass every filter. Throws UnknownBytesError where that depends on bytes that are not known. */
export function passesFilters(account: Account, filters: readonly AccountFilter[]): boolean {
  const form = opaqueForm(account);
  if (form === undefined) {
    const { data } = account;
    return filters.every((filter) => matchesFilter(data, 0, data.length, filter));
  }
  const { known, space } = form;
  return filters.every((filter) => {
    if (readsUpTo(filter, space) > known.length) throw new UnknownBytesError(account.address);
    return matchesFilter(known, 0, space, filter);
  });
}
