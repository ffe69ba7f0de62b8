/** Addresses that are derived from others. */
import { AddressLookupTableProgram, PublicKey } from '@solana/web3.js';
import { fromWeb3 } from './instruction.mjs';
import { KEY } from './keys.mjs';
import { programDataOf } from './natives.mjs';
import { associatedToken, NATIVE_MINT, TOKEN, TOKEN_2022 } from './tokens.mjs';

/** A table's address is derived from its authority and from a slot just before its creation. */
const TABLE_SLOT = 313;

const [createTable, table] = AddressLookupTableProgram.createLookupTable({
  authority: new PublicKey(KEY.alice),
  payer: new PublicKey(KEY.alice),
  recentSlot: TABLE_SLOT,
});

export const createLookupTable = fromWeb3(createTable);

export const DERIVED = {
  aliceToken: await associatedToken(KEY.alice, KEY.tokenMint, TOKEN),
  bobToken: await associatedToken(KEY.bob, KEY.tokenMint, TOKEN),
  aliceFeeToken: await associatedToken(KEY.alice, KEY.feeMint, TOKEN_2022),
  bobFeeToken: await associatedToken(KEY.bob, KEY.feeMint, TOKEN_2022),
  aliceScaledToken: await associatedToken(KEY.alice, KEY.scaledMint, TOKEN_2022),
  aliceWrappedSol: await associatedToken(KEY.alice, NATIVE_MINT, TOKEN),
  lookupTable: table.toBase58(),
  programData: await programDataOf(KEY.program),
};

/** What the derived addresses are; the name is also the name of the account's file. */
export const DERIVED_ROLES = {
  aliceToken: 'associated token account of alice for tokenMint',
  bobToken: 'associated token account of bob for tokenMint',
  aliceFeeToken: 'associated token account of alice for feeMint',
  bobFeeToken: 'associated token account of bob for feeMint: wants memos, guards against calls',
  aliceScaledToken: 'associated token account of alice for scaledMint',
  aliceWrappedSol: 'associated token account of alice for the native mint',
  lookupTable: 'address lookup table of alice',
  programData: 'code of program',
};
