import {
  appendTransactionMessageInstruction,
  assertIsSendableTransaction,
  assertIsTransactionWithDurableNonceLifetime,
  createTransactionMessage,
  type Nonce,
  pipe,
  SOLANA_ERROR__INVALID_NONCE,
  sendAndConfirmDurableNonceTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import type { NewSendRule } from '../../../src/index.ts';
import { reasonOf } from '../../support/clients.ts';
import { type KitSender, keyOf, kitSender, shownError, signerOf, transferOf } from '../../support/kitSender.ts';
import { ALICE_LAMPORTS, lamportsOf } from '../../support/sendingNode.ts';

/** Kit sends what lives by a nonce. */

const FEE = 5_000n;
const COUNTER = keyOf('counter');

async function nonceOf({ rpc }: KitSender): Promise<Nonce> {
  const dataSlice = { offset: 40, length: 32 };
  const { value } = await rpc.getAccountInfo(COUNTER, { encoding: 'base58', dataSlice }).send();
  return `${value!.data[0]}` as Nonce;
}

async function signed(nonce: Nonce, lamports = 1n) {
  const alice = await signerOf('alice');
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(alice, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingDurableNonce(
        { nonce, nonceAccountAddress: COUNTER, nonceAuthorityAddress: alice.address },
        paid,
      ),
    (living) => appendTransactionMessageInstruction(transferOf('alice', 'bob', lamports), living),
  );
  const transaction = await signTransactionMessageWithSigners(message);
  assertIsTransactionWithDurableNonceLifetime(transaction);
  assertIsSendableTransaction(transaction);
  return transaction;
}

type Signed = Awaited<ReturnType<typeof signed>>;

function send(sender: KitSender, transaction: Signed, skipPreflight = false): Promise<void> {
  const { abortSignal } = sender;
  return sendAndConfirmDurableNonceTransactionFactory(sender)(transaction, {
    abortSignal,
    commitment: 'confirmed',
    skipPreflight,
  });
}

describe.each(['agave', 'contract'] as const)('a transaction of Kit that lives by a nonce, dialect %s', (dialect) => {
  it('lands, and the nonce goes on', async () => {
    const sender = await kitSender({ dialect });
    const nonce = await nonceOf(sender);
    await send(sender, await signed(nonce));
    expect(await nonceOf(sender)).not.toBe(nonce);
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - FEE - 1n);
    await send(sender, await signed(await nonceOf(sender)));
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - 2n * (FEE + 1n));
  });

  it('lands long after it was signed', async () => {
    const sender = await kitSender({ dialect });
    const transaction = await signed(await nonceOf(sender));
    await sender.node.advance(400);
    await send(sender, transaction);
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - FEE - 1n);
  });

  const failures: readonly NewSendRule['then'][] = [
    { fail: { custom: 7, instruction: 1 } },
    { feesOnly: 'ProgramAccountNotFound' },
  ];
  it.each(failures)('%j: the nonce goes on although it fails', async (then) => {
    const sender = await kitSender({ dialect });
    await sender.node.onSend({ then });
    const nonce = await nonceOf(sender);
    expect(shownError(await reasonOf(send(sender, await signed(nonce), true)))).toEqual(
      then === failures[0]
        ? {
            message: 'Custom program error: #7 (instruction #2)',
            context: { __code: 4_615_026, code: 7, index: 1 },
          }
        : { message: 'Attempt to load a program that does not exist', context: { __code: 7_050_004 } },
    );
    expect(await nonceOf(sender)).not.toBe(nonce);
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - FEE);
  });

  it('is refused with a nonce that was used', async () => {
    const sender = await kitSender({ dialect });
    const nonce = await nonceOf(sender);
    await send(sender, await signed(nonce));
    const reason = await reasonOf(send(sender, await signed(nonce, 2n)));
    expect(shownError(reason)).toMatchObject({
      message: 'Transaction simulation failed',
      cause: { message: 'Blockhash not found', context: { __code: 7_050_008 } },
    });
  });

  it('that is dropped waits until the nonce has gone on', async () => {
    const sender = await kitSender({ dialect });
    await sender.node.onSend({ then: 'drop', times: 1 });
    const nonce = await nonceOf(sender);
    const dropped = reasonOf(send(sender, await signed(nonce)));
    for (const method of ['getSignatureStatuses', 'accountSubscribe']) await sender.called(method);
    await sender.node.advance(200);
    await send(sender, await signed(nonce, 2n));
    expect(shownError(await dropped)).toEqual({
      message: expect.stringContaining(`The nonce \`${nonce}\` is no longer valid`),
      context: {
        __code: SOLANA_ERROR__INVALID_NONCE,
        actualNonceValue: await nonceOf(sender),
        expectedNonceValue: nonce,
      },
    });
  });
});
