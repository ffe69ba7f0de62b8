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

/** A changed byte may make one of the instructions of the system program that are not modelled. */
const NOT_MODELLED =
  '"code":-32603,"message":"The effect of (an instruction of the program 1{32}|the instruction `system \\w+`) is not modelled: ';
const SENT = new RegExp(`^("\\w+"$|\\{("code":-32[06]02,|${NOT_MODELLED}))`);
const SIMULATED = new RegExp(`^\\{("context"|"code":-32602,|${NOT_MODELLED})`);

it('whatever is sent or simulated is answered with a result or an error of the node, never with one of ours', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, fc.boolean(), fc.boolean(), async (sent, skipPreflight, sigVerify) => {
      const sends = sendNode();
      expect(await sends.send(sent, `"skipPreflight":${skipPreflight}`)).toMatch(SENT);
      expect(await sends.simulate(sent, `"sigVerify":${sigVerify}`)).toMatch(SIMULATED);
    }),
    { numRuns: Number(process.env.MUTATED_RUNS ?? 1000) },
  );
});
