import { SystemProgram } from '@solana/web3.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HASH, sendNode, signed } from '../../support/sends.ts';
import { keypair, publicKey, transfer, v0Bytes } from '../../support/sentTransactions.ts';

const create = SystemProgram.createAccountWithSeed({
  fromPubkey: keypair('alice').publicKey,
  newAccountPubkey: publicKey('new'),
  basePubkey: keypair('alice').publicKey,
  seed: 'seed',
  lamports: 1_000_000,
  space: 10,
  programId: publicKey('program'),
});
const BASES = [signed([transfer(5)]), v0Bytes(HASH, [transfer(5), transfer(6)]), signed([create, transfer(1)])];
const bytes = fc
  .tuple(fc.constantFrom(...BASES), fc.array(fc.record({ at: fc.nat(300), byte: fc.nat(255) }), { maxLength: 3 }))
  .map(([base, changes]) => {
    const mutated = Uint8Array.from(base);
    for (const { at, byte } of changes) mutated.fill(byte, at, at + 1);
    return mutated;
  });

it('whatever is sent or simulated is answered with a result or an error of the node, never with one of ours', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, fc.boolean(), fc.boolean(), async (sent, skipPreflight, sigVerify) => {
      const sends = sendNode();
      expect(await sends.send(sent, `"skipPreflight":${skipPreflight}`)).toMatch(/^("\w+"$|\{"code":-32[06]02,)/);
      expect(await sends.simulate(sent, `"sigVerify":${sigVerify}`)).toMatch(/^\{("context"|"code":-32602,)/);
    }),
    { numRuns: Number(process.env.MUTATED_RUNS ?? 1000) },
  );
});
