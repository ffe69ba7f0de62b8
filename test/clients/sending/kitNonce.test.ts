import { SOLANA_ERROR__INVALID_NONCE } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import type { NewSendRule } from '../../../src/index.ts';
import { reasonOf } from '../../support/clients.ts';
import { nonceOf, sendAndConfirmByNonce as send, signedByNonce as signed } from '../../support/kitNonces.ts';
import { kitSender, shownError } from '../../support/kitSender.ts';
import { ALICE_LAMPORTS, lamportsOf } from '../../support/sendingNode.ts';

/** Kit sends what lives by a nonce. */

const FEE = 5_000n;

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
    expect(shownError(await reasonOf(send(sender, await signed(nonce), { skipPreflight: true })))).toEqual(
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
