import { integerOf, listOf, objectOf } from '../../codec/foreignJson.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonText, type JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { isAddressText, isSignatureText } from '../../solana/address.ts';

/** A thing to record, as the command line or a call names it. If the node lacks an optional one, no line is printed. */
export type Subject =
  /** both ends inclusive */
  | { readonly kind: 'slots'; readonly first: bigint; readonly last: bigint; readonly isOptional?: boolean }
  | { readonly kind: 'signature'; readonly signature: string; readonly isOptional?: boolean }
  /** at most `limit` of its newest transactions */
  | { readonly kind: 'address'; readonly address: string; readonly limit: number }
  | { readonly kind: 'account'; readonly address: string }
  /** `filters` as getProgramAccounts has them */
  | { readonly kind: 'program'; readonly program: string; readonly filters: readonly JsonValue[] }
  | { readonly kind: 'tokenOwner'; readonly owner: string }
  /** `filter` is `{mint}` or `{programId}` */
  | {
      readonly kind: 'tokenAccounts';
      readonly scope: 'Owner' | 'Delegate';
      readonly address: string;
      readonly filter: JsonObject;
    }
  | { readonly kind: 'largestAccounts'; readonly mint: string }
  /** `params` is the text of a list */
  | { readonly kind: 'call'; readonly method: string; readonly params: JsonText };

const DEFAULT_SIGNATURES = 1000;

/** The subjects in the parameters of a call; an undefined item stands for a value that cannot be read. */
type ReadSubjects = (params: readonly JsonValue[]) => readonly (Subject | undefined)[];

const readAccount: ReadSubjects = ([first]) => [accountSubject(first)];
const readSlot: ReadSubjects = ([first]) => {
  const slot = integerOf(first);
  return [slot === undefined || slot < 0n ? undefined : { kind: 'slots', first: slot, last: slot, isOptional: true }];
};
const readTokenAccounts =
  (scope: 'Owner' | 'Delegate'): ReadSubjects =>
  ([address, filter]) => [
    isAddress(address) && isJsonObject(filter) ? { kind: 'tokenAccounts', scope, address, filter } : undefined,
  ];

const CALLS: ReadonlyMap<string, ReadSubjects> = new Map<string, ReadSubjects>([
  ['getAccountInfo', readAccount],
  ['getBalance', readAccount],
  ['getTokenAccountBalance', readAccount],
  ['getTokenSupply', readAccount],
  ['getMultipleAccounts', ([list]) => (isJsonArray(list) ? list.map(accountSubject) : [undefined])],
  ['getTransaction', ([first]) => [signatureSubject(first)]],
  ['getSignatureStatuses', ([list]) => (isJsonArray(list) ? list.map(signatureSubject) : [undefined])],
  ['getBlock', readSlot],
  ['getBlockTime', readSlot],
  [
    'getSignaturesForAddress',
    ([address, config]) => {
      const { limit } = objectOf(config) ?? {};
      const count = typeof limit === 'number' ? limit : DEFAULT_SIGNATURES;
      return [isAddress(address) ? { kind: 'address', address, limit: count } : undefined];
    },
  ],
  [
    'getProgramAccounts',
    ([program, config]) => {
      const filters = listOf(objectOf(config)?.filters);
      return [isAddress(program) ? { kind: 'program', program, filters } : undefined];
    },
  ],
  ['getTokenAccountsByOwner', readTokenAccounts('Owner')],
  ['getTokenAccountsByDelegate', readTokenAccounts('Delegate')],
  ['getTokenLargestAccounts', ([mint]) => [isAddress(mint) ? { kind: 'largestAccounts', mint } : undefined]],
]);

/** The subjects that a node over the recording needs to answer a call; undefined: the call names no subject. */
export function subjectsOfCall(method: string, params: JsonText): readonly Subject[] | undefined {
  const subjects = CALLS.get(method)?.(listOf(parseJson(params)));
  const named = subjects?.filter((subject) => subject !== undefined);
  return named?.length === subjects?.length ? named : undefined;
}

function accountSubject(value: JsonValue | undefined): Subject | undefined {
  return isAddress(value) ? { kind: 'account', address: value } : undefined;
}

function signatureSubject(value: JsonValue | undefined): Subject | undefined {
  const isSignature = typeof value === 'string' && isSignatureText(value);
  return isSignature ? { kind: 'signature', signature: value, isOptional: true } : undefined;
}

function isAddress(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && isAddressText(value);
}
