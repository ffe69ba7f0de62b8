/** Transactions of SPL Token and Token-2022; the shape of a plan is told in solPlans.mjs. */
import { ComputeBudgetProgram } from '@solana/web3.js';
import { DERIVED } from './derived.mjs';
import { fromWeb3 } from './instruction.mjs';
import { KEY } from './keys.mjs';
import { MEMO, memo } from './natives.mjs';
import { createAccount, SOL, transferSol } from './solPlans.mjs';
import {
  createAssociatedToken,
  extensions,
  initializeMetadata,
  NATIVE_MINT,
  setMetadataField,
  TOKEN,
  TOKEN_2022,
  tokenInstructions,
} from './tokens.mjs';

const MINT_BYTES = 82;
const ACCOUNT_BYTES = 165;
const MULTISIG_BYTES = 355;
/** a mint with the four extensions of feeMint, and what its metadata takes besides */
const FEE_MINT_BYTES = 438;
const METADATA_BYTES = 152;
/** a mint with the three extensions of scaledMint */
const SCALED_MINT_BYTES = 267;
const FROZEN = 2;
const MEMO_TRANSFER = 8;
const CPI_GUARD = 11;

const { alice, bob, carol, mintAuthority, tokenMint, feeMint, scaledMint, multisig, closedToken } = KEY;
const { aliceToken, bobToken, aliceFeeToken, bobFeeToken, aliceScaledToken, aliceWrappedSol } = DERIVED;
const token = tokenInstructions(TOKEN);
const token2022 = tokenInstructions(TOKEN_2022);

const transferToBob = (amount) => token.transferChecked(aliceToken, tokenMint, bobToken, alice, amount, 6);

export const mintPlans = {
  create: {
    what: 'create the SPL Token mint',
    instructions: [createAccount('tokenMint', TOKEN, MINT_BYTES), token.initializeMint2(tokenMint, 6, mintAuthority)],
  },
  fill: [
    {
      what: 'create the associated token account of alice and mint 1000 tokens',
      instructions: [
        createAssociatedToken(alice, aliceToken, alice, tokenMint, TOKEN),
        token.mintTo(tokenMint, aliceToken, mintAuthority, 1_000_000_000),
      ],
    },
    {
      what: 'create the associated token account of bob',
      payer: bob,
      instructions: [createAssociatedToken(bob, bobToken, bob, tokenMint, TOKEN)],
    },
  ],
};

export const transferPlans = [
  { what: 'transfer 250 tokens', instructions: [token.transfer(aliceToken, bobToken, alice, 250_000_000)] },
  {
    what: 'transferChecked of 1.5 tokens with a priority fee',
    instructions: [
      fromWeb3(ComputeBudgetProgram.setComputeUnitLimit({ units: 20_000 })),
      fromWeb3(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 100_000 })),
      transferToBob(1_500_000),
    ],
  },
  { what: 'approve carol for 10 tokens', instructions: [token.approve(aliceToken, carol, alice, 10_000_000)] },
];

export const overdraftPlan = {
  what: 'fails: a transfer of more tokens than alice has',
  fails: true,
  instructions: [token.transfer(aliceToken, bobToken, alice, 9_000_000_000)],
};

export const feeMintPlan = {
  what: 'create the Token-2022 mint with fee, interest, close authority and metadata',
  instructions: [
    createAccount('feeMint', TOKEN_2022, FEE_MINT_BYTES, METADATA_BYTES),
    extensions.transferFeeConfig(feeMint, mintAuthority, 100, 5_000_000_000),
    extensions.interestBearing(feeMint, mintAuthority, 500),
    extensions.metadataPointer(feeMint, mintAuthority, feeMint),
    extensions.mintCloseAuthority(feeMint, mintAuthority),
    token2022.initializeMint2(feeMint, 9, mintAuthority),
    initializeMetadata(feeMint, mintAuthority, 'Still Coin', 'STILL', 'https://example.com/still.json'),
    setMetadataField(feeMint, mintAuthority, 'origin', 'stillnode'),
  ],
};

