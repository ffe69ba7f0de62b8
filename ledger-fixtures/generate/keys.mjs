/** Key pairs made from names, so that every run signs alike. They guard nothing: never send funds to them. */
import { createHash } from 'node:crypto';
import { createKeyPairFromPrivateKeyBytes, getAddressFromPublicKey, getBase58Decoder } from '@solana/kit';

/** What each key pair is for; the name is also the name of the account's file. */
export const ROLES = {
  identity: 'leader of every block, collects the fees, votes',
  alice: 'pays for nearly everything',
  bob: 'the other side',
  carol: 'receives her first lamports in the ledger, pays nothing',
  dave: 'pays for the v1 transaction and is in no other',
  erin: 'receives her first lamports in the v1 transaction and is in no other',
  mintAuthority: 'mint, freeze, fee and metadata authority of the three mints',
  tokenMint: 'SPL Token mint, 6 decimals',
  feeMint: 'Token-2022 mint, 9 decimals: transfer fee, interest, close authority, metadata in the mint itself',
  scaledMint: 'Token-2022 mint, 2 decimals: scaled amounts, default account state, permanent delegate',
  multisig: 'SPL Token multisig, 2 of alice, bob, carol',
  closedToken: 'a token account that is closed again',
  nonceAccount: 'durable nonce of alice',
  voteAccount: 'vote account of the identity',
  stakeAccount: 'stake of alice, delegated to voteAccount',
  lockedStake: 'stake of alice with a lockup, not delegated',
  program: 'upgradeable program: a copy of the memo program',
  programBuffer: 'buffer that the program was deployed from: gone after the deployment',
  spareBuffer: 'buffer that was never deployed',
};

const keyPairs = new Map();

async function createKeyPair(name) {
  const keyPair = await createKeyPairFromPrivateKeyBytes(sha256(`stillnode ${name}`));
  const address = await getAddressFromPublicKey(keyPair.publicKey);
  keyPairs.set(address, keyPair);
  return [name, address];
}

/** Addresses by role. */
export const KEY = Object.fromEntries(await Promise.all(Object.keys(ROLES).map(createKeyPair)));

export function keyPairOf(address) {
  return keyPairs.get(address);
}

export function sha256(text) {
  return new Uint8Array(createHash('sha256').update(text).digest());
}

/** 32 bytes made from a text, as base58. */
export function hashOf(text) {
  return getBase58Decoder().decode(sha256(text));
}
