import { ByteReader, BytesError } from '../../codec/bytes.ts';
import type { JsonObject, JsonValue } from '../../codec/jsonText.ts';
import { utf8Text } from '../../codec/text.ts';
import type { Account } from '../account.ts';
import type { Address } from '../address.ts';
import type { UiTokenAmount } from '../meta.ts';

/** What a parser makes of an account's data: `parsed` is `{ type, info? }`, keys in any order. */
export interface ParsedAccount {
  /** the node's name of the program, e.g. `spl-token` */
  readonly program: string;
  readonly parsed: JsonValue;
}

/** What is needed of a mint to show an amount of it. */
export interface MintInfo {
  readonly decimals: number;
  readonly interestBearing?: InterestBearingConfig;
  readonly scaledUiAmount?: ScaledUiAmountConfig;
  /** Unix seconds of the ledger's Clock, i64 */
  readonly unixTimestamp: bigint;
}

/** Timestamps are Unix seconds (i64), rates basis points (i16). */
export interface InterestBearingConfig {
  readonly initializationTimestamp: bigint;
  readonly preUpdateAverageRate: number;
  readonly lastUpdateTimestamp: bigint;
  readonly currentRate: number;
}

export interface ScaledUiAmountConfig {
  readonly multiplier: number;
  /** Unix seconds, i64 */
  readonly newMultiplierEffectiveTimestamp: bigint;
  readonly newMultiplier: number;
}

/** What a token account holds, in the smallest units of its mint (u64). */
export interface TokenHolding {
  readonly mint: Address;
  readonly amount: bigint;
}

/** What a vote account earned in an epoch: its credits (u64) at the end and at the start. */
export interface EpochCredits {
  readonly epoch: bigint;
  readonly credits: bigint;
  readonly previousCredits: bigint;
}

/** What a list of validators shows of a vote account. */
export interface VoteSummary {
  readonly nodePubkey: Address;
  /** percent */
  readonly commission: number;
  readonly inflationRewardsCommissionBps: number;
  /** undefined: it has never voted */
  readonly lastVote: bigint | undefined;
  readonly rootSlot: bigint | undefined;
  /** oldest first */
  readonly epochCredits: readonly EpochCredits[];
}

/** What a parser may ask besides the bytes. */
export interface AccountParserContext {
  /** undefined: no such mint, or not one that unpacks */
  readonly mintOf: (mint: Address) => MintInfo | undefined;
}

/**
 * Reads account data; undefined (or a thrown BytesError) = not parsable, the caller falls back.
 * Pure: the same bytes give the same value.
 */
export type AccountParser = (
  data: Uint8Array,
  address: Address,
  context: AccountParserContext,
) => ParsedAccount | undefined;

/** What a parser makes of an instruction: `{ type, info }`, or text for memos. */
export interface ParsedInstruction {
  readonly program: string;
  readonly parsed: JsonValue;
}

/** An instruction with its indexes resolved. */
export interface InstructionInput {
  readonly programId: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array;
}

/** Reads one instruction; undefined (or a thrown BytesError) = not parsable, the caller shows it partially decoded. */
export type InstructionParser = (instruction: InstructionInput) => ParsedInstruction | undefined;

/** All parsers. A parser that cannot parse gives undefined; none throws. */
export interface ParserSet {
  parseAccount(account: Account, context: AccountParserContext): ParsedAccount | undefined;
  parseInstruction(instruction: InstructionInput): ParsedInstruction | undefined;
  /** what token amounts need of a mint's data */
  readMintInfo(data: Uint8Array, unixTimestamp: bigint): MintInfo | undefined;
  /** of an initialised token account, be it frozen */
  readTokenHolding(data: Uint8Array): TokenHolding | undefined;
  /** of an initialised mint, in its smallest units (u64) */
  readTokenSupply(data: Uint8Array): bigint | undefined;
  showTokenAmount(amount: bigint, mint: MintInfo): UiTokenAmount;
  /** of an initialised vote account */
  readVoteSummary(account: Account): VoteSummary | undefined;
}

/** Bytes that do not decode are no error: the caller shows them unparsed. */
export function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof BytesError) return undefined;
    throw error;
  }
}

/** One state of an account. `info` gets a reader that is positioned behind the tag; its members are in the order of the bytes. */
export interface AccountState {
  readonly type: string;
  readonly info?: (data: ByteReader) => JsonObject;
}

/** The parser of accounts that start with a u32 tag, the index of their state. */
export function stateParser(program: string, states: readonly AccountState[]): AccountParser {
  return (data) => {
    const reader = new ByteReader(data);
    const state = states[reader.u32()];
    return state && { program, parsed: { type: state.type, info: state.info?.(reader) } };
  };
}

/**
 * The words of bincode that fixed-width integers do not cover: little-endian, u64 lengths, u32 variant tags. Bytes after the
 * value are ignored.
 *
 * Source   bincode 1.3.3 `deserialize`
 * @module
 */

/** A `bool`: one byte, strictly 0 or 1. */
export function readBool(data: ByteReader): boolean {
  const byte = data.u8();
  if (byte > 1) throw new BytesError(`${byte} is no bool`, data.offset - 1);
  return byte === 1;
}

/** A `Vec<u8>`. */
export function readByteVec(data: ByteReader): Uint8Array {
  // a length that a double cannot hold is past the end all the same
  return data.take(Number(data.u64()));
}

/** A `String`. */
export function readText(data: ByteReader): string {
  const start = data.offset;
  const text = utf8Text(readByteVec(data));
  if (text === undefined) throw new BytesError('a string that is not UTF-8', start);
  return text;
}

/** A `Vec<T>`. `readItem` must read at least one byte, so that a hostile count runs into the end of the data. */
export function readVec<T>(data: ByteReader, readItem: (data: ByteReader) => T): T[] {
  const items: T[] = [];
  for (let left = data.u64(); left > 0n; left--) items.push(readItem(data));
  return items;
}

/** An `Option<T>`. */
export function readOption<T>(data: ByteReader, readValue: (data: ByteReader) => T): T | undefined {
  const tag = data.u8();
  if (tag > 1) throw new BytesError(`an option tag of ${tag}`, data.offset - 1);
  return tag === 1 ? readValue(data) : undefined;
}

/** A variant without fields, by its name. */
export function readVariant<T extends string>(data: ByteReader, names: readonly T[]): T {
  const tag = data.u32();
  const name = names[tag];
  if (name === undefined) throw new BytesError(`variant ${tag} of ${names.length}`, data.offset - 4);
  return name;
}
