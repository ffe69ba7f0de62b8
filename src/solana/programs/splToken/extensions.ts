import { ByteReader } from '../../../codec/bytes.ts';
import { f64Text } from '../../../codec/floats.ts';
import type { JsonObject, JsonValue } from '../../../codec/jsonText.ts';
import type { Address } from '../../address.ts';
import { readAddress } from '../../wire.ts';
import { type InterestBearingConfig, orUndefined, type ScaledUiAmountConfig } from '../parsed.ts';
import {
  type ExtensibleKind,
  readAeCiphertext,
  readElgamalCiphertext,
  readElgamalPubkey,
  readOptionalAddress,
  readOptionalElgamalPubkey,
  readPodBool,
} from './layout.ts';
import { ACCOUNT_STATES, readString, whole } from './tokenInstructionRow.ts';

/** Value of extension 10. */
export interface InterestBearingExtension extends InterestBearingConfig {
  readonly rateAuthority: Address | null;
}

export function readInterestBearingConfig(value: ByteReader): InterestBearingExtension {
  return {
    rateAuthority: readOptionalAddress(value),
    initializationTimestamp: value.i64(),
    preUpdateAverageRate: value.i16(),
    lastUpdateTimestamp: value.i64(),
    currentRate: value.i16(),
  };
}

/** Value of extension 25. */
export interface ScaledUiAmountExtension extends ScaledUiAmountConfig {
  readonly authority: Address | null;
}

export function readScaledUiAmountConfig(value: ByteReader): ScaledUiAmountExtension {
  return {
    authority: readOptionalAddress(value),
    multiplier: value.f64(),
    newMultiplierEffectiveTimestamp: value.i64(),
    newMultiplier: value.f64(),
  };
}

/**
 * Values of the confidential extensions: keys and ciphertexts are shown as base64.
 *
 * Source   spl-token-2022-interface 2.1 `confidential_*`; agave 4.1 `parse_token_extension.rs`
 * @module
 */

function readConfidentialTransferMint(value: ByteReader): JsonObject {
  return {
    authority: readOptionalAddress(value),
    autoApproveNewAccounts: readPodBool(value),
    auditorElgamalPubkey: readOptionalElgamalPubkey(value),
  };
}

function readConfidentialTransferAccount(value: ByteReader): JsonObject {
  return {
    approved: readPodBool(value),
    elgamalPubkey: readElgamalPubkey(value),
    pendingBalanceLo: readElgamalCiphertext(value),
    pendingBalanceHi: readElgamalCiphertext(value),
    availableBalance: readElgamalCiphertext(value),
    decryptableAvailableBalance: readAeCiphertext(value),
    allowConfidentialCredits: readPodBool(value),
    allowNonConfidentialCredits: readPodBool(value),
    pendingBalanceCreditCounter: value.u64(),
    maximumPendingBalanceCreditCounter: value.u64(),
    expectedPendingBalanceCreditCounter: value.u64(),
    actualPendingBalanceCreditCounter: value.u64(),
  };
}

/** Unlike the auditor's, this key is never null: zeros are shown as zeros. */
function readConfidentialTransferFeeConfig(value: ByteReader): JsonObject {
  return {
    authority: readOptionalAddress(value),
    withdrawWithheldAuthorityElgamalPubkey: readElgamalPubkey(value),
    harvestToMintEnabled: readPodBool(value),
    withheldAmount: readElgamalCiphertext(value),
  };
}

function readConfidentialTransferFeeAmount(value: ByteReader): JsonObject {
  return { withheldAmount: readElgamalCiphertext(value) };
}

function readConfidentialMintBurn(value: ByteReader): JsonObject {
  return {
    confidentialSupply: readElgamalCiphertext(value),
    decryptableSupply: readAeCiphertext(value),
    supplyElgamalPubkey: readElgamalPubkey(value),
    pendingBurn: readElgamalCiphertext(value),
  };
}

/**
 * The list that extensions are stored in: type u16, length u16, value. It ends at type 0 or where no type fits.
 *
 * Source   spl-token-2022-interface 2.1 `extension/mod.rs`
 * @module
 */

export interface ExtensionEntry {
  readonly type: number;
  readonly value: Uint8Array;
}

const TYPE_BYTES = 2;
const END = 0;

/** @throws BytesError, while walking, at an entry that is cut off */
export function* walkEntries(bytes: Uint8Array): Generator<ExtensionEntry, void> {
  const reader = new ByteReader(bytes);
  while (reader.remaining >= TYPE_BYTES) {
    const type = reader.u16();
    if (type === END) return;
    yield { type, value: reader.take(reader.u16()) };
  }
}

/** The first entry of a type, read by `read` to its last byte; undefined where there is none or it does not read. */
export function readExtension<T>(bytes: Uint8Array, type: number, read: (value: ByteReader) => T): T | undefined {
  return orUndefined(() => {
    for (const entry of walkEntries(bytes)) {
      if (entry.type === type) return readWhole(entry.value, read);
    }
    return undefined;
  });
}

