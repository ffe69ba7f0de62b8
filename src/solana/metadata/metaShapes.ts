import { decodeBase64, encodeBase64 } from '../../codec/base64.ts';
import { floatText, type JsonText, stringifyJson } from '../../codec/jsonText.ts';
import type { Address } from '../address.ts';
import type { InnerInstructions, ReturnData, Reward, TokenBalance, TransactionError } from '../meta.ts';
import type { LoadedAddresses } from '../transaction.ts';
import { type InstructionEncoder, instructionText, quoteKeys } from './instructionText.ts';

/**
 * The shapes of members of transaction metadata in RPC JSON: how each is written and read back.
 *
 * Source   agave 4.1 transaction-status UiTransactionStatusMeta and what it holds
 * @module
 */

export interface MetaShape<T> {
  readonly write: (value: T) => JsonText;
  /** Converts the JSON value back. Default: the value itself. */
  readonly decode?: (value: never) => T;
}

const u64: MetaShape<bigint> = { write: String, decode: BigInt };
const u64s: MetaShape<readonly (number | bigint)[]> = {
  write: (values) => `[${values.join(',')}]`,
};
const error: MetaShape<TransactionError | null> = { write: stringifyJson };
const status: MetaShape<TransactionError | null> = {
  write: statusText,
};
const loadedAddresses: MetaShape<LoadedAddresses> = {
  write: ({ readonly, writable }) => `{"readonly":${quoteKeys(readonly)},"writable":${quoteKeys(writable)}}`,
};
const returnData: MetaShape<ReturnData> = {
  write: ({ data, programId }) => `{"data":["${encodeBase64(data)}","base64"],"programId":"${programId}"}`,
  decode: ({ data: [text], programId }: { data: readonly [string]; programId: Address }) => {
    return { programId, data: decodeBase64(text) };
  },
};
const texts: MetaShape<readonly string[]> = { write: JSON.stringify };
const innerInstructions: MetaShape<readonly InnerInstructions[]> = {
  write: (inner) => innerInstructionsText(inner, instructionText),
};
const tokenBalances: MetaShape<readonly TokenBalance[]> = {
  write: (balances) => `[${balances.map(tokenBalanceText).join(',')}]`,
};
const rewards: MetaShape<readonly Reward[]> = { write: rewardsText, decode: decodeRewards };

export const META_SHAPES = {
  u64,
  u64s,
  error,
  status,
  loadedAddresses,
  returnData,
  texts: nullable(texts),
  innerInstructions: nullable(innerInstructions),
  tokenBalances: nullable(tokenBalances),
  rewards: nullable(rewards),
} as const;

export type ShapeName = keyof typeof META_SHAPES;

/** null: it was not recorded */
function nullable<T>({ write, decode }: MetaShape<T>): MetaShape<T | null> {
  return {
    write: (value) => (value === null ? 'null' : write(value)),
    decode: (value) => (value === null || decode === undefined ? value : decode(value)),
  };
}

/** `{"Ok":null}` or `{"Err":…}`: deprecated, and still in every answer. */
export function statusText(err: TransactionError | null): JsonText {
  return err === null ? '{"Ok":null}' : `{"Err":${stringifyJson(err)}}`;
}

/** The inner instructions of a transaction, each as `encode` writes it. */
export function innerInstructionsText(inner: readonly InnerInstructions[], encode: InstructionEncoder): JsonText {
  const groups = inner.map(({ index, instructions }) => {
    const texts = instructions.map((instruction) => encode(instruction, instruction.stackHeight));
    return `{"index":${index},"instructions":[${texts.join(',')}]}`;
  });
  return `[${groups.join(',')}]`;
}

function tokenBalanceText({ accountIndex, mint, owner, programId, uiTokenAmount }: TokenBalance): JsonText {
  const { amount, decimals, uiAmount, uiAmountString } = uiTokenAmount;
  const ownerMember = owner === undefined ? '' : `"owner":"${owner}",`;
  const programMember = programId === undefined ? '' : `"programId":"${programId}",`;
  const number = uiAmount === null ? 'null' : floatText(uiAmount.value);
  const amountText = `{"amount":${JSON.stringify(amount)},"decimals":${decimals},"uiAmount":${number},"uiAmountString":${JSON.stringify(uiAmountString)}}`;
  return `{"accountIndex":${accountIndex},"mint":"${mint}",${ownerMember}${programMember}"uiTokenAmount":${amountText}}`;
}

/** Rewards of a block or a transaction. */
export function rewardsText(rewards: readonly Reward[]): JsonText {
  return `[${rewards.map(rewardText).join(',')}]`;
}

function rewardText({ pubkey, lamports, postBalance, rewardType, commission, commissionBps }: Reward): JsonText {
  const bps = commissionBps === undefined ? '' : `"commissionBps":${commissionBps},`;
  return `{"commission":${commission},${bps}"lamports":${lamports},"postBalance":${postBalance},"pubkey":"${pubkey}","rewardType":${JSON.stringify(rewardType)}}`;
}

type RewardValue = Omit<Reward, 'lamports' | 'postBalance'> & Record<'lamports' | 'postBalance', number | bigint>;

/** Rewards from what their text holds. */
function decodeRewards(values: readonly RewardValue[]): Reward[] {
  return values.map((value) => ({
    ...value,
    lamports: BigInt(value.lamports),
    postBalance: BigInt(value.postBalance),
  }));
}
