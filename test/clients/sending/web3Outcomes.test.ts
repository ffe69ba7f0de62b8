import { sendAndConfirmTransaction, Transaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import type { NewSendRule } from '../../../src/index.ts';
import { reasonOf } from '../../support/clients.ts';
import { ALICE_LAMPORTS, lamportsOf } from '../../support/sendingNode.ts';
import {
  keypairOf,
  sendingFailed,
  shownError,
  signedOf,
  simulationFailed,
  transferOf,
  web3Sender,
} from '../../support/web3Sender.ts';
import { noFailedCalls } from '../../support/web3Socket.ts';

/** What web3.js makes of every outcome of a transaction that it sends, as far as that is settled at once. */

noFailedCalls();

const FEE = 5_000n;
const SYSTEM = '11111111111111111111111111111111';

/** `charged`: lamports that alice does not have any more */
interface Ending {
  /** of an err that web3.js reads itself there is only the err */
  readonly reason: unknown;
  readonly charged: bigint;
}

const LANDED: Ending = { reason: undefined, charged: FEE + 1n };
const FAILED: Ending = { reason: { InstructionError: [0, { Custom: 6001 }] }, charged: FEE };
const preflightFailure = (text: string, logs: readonly string[] = []): Ending => ({
  reason: simulationFailed(`Transaction simulation failed: ${text}`, logs),
  charged: 0n,
});
const LOGS = [`Program ${SYSTEM} invoke [1]`, `Program ${SYSTEM} failed: custom program error: 0x1771`];
const CUSTOM = 'Error processing Instruction 0: custom program error: 0x1771';

interface Row {
  readonly then: NewSendRule['then'];
  readonly withPreflight: Ending;
  readonly withoutPreflight: Ending;
}

const ROWS: readonly Row[] = [
  { then: 'succeed', withPreflight: LANDED, withoutPreflight: LANDED },
  { then: { fail: { custom: 6001 } }, withPreflight: preflightFailure(CUSTOM, LOGS), withoutPreflight: FAILED },
  {
    then: { fail: { custom: 6001, logs: ['Program log: no'] } },
    withPreflight: preflightFailure(CUSTOM, ['Program log: no']),
    withoutPreflight: FAILED,
  },
  { then: { failLate: { custom: 6001 } }, withPreflight: FAILED, withoutPreflight: FAILED },
  {
    then: { feesOnly: 'ProgramAccountNotFound' },
    withPreflight: preflightFailure('Attempt to load a program that does not exist'),
    withoutPreflight: { reason: 'ProgramAccountNotFound', charged: FEE },
  },
  {
    then: { rpcError: { code: -32000, message: 'overloaded', data: { logs: ['later'] } } },
    withPreflight: { reason: simulationFailed('overloaded', ['later']), charged: 0n },
    withoutPreflight: { reason: sendingFailed('overloaded', ['later']), charged: 0n },
  },
  {
    then: { unhealthy: 42 },
    withPreflight: { reason: simulationFailed('Node is behind by 42 slots'), charged: 0n },
    withoutPreflight: LANDED,
  },
  {
    then: { unhealthy: null },
    withPreflight: { reason: simulationFailed('Node is unhealthy'), charged: 0n },
    withoutPreflight: LANDED,
  },
];

async function endingOf(dialect: DialectName, then: Row['then'], skipPreflight: boolean): Promise<Ending> {
  const { connection, node } = await web3Sender({ dialect });
  await node.onSend({ then });
  const transaction = new Transaction().add(transferOf('alice', 'bob', 1));
  const signers = [keypairOf('alice')];
  const reason = await reasonOf(sendAndConfirmTransaction(connection, transaction, signers, { skipPreflight }));
  return { reason: shownError(reason), charged: ALICE_LAMPORTS - (await lamportsOf(node, 'alice')) };
}

describe.each(['agave', 'contract'] as const)('sendAndConfirmTransaction of web3.js, dialect %s', (dialect) => {
  it.each(ROWS)('$then, with a preflight', async ({ then, withPreflight }) => {
    expect(await endingOf(dialect, then, false)).toEqual(withPreflight);
  });

  it.each(ROWS)('$then, without a preflight', async ({ then, withoutPreflight }) => {
    expect(await endingOf(dialect, then, true)).toEqual(withoutPreflight);
  });

  const refusals = [
    ['BlockhashNotFound', 'Blockhash not found'],
    ['AlreadyProcessed', 'This transaction has already been processed'],
    ['SignatureFailure', 'Transaction did not pass signature verification'],
  ] as const;
  it.each(refusals)('refuse %s, with a preflight', async (refuse, text) => {
    expect(await endingOf(dialect, { refuse }, false)).toEqual(preflightFailure(text));
  });
});

describe('without rules', () => {
  it('equal transfers in a row get a blockhash each', async () => {
    const { connection, node } = await web3Sender();
    const signers = [keypairOf('alice')];
    const send = () =>
      sendAndConfirmTransaction(connection, new Transaction().add(transferOf('alice', 'bob', 1)), signers);
    const signatures = [await send(), await send(), await send()];
    expect(new Set(signatures).size).toBe(3);
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS - 3n * (FEE + 1n));
  });

  it('the logs of one that failed can be fetched', async () => {
    const { connection, node } = await web3Sender();
    await node.onSend({ then: { failLate: { custom: 6001 } } });
    const { wire } = await signedOf(connection);
    const signature = await connection.sendRawTransaction(wire);
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(found?.meta?.err).toEqual({ InstructionError: [0, { Custom: 6001 }] });
    expect(found?.meta?.logMessages).toEqual(LOGS);
    expect(found?.meta?.fee).toBe(5_000);
  });

  it('the same bytes twice are refused the second time, and taken without a preflight', async () => {
    const { connection, node } = await web3Sender();
    const { wire } = await signedOf(connection);
    const signature = await connection.sendRawTransaction(wire);
    expect(shownError(await reasonOf(connection.sendRawTransaction(wire)))).toEqual(
      preflightFailure('This transaction has already been processed').reason,
    );
    expect(await connection.sendRawTransaction(wire, { skipPreflight: true })).toBe(signature);
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS - FEE - 1n);
  });

  it('one that costs too much fails as in the program', async () => {
    const { connection } = await web3Sender();
    const { wire } = await signedOf(connection, [transferOf('alice', 'bob', 2n * ALICE_LAMPORTS)]);
    expect(shownError(await reasonOf(connection.sendRawTransaction(wire)))).toEqual(
      preflightFailure('Error processing Instruction 0: custom program error: 0x1', [
        `Program ${SYSTEM} invoke [1]`,
        `Transfer: insufficient lamports ${ALICE_LAMPORTS - FEE}, need ${2n * ALICE_LAMPORTS}`,
        `Program ${SYSTEM} failed: custom program error: 0x1`,
      ]).reason,
    );
  });

  it('the words of old versions are no preflight commitments', async () => {
    const { connection } = await web3Sender();
    const { wire } = await signedOf(connection);
    expect(shownError(await reasonOf(connection.sendRawTransaction(wire, { preflightCommitment: 'recent' })))).toEqual(
      simulationFailed(
        'Invalid params: unknown variant `recent`, expected one of `processed`, `confirmed`, `finalized`.',
      ),
    );
  });
});