/** @throws BytesError where `read` leaves something */
export function readWhole<T>(bytes: Uint8Array, read: (value: ByteReader) => T): T {
  return whole(read)(new ByteReader(bytes));
}

/**
 * Value of extension 19: two addresses, three strings, then a u32 count of pairs of strings. What follows is ignored.
 *
 * Source   spl-token-metadata-interface 0.8 `TokenMetadata`, borsh
 */
function readTokenMetadata(value: ByteReader): JsonObject {
  return {
    updateAuthority: readOptionalAddress(value),
    mint: readAddress(value),
    name: readString(value),
    symbol: readString(value),
    uri: readString(value),
    additionalMetadata: readPairs(value),
  };
}

/** A count that the bytes cannot hold ends where they end. */
function readPairs(value: ByteReader): JsonValue {
  const count = value.u32();
  const pairs: JsonValue[] = [];
  for (let i = 0; i < count; i++) pairs.push([readString(value), readString(value)]);
  return pairs;
}

export interface TransferFee {
  /** the first in which it is taken */
  readonly epoch: bigint;
  /** u64 in the smallest units of the mint */
  readonly maximumFee: bigint;
  readonly transferFeeBasisPoints: number;
}

/** Value of extension 1. */
export interface TransferFeeConfig {
  readonly transferFeeConfigAuthority: Address | null;
  readonly withdrawWithheldAuthority: Address | null;
  readonly withheldAmount: bigint;
  readonly olderTransferFee: TransferFee;
  readonly newerTransferFee: TransferFee;
}

export function readTransferFeeConfig(value: ByteReader): TransferFeeConfig {
  return {
    transferFeeConfigAuthority: readOptionalAddress(value),
    withdrawWithheldAuthority: readOptionalAddress(value),
    withheldAmount: value.u64(),
    olderTransferFee: readTransferFee(value),
    newerTransferFee: readTransferFee(value),
  };
}

function readTransferFee(value: ByteReader): TransferFee {
  return { epoch: value.u64(), maximumFee: value.u64(), transferFeeBasisPoints: value.u16() };
}

const ONE_IN_BASIS_POINTS = 10_000n;

/**
 * What a transfer of `amount` costs: rounded up, and never more than the maximum.
 *
 * Source   spl-token-2022-interface 2.1 `TransferFee::calculate_fee`
 */
export function transferFee(
  { olderTransferFee, newerTransferFee }: TransferFeeConfig,
  epoch: bigint,
  amount: bigint,
): bigint {
  const { maximumFee, transferFeeBasisPoints } = epoch >= newerTransferFee.epoch ? newerTransferFee : olderTransferFee;
  const share = (amount * BigInt(transferFeeBasisPoints) + ONE_IN_BASIS_POINTS - 1n) / ONE_IN_BASIS_POINTS;
  return share < maximumFee ? share : maximumFee;
}

/**
 * The extensions by their number. A value is read in the order of the keys of its row.
 *
 * Source   spl-token-2022-interface 2.1 `extension/`; spl-token-group-interface 0.7; agave 4.1 `parse_token_extension.rs`
 * @module
 */

/** What an extension stores. */
export interface ExtensionValue {
  /** what may carry it */
  readonly of: ExtensibleKind;
  readonly read: (value: ByteReader) => JsonObject;
  /** there may be more bytes than are read */
  readonly isOpenEnded?: true;
}

/** An extension without a value is a mere mark, and nothing of it is checked. */
export interface ExtensionRow {
  readonly name: string;
  readonly value?: ExtensionValue;
}

