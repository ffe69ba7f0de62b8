import { encodeBase58 } from '../../codec/base58.ts';
import { Base64Error, decodeBase64, encodeBase64 } from '../../codec/base64.ts';
import { floatText, type JsonText, stringifyJson } from '../../codec/jsonText.ts';
import type { Address } from '../address.ts';
import type { InnerInstructions, ReturnData, Reward, TokenBalance, TransactionError } from '../meta.ts';
import type { InstructionForm, LoadedAddresses } from '../transaction.ts';

/** null: the height was not recorded, or is not shown */
export type StackHeight = number | null;

/** Writes one instruction of a message or of a call inside it. */
export type InstructionEncoder = (instruction: InstructionForm, stackHeight: StackHeight) => JsonText;

/** An instruction in the form of encoding `json`: program and accounts as indexes. */
export function instructionText(
  { accounts, data, programIdIndex }: InstructionForm,
  stackHeight: StackHeight,
): JsonText {
  return `{"accounts":[${indexesText(accounts)}],"data":"${dataText(data)}","programIdIndex":${programIdIndex},"stackHeight":${stackHeight}}`;
}

/** Joining typed arrays is slow. */
function indexesText(indexes: InstructionForm['accounts']): string {
  let text = '';
  for (let i = 0; i < indexes.length; i++) text += i === 0 ? indexes[i] : `,${indexes[i]}`;
  return text;
}

export function dataText(data: InstructionForm['data']): string {
  return typeof data === 'string' ? data : encodeBase58(data);
}

/** Base58 text has nothing to escape. Adding up is quicker than joining, as what comes out is only written away. */
export function quoteKeys(keys: readonly string[]): JsonText {
  let text = '';
  for (const key of keys) text += text === '' ? `"${key}"` : `,"${key}"`;
  return `[${text}]`;
}

/**
 * Pieces of patterns for text that is recognized as a whole. They match what the reader of the same value would take, in the one
 * way in which a node writes it; where that is hard to express, they match less.
 * @module
 */

const U8 = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
/** nine digits are within 32 bits, nineteen within 64 */
const U32 = '(?:[1-9]\\d{0,8}|0)';
export const U64 = '(?:[1-9]\\d{0,18}|0)';
/** JSON, and far within the range of a double: whether a node would write it like this is another question */
const FLOAT = '(?:0|[1-9]\\d{0,16})(?:\\.\\d{1,30})?(?:e[+-]\\d{1,2})?';

const DIGIT = '[1-9A-HJ-NP-Za-km-z]';
const BASE58 = `${DIGIT}*`;
/** the right number of characters: decoding shows whether they are 32 bytes */
export const PLAIN_ADDRESS = `${DIGIT}{32,44}`;

/** decoding shows whether it is */
export const BASE64 = '[A-Za-z0-9+/=]*';

const PLAIN = '[^"\\\\\\u0000-\\u001f\\ud800-\\udfff]*';
/** the shortest one of every character that needs one */
const ESCAPE = '\\\\(?:["\\\\bfnrt]|u00(?:0[0-7bef]|1[0-9a-f]))';
export const STRING = `"${PLAIN}(?:${ESCAPE}${PLAIN})*"`;

export function list(item: string): string {
  return `\\[(?:${item}(?:,${item})*)?\\]`;
}

function orNull(pattern: string): string {
  return `(?:null|${pattern})`;
}

