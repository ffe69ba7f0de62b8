import { isJsonArray, isJsonObject, type JsonText, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import type { MetaName } from '../../solana/metadata/metaMembers.ts';

/**
 * The order of members in the node's structs, in which notifications show blocks; answers over HTTP have their members sorted.
 *
 * Source   agave 4.1 transaction-status-client-types
 */

/**
 * The members of an object in their order, each with the shape of its value; for a list, the shape of its items. Null: the value is
 * written as over HTTP.
 */
interface Shape {
  readonly [member: string]: Shape | null;
}

const plainMembers = <N extends string>(...list: readonly N[]): { readonly [Name in N]: null } =>
  Object.fromEntries(list.map((name) => [name, null])) as { [Name in N]: null };

const REWARD: Shape = plainMembers('pubkey', 'lamports', 'postBalance', 'rewardType', 'commission', 'commissionBps');
/** compiled, parsed or partly decoded */
const INSTRUCTION: Shape = plainMembers(
  'programIdIndex',
  'program',
  'programId',
  'parsed',
  'accounts',
  'data',
  'stackHeight',
);
const TOKEN_BALANCE: Shape = {
  ...plainMembers('accountIndex', 'mint'),
  uiTokenAmount: plainMembers('uiAmount', 'decimals', 'amount', 'uiAmountString'),
  ...plainMembers('owner', 'programId'),
};
const META: { readonly [N in MetaName]: Shape | null } = {
  ...plainMembers('err', 'status', 'fee', 'preBalances', 'postBalances'),
  innerInstructions: { index: null, instructions: INSTRUCTION },
  logMessages: null,
  preTokenBalances: TOKEN_BALANCE,
  postTokenBalances: TOKEN_BALANCE,
  rewards: REWARD,
  loadedAddresses: plainMembers('writable', 'readonly'),
  returnData: plainMembers('programId', 'data'),
  ...plainMembers('computeUnitsConsumed', 'costUnits'),
};
const ACCOUNT_KEYS: Shape = plainMembers('pubkey', 'writable', 'signer', 'source');
const MESSAGE: Shape = {
  header: plainMembers('numRequiredSignatures', 'numReadonlySignedAccounts', 'numReadonlyUnsignedAccounts'),
  accountKeys: ACCOUNT_KEYS,
  recentBlockhash: null,
  instructions: INSTRUCTION,
  addressTableLookups: plainMembers('accountKey', 'writableIndexes', 'readonlyIndexes'),
  transactionConfig: plainMembers('priorityFee', 'computeUnitLimit', 'loadedAccountsDataSizeLimit', 'heapSize'),
};
const BLOCK: Shape = {
  ...plainMembers('previousBlockhash', 'blockhash', 'parentSlot'),
  transactions: {
    transaction: { signatures: null, message: MESSAGE, accountKeys: ACCOUNT_KEYS },
    meta: META,
    version: null,
  },
  signatures: null,
  rewards: REWARD,
  ...plainMembers('numRewardPartitions', 'blockTime', 'blockHeight'),
};

/** @param block as getBlock answers it */
export function blockInStructOrder(block: JsonText): JsonText {
  return inOrder(parseJson(block), BLOCK);
}

function inOrder(value: JsonValue, shape: Shape | null): JsonText {
  if (shape === null) return stringifyJson(value);
  if (isJsonArray(value)) return `[${value.map((item) => inOrder(item, shape)).join(',')}]`;
  if (!isJsonObject(value)) return stringifyJson(value);
  const order = Object.keys(shape);
  // other members of a recording come last
  const unlisted = Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
  const members = [...order, ...unlisted.sort()].flatMap((name) => {
    const member = value[name];
    return member === undefined ? [] : [`${JSON.stringify(name)}:${inOrder(member, shape[name] ?? null)}`];
  });
  return `{${members.join(',')}}`;
}
