import { sendTransactionWithoutConfirmingFactory } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import type { NewSendRule } from '../../../src/index.ts';
import { reasonOf } from '../../support/clients.ts';
import { kitSender, sendAndConfirm, shownError, signedOf, transferOf } from '../../support/kitSender.ts';
import { ALICE_LAMPORTS, lamportsOf } from '../../support/sendingNode.ts';

/** What Kit makes of every outcome of a transaction that it sends, as far as that is settled at once. */

const FEE = 5_000n;
const PAID = 1n;
const SYSTEM = '11111111111111111111111111111111';

/** `charged`: lamports that alice does not have any more */
interface Ending {
  readonly error: ReturnType<typeof shownError>;
  readonly charged: bigint;
}

const LANDED: Ending = { error: undefined, charged: FEE + PAID };
const UNCHARGED = { charged: 0n };

const NOTHING_RUN = {
  __code: -32002,
  accounts: null,
  fee: null,
  innerInstructions: null,
  loadedAccountsDataSize: 0,
  loadedAddresses: null,
  logs: [],
  postBalances: null,
  postTokenBalances: null,
  preBalances: null,
  preTokenBalances: null,
  replacementBlockhash: null,
  returnData: null,
  unitsConsumed: 0n,
};

const preflightFailure = (cause: Ending['error'], context: object = {}): Ending => ({
  error: { message: 'Transaction simulation failed', context: { ...NOTHING_RUN, ...context }, cause: cause! },
  ...UNCHARGED,
});

const CUSTOM = {
  message: 'Custom program error: #6001 (instruction #1)',
  context: { __code: 4_615_026, code: 6001, index: 0 },
};
const FAILED: Ending = { error: CUSTOM, charged: FEE };
const EXECUTED = {
  fee: FEE,
  // two wallets, and the system program with its name
  loadedAccountsDataSize: 64 + 64 + (64 + 14),
  logs: [`Program ${SYSTEM} invoke [1]`, `Program ${SYSTEM} failed: custom program error: 0x1771`],
  unitsConsumed: 150n,
};
const NO_PROGRAM = {
  message: 'Attempt to load a program that does not exist',
  context: { __code: 7_050_004 },
};
const unhealthy = (numSlotsBehind: bigint | null): Ending => ({
  error: {
    message: `Node is unhealthy; behind by ${numSlotsBehind} slots`,
    context: { __code: -32005, numSlotsBehind },
  },
  ...UNCHARGED,
});
const OVERLOADED: Ending = {
  error: {
    message: 'JSON-RPC error: Internal JSON-RPC error (overloaded)',
    context: { __code: -32603, __serverMessage: 'overloaded' },
  },
  ...UNCHARGED,
};

interface Row {
  readonly then: NewSendRule['then'];
  readonly withPreflight: Ending;
  readonly withoutPreflight: Ending;
}

const ROWS: readonly Row[] = [
  { then: 'succeed', withPreflight: LANDED, withoutPreflight: LANDED },
  { then: { fail: { custom: 6001 } }, withPreflight: preflightFailure(CUSTOM, EXECUTED), withoutPreflight: FAILED },
  {
    then: { fail: { custom: 6001, logs: ['Program log: no'], units: 77 } },
    withPreflight: preflightFailure(CUSTOM, { ...EXECUTED, logs: ['Program log: no'], unitsConsumed: 77n }),
    withoutPreflight: FAILED,
  },
  { then: { failLate: { custom: 6001 } }, withPreflight: FAILED, withoutPreflight: FAILED },
  {
    then: { feesOnly: 'ProgramAccountNotFound' },
    withPreflight: preflightFailure(NO_PROGRAM, { fee: FEE }),
    withoutPreflight: { error: NO_PROGRAM, charged: FEE },
  },
  {
    then: { rpcError: { code: -32603, message: 'overloaded' } },
    withPreflight: OVERLOADED,
    withoutPreflight: OVERLOADED,
  },
  { then: { unhealthy: 42 }, withPreflight: unhealthy(42n), withoutPreflight: LANDED },
  { then: { unhealthy: null }, withPreflight: unhealthy(null), withoutPreflight: LANDED },
];

