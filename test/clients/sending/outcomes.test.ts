import { sendTransactionWithoutConfirmingFactory } from '@solana/kit';
import { sendAndConfirmTransaction, Transaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import type { NewSendRule, RunningNode } from '../../../src/index.ts';
import { reasonOf } from '../../support/clients.ts';
import * as kit from '../../support/kitSender.ts';
import { ALICE_LAMPORTS, lamportsOf } from '../../support/sendingNode.ts';
import * as web3 from '../../support/web3Sender.ts';
import { noFailedCalls } from '../../support/web3Socket.ts';

/** What the clients make of every outcome of a transaction that they send, as far as that is settled at once. */

noFailedCalls();

const FEE = 5_000n;
const PAID = 1n;
const SYSTEM = '11111111111111111111111111111111';
const LOGS = [`Program ${SYSTEM} invoke [1]`, `Program ${SYSTEM} failed: custom program error: 0x1771`];

const CLIENTS = ['Kit', 'web3.js'] as const;
type Client = (typeof CLIENTS)[number];

/** The error that each client shows; undefined: there is none. */
type Errors = Readonly<Record<Client, unknown>>;

/** `charged`: lamports that alice does not have any more */
interface Ending {
  readonly errors: Errors;
  readonly charged: bigint;
}

interface Row {
  readonly then: NewSendRule['then'];
  readonly withPreflight: Ending;
  readonly withoutPreflight: Ending;
}

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

/** An error of Kit with the cause of a simulation. */
const kitPreflight = (cause: unknown, context: object = {}): object => ({
  message: 'Transaction simulation failed',
  context: { ...NOTHING_RUN, ...context },
  cause,
});
const KIT_EXECUTED = {
  fee: FEE,
  // two wallets, and the system program with its name
  loadedAccountsDataSize: 64 + 64 + (64 + 14),
  logs: LOGS,
  unitsConsumed: 150n,
};
const web3Preflight = (text: string, logs: readonly string[] = []): unknown =>
  web3.simulationFailed(`Transaction simulation failed: ${text}`, logs);

const NO_ERROR: Errors = { Kit: undefined, 'web3.js': undefined };
const LANDED: Ending = { errors: NO_ERROR, charged: FEE + PAID };
const KIT_CUSTOM = {
  message: 'Custom program error: #6001 (instruction #1)',
  context: { __code: 4_615_026, code: 6001, index: 0 },
};
const CUSTOM = 'Error processing Instruction 0: custom program error: 0x1771';
const FAILED: Ending = {
  errors: { Kit: KIT_CUSTOM, 'web3.js': { InstructionError: [0, { Custom: 6001 }] } },
  charged: FEE,
};
const KIT_NO_PROGRAM = {
  message: 'Attempt to load a program that does not exist',
  context: { __code: 7_050_004 },
};
const KIT_OVERLOADED = {
  message: 'JSON-RPC error: Internal JSON-RPC error (overloaded)',
  context: { __code: -32603, __serverMessage: 'overloaded' },
};

const refused = (errors: Errors): Ending => ({ errors, charged: 0n });
const unhealthy = (numSlotsBehind: bigint | null, text: string): Ending =>
  refused({
    Kit: {
      message: `Node is unhealthy; behind by ${numSlotsBehind} slots`,
      context: { __code: -32005, numSlotsBehind },
    },
    'web3.js': web3.simulationFailed(text),
  });

const ROWS: readonly Row[] = [
  { then: 'succeed', withPreflight: LANDED, withoutPreflight: LANDED },
  {
    then: { fail: { custom: 6001 } },
    withPreflight: refused({ Kit: kitPreflight(KIT_CUSTOM, KIT_EXECUTED), 'web3.js': web3Preflight(CUSTOM, LOGS) }),
    withoutPreflight: FAILED,
  },
  {
    then: { fail: { custom: 6001, logs: ['Program log: no'], units: 77 } },
    withPreflight: refused({
      Kit: kitPreflight(KIT_CUSTOM, { ...KIT_EXECUTED, logs: ['Program log: no'], unitsConsumed: 77n }),
      'web3.js': web3Preflight(CUSTOM, ['Program log: no']),
    }),
    withoutPreflight: FAILED,
  },
  { then: { failLate: { custom: 6001 } }, withPreflight: FAILED, withoutPreflight: FAILED },
  {
    then: { feesOnly: 'ProgramAccountNotFound' },
    withPreflight: refused({
      Kit: kitPreflight(KIT_NO_PROGRAM, { fee: FEE, loadedAccountsDataSize: KIT_EXECUTED.loadedAccountsDataSize }),
      'web3.js': web3Preflight('Attempt to load a program that does not exist'),
    }),
    withoutPreflight: { errors: { Kit: KIT_NO_PROGRAM, 'web3.js': 'ProgramAccountNotFound' }, charged: FEE },
  },
  {
    then: { rpcError: { code: -32603, message: 'overloaded' } },
    withPreflight: refused({ Kit: KIT_OVERLOADED, 'web3.js': web3.simulationFailed('overloaded') }),
    withoutPreflight: refused({ Kit: KIT_OVERLOADED, 'web3.js': web3.sendingFailed('overloaded') }),
  },
  { then: { unhealthy: 42 }, withPreflight: unhealthy(42n, 'Node is behind by 42 slots'), withoutPreflight: LANDED },
  { then: { unhealthy: null }, withPreflight: unhealthy(null, 'Node is unhealthy'), withoutPreflight: LANDED },
];

/** Errors of a preflight. */
const REFUSALS: readonly (readonly [refuse: string, errors: Errors])[] = [
  ['BlockhashNotFound', 7_050_008, 'Blockhash not found'],
  ['AlreadyProcessed', 7_050_007, 'This transaction has already been processed'],
  ['InsufficientFundsForFee', 7_050_005, 'Insufficient funds for fee'],
  ['SignatureFailure', 7_050_012, 'Transaction did not pass signature verification'],
].map(([refuse, code, text]) => [
  `${refuse}`,
  { Kit: kitPreflight({ message: text, context: { __code: code } }), 'web3.js': web3Preflight(`${text}`) },
]);

/** A node to send to, and how its client sends one lamport to bob: its error as it shows it. */
interface Sending {
  readonly node: RunningNode;
  send(skipPreflight: boolean): Promise<unknown>;
}

const DRIVERS: Readonly<Record<Client, (dialect: DialectName) => Promise<Sending>>> = {
  async Kit(dialect) {
    const sender = await kit.kitSender({ dialect });
    return {
      node: sender.node,
      async send(skipPreflight) {
        const transaction = await kit.signedOf(sender, [kit.transferOf('alice', 'bob', PAID)]);
        return kit.shownError(await reasonOf(kit.sendAndConfirm(sender, transaction, { skipPreflight })));
      },
    };
  },
  async 'web3.js'(dialect) {
    const { connection, node } = await web3.web3Sender({ dialect });
    return {
      node,
      async send(skipPreflight) {
        const transaction = new Transaction().add(web3.transferOf('alice', 'bob', PAID));
        const sent = sendAndConfirmTransaction(connection, transaction, [web3.keypairOf('alice')], { skipPreflight });
        return web3.shownError(await reasonOf(sent));
      },
    };
  },
};

describe.each(CLIENTS.flatMap((client) => (['agave', 'contract'] as const).map((dialect) => ({ client, dialect }))))(
  'a transaction that $client sends and waits for, dialect $dialect',
  ({ client, dialect }) => {
    async function expectEnding(then: Row['then'], skipPreflight: boolean, { charged, errors }: Ending): Promise<void> {
      const { node, send } = await DRIVERS[client](dialect);
      await node.onSend({ then });
      expect(await send(skipPreflight)).toEqual(errors[client]);
      expect(ALICE_LAMPORTS - (await lamportsOf(node, 'alice'))).toBe(charged);
    }

    it.each(ROWS)('$then, with a preflight', ({ then, withPreflight }) => expectEnding(then, false, withPreflight));

    it.each(ROWS)('$then, without a preflight', ({ then, withoutPreflight }) =>
      expectEnding(then, true, withoutPreflight),
    );

    it.each(REFUSALS)('refuse %s, with a preflight', (refuse, errors) =>
      expectEnding({ refuse } as Row['then'], false, refused(errors)),
    );
  },
);

/** Kit does not know the code. */
it.each([
  ['agave', false, web3.simulationFailed('overloaded', ['later'])],
  ['agave', true, web3.sendingFailed('overloaded', ['later'])],
  ['contract', false, web3.simulationFailed('overloaded', ['later'])],
  ['contract', true, web3.sendingFailed('overloaded', ['later'])],
] as const)(
  'web3.js shows the logs of an error, dialect %s, skipPreflight: %s',
  async (dialect, skipPreflight, error) => {
    const { node, send } = await DRIVERS['web3.js'](dialect);
    await node.onSend({ then: { rpcError: { code: -32000, message: 'overloaded', data: { logs: ['later'] } } } });
    expect(await send(skipPreflight)).toEqual(error);
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS);
  },
);

