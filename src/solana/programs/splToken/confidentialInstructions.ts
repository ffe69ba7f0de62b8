import type { ByteReader } from '../../../codec/bytes.ts';
import type { JsonObject } from '../../../codec/jsonText.ts';
import type { Address } from '../../address.ts';
import { type InstructionRow, nameAccounts, row } from '../instructionRow.ts';
import {
  readAeCiphertext,
  readElgamalCiphertext,
  readElgamalPubkey,
  readOptionalAddress,
  readOptionalElgamalPubkey,
  readPodBool,
} from './layout.ts';
import { exactRow, harvestRow, readI8, signedBy, signedRow, splitSources, whole } from './tokenInstructionRow.ts';

/**
 * Accounts of zero-knowledge proofs. An instruction names for each proof where it is: so many instructions away (i8), or,
 * with 0, in a context state account. Which accounts then follow is guessed by position, and the guess is part of the
 * node's answer: of a multisig behind such an offset, the first accounts come out as `...RecordAccount`.
 *
 * Source   agave 4.1 `extension/confidential_transfer.rs`, `confidential_transfer_fee.rs`, `confidential_mint_burn.rs`
 * @module
 */

/** What the data of an instruction with a single proof holds. */
export type ProofArgs = JsonObject & { readonly proofInstructionOffset: number };

export interface ProofRow {
  readonly type: string;
  readonly accounts: readonly string[];
  readonly args: (data: ByteReader) => ProofArgs;
  readonly signer: string;
}

/** An instruction with one proof, whose account is between the named ones and the authority. */
function proofRow({ type, accounts: names, args: readArgs, signer }: ProofRow): InstructionRow {
  const readWhole = whole(readArgs);
  return {
    type,
    minAccounts: names.length + 2,
    info: (accounts, data) => {
      const args = readWhole(data);
      const named = nameAccounts(accounts, names);
      return { ...named, ...args, ...provenBy(accounts, names.length, args, 'recordAccount', signer) };
    },
  };
}

/** The account of the one proof at `index`, a record account where there is one too many, and the authority. */
function provenBy(
  accounts: readonly Address[],
  index: number,
  { proofInstructionOffset }: ProofArgs,
  recordKey: string,
  signer: string,
): JsonObject {
  const proof = accounts[index];
  const next = index + 1;
  if (proofInstructionOffset === 0) return { proofContextStateAccount: proof, ...signedBy(accounts, next, signer) };
  const instructionsSysvar = proof;
  if (accounts.length <= next + 1) return { instructionsSysvar, ...signedBy(accounts, next, signer) };
  return { instructionsSysvar, [recordKey]: accounts[next], ...signedBy(accounts, next + 1, signer) };
}

export interface ProofsRow {
  readonly type: string;
  readonly accounts: readonly string[];
  /** absent: the named ones and the owner */
  readonly minAccounts?: number;
  /** what precedes the offsets */
  readonly args: (data: ByteReader) => JsonObject;
  /** in the order of their offsets in the data */
  readonly proofs: readonly string[];
  /** absent: their accounts have the same order */
  readonly proofAccounts?: readonly string[];
}

/** An instruction of an owner with several proofs. */
function proofsRow({
  type,
  accounts: names,
  minAccounts = names.length + 1,
  args: readArgs,
  proofs,
  proofAccounts = proofs,
}: ProofsRow): InstructionRow {
  const readWhole = whole((data) => ({ args: readArgs(data), offsets: readOffsets(data, proofs) }));
  return {
    type,
    minAccounts,
    info: (accounts, data) => {
      const { args, offsets } = readWhole(data);
      const keys = [...names, ...proofAccountKeys(proofAccounts, offsets)];
      // the last account is the owner's, however few there are
      const ownerIndex = Math.min(keys.length, accounts.length - 1);
      const named = nameAccounts(accounts, keys.slice(0, ownerIndex));
      return { ...named, ...args, ...offsetMembers(offsets), ...signedBy(accounts, ownerIndex, 'owner') };
    },
  };
}

/** The new balance or supply, shown under `key`, and two ciphertexts of the amount for the auditor, which are not shown. */
function readMovedBalance(data: ByteReader, key: string): JsonObject {
  const balance = readAeCiphertext(data);
  readElgamalCiphertext(data);
  readElgamalCiphertext(data);
  return { [key]: balance };
}

function readOffsets(data: ByteReader, proofs: readonly string[]): ReadonlyMap<string, number> {
  return new Map(proofs.map((proof) => [proof, readI8(data)]));
}

function offsetMembers(offsets: ReadonlyMap<string, number>): JsonObject {
  return Object.fromEntries([...offsets].map(([proof, offset]) => [`${proof}InstructionOffset`, offset]));
}

