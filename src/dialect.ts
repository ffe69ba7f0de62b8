/**
 * The two dialects of answers, and the table of their differences. docs/dialects.md is checked against it.
 *
 * `contract`  the interface contract; where it leaves a choice, the answer of the reference node.
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
  /** 5: stackHeight of instructions at the top level */
  topLevelStackHeight: [null, 1],
  /** 6: under jsonParsed, an instruction that no parser handles */
  unparsedInstruction: ['compiled', 'partiallyDecoded'],
  /** 7: parsed account data also has a member named after the program */
  parsedAccountNamesProgram: [true, false],
  /** 8: meta under transactionDetails accounts */
  accountsMeta: ['snakeCase', 'camelCase'],
  /** 9: `confirmationStatus` of transactions */
  confirmationStatus: ['alwaysFinalized', 'actual'],
  /** 10: getProgramAccounts without an encoding */
  defaultProgramAccountsEncoding: ['base64', 'binary'],
  /** 11: encoding `binary`, and an encoding in place of the configuration object */
  acceptsLegacyEncodings: [false, true],
  /** 12: fields that the contract does not name */
  unnamedFields: ['onRequest', 'shown'],
  /** 13: a `before` or `until` that is not a known signature */
  unknownCursor: ['lenient', 'refused'],
  /** 14: getSignatureStatuses searches the whole ledger, or recent slots unless its configuration asks for all */
  statusSearch: ['wholeLedger', 'recentUnlessAsked'],
  /** 16: the content types of requests that are accepted */
  contentTypes: ['anyJson', 'nodeSpellings'],
  /** 17: the commitment of getBlock, getTransaction and getSignaturesForAddress, if the request names none */
  defaultHistoryCommitment: ['confirmed', 'finalized'],
  /** 18: the highest value of `confirmations` */
  maxConfirmations: [Number.POSITIVE_INFINITY, 31],
  /** 19: token balances of a transaction recorded before nodes kept them */
  unrecordedTokenBalances: ['absent', 'null'],
  /** 20: whether the reply to a request without `jsonrpc` has this member */
  versionlessReplyHasVersion: [true, false],
  /** 21: the answer to a WebSocket upgrade, if the node is a plugin of another app */
  webSocketUpgrade: ['explained', 'methodNotAllowed'],
  /** 22: what versions from 4.3 on changed in the configurations of getBlock, getTransaction and getSignatureStatuses */
  hasLaterHistoryRules: [false, true],
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