export const EXTENSION_ROWS: { readonly [type: number]: ExtensionRow | undefined } = {
  1: { name: 'transferFeeConfig', value: { of: 'mint', read: showTransferFeeConfig } },
  2: { name: 'transferFeeAmount', value: { of: 'account', read: (v) => ({ withheldAmount: v.u64() }) } },
  3: { name: 'mintCloseAuthority', value: { of: 'mint', read: optionalAddresses('closeAuthority') } },
  4: { name: 'confidentialTransferMint', value: { of: 'mint', read: readConfidentialTransferMint } },
  5: { name: 'confidentialTransferAccount', value: { of: 'account', read: readConfidentialTransferAccount } },
  6: { name: 'defaultAccountState', value: { of: 'mint', read: readDefaultAccountState } },
  7: { name: 'immutableOwner' },
  8: { name: 'memoTransfer', value: { of: 'account', read: flag('requireIncomingTransferMemos') } },
  9: { name: 'nonTransferable' },
  10: { name: 'interestBearingConfig', value: { of: 'mint', read: (v) => ({ ...readInterestBearingConfig(v) }) } },
  11: { name: 'cpiGuard', value: { of: 'account', read: flag('lockCpi') } },
  12: { name: 'permanentDelegate', value: { of: 'mint', read: optionalAddresses('delegate') } },
  13: { name: 'nonTransferableAccount' },
  14: { name: 'transferHook', value: { of: 'mint', read: optionalAddresses('authority', 'programId') } },
  15: { name: 'transferHookAccount', value: { of: 'account', read: flag('transferring') } },
  16: { name: 'confidentialTransferFeeConfig', value: { of: 'mint', read: readConfidentialTransferFeeConfig } },
  17: { name: 'confidentialTransferFeeAmount', value: { of: 'account', read: readConfidentialTransferFeeAmount } },
  18: { name: 'metadataPointer', value: { of: 'mint', read: optionalAddresses('authority', 'metadataAddress') } },
  19: { name: 'tokenMetadata', value: { of: 'mint', read: readTokenMetadata, isOpenEnded: true } },
  20: { name: 'groupPointer', value: { of: 'mint', read: optionalAddresses('authority', 'groupAddress') } },
  21: { name: 'tokenGroup', value: { of: 'mint', read: readTokenGroup } },
  22: { name: 'groupMemberPointer', value: { of: 'mint', read: optionalAddresses('authority', 'memberAddress') } },
  23: { name: 'tokenGroupMember', value: { of: 'mint', read: readTokenGroupMember } },
  24: { name: 'confidentialMintBurn', value: { of: 'mint', read: readConfidentialMintBurn } },
  25: { name: 'scaledUiAmountConfig', value: { of: 'mint', read: readScaledUiAmount } },
  26: {
    name: 'pausableConfig',
    value: { of: 'mint', read: (v) => ({ authority: readOptionalAddress(v), paused: readPodBool(v) }) },
  },
  27: { name: 'pausableAccount' },
};

function optionalAddresses(...names: readonly string[]): (value: ByteReader) => JsonObject {
  return (value) => Object.fromEntries(names.map((name) => [name, readOptionalAddress(value)]));
}

function flag(name: string): (value: ByteReader) => JsonObject {
  return (value) => ({ [name]: readPodBool(value) });
}

function showTransferFeeConfig(value: ByteReader): JsonObject {
  const { olderTransferFee, newerTransferFee, ...config } = readTransferFeeConfig(value);
  return { ...config, olderTransferFee: { ...olderTransferFee }, newerTransferFee: { ...newerTransferFee } };
}

/** An unknown state counts as the first. */
function readDefaultAccountState(value: ByteReader): JsonObject {
  return { accountState: ACCOUNT_STATES[value.u8()] ?? ACCOUNT_STATES[0] };
}

function readTokenGroup(value: ByteReader): JsonObject {
  return {
    updateAuthority: readOptionalAddress(value),
    mint: readAddress(value),
    size: value.u64(),
    maxSize: value.u64(),
  };
}

function readTokenGroupMember(value: ByteReader): JsonObject {
  return { mint: readAddress(value), group: readAddress(value), memberNumber: value.u64() };
}

function readScaledUiAmount(value: ByteReader): JsonObject {
  const config = readScaledUiAmountConfig(value);
  return { ...config, multiplier: f64Text(config.multiplier), newMultiplier: f64Text(config.newMultiplier) };
}

const UNPARSEABLE: JsonObject = { extension: 'unparseableExtension' };

/**
 * Shows the extensions of a mint or an account, in the order of the data; undefined where there are none, an entry is
 * cut off or a type is unknown: the node then shows none at all. A value that does not read spoils only its own element.
 *
 * Source   agave 4.1 `parse_extension`: each entry is shown with the value of the first entry of its type
 */
export function parseExtensions(entries: Uint8Array, kind: ExtensibleKind): readonly JsonObject[] | undefined {
  const firstOfType = new Map<number, JsonObject>();
  const elements: JsonObject[] = [];
  for (const entry of orUndefined(() => [...walkEntries(entries)]) ?? []) {
    const row = EXTENSION_ROWS[entry.type];
    if (row === undefined) return undefined;
    const element = firstOfType.get(entry.type) ?? elementOf(row, entry, kind);
    firstOfType.set(entry.type, element);
    elements.push(element);
  }
  return elements.length === 0 ? undefined : elements;
}

function elementOf({ name, value }: ExtensionRow, entry: ExtensionEntry, kind: ExtensibleKind): JsonObject {
  if (value === undefined) return { extension: name };
  const state = value.of === kind ? orUndefined(() => readValue(entry.value, value)) : undefined;
  return state === undefined ? UNPARSEABLE : { extension: name, state };
}

function readValue(bytes: Uint8Array, { read, isOpenEnded }: ExtensionValue): JsonObject {
  return isOpenEnded ? read(new ByteReader(bytes)) : readWhole(bytes, read);
}
