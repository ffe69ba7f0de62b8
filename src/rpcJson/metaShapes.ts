/**
 * The shapes of members of transaction metadata in RPC JSON: how each is written, read back, and recognized in a recording.
 *
 * Source   agave 4.1 transaction-status UiTransactionStatusMeta and what it holds
 * @module
 */
import { decodeBase64, encodeBase64 } from '../codec/base64.ts';
import { floatText, type JsonText, type JsonValue, stringifyJson } from '../codec/json.ts';
import { parseJson } from '../codec/parseJson.ts';
import type { Address } from '../model/address.ts';
import type { InnerInstructions, ReturnData, Reward, TokenBalance, TransactionError } from '../model/meta.ts';
import type { LoadedAddresses } from '../model/transaction.ts';
import { type InstructionEncoder, instructionText, quoteKeys } from './instructionText.ts';
import { BASE58, BASE64, FLOAT, list, orNull, ADDRESS as PLAIN_ADDRESS, STRING, U8, U32, U64 } from './patterns.ts';
import { decodeRewards, rewardsText } from './rewardText.ts';

export interface MetaShape<T> {
  readonly write: (value: T) => JsonText;
  /** The same value from its text. */
  readonly decode: (text: JsonText) => T;
  /** The texts that a node writes. Rare ones may be left out: they are read as values then. */
  readonly pattern: string;
}

const NAME = '"[A-Za-z]+"';
const ADDRESS = `"${PLAIN_ADDRESS}"`;
const INSTRUCTION = `\\{"accounts":${list(U8)},"data":"${BASE58}","programIdIndex":${U8},"stackHeight":${orNull(U32)}\\}`;
const INNER = `\\{"index":${U8},"instructions":${list(INSTRUCTION)}\\}`;
const AMOUNT = `\\{"amount":"\\d{1,19}","decimals":${U8},"uiAmount":${orNull(FLOAT)},"uiAmountString":"[\\d.]{1,30}"\\}`;
const TOKEN_BALANCE = `\\{"accountIndex":${U8},"mint":${ADDRESS}(?:,"owner":${ADDRESS})?(?:,"programId":${ADDRESS})?,"uiTokenAmount":${AMOUNT}\\}`;
const ERROR = [
  NAME,
  `\\{"InstructionError":\\[${U8},(?:${NAME}|\\{"Custom":${U32}\\})\\]\\}`,
  `\\{"DuplicateInstruction":${U8}\\}`,
  `\\{"(?:InsufficientFundsForRent|ProgramExecutionTemporarilyRestricted)":\\{"account_index":${U8}\\}\\}`,
].join('|');

export const META_SHAPES = {
  u64: shape<bigint>(String, BigInt, U64),
  u64s: shape<readonly (number | bigint)[]>((values) => `[${values.join(',')}]`, decodeJson, list(U64)),
  error: shape<TransactionError | null>(stringifyJson, decodeJson, orNull(ERROR)),
  status: shape<TransactionError | null>(statusText, decodeStatus, `\\{(?:"Ok":null|"Err":(?:${ERROR}))\\}`),
  loadedAddresses: shape<LoadedAddresses>(
    loadedAddressesText,
    decodeJson,
    `\\{"readonly":${list(ADDRESS)},"writable":${list(ADDRESS)}\\}`,
  ),
  returnData: shape<ReturnData>(
    returnDataText,
    decodeReturnData,
    `\\{"data":\\["${BASE64}","base64"\\],"programId":${ADDRESS}\\}`,
  ),
  texts: nullable(shape<readonly string[]>(JSON.stringify, decodeJson, list(STRING))),
  innerInstructions: nullable(
    shape<readonly InnerInstructions[]>(
      (inner) => innerInstructionsText(inner, instructionText),
      decodeJson,
      list(INNER),
    ),
  ),
  tokenBalances: nullable(
    shape<readonly TokenBalance[]>(
      (balances) => `[${balances.map(tokenBalanceText).join(',')}]`,
      decodeJson,
      list(TOKEN_BALANCE),
    ),
  ),
  rewards: nullable(shape<readonly Reward[]>(rewardsText, decodeRewards, '\\[\\]')),
} as const;

export type ShapeName = keyof typeof META_SHAPES;

function shape<T>(write: MetaShape<T>['write'], decode: MetaShape<T>['decode'], pattern: string): MetaShape<T> {
  return { write, decode, pattern };
}

/** null: it was not recorded */
function nullable<T>({ write, decode, pattern }: MetaShape<T>): MetaShape<T | null> {
  return {
    write: (value) => (value === null ? 'null' : write(value)),
    decode: (text) => (text === 'null' ? null : decode(text)),
    pattern: orNull(pattern),
  };
}

/** The text was written from such a value, or was recognized as what would be. */
function decodeJson<T>(text: JsonText): T {
  return parseJson(text) as JsonValue as T;
}

/** `{"Ok":null}` or `{"Err":…}`: deprecated, and still in every answer. */
export function statusText(err: TransactionError | null): JsonText {
  return err === null ? '{"Ok":null}' : `{"Err":${stringifyJson(err)}}`;
}

function decodeStatus(text: JsonText): TransactionError | null {
  return decodeJson<{ readonly Err?: TransactionError }>(text).Err ?? null;
}

function loadedAddressesText({ readonly, writable }: LoadedAddresses): JsonText {
  return `{"readonly":${quoteKeys(readonly)},"writable":${quoteKeys(writable)}}`;
}

function returnDataText({ data, programId }: ReturnData): JsonText {
  return `{"data":["${encodeBase64(data)}","base64"],"programId":"${programId}"}`;
}

export function decodeReturnData(text: JsonText): ReturnData {
  const { data, programId } = decodeJson<{ data: [string, string]; programId: Address }>(text);
  return { programId, data: decodeBase64(data[0]) };
}

/** The calls of a transaction, each as `encode` writes it. */
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
