import { type InstructionRow, nameAccounts } from '../../instructionRow.ts';
import { readI8, whole } from '../instructionLayout.ts';
import { readAeCiphertext, readElgamalPubkey, readOptionalAddress } from '../pod.ts';
import { proofRow, provenBy } from './proofs.ts';
import { exactRow, harvestRow, signedRow, splitSources } from './row.ts';

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