export const feeTokenPlans = [
  {
    what: 'create the Token-2022 accounts of alice and bob and mint 500 to alice',
    instructions: [
      createAssociatedToken(alice, aliceFeeToken, alice, feeMint, TOKEN_2022),
      createAssociatedToken(alice, bobFeeToken, bob, feeMint, TOKEN_2022),
      token2022.mintTo(feeMint, aliceFeeToken, mintAuthority, 500_000_000_000),
    ],
  },
  {
    what: 'bob asks for memos and guards his account against calls',
    payer: bob,
    instructions: [
      extensions.reallocate(bobFeeToken, bob, [MEMO_TRANSFER, CPI_GUARD]),
      extensions.requireMemo(bobFeeToken, bob),
      extensions.cpiGuard(bobFeeToken, bob),
    ],
  },
  {
    what: 'transferCheckedWithFee of 40, 0.4 of it withheld',
    instructions: [
      memo(MEMO, 'rent for May', [alice]),
      extensions.transferCheckedWithFee(aliceFeeToken, feeMint, bobFeeToken, alice, 40_000_000_000, 9, 400_000_000),
    ],
  },
  {
    what: 'harvest the withheld fee to the mint',
    instructions: [extensions.harvestWithheldToMint(feeMint, [bobFeeToken])],
  },
];

export const wrappedSolPlans = [
  {
    what: 'wrap 1.25 SOL',
    instructions: [
      createAssociatedToken(alice, aliceWrappedSol, alice, NATIVE_MINT, TOKEN),
      transferSol(alice, aliceWrappedSol, 1.25 * SOL),
      token.syncNative(aliceWrappedSol),
    ],
  },
  {
    what: 'create a token account, move 5 tokens in, burn them and close it',
    instructions: [
      createAccount('closedToken', TOKEN, ACCOUNT_BYTES),
      token.initializeAccount3(closedToken, tokenMint, alice),
      token.transfer(aliceToken, closedToken, alice, 5_000_000),
      token.burn(closedToken, tokenMint, alice, 5_000_000),
      token.closeAccount(closedToken, alice, alice),
    ],
  },
];

/** Everything but the signer and the programs comes out of the lookup table. */
export const lookupPlan = {
  what: 'v0: pay carol and bob through the lookup table',
  version: 0,
  lookupTables: { [DERIVED.lookupTable]: [bob, carol, aliceToken, bobToken, tokenMint] },
  instructions: [transferSol(alice, carol, 0.5 * SOL), transferToBob(2_000_000)],
};

export const plainV0Plan = {
  what: 'v0 without a lookup: pay bob 3 tokens',
  version: 0,
  instructions: [transferToBob(3_000_000)],
};

export const scaledMintPlans = [
  {
    what: 'create the Token-2022 mint with scaled amounts, whose accounts start frozen',
    instructions: [
      createAccount('scaledMint', TOKEN_2022, SCALED_MINT_BYTES),
      extensions.scaledUiAmount(scaledMint, mintAuthority, 2.5),
      extensions.defaultAccountState(scaledMint, FROZEN),
      extensions.permanentDelegate(scaledMint, mintAuthority),
      token2022.initializeMint2(scaledMint, 2, mintAuthority),
    ],
  },
  {
    what: 'create and thaw an account of that mint, mint 12.34 and freeze it again',
    instructions: [
      createAssociatedToken(alice, aliceScaledToken, alice, scaledMint, TOKEN_2022),
      token2022.thaw(aliceScaledToken, scaledMint, mintAuthority),
      token2022.mintTo(scaledMint, aliceScaledToken, mintAuthority, 1234),
      token2022.freeze(aliceScaledToken, scaledMint, mintAuthority),
    ],
  },
  {
    what: 'create a multisig, 2 of 3',
    instructions: [
      createAccount('multisig', TOKEN, MULTISIG_BYTES),
      token.initializeMultisig2(multisig, [alice, bob, carol], 2),
    ],
  },
];

export const returnDataPlan = {
  what: 'amountToUiAmount of the interest-bearing mint: has return data',
  instructions: [token2022.amountToUiAmount(feeMint, 1_000_000_000_000)],
};
