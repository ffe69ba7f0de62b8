import { isJsonArray, isJsonObject, type JsonText, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import type { MetaName } from '../../solana/metadata/metaMembers.ts';

/**
 * The order of members in the node's structs, in which notifications show blocks; answers over HTTP have their members sorted.
 *
 * Source   agave 4.1 transaction-status-client-types
 */

/** The members of an object in their order, and in each the shape of what it holds, also of a list of that; null: as over HTTP. */
interface Shape {
  readonly [member: string]: Shape | null;
}

const names = <N extends string>(...list: readonly N[]): { readonly [Name in N]: null } =>
  Object.fromEntries(list.map((name) => [name, null])) as { [Name in N]: null };

const REWARD: Shape = names('pubkey', 'lamports', 'postBalance', 'rewardType', 'commission', 'commissionBps');
/** compiled, parsed or partly decoded */
const INSTRUCTION: Shape = names('programIdIndex', 'program', 'programId', 'parsed', 'accounts', 'data', 'stackHeight');
const TOKEN_BALANCE: Shape = {
  ...names('accountIndex', 'mint'),
  uiTokenAmount: names('uiAmount', 'decimals', 'amount', 'uiAmountString'),
  ...names('owner', 'programId'),
};
const META: { readonly [N in MetaName]: Shape | null } = {
  ...names('err', 'status', 'fee', 'preBalances', 'postBalances'),
  innerInstructions: { index: null, instructions: INSTRUCTION },
  logMessages: null,
  preTokenBalances: TOKEN_BALANCE,
  postTokenBalances: TOKEN_BALANCE,
  rewards: REWARD,
  loadedAddresses: names('writable', 'readonly'),
  returnData: names('programId', 'data'),
  ...names('computeUnitsConsumed', 'costUnits'),
};
const ACCOUNT_KEYS: Shape = names('pubkey', 'writable', 'signer', 'source');
const MESSAGE: Shape = {
  header: names('numRequiredSignatures', 'numReadonlySignedAccounts', 'numReadonlyUnsignedAccounts'),
  accountKeys: ACCOUNT_KEYS,
  recentBlockhash: null,
  instructions: INSTRUCTION,
  addressTableLookups: names('accountKey', 'writableIndexes', 'readonlyIndexes'),
  transactionConfig: names('priorityFee', 'computeUnitLimit', 'loadedAccountsDataSizeLimit', 'heapSize'),
};
const BLOCK: Shape = {
  ...names('previousBlockhash', 'blockhash', 'parentSlot'),
  transactions: {
    transaction: { signatures: null, message: MESSAGE, accountKeys: ACCOUNT_KEYS },
    meta: META,
    version: null,
  },
  signatures: null,
  rewards: REWARD,
  ...names('numRewardPartitions', 'blockTime', 'blockHeight'),
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
  // what a recording has besides comes last
  const unlisted = Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
  const members = [...order, ...unlisted.sort()].flatMap((name) => {
    const member = value[name];
    return member === undefined ? [] : [`${JSON.stringify(name)}:${inOrder(member, shape[name] ?? null)}`];
  });
  return `{${members.join(',')}}`;
}
