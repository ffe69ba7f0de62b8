/**
 * Metadata as text: the JSON that getTransaction of a node answers with encoding json, with every member that was recorded.
 * Most answers show it as it stands, so it is what a ledger keeps; the rest is read back from it when it is asked for.
 *
 * Source   agave 4.1 transaction-status UiTransactionStatusMeta, members in ascending order
 * @module
 */
import { encodeBase64 } from '../codec/base64.ts';
import { floatText, type JsonText, stringifyJson } from '../codec/json.ts';
import { packedUtf8 } from '../codec/utf8.ts';
import { instructionText, quoteKeys, type StackHeight } from './instructionText.ts';
import type {
  InnerInstruction,
  InnerInstructions,
  RecordedMeta,
  TokenBalance,
  TransactionError,
  TransactionMeta,
} from './meta.ts';
import { rewardsText } from './rewardText.ts';

/** What a ledger keeps of metadata. */
export function recordMeta(meta: TransactionMeta): RecordedMeta {
  return { text: packedUtf8(metaText(meta)), err: meta.err, loadedAddresses: meta.loadedAddresses };
}

function metaText(meta: TransactionMeta): JsonText {
  const { loadedAddresses, returnData } = meta;
  const optional = (name: string, value: bigint | undefined) => (value === undefined ? '' : `"${name}":${value},`);
  const returned =
    returnData &&
    `"returnData":{"data":["${encodeBase64(returnData.data)}","base64"],"programId":"${returnData.programId}"},`;
  return (
    `{${optional('computeUnitsConsumed', meta.computeUnitsConsumed)}${optional('costUnits', meta.costUnits)}"err":${stringifyJson(meta.err)}` +
    `,"fee":${meta.fee},"innerInstructions":${innerInstructionsText(meta.innerInstructions, instructionText)}` +
    `,"loadedAddresses":{"readonly":${quoteKeys(loadedAddresses.readonly)},"writable":${quoteKeys(loadedAddresses.writable)}}` +
    `,"logMessages":${JSON.stringify(meta.logMessages)}` +
    `,"postBalances":[${meta.postBalances.join(',')}],"postTokenBalances":${listText(meta.postTokenBalances, tokenBalanceText)}` +
    `,"preBalances":[${meta.preBalances.join(',')}],"preTokenBalances":${listText(meta.preTokenBalances, tokenBalanceText)}` +
    `,${returned ?? ''}"rewards":${meta.rewards && rewardsText(meta.rewards)},"status":${statusText(meta.err)}}`
  );
}

/** `{"Ok":null}` or `{"Err":…}`: deprecated, and still in every answer. */
export function statusText(err: TransactionError | null): JsonText {
  return err === null ? '{"Ok":null}' : `{"Err":${stringifyJson(err)}}`;
}

/** null: it was not recorded */
function listText<T>(items: readonly T[] | null, textOf: (item: T) => JsonText): JsonText {
  return items === null ? 'null' : `[${items.map(textOf).join(',')}]`;
}

/** The calls of a transaction, each as `textOf` writes it; null: they were not recorded. */
export function innerInstructionsText(
  inner: readonly InnerInstructions[] | null,
  textOf: (instruction: InnerInstruction, stackHeight: StackHeight) => JsonText,
): JsonText {
  return listText(inner, ({ index, instructions }) => {
    const texts = instructions.map((instruction) => textOf(instruction, instruction.stackHeight));
    return `{"index":${index},"instructions":[${texts.join(',')}]}`;
  });
}

function tokenBalanceText({ accountIndex, mint, owner, programId, uiTokenAmount }: TokenBalance): JsonText {
  const { amount, decimals, uiAmount, uiAmountString } = uiTokenAmount;
  const ownerMember = owner === undefined ? '' : `"owner":"${owner}",`;
  const programMember = programId === undefined ? '' : `"programId":"${programId}",`;
  const number = uiAmount === null ? 'null' : floatText(uiAmount.value);
  const amountText = `{"amount":${JSON.stringify(amount)},"decimals":${decimals},"uiAmount":${number},"uiAmountString":${JSON.stringify(uiAmountString)}}`;
  return `{"accountIndex":${accountIndex},"mint":"${mint}",${ownerMember}${programMember}"uiTokenAmount":${amountText}}`;
}
