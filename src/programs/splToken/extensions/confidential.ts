/**
 * Values of the confidential extensions: keys and ciphertexts are shown as base64.
 *
 * Source   spl-token-2022-interface 2.1 `confidential_*`; agave 4.1 `parse_token_extension.rs`
 * @module
 */
import type { ByteReader } from '../../../codec/byteReader.ts';
import type { JsonObject } from '../../../codec/json.ts';
import {
  AE_CIPHERTEXT_BYTES,
  ELGAMAL_CIPHERTEXT_BYTES,
  ELGAMAL_PUBKEY_BYTES,
  readBase64,
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
    elgamalPubkey: readBase64(value, ELGAMAL_PUBKEY_BYTES),
    pendingBalanceLo: readBase64(value, ELGAMAL_CIPHERTEXT_BYTES),
    pendingBalanceHi: readBase64(value, ELGAMAL_CIPHERTEXT_BYTES),
    availableBalance: readBase64(value, ELGAMAL_CIPHERTEXT_BYTES),
    decryptableAvailableBalance: readBase64(value, AE_CIPHERTEXT_BYTES),
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
    withdrawWithheldAuthorityElgamalPubkey: readBase64(value, ELGAMAL_PUBKEY_BYTES),
    harvestToMintEnabled: readPodBool(value),
    withheldAmount: readBase64(value, ELGAMAL_CIPHERTEXT_BYTES),
  };
}

export function readConfidentialTransferFeeAmount(value: ByteReader): JsonObject {
  return { withheldAmount: readBase64(value, ELGAMAL_CIPHERTEXT_BYTES) };
}

export function readConfidentialMintBurn(value: ByteReader): JsonObject {
  return {
    confidentialSupply: readBase64(value, ELGAMAL_CIPHERTEXT_BYTES),
    decryptableSupply: readBase64(value, AE_CIPHERTEXT_BYTES),
    supplyElgamalPubkey: readBase64(value, ELGAMAL_PUBKEY_BYTES),
    pendingBurn: readBase64(value, ELGAMAL_CIPHERTEXT_BYTES),
  };
}
