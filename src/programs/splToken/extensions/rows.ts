/**
 * The extensions by their number. A value is read in the order of the keys of its row.
 *
 * Source   spl-token-2022-interface 2.1 `extension/`; spl-token-group-interface 0.7; agave 4.1 `parse_token_extension.rs`
 * @module
 */
import type { ByteReader } from '../../../codec/byteReader.ts';
import { f64Text } from '../../../codec/float64.ts';
import type { JsonObject } from '../../../codec/json.ts';
import { readAddress } from '../../../model/wireParts.ts';
import { ACCOUNT_STATES } from '../instructions/names.ts';
import type { ExtensibleKind } from '../layout.ts';
import { readOptionalAddress, readPodBool } from '../pod.ts';
import { readInterestBearingConfig, readScaledUiAmountConfig } from './amountConfigs.ts';
import {
  readConfidentialMintBurn,
  readConfidentialTransferAccount,
  readConfidentialTransferFeeAmount,
  readConfidentialTransferFeeConfig,
  readConfidentialTransferMint,
} from './confidential.ts';
import { readTokenMetadata } from './tokenMetadata.ts';
import { readTransferFeeConfig } from './transferFees.ts';

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
