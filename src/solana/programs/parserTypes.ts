import type { JsonValue } from '../../codec/jsonText.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import type { Account } from '../account.ts';
import type { Address } from '../address.ts';
import type { UiTokenAmount } from '../meta.ts';

/** The parsed form of an account's data: `parsed` is `{ type, info? }`, keys in any order. */
export interface ParsedAccount {
  /** the node's name of the program, e.g. `spl-token` */
  readonly program: string;
  readonly parsed: JsonValue;
}

/** The facts of a mint that its amounts are shown with. */
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

/** The tokens of a token account, in the smallest units of its mint (u64). */
export interface TokenHolding {
  readonly mint: Address;
  readonly amount: bigint;
}

/** The earnings of a vote account in an epoch: its credits (u64) at the end and at the start. */
export interface EpochCredits {
  readonly epoch: bigint;
  readonly credits: bigint;
  readonly previousCredits: bigint;
}

/** A vote account in a list of validators. */
export interface VoteSummary {
  readonly nodePubkey: Address;
  /** percent */
  readonly commission: number;
  readonly inflationRewardsCommissionBps: number;
  /** base58 of 48 bytes */
  readonly blsPubkeyCompressed: string | null;
  /** undefined: it has never voted */
  readonly lastVote: bigint | undefined;
  readonly rootSlot: bigint | undefined;
  /** oldest first */
  readonly epochCredits: readonly EpochCredits[];
}

/** The facts that a parser needs besides the bytes. */
export interface AccountParserContext {
  readonly version: NodeVersion;
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

/** The parsed form of an instruction: `{ type, info }`, or text for memos. */
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
export type InstructionParser = (instruction: InstructionInput, version: NodeVersion) => ParsedInstruction | undefined;

/** All parsers of a version. A parser that cannot parse gives undefined; none throws. */
export interface ParserSet {
  parseAccount(account: Account, context: Omit<AccountParserContext, 'version'>): ParsedAccount | undefined;
  parseInstruction(instruction: InstructionInput): ParsedInstruction | undefined;
  /** reads the facts that the amounts of a mint are shown with */
  readMintInfo(data: Uint8Array, unixTimestamp: bigint): MintInfo | undefined;
  /** reads an initialized token account, frozen or not */
  readTokenHolding(data: Uint8Array): TokenHolding | undefined;
  /** reads the supply of an initialized mint, in its smallest units (u64) */
  readTokenSupply(data: Uint8Array): bigint | undefined;
  showTokenAmount(amount: bigint, mint: MintInfo): UiTokenAmount;
  /** reads an initialized vote account */
  readVoteSummary(account: Account): VoteSummary | undefined;
}