describe('without rules, Kit', () => {
  it('two transfers in a row are two transactions', async () => {
    const sender = await kit.kitSender();
    for (let i = 0; i < 2; i++)
      await kit.sendAndConfirm(sender, await kit.signedOf(sender), { commitment: 'finalized' });
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - 2n * (FEE + 1n));
  });

  it('the same transaction twice is refused the second time', async () => {
    const sender = await kit.kitSender();
    const transaction = await kit.signedOf(sender);
    await kit.sendAndConfirm(sender, transaction);
    expect(kit.shownError(await reasonOf(kit.sendAndConfirm(sender, transaction)))).toEqual(
      kitPreflight({
        message: 'This transaction has already been processed',
        context: { __code: 7_050_007 },
      }),
    );
  });

  it('the same transaction twice, without a preflight, ends as it did', async () => {
    const sender = await kit.kitSender();
    const transaction = await kit.signedOf(sender);
    for (let i = 0; i < 2; i++) await kit.sendAndConfirm(sender, transaction, { skipPreflight: true });
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - FEE - 1n);
  });

  it('one that costs too much fails as in the program', async () => {
    const sender = await kit.kitSender();
    const transaction = await kit.signedOf(sender, [kit.transferOf('alice', 'bob', 2n * ALICE_LAMPORTS)]);
    expect(kit.shownError(await reasonOf(kit.sendAndConfirm(sender, transaction)))).toEqual(
      kitPreflight(
        { message: 'Custom program error: #1 (instruction #1)', context: { __code: 4_615_026, code: 1, index: 0 } },
        {
          ...KIT_EXECUTED,
          logs: [
            `Program ${SYSTEM} invoke [1]`,
            `Transfer: insufficient lamports ${ALICE_LAMPORTS - FEE}, need ${2n * ALICE_LAMPORTS}`,
            `Program ${SYSTEM} failed: custom program error: 0x1`,
          ],
        },
      ),
    );
  });

  it('one that is only sent is in the next block', async () => {
    const sender = await kit.kitSender();
    const send = sendTransactionWithoutConfirmingFactory(sender);
    await send(await kit.signedOf(sender), { commitment: 'confirmed' });
    expect(sender.socketCalls()).toEqual([]);
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - FEE - 1n);
  });
});

