import type { InstructionRow } from '../../instructionRow.ts';
import { readI8, whole } from '../instructionLayout.ts';
import { readAeCiphertext, readElgamalPubkey } from '../pod.ts';
import { proofsRow, readMovedBalance } from './proofs.ts';
import { exactRow, signedBy, signedRow } from './row.ts';

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
