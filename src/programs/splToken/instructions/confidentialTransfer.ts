/**
 * Instructions of confidential transfers. The accounts of deposit and withdraw are named as the node names them, which is
 * not how the program reads them (it has no separate destination).
 *
 * Source   spl-token-2022-interface 2.1 `extension/confidential_transfer/instruction.rs`; agave 4.1
 *          `extension/confidential_transfer.rs`
 * @module
 */
import type { ByteReader } from '../../../codec/byteReader.ts';
import type { JsonObject } from '../../../codec/json.ts';
import { type InstructionRow, row } from '../../instructionRow.ts';
import { readI8, whole } from '../instructionLayout.ts';
import { readAeCiphertext, readOptionalAddress, readOptionalElgamalPubkey, readPodBool } from '../pod.ts';
import { proofRow, proofsRow, readMovedBalance } from './proofs.ts';
import { exactRow, signedRow } from './row.ts';

/** By sub tag. */
export const CONFIDENTIAL_TRANSFER_ROWS: readonly InstructionRow[] = [
  exactRow('initializeConfidentialTransferMint', ['mint'], (data) => ({
    authority: readOptionalAddress(data) ?? undefined,
    ...mintSettings(data),
  })),
  exactRow('updateConfidentialTransferMint', ['mint', 'confidentialTransferMintAuthority'], mintSettings),
  proofRow({
    type: 'configureConfidentialTransferAccount',
    accounts: ['account', 'mint'],
    args: (data) => ({
      decryptableZeroBalance: readAeCiphertext(data),
      maximumPendingBalanceCreditCounter: data.u64(),
      proofInstructionOffset: readI8(data),
    }),
    signer: 'owner',
  }),
  row('approveConfidentialTransferAccount', ['account', 'mint', 'confidentialTransferAuditorAuthority']),
  proofRow({
    type: 'emptyConfidentialTransferAccount',
    accounts: ['account'],
    args: (data) => ({ proofInstructionOffset: readI8(data) }),
    signer: 'owner',
  }),
  signedRow('depositConfidentialTransfer', ['source', 'destination', 'mint'], 'owner', whole(amountAndDecimals)),
  proofsRow({
    type: 'withdrawConfidentialTransfer',
    accounts: ['source', 'destination', 'mint'],
    minAccounts: 5,
    args: (data) => ({ ...amountAndDecimals(data), newDecryptableAvailableBalance: readAeCiphertext(data) }),
    proofs: ['equalityProof', 'rangeProof'],
  }),
  proofsRow({
    type: 'confidentialTransfer',
    accounts: ['source', 'mint', 'destination'],
    args: (data) => readMovedBalance(data, 'newSourceDecryptableAvailableBalance'),
    proofs: ['equalityProof', 'ciphertextValidityProof', 'rangeProof'],
  }),
  signedRow(
    'applyPendingConfidentialTransferBalance',
    ['account'],
    'owner',
    whole((data) => ({
      expectedPendingBalanceCreditCounter: data.u64(),
      newDecryptableAvailableBalance: readAeCiphertext(data),
    })),
  ),
  creditsRow('enableConfidentialTransferConfidentialCredits'),
  creditsRow('disableConfidentialTransferConfidentialCredits'),
  creditsRow('enableConfidentialTransferNonConfidentialCredits'),
  creditsRow('disableConfidentialTransferNonConfidentialCredits'),
  proofsRow({
    type: 'confidentialTransferWithFee',
    accounts: ['source', 'mint', 'destination'],
    args: (data) => readMovedBalance(data, 'newSourceDecryptableAvailableBalance'),
    proofs: [
      'equalityProof',
      'transferAmountCiphertextValidityProof',
      'feeSigmaProof',
      'feeCiphertextValidityProof',
      'rangeProof',
    ],
    // the program takes the two fee proofs in the order of the data; the node names them the other way round
    proofAccounts: [
      'equalityProof',
      'transferAmountCiphertextValidityProof',
      'feeCiphertextValidityProof',
      'feeSigmaProof',
      'rangeProof',
    ],
  }),
  row('configureConfidentialAccountWithRegistry', ['account', 'mint', 'registry']),
];

function creditsRow(type: string): InstructionRow {
  return signedRow(type, ['account'], 'owner');
}

function mintSettings(data: ByteReader): JsonObject {
  return { autoApproveNewAccounts: readPodBool(data), auditorElGamalPubkey: readOptionalElgamalPubkey(data) };
}

/** Unlike in all other instructions, the amount is a number here. */
function amountAndDecimals(data: ByteReader): JsonObject {
  return { amount: data.u64(), decimals: data.u8() };
}