describe('without rules, web3.js', () => {
  it('equal transfers in a row get a blockhash each', async () => {
    const { connection, node } = await web3.web3Sender();
    const signers = [web3.keypairOf('alice')];
    const send = () =>
      sendAndConfirmTransaction(connection, new Transaction().add(web3.transferOf('alice', 'bob', 1)), signers);
    const signatures = [await send(), await send(), await send()];
    expect(new Set(signatures).size).toBe(3);
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS - 3n * (FEE + 1n));
  });

  it('the logs of one that failed can be fetched', async () => {
    const { connection, node } = await web3.web3Sender();
    await node.onSend({ then: { failLate: { custom: 6001 } } });
    const { wire } = await web3.signedOf(connection);
    const signature = await connection.sendRawTransaction(wire);
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(found?.meta?.err).toEqual({ InstructionError: [0, { Custom: 6001 }] });
    expect(found?.meta?.logMessages).toEqual(LOGS);
    expect(found?.meta?.fee).toBe(5_000);
  });

  it('the same bytes twice are refused the second time, and taken without a preflight', async () => {
    const { connection, node } = await web3.web3Sender();
    const { wire } = await web3.signedOf(connection);
    const signature = await connection.sendRawTransaction(wire);
    expect(web3.shownError(await reasonOf(connection.sendRawTransaction(wire)))).toEqual(
      web3Preflight('This transaction has already been processed'),
    );
    expect(await connection.sendRawTransaction(wire, { skipPreflight: true })).toBe(signature);
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS - FEE - 1n);
  });

  it('one that costs too much fails as in the program', async () => {
    const { connection } = await web3.web3Sender();
    const { wire } = await web3.signedOf(connection, [web3.transferOf('alice', 'bob', 2n * ALICE_LAMPORTS)]);
    expect(web3.shownError(await reasonOf(connection.sendRawTransaction(wire)))).toEqual(
      web3Preflight('Error processing Instruction 0: custom program error: 0x1', [
        `Program ${SYSTEM} invoke [1]`,
        `Transfer: insufficient lamports ${ALICE_LAMPORTS - FEE}, need ${2n * ALICE_LAMPORTS}`,
        `Program ${SYSTEM} failed: custom program error: 0x1`,
      ]),
    );
  });

  it('the words of old versions are no preflight commitments', async () => {
    const { connection } = await web3.web3Sender();
    const { wire } = await web3.signedOf(connection);
    expect(
      web3.shownError(await reasonOf(connection.sendRawTransaction(wire, { preflightCommitment: 'recent' }))),
    ).toEqual(
      web3.simulationFailed(
        'Invalid params: unknown variant `recent`, expected one of `processed`, `confirmed`, `finalized`.',
      ),
    );
  });
});