/** Undefined: the text is not recognized, possibly because it is so long that the engine runs out of stack. */
export function recognize(pattern: RegExp, text: string): RegExpExecArray | undefined {
  try {
    return pattern.exec(text) ?? undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Undefined: it is not base64. */
export function recognizeBase64(text: string): Uint8Array | undefined {
  try {
    return decodeBase64(text);
  } catch (error) {
    if (error instanceof Base64Error) return undefined;
    throw error;
  }
}

/**
 * The shapes of members of transaction metadata in RPC JSON: how each is written, recognized in a recording, and read back.
 *
 * Source   agave 4.1 transaction-status UiTransactionStatusMeta and what it holds
 * @module
 */

export interface MetaShape<T> {
  readonly write: (value: T) => JsonText;
  /** The texts that a node writes. Rare ones may be left out: they are read as values then. */
  readonly pattern: string;
  /** The same value from its JSON value. Default: it is the same. */
  readonly decode?: (value: never) => T;
}

const NAME = '"[A-Za-z]+"';
const ADDRESS = `"${PLAIN_ADDRESS}"`;
const INSTRUCTION = `\\{"accounts":${list(U8)},"data":"${BASE58}","programIdIndex":${U8},"stackHeight":${orNull(U32)}\\}`;
const INNER = `\\{"index":${U8},"instructions":${list(INSTRUCTION)}\\}`;
const AMOUNT = `\\{"amount":"\\d{1,19}","decimals":${U8},"uiAmount":${orNull(FLOAT)},"uiAmountString":"[\\d.]{1,30}"\\}`;
const TOKEN_BALANCE = `\\{"accountIndex":${U8},"mint":${ADDRESS}(?:,"owner":${ADDRESS})?(?:,"programId":${ADDRESS})?,"uiTokenAmount":${AMOUNT}\\}`;
/** base64 of at least a byte, with no bits to spare */
const BYTES = '(?!")(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?';
const ERROR = [
  NAME,
  `\\{"InstructionError":\\[${U8},(?:${NAME}|\\{"Custom":${U32}\\})\\]\\}`,
  `\\{"DuplicateInstruction":${U8}\\}`,
  `\\{"(?:InsufficientFundsForRent|ProgramExecutionTemporarilyRestricted)":\\{"account_index":${U8}\\}\\}`,
].join('|');

const u64: MetaShape<bigint> = { write: String, pattern: U64, decode: BigInt };
const u64s: MetaShape<readonly (number | bigint)[]> = {
  write: (values) => `[${values.join(',')}]`,
  pattern: list(U64),
};
const error: MetaShape<TransactionError | null> = { write: stringifyJson, pattern: orNull(ERROR) };
const status: MetaShape<TransactionError | null> = {
  write: statusText,
  pattern: `\\{(?:"Ok":null|"Err":(?:${ERROR}))\\}`,
};
const loadedAddresses: MetaShape<LoadedAddresses> = {
  write: ({ readonly, writable }) => `{"readonly":${quoteKeys(readonly)},"writable":${quoteKeys(writable)}}`,
  pattern: `\\{"readonly":${list(ADDRESS)},"writable":${list(ADDRESS)}\\}`,
};
const returnData: MetaShape<ReturnData> = {
  write: ({ data, programId }) => `{"data":["${encodeBase64(data)}","base64"],"programId":"${programId}"}`,
  pattern: `\\{"data":\\["${BYTES}","base64"\\],"programId":${ADDRESS}\\}`,
  decode: ({ data: [text], programId }: { data: readonly [string]; programId: Address }) => {
    return { programId, data: decodeBase64(text) };
  },
};
const texts: MetaShape<readonly string[]> = { write: JSON.stringify, pattern: list(STRING) };
const innerInstructions: MetaShape<readonly InnerInstructions[]> = {
  write: (inner) => innerInstructionsText(inner, instructionText),
  pattern: list(INNER),
};
const tokenBalances: MetaShape<readonly TokenBalance[]> = {
  write: (balances) => `[${balances.map(tokenBalanceText).join(',')}]`,
  pattern: list(TOKEN_BALANCE),
};
const rewards: MetaShape<readonly Reward[]> = { write: rewardsText, pattern: '\\[\\]', decode: decodeRewards };

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
function nullable<T>({ write, pattern, decode }: MetaShape<T>): MetaShape<T | null> {
  return {
    write: (value) => (value === null ? 'null' : write(value)),
    pattern: orNull(pattern),
    decode: (value) => (value === null || decode === undefined ? value : decode(value)),
  };
}

/** `{"Ok":null}` or `{"Err":…}`: deprecated, and still in every answer. */
export function statusText(err: TransactionError | null): JsonText {
  return err === null ? '{"Ok":null}' : `{"Err":${stringifyJson(err)}}`;
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
