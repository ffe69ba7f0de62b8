import {
  type Address,
  address,
  assertIsSendableTransaction,
  assertIsTransactionWithBlockhashLifetime,
  type Blockhash,
  compileTransaction,
  estimateAndSetResourceLimitsFactory,
  estimateResourceLimitsFactory,
  getBase64EncodedWireTransaction,
  getTransactionMessageComputeUnitLimit,
  type Instruction,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { reasonOf, sentBy } from '../../support/clients.ts';
import { kitSender, messageOf, sendAndConfirm, shownError, transferOf } from '../../support/kitSender.ts';
import { ALICE_LAMPORTS, lamportsOf } from '../../support/sendingNode.ts';
import { namedBlockhash } from '../../support/transactions.ts';

/** Kit simulates transactions before they are signed, to know what they will need. */

const TRANSFER = transferOf('alice', 'bob', 1n);
const STALE = { blockhash: namedBlockhash('stale') as string as Blockhash, lastValidBlockHeight: 0n };
/** of the signatures that Kit leaves out */
const NO_SIGNATURES = `AQ${'A'.repeat(84)}`;
const PRECOMPILE: Address = address('Ed25519SigVerify111111111111111111111111111');

describe.each(['agave', 'contract'] as const)('estimateResourceLimits of Kit, dialect %s', (dialect) => {
  it('needs neither signatures nor a blockhash', async () => {
    const { rpc } = await kitSender({ dialect });
    const message = await messageOf(STALE, [TRANSFER]);
    const { result, sent } = await sentBy(() => estimateResourceLimitsFactory({ rpc })(message));
    expect(sent).toMatch(
      /^\["AQA{84}[^"]+",\{"commitment":"confirmed","encoding":"base64","replaceRecentBlockhash":true,"sigVerify":false\}\]$/,
    );
    // the compute budget program is called for the limit, and has a name of 22 bytes
    expect(result).toEqual({ computeUnitLimit: 300, loadedAccountsDataSizeLimit: 64 + 64 + (64 + 14) + (64 + 22) });
  });

  it('is what a rule says', async () => {
    const { node, rpc } = await kitSender({ dialect });
    await node.onSend({ match: { feePayer: 'alice' }, then: { succeed: { units: 123_456 } } });
    const estimate = await estimateResourceLimitsFactory({ rpc })(await messageOf(STALE, [TRANSFER]));
    expect(estimate.computeUnitLimit).toBe(123_456);
  });

  it('of one that fails is its failure', async () => {
    const { node, rpc } = await kitSender({ dialect });
    await node.onSend({ then: { fail: { custom: 6001, logs: ['Program log: no'], units: 7 } } });
    const reason = await reasonOf(estimateResourceLimitsFactory({ rpc })(await messageOf(STALE, [TRANSFER])));
    expect(shownError(reason)).toEqual({
      message: expect.stringMatching(
        /^Transaction failed when it was simulated in order to estimate its resource limits\./,
      ),
      context: expect.objectContaining({ fee: 5_000n, logs: ['Program log: no'], unitsConsumed: 7n }),
      cause: {
        message: 'Custom program error: #6001 (instruction #1)',
        context: { __code: 4_615_026, code: 6001, index: 0 },
      },
    });
  });

  it('sets the limit with which it is sent', async () => {
    const sender = await kitSender({ dialect });
    const { value } = await sender.rpc.getLatestBlockhash().send();
    const estimate = estimateAndSetResourceLimitsFactory(estimateResourceLimitsFactory(sender));
    const message = await estimate(await messageOf(value, [TRANSFER]));
    expect(getTransactionMessageComputeUnitLimit(message)).toBe(300);
    const signed = await signTransactionMessageWithSigners(message);
    assertIsTransactionWithBlockhashLifetime(signed);
    assertIsSendableTransaction(signed);
    await sendAndConfirm(sender, signed, { skipPreflight: true });
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - 5_001n);
  });
});

describe('simulateTransaction of Kit', () => {
  const wireOf = async (instructions: readonly Instruction[]) =>
    getBase64EncodedWireTransaction(compileTransaction(await messageOf(STALE, instructions)));
  const REPLACED = { encoding: 'base64', replaceRecentBlockhash: true } as const;

  it('gives the blockhash that it took', async () => {
    const { rpc } = await kitSender();
    const wire = await wireOf([TRANSFER]);
    expect(wire.startsWith(NO_SIGNATURES)).toBe(true);
    const latest = await rpc.getLatestBlockhash().send();
    const { value } = await rpc.simulateTransaction(wire, REPLACED).send();
    expect(value.replacementBlockhash).toEqual(latest.value);
    expect(value.err).toBeNull();
  });

  it('refuses signatures that are zero where it has to look at them', async () => {
    const { rpc } = await kitSender();
    const { value } = await rpc
      .simulateTransaction(await wireOf([TRANSFER]), { encoding: 'base64', sigVerify: true })
      .send();
    expect(value).toEqual({
      accounts: null,
      err: 'SignatureFailure',
      fee: null,
      innerInstructions: null,
      loadedAccountsDataSize: 0,
      loadedAddresses: { readonly: [], writable: [] },
      logs: [],
      postBalances: null,
      postTokenBalances: null,
      preBalances: null,
      preTokenBalances: null,
      replacementBlockhash: null,
      returnData: null,
      unitsConsumed: 0n,
    });
  });

  it('knows no unknown blockhash', async () => {
    const { rpc } = await kitSender();
    const { value } = await rpc.simulateTransaction(await wireOf([TRANSFER]), { encoding: 'base64' }).send();
    expect([value.err, value.logs, value.unitsConsumed]).toEqual(['BlockhashNotFound', [], 0n]);
  });

  it('takes nothing from signatures that a precompile looks at, also in one that fails', async () => {
    const { node, rpc } = await kitSender();
    const wire = await wireOf([{ programAddress: PRECOMPILE, data: Uint8Array.of(0, 0) }, TRANSFER]);
    const first = await rpc.simulateTransaction(wire, REPLACED).send();
    expect([first.value.err, first.value.unitsConsumed]).toEqual([null, 150n]);
    await node.onSend({ then: { fail: { custom: 1, instruction: 1 } } });
    const second = await rpc.simulateTransaction(wire, REPLACED).send();
    expect([second.value.err, second.value.unitsConsumed]).toEqual([{ InstructionError: [1n, { Custom: 1n }] }, 150n]);
  });
});
