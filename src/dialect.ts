/**
 * The two dialects of answers, and the table of their differences. docs/dialects.md is checked against it.
 *
 * `contract`  the interface contract; what it leaves open is as in the reference node.
 * `agave`     the reference node (Agave 4.1), byte for byte.
 *
 * Code reads a field of the table; it never compares dialect names.
 * @module
 */

export type DialectName = 'contract' | 'agave';

export interface Dialect {
  readonly name: DialectName;
  /** 1: getBlock of a slot that has no visible block */
  readonly missingBlock: 'null' | 'error';
  /** 2: the version gate also refuses a block whose transactions are not shown (details signatures, none) */
  readonly gateHiddenTransactions: boolean;
  /** 3: a block whose parent is cleaned up: 32 ones for the parent's hash, or no block at all */
  readonly orphanBlock: 'allOnes' | 'refused';
  /** 4: meta.loadedAddresses only for requests that set maxSupportedTransactionVersion */
  readonly loadedAddressesNeedVersion: boolean;
  /** 5 */
  readonly topLevelStackHeight: null | 1;
  /** 6: under jsonParsed, an instruction that no parser handles */
  readonly unparsedInstruction: 'compiled' | 'partiallyDecoded';
  /** 7: parsed account data also carries a member named after the program */
  readonly parsedAccountNamesProgram: boolean;
  /** 8: meta under transactionDetails accounts */
  readonly accountsMeta: 'snakeCase' | 'camelCase';
  /** 9 */
  readonly confirmationStatus: 'alwaysFinalized' | 'actual';
  /** 10: getProgramAccounts without an encoding */
  readonly defaultProgramAccountsEncoding: 'base64' | 'binary';
  /** 11: encoding `binary`, and an encoding in place of the configuration object */
  readonly acceptsLegacyEncodings: boolean;
  /** 12: fields that the contract does not name */
  readonly unnamedFields: 'onRequest' | 'shown';
  /** 13: a `before` or `until` that is not a known signature */
  readonly unknownCursor: 'lenient' | 'refused';
  /** 14: where getSignatureStatuses looks, and whether its configuration must say so */
  readonly statusSearch: 'wholeLedger' | 'recentUnlessAsked';
  /** 16 */
  readonly contentTypes: 'anyJson' | 'nodeSpellings';
  /** 17: of getBlock, getTransaction and getSignaturesForAddress, when the request names none */
  readonly defaultHistoryCommitment: 'confirmed' | 'finalized';
  /** 18: the most that `confirmations` counts to */
  readonly maxConfirmations: number;
  /** 19: token balances of a transaction recorded before nodes kept them */
  readonly unrecordedTokenBalances: 'absent' | 'null';
  /** 20: the reply to a request without `jsonrpc` has that member itself */
  readonly versionlessReplyHasVersion: boolean;
  /** 21: a request to upgrade to a WebSocket, where the node is a plugin of another app */
  readonly webSocketUpgrade: 'explained' | 'methodNotAllowed';
}

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  contract: {
    name: 'contract',
    missingBlock: 'null',
    gateHiddenTransactions: true,
    orphanBlock: 'allOnes',
    loadedAddressesNeedVersion: true,
    topLevelStackHeight: null,
    unparsedInstruction: 'compiled',
    parsedAccountNamesProgram: true,
    accountsMeta: 'snakeCase',
    confirmationStatus: 'alwaysFinalized',
    defaultProgramAccountsEncoding: 'base64',
    acceptsLegacyEncodings: false,
    unnamedFields: 'onRequest',
    unknownCursor: 'lenient',
    statusSearch: 'wholeLedger',
    contentTypes: 'anyJson',
    defaultHistoryCommitment: 'confirmed',
    maxConfirmations: Number.POSITIVE_INFINITY,
    unrecordedTokenBalances: 'absent',
    versionlessReplyHasVersion: true,
    webSocketUpgrade: 'explained',
  },
  agave: {
    name: 'agave',
    missingBlock: 'error',
    gateHiddenTransactions: false,
    orphanBlock: 'refused',
    loadedAddressesNeedVersion: false,
    topLevelStackHeight: 1,
    unparsedInstruction: 'partiallyDecoded',
    parsedAccountNamesProgram: false,
    accountsMeta: 'camelCase',
    confirmationStatus: 'actual',
    defaultProgramAccountsEncoding: 'binary',
    acceptsLegacyEncodings: true,
    unnamedFields: 'shown',
    unknownCursor: 'refused',
    statusSearch: 'recentUnlessAsked',
    contentTypes: 'nodeSpellings',
    defaultHistoryCommitment: 'finalized',
    maxConfirmations: 31,
    unrecordedTokenBalances: 'null',
    versionlessReplyHasVersion: false,
    webSocketUpgrade: 'methodNotAllowed',
  },
};

export function isDialectName(text: string): text is DialectName {
  return Object.hasOwn(DIALECTS, text);
}

/** @throws RangeError for an unknown dialect */
export function dialectOf(name: string): Dialect {
  if (!isDialectName(name)) throw new RangeError(`unknown dialect "${name}": use contract or agave`);
  return DIALECTS[name];
}
