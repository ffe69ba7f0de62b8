/**
 * The two dialects of answers, and the table of their differences. docs/dialects.md is checked against it.
 *
 * `contract`  the interface contract; what it leaves open is as in the reference node.
 * `agave`     the reference node (Agave, in the version of nodeVersion.ts), byte for byte.
 *
 * Code reads a field of the table; it never compares dialect names.
 * @module
 */

export type DialectName = 'contract' | 'agave';

/** Rows have the numbers of docs/dialects.md; columns are those of `contract` and `agave`. */
const DIFFERENCES = {
  /** 1: getBlock of a slot that has no visible block */
  missingBlock: ['null', 'error'],
  /** 2: the version gate also refuses a block whose transactions are not shown (details signatures, none) */
  gateHiddenTransactions: [true, false],
  /** 3: a block whose parent is cleaned up: 32 ones for the parent's hash, or no block at all */
  orphanBlock: ['allOnes', 'refused'],
  /** 4: meta.loadedAddresses only for requests that set maxSupportedTransactionVersion */
  loadedAddressesNeedVersion: [true, false],
  /** 5 */
  topLevelStackHeight: [null, 1],
  /** 6: under jsonParsed, an instruction that no parser handles */
  unparsedInstruction: ['compiled', 'partiallyDecoded'],
  /** 7: parsed account data also has a member named after the program */
  parsedAccountNamesProgram: [true, false],
  /** 8: meta under transactionDetails accounts */
  accountsMeta: ['snakeCase', 'camelCase'],
  /** 9 */
  confirmationStatus: ['alwaysFinalized', 'actual'],
  /** 10: getProgramAccounts without an encoding */
  defaultProgramAccountsEncoding: ['base64', 'binary'],
  /** 11: encoding `binary`, and an encoding in place of the configuration object */
  acceptsLegacyEncodings: [false, true],
  /** 12: fields that the contract does not name */
  unnamedFields: ['onRequest', 'shown'],
  /** 13: a `before` or `until` that is not a known signature */
  unknownCursor: ['lenient', 'refused'],
  /** 14: where getSignatureStatuses looks, and whether its configuration must say so */
  statusSearch: ['wholeLedger', 'recentUnlessAsked'],
  /** 16 */
  contentTypes: ['anyJson', 'nodeSpellings'],
  /** 17: of getBlock, getTransaction and getSignaturesForAddress, when the request names none */
  defaultHistoryCommitment: ['confirmed', 'finalized'],
  /** 18: the most that `confirmations` counts to */
  maxConfirmations: [Number.POSITIVE_INFINITY, 31],
  /** 19: token balances of a transaction recorded before nodes kept them */
  unrecordedTokenBalances: ['absent', 'null'],
  /** 20: the reply to a request without `jsonrpc` has that member itself */
  versionlessReplyHasVersion: [true, false],
  /** 21: a request to upgrade to a WebSocket, where the node is a plugin of another app */
  webSocketUpgrade: ['explained', 'methodNotAllowed'],
} as const;

type Differences = typeof DIFFERENCES;

export type Dialect = { readonly [Field in keyof Differences]: Differences[Field][number] } & {
  readonly name: DialectName;
};

function dialectIn(column: 0 | 1, name: DialectName): Dialect {
  const fields = Object.entries(DIFFERENCES).map(([field, values]) => [field, values[column]]);
  return { name, ...Object.fromEntries(fields) } as Dialect;
}

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  contract: dialectIn(0, 'contract'),
  agave: dialectIn(1, 'agave'),
};

export function isDialectName(text: string): text is DialectName {
  return Object.hasOwn(DIALECTS, text);
}

/** @throws RangeError for an unknown dialect */
export function dialectOf(name: string): Dialect {
  if (!isDialectName(name)) throw new RangeError(`unknown dialect "${name}": use contract or agave`);
  return DIALECTS[name];
}
