import { decodeBase64 } from '../codec/base64.ts';
import type { JsonText, JsonValue } from '../codec/json.ts';
import { parseJson } from '../codec/parseJson.ts';
import type { Address } from './address.ts';
import type { InnerInstructions, RecordedMeta, ReturnData, Reward, TransactionMeta } from './meta.ts';

/** The text of each member; undefined: it was not recorded. */
export interface MetaMembers {
  readonly computeUnitsConsumed: JsonText | undefined;
  readonly costUnits: JsonText | undefined;
  readonly err: JsonText;
  readonly fee: JsonText;
  readonly innerInstructions: JsonText;
  readonly loadedAddresses: JsonText;
  readonly logMessages: JsonText;
  readonly postBalances: JsonText;
  readonly postTokenBalances: JsonText;
  readonly preBalances: JsonText;
  readonly preTokenBalances: JsonText;
  readonly returnData: JsonText | undefined;
  readonly rewards: JsonText;
  readonly status: JsonText;
}

/** Takes the text of metadata apart: a quote inside a string is escaped, so `,"fee":` is found nowhere but where a member begins. */
export function cutMeta({ text }: RecordedMeta): MetaMembers {
  const cut = new Cutter(text.toString());
  const computeUnitsConsumed = cut.ifNext('"computeUnitsConsumed":', ',');
  const costUnits = cut.ifNext('"costUnits":', ',');
  const err = cut.next('"err":', ',"fee":');
  const fee = cut.next('"fee":', ',"innerInstructions":');
  const innerInstructions = cut.next('"innerInstructions":', ',"loadedAddresses":');
  const loadedAddresses = cut.next('"loadedAddresses":', ',"logMessages":');
  const logMessages = cut.next('"logMessages":', ',"postBalances":');
  const postBalances = cut.next('"postBalances":', ',"postTokenBalances":');
  const postTokenBalances = cut.next('"postTokenBalances":', ',"preBalances":');
  const preBalances = cut.next('"preBalances":', ',"preTokenBalances":');
  const [preTokenBalances, returnData] = cut.next('"preTokenBalances":', ',"rewards":').split(',"returnData":');
  const rewards = cut.next('"rewards":', ',"status":');
  const status = cut.next('"status":', undefined);
  return {
    computeUnitsConsumed,
    costUnits,
    err,
    fee,
    innerInstructions,
    loadedAddresses,
    logMessages,
    postBalances,
    postTokenBalances,
    preBalances,
    preTokenBalances: preTokenBalances!,
    returnData,
    rewards,
    status,
  };
}

class Cutter {
  readonly #text: string;
  /** where the next member begins */
  #at = 1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The value of the member that begins with `name`, up to `end`: the last one ends where the object does. */
  next(name: string, end: string | undefined): JsonText {
    const start = this.#at + name.length;
    const stop = end === undefined ? this.#text.length - 1 : this.#text.indexOf(end, start);
    this.#at = stop + 1;
    return this.#text.slice(start, stop);
  }

  ifNext(name: string, end: string): JsonText | undefined {
    return this.#text.startsWith(name, this.#at) ? this.next(name, end) : undefined;
  }
}

/** Everything that is in the text, as values. */
export function decodeMeta(recorded: RecordedMeta): TransactionMeta {
  const { computeUnitsConsumed, costUnits, fee, returnData, ...members } = cutMeta(recorded);
  return {
    err: recorded.err,
    fee: BigInt(fee),
    preBalances: decodeValue(members.preBalances),
    postBalances: decodeValue(members.postBalances),
    innerInstructions: decodeInnerInstructions(members),
    logMessages: decodeValue(members.logMessages),
    preTokenBalances: decodeValue(members.preTokenBalances),
    postTokenBalances: decodeValue(members.postTokenBalances),
    rewards: decodeRewards(members),
    loadedAddresses: recorded.loadedAddresses,
    ...(returnData !== undefined && { returnData: decodeReturnData(returnData) }),
    ...(computeUnitsConsumed !== undefined && { computeUnitsConsumed: BigInt(computeUnitsConsumed) }),
    ...(costUnits !== undefined && { costUnits: BigInt(costUnits) }),
  };
}

export function decodeInnerInstructions({
  innerInstructions,
}: Pick<MetaMembers, 'innerInstructions'>): readonly InnerInstructions[] | null {
  // no number in it is beyond 32 bits
  return JSON.parse(innerInstructions);
}

type RewardValue = Omit<Reward, 'lamports' | 'postBalance'> & Record<'lamports' | 'postBalance', number | bigint>;

function decodeRewards({ rewards }: Pick<MetaMembers, 'rewards'>): TransactionMeta['rewards'] {
  const values = decodeValue<RewardValue[] | null>(rewards);
  return (
    values?.map((reward) => ({
      ...reward,
      lamports: BigInt(reward.lamports),
      postBalance: BigInt(reward.postBalance),
    })) ?? null
  );
}

function decodeReturnData(text: JsonText): ReturnData {
  const { data, programId } = JSON.parse(text) as { data: [string, string]; programId: Address };
  return { programId, data: decodeBase64(data[0]) };
}

/** The text was written from such a value, or was found to be what would be. */
function decodeValue<T extends TransactionMeta[keyof TransactionMeta]>(text: JsonText): T {
  return parseJson(text) as JsonValue as T;
}