/** Keys of the accounts behind the named ones, in order: the sysvar if any proof is in an instruction, then one a proof. */
function proofAccountKeys(proofs: readonly string[], offsets: ReadonlyMap<string, number>): readonly string[] {
  const isInAccount = (proof: string): boolean => offsets.get(proof) === 0;
  const keys = proofs.map((proof) => `${proof}${isInAccount(proof) ? 'ContextStateAccount' : 'RecordAccount'}`);
  return proofs.every(isInAccount) ? keys : ['instructionsSysvar', ...keys];
}

/**
 * By sub tag.
 *
 * Source   spl-token-2022-interface 2.1 `extension/confidential_mint_burn/instruction.rs`; agave 4.1
 *          `extension/confidential_mint_burn.rs`
 */
export const CONFIDENTIAL_MINT_BURN_ROWS: readonly InstructionRow[] = [
  exactRow('initializeConfidentialMintBurnMint', ['mint'], (data) => ({
    supplyElGamalPubkey: readElgamalPubkey(data),
    decryptableSupply: readAeCiphertext(data),
  })),
  {
    type: 'rotateConfidentialMintBurnSupplyElGamalPubkey',
    minAccounts: 3,
    info: (accounts, data) => {
      const args = readRotation(data);
      const proofKey = args.proofInstructionOffset === 0 ? 'proofAccount' : 'instructionsSysvar';
      return { mint: accounts[0], [proofKey]: accounts[1], ...args, ...signedBy(accounts, 2, 'owner') };
    },
  },
  signedRow(
    'updateConfidentialMintBurnDecryptableSupply',
    ['mint'],
    'owner',
    whole((data) => ({ newDecryptableSupply: readAeCiphertext(data) })),
  ),
  proofsRow({
    type: 'confidentialMint',
    accounts: ['destination', 'mint'],
    args: (data) => readMovedBalance(data, 'newDecryptableSupply'),
    proofs: ['equalityProof', 'ciphertextValidityProof', 'rangeProof'],
  }),
  proofsRow({
    type: 'confidentialBurn',
    // what is burned from: the key is the node's
    accounts: ['destination', 'mint'],
    args: (data) => readMovedBalance(data, 'newDecryptableAvailableBalance'),
    proofs: ['equalityProof', 'ciphertextValidityProof', 'rangeProof'],
  }),
  signedRow('applyPendingBurn', ['mint'], 'owner'),
];

const readRotation = whole((data) => ({
  newSupplyElGamalPubkey: readElgamalPubkey(data),
  proofInstructionOffset: readI8(data),
}));

/**
 * Instructions of confidential transfers. The accounts of deposit and withdraw are named as the node names them, which is
 * not how the program reads them (it has no separate destination).
 *
 * Source   spl-token-2022-interface 2.1 `extension/confidential_transfer/instruction.rs`; agave 4.1
 *          `extension/confidential_transfer.rs`
 * @module
 */

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

/**
 * By sub tag.
 *
 * Source   spl-token-2022-interface 2.1 `extension/confidential_transfer_fee/instruction.rs`; agave 4.1
 *          `extension/confidential_transfer_fee.rs`
 */
export const CONFIDENTIAL_TRANSFER_FEE_ROWS: readonly InstructionRow[] = [
  exactRow('initializeConfidentialTransferFeeConfig', ['mint'], (data) => ({
    authority: readOptionalAddress(data) ?? undefined,
    withdrawWithheldAuthorityElGamalPubkey: readElgamalPubkey(data),
  })),
  proofRow({
    type: 'withdrawWithheldConfidentialTransferTokensFromMint',
    accounts: ['mint', 'feeRecipient'],
    args: (data) => ({
      proofInstructionOffset: readI8(data),
      newDecryptableAvailableBalance: readAeCiphertext(data),
    }),
    signer: 'withdrawWithheldAuthority',
  }),
  {
    type: 'withdrawWithheldConfidentialTransferTokensFromAccounts',
    minAccounts: 4,
    info: (accounts, data) => {
      const { numSources, ...args } = readFromAccounts(data);
      const [leading, sourceAccounts] = splitSources(accounts, numSources, 4, data.offset);
      const named = nameAccounts(leading, ['mint', 'feeRecipient']);
      const proven = provenBy(leading, 2, args, 'proofAccount', 'withdrawWithheldAuthority');
      return { ...named, sourceAccounts, ...args, ...proven };
    },
  },
  harvestRow('harvestWithheldConfidentialTransferTokensToMint'),
  // the account is a mint; the key is the node's
  signedRow('enableConfidentialTransferFeeHarvestToMint', ['account'], 'owner'),
  signedRow('disableConfidentialTransferFeeHarvestToMint', ['account'], 'owner'),
];

const readFromAccounts = whole((data) => ({
  numSources: data.u8(),
  proofInstructionOffset: readI8(data),
  newDecryptableAvailableBalance: readAeCiphertext(data),
}));
