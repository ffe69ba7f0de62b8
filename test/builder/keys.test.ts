import {
  createKeyPairFromPrivateKeyBytes,
  getAddressFromPublicKey,
  signatureBytes,
  signBytes,
  verifySignature,
} from '@solana/kit';
import { Keypair } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { createNode, keypair, ledger, sol } from '../../src/index.ts';

const NAMES = ['alice', 'bob', 'a-name_with9'];
const MESSAGE = new TextEncoder().encode('a message');

it.each(NAMES)('the key pair of %s is one of Kit', async (name) => {
  const pair = keypair(name);
  const ofKit = await createKeyPairFromPrivateKeyBytes(pair.seed);
  expect(await getAddressFromPublicKey(ofKit.publicKey)).toBe(pair.address);
  expect(await signBytes(ofKit.privateKey, MESSAGE)).toEqual(Uint8Array.from(pair.sign(MESSAGE)));
});

it.each(NAMES)('the key pair of %s is one of web3.js', (name) => {
  const pair = keypair(name);
  expect(Keypair.fromSecretKey(pair.secretKey).publicKey.toBase58()).toBe(pair.address);
  expect(Keypair.fromSeed(pair.seed).secretKey).toEqual(pair.secretKey);
});

it('a name with its mark is the same name', () => {
  expect(keypair('$alice').address).toBe(keypair('alice').address);
});

it.each([
  ['its name', 'alice'],
  ['its key pair', keypair('alice')],
])('a script that says a signer by %s is signed with the key pair', async (_what, alice) => {
  const script = ledger()
    .wallet(alice, sol(1))
    .block(1, (b) => b.memo('hi', { signers: [alice] }).named('greeting'));
  const node = await createNode({ ledger: [script], dialect: 'agave' });
  const found = await node.request('getTransaction', [node.signature('greeting'), { encoding: 'base64' }]);
  const { transaction } = found as { transaction: [string, string] };
  // one signature, then the message
  const message = Uint8Array.from(Buffer.from(transaction[0], 'base64').subarray(65));
  const { publicKey } = await createKeyPairFromPrivateKeyBytes(keypair('alice').seed);
  const signature = signatureBytes(Uint8Array.from(Buffer.from(transaction[0], 'base64').subarray(1, 65)));
  expect(await verifySignature(publicKey, signature, message)).toBe(true);
});

it('signers of Kit and public keys of web3.js stand for their addresses', () => {
  const { publicKey } = Keypair.fromSecretKey(keypair('alice').secretKey);
  const { address } = keypair('alice');
  expect(ledger().wallet(publicKey, sol(1)).toJSON()).toEqual({ accounts: { [address]: { sol: 1 } } });
  expect(ledger().wallet({ address }, sol(1)).toJSON()).toEqual({ accounts: { [address]: { sol: 1 } } });
});
