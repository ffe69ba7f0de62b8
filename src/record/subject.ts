import type { JsonText, JsonValue } from '../codec/json.ts';

/** What is to be recorded, as the command line names it. */
export type Subject =
  /** both ends inclusive */
  | { readonly kind: 'slots'; readonly first: bigint; readonly last: bigint }
  | { readonly kind: 'signature'; readonly signature: string }
  /** at most `limit` of its newest transactions */
  | { readonly kind: 'address'; readonly address: string; readonly limit: number }
  | { readonly kind: 'account'; readonly address: string }
  /** `filters` as getProgramAccounts has them */
  | { readonly kind: 'program'; readonly program: string; readonly filters: readonly JsonValue[] }
  | { readonly kind: 'tokenOwner'; readonly owner: string }
  /** `params` is the text of a list */
  | { readonly kind: 'call'; readonly method: string; readonly params: JsonText };
