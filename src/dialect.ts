/**
 * The two dialects of answers, and the table of their differences, from which that of docs/dialects.md is written.
 *
 * `contract`  the interface contract; where it leaves a choice, the answer of the reference node.
 * `agave`     the reference node (Agave, in the version of nodeVersion.ts), byte for byte.
 *
 * Code reads a field of the table; it never compares dialect names.
 * @module
 */

export type DialectName = 'contract' | 'agave';

/** The dialect of a node in code if none is chosen; `stillnode serve` has its own default. */
export const DEFAULT_DIALECT: DialectName = 'agave';

/** Values by dialect, each with its Markdown in docs/dialects.md. Pages name the rows by their numbers; 15 is not used. */
const DIFFERENCES = {
  missingBlock: {
    number: 1,
    topic: 'getBlock of a slot that has no block to show',
    contract: ['null', '`"result":null`'],
    agave: ['error', 'error -32004 (not available yet), -32007 (skipped) or -32001 (cleaned up)'],
  },
  gateHiddenTransactions: {
    number: 2,
    topic: 'error -32015 for a version the request does not allow, with transactionDetails `signatures` or `none`',
    contract: [true, 'raised'],
    agave: [false, 'not raised'],
  },
  orphanBlock: {
    number: 3,
    topic: 'a block whose parent is cleaned up',
    contract: ['allOnes', '`previousBlockhash` is `1` 32 times'],
    agave: ['refused', 'error -32001'],
  },
  loadedAddressesNeedVersion: {
    number: 4,
    topic: '`meta.loadedAddresses`',
    contract: [true, 'absent if the request has no `maxSupportedTransactionVersion`, or for jsonParsed'],
    agave: [false, 'absent only for jsonParsed and transactionDetails `accounts`'],
  },
  topLevelStackHeight: {
    number: 5,
    topic: '`stackHeight` of the instructions of a message',
    contract: [null, '`null`'],
    agave: [1, '`1`'],
  },
  unparsedInstruction: {
    number: 6,
    topic: 'jsonParsed, an instruction without a parser',
    contract: ['compiled', '`{accounts:[index], data, programIdIndex, stackHeight}`'],
    agave: ['partiallyDecoded', '`{accounts:[address], data, programId, stackHeight}`'],
  },
  parsedAccountNamesProgram: {
    number: 7,
    topic: 'jsonParsed account data',
    contract: [true, '`{parsed, program, space}` and the same `parsed` under the name of the program'],
    agave: [false, '`{parsed, program, space}`'],
  },
  accountsMeta: {
    number: 8,
    topic: '`meta` with transactionDetails `accounts`',
    contract: ['snakeCase', '`err, fee, post_balances, post_token_balances, pre_balances, pre_token_balances`'],
    agave: ['camelCase', '`err, fee, postBalances, postTokenBalances, preBalances, preTokenBalances, rewards, status`'],
  },
  confirmationStatus: {
    number: 9,
    topic: '`confirmationStatus`',
    contract: ['alwaysFinalized', 'always `finalized`'],
    agave: ['actual', '`processed`, `confirmed` or `finalized`'],
  },
  defaultProgramAccountsEncoding: {
    number: 10,
    topic: 'getProgramAccounts without `encoding`',
    contract: ['base64', '`base64`'],
    agave: ['binary', '`binary`: bare base58 text, at most 128 bytes'],
  },
  acceptsLegacyEncodings: {
    number: 11,
    topic: 'encoding `binary`, and an encoding in place of the configuration object',
    contract: [false, 'refused: -32602'],
    agave: [true, 'accepted'],
  },
  unnamedFields: {
    number: 12,
    topic:
      'fields that the contract does not have: `rewards` of a block, `numRewardPartitions`, `transactionIndex`, `costUnits`, `context.apiVersion`',
    contract: [
      'onRequest',
      'absent, and `meta.rewards` is `null`; rewards are shown if the request says `"rewards":true`',
    ],
    agave: ['shown', 'present; rewards are left out if the request says `"rewards":false`'],
  },
  unknownCursor: {
    number: 13,
    topic: 'getSignaturesForAddress, `before` or `until` with an unknown signature',
    contract: ['lenient', '`before`: an empty list; `until`: ignored'],
    agave: ['refused', 'error -32020'],
  },
  statusSearch: {
    number: 14,
    topic: 'getSignatureStatuses',
    contract: ['wholeLedger', 'looks in the whole ledger; the configuration may leave `searchTransactionHistory` out'],
    agave: [
      'recentUnlessAsked',
      'looks at the last 300 roots unless `searchTransactionHistory` is true; a configuration must have that member',
    ],
  },
  contentTypes: {
    number: 16,
    topic: 'accepted `Content-Type`',
    contract: ['anyJson', '`application/json` with any parameters'],
    agave: ['nodeSpellings', '`application/json`, `application/json; charset=utf-8`, `application/json;charset=utf-8`'],
  },
  defaultHistoryCommitment: {
    number: 17,
    topic: 'getBlock, getTransaction, getSignaturesForAddress without `commitment`',
    contract: ['confirmed', '`confirmed`'],
    agave: ['finalized', '`finalized`'],
  },
  maxConfirmations: {
    number: 18,
    topic: '`confirmations` of a transaction that is not finalized: the blocks above its own',
    contract: [Number.POSITIVE_INFINITY, 'as many as there are'],
    agave: [31, 'at most 31'],
  },
  unrecordedTokenBalances: {
    number: 19,
    topic: '`preTokenBalances`, `postTokenBalances` of a transaction recorded before nodes kept them',
    contract: ['absent', 'absent'],
    agave: ['null', '`null`'],
  },
  versionlessReplyHasVersion: {
    number: 20,
    topic: 'the reply to a call without `jsonrpc`',
    contract: [true, 'has `"jsonrpc":"2.0"`'],
    agave: [false, 'has no `jsonrpc`'],
  },
  webSocketUpgrade: {
    number: 21,
    topic: 'a request for a WebSocket, to a node that is a plugin of another app',
    contract: ['explained', '426 and a sentence'],
    agave: ['methodNotAllowed', '405, as for any other GET'],
  },
  hasLaterHistoryRules: {
    number: 22,
    topic:
      'what [versions](versions.md#versions) from 4.3 on changed in the configurations of getBlock, getTransaction and getSignatureStatuses: `refusesBase58OfV1`, `historyHasMinContext`',
    contract: [false, 'does not hold in any version: their members are ignored'],
    agave: [true, 'holds'],
  },
} as const;

type Differences = typeof DIFFERENCES;

export type Dialect = { readonly [Field in keyof Differences]: Differences[Field][DialectName][0] } & {
  readonly name: DialectName;
};

/** The rows of docs/dialects.md. */
export const DIALECT_ROWS: readonly (readonly [
  number: string,
  field: string,
  topic: string,
  contract: string,
  agave: string,
])[] = Object.entries(DIFFERENCES).map(([field, { agave, contract, number, topic }]) => [
  `${number}`,
  field,
  topic,
  contract[1],
  agave[1],
]);

function dialectNamed(name: DialectName): Dialect {
  const fields = Object.entries(DIFFERENCES).map(([field, values]) => [field, values[name][0]]);
  return { name, ...Object.fromEntries(fields) } as Dialect;
}

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  contract: dialectNamed('contract'),
  agave: dialectNamed('agave'),
};

export function isDialectName(text: string): text is DialectName {
  return Object.hasOwn(DIALECTS, text);
}

/** @throws RangeError for an unknown dialect */
export function dialectOf(name: string): Dialect {
  if (!isDialectName(name)) throw new RangeError(`unknown dialect "${name}": use contract or agave`);
  return DIALECTS[name];
}
