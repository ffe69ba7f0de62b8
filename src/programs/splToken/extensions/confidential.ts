/**
 * Values of the confidential extensions: keys and ciphertexts are shown as base64.
 *
 * Source   spl-token-2022-interface 2.1 `confidential_*`; agave 4.1 `parse_token_extension.rs`
 * @module
 */
import type { ByteReader } from '../../../codec/byteReader.ts';
import type { JsonObject } from '../../../codec/json.ts';
import {
  readAeCiphertext,
  readElgamalCiphertext,
  readElgamalPubkey,
  readOptionalAddress,
  readOptionalElgamalPubkey,
  readPodBool,
} from '../pod.ts';

export function readConfidentialTransferMint(value: ByteReader): JsonObject {
  return {
    authority: readOptionalAddress(value),
    autoApproveNewAccounts: readPodBool(value),
    auditorElgamalPubkey: readOptionalElgamalPubkey(value),
  };
}

export function readConfidentialTransferAccount(value: ByteReader): JsonObject {
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
export function readConfidentialTransferFeeConfig(value: ByteReader): JsonObject {
  return {
    authority: readOptionalAddress(value),
    withdrawWithheldAuthorityElgamalPubkey: readElgamalPubkey(value),
    harvestToMintEnabled: readPodBool(value),
    withheldAmount: readElgamalCiphertext(value),
  };
}

export function readConfidentialTransferFeeAmount(value: ByteReader): JsonObject {
  return { withheldAmount: readElgamalCiphertext(value) };
}

export function readConfidentialMintBurn(value: ByteReader): JsonObject {
  return {
    confidentialSupply: readElgamalCiphertext(value),
    decryptableSupply: readAeCiphertext(value),
    supplyElgamalPubkey: readElgamalPubkey(value),
    pendingBurn: readElgamalCiphertext(value),
  };
}