async function endingOf(dialect: DialectName, then: Row['then'], skipPreflight: boolean): Promise<Ending> {
  const sender = await kitSender({ dialect });
  await sender.node.onSend({ then });
  const transaction = await signedOf(sender, [transferOf('alice', 'bob', PAID)]);
  const error = shownError(await reasonOf(sendAndConfirm(sender, transaction, { skipPreflight })));
  return { error, charged: ALICE_LAMPORTS - (await lamportsOf(sender.node, 'alice')) };
}

describe.each(['agave', 'contract'] as const)('sendAndConfirmTransaction of Kit, dialect %s', (dialect) => {
  it.each(ROWS)('$then, with a preflight', async ({ then, withPreflight }) => {
    expect(await endingOf(dialect, then, false)).toEqual(withPreflight);
  });

  it.each(ROWS)('$then, without a preflight', async ({ then, withoutPreflight }) => {
    expect(await endingOf(dialect, then, true)).toEqual(withoutPreflight);
  });

  const refusals = [
    ['BlockhashNotFound', { message: 'Blockhash not found', context: { __code: 7_050_008 } }],
    ['AlreadyProcessed', { message: 'This transaction has already been processed', context: { __code: 7_050_007 } }],
    ['InsufficientFundsForFee', { message: 'Insufficient funds for fee', context: { __code: 7_050_005 } }],
  ] as const;
  it.each(refusals)('refuse %s, with a preflight', async (refuse, cause) => {
    expect(await endingOf(dialect, { refuse }, false)).toEqual(preflightFailure(cause));
  });
});

describe('without rules', () => {
  it('two transfers in a row are two transactions', async () => {
    const sender = await kitSender();
    for (let i = 0; i < 2; i++) await sendAndConfirm(sender, await signedOf(sender), { commitment: 'finalized' });
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - 2n * (FEE + 1n));
  });

  it('the same transaction twice is refused the second time', async () => {
    const sender = await kitSender();
    const transaction = await signedOf(sender);
    await sendAndConfirm(sender, transaction);
    expect(shownError(await reasonOf(sendAndConfirm(sender, transaction)))).toEqual(
      preflightFailure({
        message: 'This transaction has already been processed',
        context: { __code: 7_050_007 },
      }).error,
    );
  });

  it('the same transaction twice, without a preflight, ends as it did', async () => {
    const sender = await kitSender();
    const transaction = await signedOf(sender);
    for (let i = 0; i < 2; i++) await sendAndConfirm(sender, transaction, { skipPreflight: true });
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - FEE - 1n);
  });

  it('one that costs too much fails as in the program', async () => {
    const sender = await kitSender();
    const transaction = await signedOf(sender, [transferOf('alice', 'bob', 2n * ALICE_LAMPORTS)]);
    expect(shownError(await reasonOf(sendAndConfirm(sender, transaction)))).toEqual(
      preflightFailure(
        { message: 'Custom program error: #1 (instruction #1)', context: { __code: 4_615_026, code: 1, index: 0 } },
        {
          ...EXECUTED,
          logs: [
            `Program ${SYSTEM} invoke [1]`,
            `Transfer: insufficient lamports ${ALICE_LAMPORTS - FEE}, need ${2n * ALICE_LAMPORTS}`,
            `Program ${SYSTEM} failed: custom program error: 0x1`,
          ],
        },
      ).error,
    );
  });

  it('one that is only sent is in the next block', async () => {
    const sender = await kitSender();
    const send = sendTransactionWithoutConfirmingFactory(sender);
    await send(await signedOf(sender), { commitment: 'confirmed' });
    expect(sender.socketCalls()).toEqual([]);
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - FEE - 1n);
  });
});
