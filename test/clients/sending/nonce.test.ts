import { SOLANA_ERROR__INVALID_NONCE } from '@solana/kit';
import { NonceAccount, sendAndConfirmTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import type { NewSendRule, RunningNode } from '../../../src/index.ts';
import { reasonOf } from '../../support/clients.ts';
import { nonceOf, sendAndConfirmByNonce, signedByNonce } from '../../support/kitNonces.ts';
import * as kit from '../../support/kitSender.ts';
import { ALICE_LAMPORTS, lamportsOf } from '../../support/sendingNode.ts';
import * as web3 from '../../support/web3Sender.ts';
import { noFailedCalls, passTime, stopTime } from '../../support/web3Socket.ts';

/** The clients send what lives by a nonce. */

noFailedCalls();

const FEE = 5_000n;

interface Sending {
  readonly node: RunningNode;
  nonce(): Promise<string>;
  /** Makes a transfer with the nonce as it is; it is sent by a call, whose value is the error of the client. */
  transfer(lamports: bigint): Promise<(skipPreflight?: boolean) => Promise<unknown>>;
  /** Until the client waits for the nonce. */
  waits(): Promise<void>;
}

/** The values of a transaction that the nonce has left behind. */
interface Lost {
  readonly nonce: string;
  readonly actual: string;
}

interface Client {
  start(dialect: DialectName): Promise<Sending>;
  readonly custom: unknown;
  readonly noProgram: unknown;
  readonly used: unknown;
  lost(values: Lost): unknown;
}

const KIT: Client = {
  async start(dialect) {
    const sender = await kit.kitSender({ dialect });
    return {
      node: sender.node,
      nonce: () => nonceOf(sender),
      async transfer(lamports) {
        const transaction = await signedByNonce(await nonceOf(sender), lamports);
        return async (skipPreflight = false) =>
          kit.shownError(await reasonOf(sendAndConfirmByNonce(sender, transaction, { skipPreflight })));
      },
      async waits() {
        for (const method of ['getSignatureStatuses', 'accountSubscribe']) await sender.called(method);
      },
    };
  },
  custom: {
    message: 'Custom program error: #7 (instruction #2)',
    context: { __code: 4_615_026, code: 7, index: 1 },
  },
  noProgram: { message: 'Attempt to load a program that does not exist', context: { __code: 7_050_004 } },
  used: expect.objectContaining({
    message: 'Transaction simulation failed',
    cause: { message: 'Blockhash not found', context: { __code: 7_050_008 } },
  }),
  lost: ({ actual, nonce }) => ({
    message: expect.stringContaining(`The nonce \`${nonce}\` is no longer valid`),
    context: { __code: SOLANA_ERROR__INVALID_NONCE, actualNonceValue: actual, expectedNonceValue: nonce },
  }),
};

const WEB3: Client = {
  async start(dialect) {
    const { called, connection, node } = await web3.web3Sender({ dialect });
    return {
      node,
      async nonce() {
        const { data } = (await connection.getAccountInfo(web3.keyOf('counter')))!;
        return NonceAccount.fromAccountData(data).nonce;
      },
      async transfer(lamports) {
        const transaction = await web3.transferByNonce(connection, Number(lamports));
        const signers = [web3.keypairOf('alice')];
        return async (skipPreflight = false) =>
          web3.shownError(
            await reasonOf(sendAndConfirmTransaction(connection, transaction, signers, { skipPreflight })),
          );
      },
      waits: () => called('getSignatureStatuses'),
    };
  },
  custom: { InstructionError: [1, { Custom: 7 }] },
  noProgram: 'ProgramAccountNotFound',
  used: web3.simulationFailed('Transaction simulation failed: Blockhash not found', []),
  lost: () => ({
    name: 'TransactionExpiredNonceInvalidError',
    message: expect.stringMatching(/^Signature \w+ has expired: the nonce is no longer valid\.$/),
  }),
};

const CLIENTS = Object.entries({ Kit: KIT, 'web3.js': WEB3 });
describe.each(
  CLIENTS.flatMap(([name, client]) => (['agave', 'contract'] as const).map((dialect) => ({ name, client, dialect }))),
)('a transaction of $name that lives by a nonce, dialect $dialect', ({ client, dialect }) => {
  it('lands, and the nonce goes on', async () => {
    const { node, nonce, transfer } = await client.start(dialect);
    const first = await nonce();
    expect(await (await transfer(1n))()).toBeUndefined();
    expect(await nonce()).not.toBe(first);
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS - FEE - 1n);
    expect(await (await transfer(1n))()).toBeUndefined();
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS - 2n * (FEE + 1n));
  });

  it('lands long after it was signed', async () => {
    const { node, transfer } = await client.start(dialect);
    const send = await transfer(1n);
    await node.advance(400);
    expect(await send()).toBeUndefined();
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS - FEE - 1n);
  });

  const failures: readonly (readonly [then: NewSendRule['then'], error: unknown])[] = [
    [{ fail: { custom: 7, instruction: 1 } }, client.custom],
    [{ feesOnly: 'ProgramAccountNotFound' }, client.noProgram],
  ];
  it.each(failures)('%j: the nonce goes on although it fails, and the next one lands', async (then, error) => {
    const { node, nonce, transfer } = await client.start(dialect);
    await node.onSend({ then, times: 1 });
    const first = await nonce();
    expect(await (await transfer(1n))(true)).toEqual(error);
    expect(await nonce()).not.toBe(first);
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS - FEE);
    expect(await (await transfer(2n))()).toBeUndefined();
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS - 2n * FEE - 2n);
  });

  it('is refused with a nonce that was used', async () => {
    const { transfer } = await client.start(dialect);
    const [first, second] = [await transfer(1n), await transfer(2n)];
    expect(await first()).toBeUndefined();
    expect(await second()).toEqual(client.used);
  });

  it('that is dropped waits until the nonce has gone on', async () => {
    const { node, nonce, transfer, waits } = await client.start(dialect);
    stopTime();
    await node.onSend({ then: 'drop', times: 1 });
    const first = await nonce();
    const [drop, next] = [await transfer(1n), await transfer(2n)];
    const dropped = drop();
    await waits();
    await node.advance(200);
    expect(await passTime(next())).toBeUndefined();
    expect(await passTime(dropped)).toEqual(client.lost({ nonce: first, actual: await nonce() }));
  });
});
