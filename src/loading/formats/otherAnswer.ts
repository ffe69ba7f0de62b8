import { isJsonArray, type JsonValue } from '../../codec/json.ts';
import { type FixtureFormat, hasMembers } from './format.ts';

/** Methods whose answers hold accounts, transactions or blocks. */
const LEDGER_METHODS: ReadonlySet<string> = new Set([
  'getAccountInfo',
  'getBlock',
  'getConfirmedBlock',
  'getConfirmedTransaction',
  'getMultipleAccounts',
  'getProgramAccounts',
  'getTokenAccountsByDelegate',
  'getTokenAccountsByOwner',
  'getTransaction',
]);

/** A recorded answer of any other method: its content follows from the ledger, so nothing is loaded from it. */
export const otherAnswer: FixtureFormat = {
  name: 'other answer',
  matches: (value, { method }) => method !== undefined && !LEDGER_METHODS.has(method) && !isAccountList(value),
  read(at, { method }) {
    at.warn(`an answer of ${method} holds no blocks, transactions or accounts: nothing to load`);
  },
};

function isAccountList(value: JsonValue): boolean {
  return isJsonArray(value) && value.length > 0 && hasMembers(value[0] ?? null, ['pubkey', 'account']);
}
