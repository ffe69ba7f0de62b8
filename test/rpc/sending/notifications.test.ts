import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../../src/codec/base58.ts';
import type { NodeVersionName } from '../../../src/nodeVersion.ts';
import { advanceSends } from '../../../src/rpc/sending/sendMoves.ts';
import { executeTransaction } from '../../../src/runtime/execute.ts';
import { SYSTEM_PROGRAM } from '../../../src/solana/address.ts';
import { ALICE, ALICE_LAMPORTS, BOB, FEE, sendNodeOver, signed, WALLETS } from '../../support/sends.ts';
import { keypair, publicKey, transfer } from '../../support/sentTransactions.ts';
import { inSlot, notice, pause, testHub } from '../../support/subscriptions.ts';
import { protocolFor, THREE_TIPS, testLedger } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

/** What clients that wait for a transaction are told. */

const PAYMENT = signed([transfer(5)]);
const SIGNATURE = encodeBase58(PAYMENT.subarray(1, 65));

function connected(confirm: 'auto' | 'manual') {
  const hub = testHub(testLedger({ ...THREE_TIPS, accounts: WALLETS, send: { confirm } }));
  return { ...hub, sends: sendNodeOver(hub.live), connection: hub.connect() };
}

/** Kind and value of each notification, in order. */
function toldTo(told: readonly string[]): unknown[] {
  return told.map((text) => {
    const { method, params } = JSON.parse(text);
    return [method, params.result.context?.slot, params.result.value?.err ?? null];
  });
}

describe('signatureSubscribe', () => {
  it.each(['processed', 'confirmed', 'finalized'])(
    'at %s is told of a send once, where all is final at once',
    async (commitment) => {
      const { connection, sends } = connected('auto');
      await connection.subscribe('signature', `["${SIGNATURE}",{"commitment":"${commitment}"}]`);
      await sends.send(PAYMENT);
      await pause();
      expect(toldTo(connection.told)).toEqual([['signatureNotification', 8, null]]);
    },
  );

  it('is told when the tips reach it', async () => {
    const { connection, sends } = connected('manual');
    await connection.subscribe('signature', `["${SIGNATURE}",{"commitment":"finalized"}]`);
    await sends.send(PAYMENT);
    await sends.node.setTips({ finalized: 7 });
    await pause();
    expect(connection.told).toEqual([]);
    await sends.node.setTips({ finalized: 8 });
    await pause();
    expect(toldTo(connection.told)).toEqual([['signatureNotification', 8, null]]);
  });

  it('is told the error of what fails', async () => {
    const { connection, sends } = connected('auto');
    const err = { InstructionError: [0, { Custom: 7 }] };
    await sends.rule({ kind: 'fail', isLate: true, err });
    await connection.subscribe('signature', `["${SIGNATURE}",{"commitment":"confirmed"}]`);
    await sends.send(PAYMENT);
    await pause();
    expect(toldTo(connection.told)).toEqual([['signatureNotification', 8, err]]);
  });

  it('is told of what waits when it lands', async () => {
    const { connection, live, sends } = connected('auto');
    await sends.rule({ kind: 'delay', blocks: 2n });
    await connection.subscribe('signature', `["${SIGNATURE}",{"commitment":"processed"}]`);
    await sends.send(PAYMENT);
    for (const told of [0, 1]) {
      await live.moveWithSends((now) => advanceSends(now, 1n, {}, executeTransaction));
      await pause();
      expect(connection.told).toHaveLength(told);
    }
    expect(toldTo(connection.told)).toEqual([['signatureNotification', 9, null]]);
  });
});

it('accountSubscribe and logsSubscribe are told of a send', async () => {
  const { connection, sends } = connected('auto');
  await connection.subscribe('account', `["${BOB}",{"commitment":"finalized"}]`);
  await connection.subscribe('logs', `[{"mentions":["${BOB}"]},{"commitment":"finalized"}]`);
  await sends.send(PAYMENT);
  await pause();
  const told = connection.told.map((text) => JSON.parse(text));
  const byMethod = new Map(told.map(({ method, params }) => [method, params.result]));
  expect([...byMethod.keys()].sort()).toEqual(['accountNotification', 'logsNotification']);
  expect(byMethod.get('accountNotification')).toMatchObject({ context: { slot: 8 }, value: { lamports: 1_000_005 } });
  expect(byMethod.get('logsNotification')).toMatchObject({
    context: { slot: 8 },
    value: { err: null, signature: SIGNATURE },
  });
});

describe('accountSubscribe and programSubscribe', () => {
  const program = publicKey('program');
  const touched = namedAddress('touched');
  const held = { address: touched, lamports: 5_000_000n, owner: namedAddress('program'), rentEpoch: 0n };

  async function toldOf(
    addresses: readonly string[],
    bytes: Uint8Array,
    version: NodeVersionName = '4.1',
  ): Promise<readonly string[]> {
    const protocol = protocolFor(version, 'genesis');
    const hub = testHub(testLedger({ ...THREE_TIPS, accounts: [...WALLETS, held], protocol }));
    const connection = hub.connect();
    for (const watched of addresses) await connection.subscribe('account', `["${watched}"]`);
    await connection.subscribe('program', `["${program}"]`);
    await connection.subscribe('program', `["${SYSTEM_PROGRAM}",{"filters":[{"dataSize":0}]}]`);
    await sendNodeOver(hub.live).send(bytes);
    await pause();
    return connection.told;
  }

  const json = (lamports: number, owner: string) =>
    `{"lamports":${lamports},"data":"","owner":"${owner}","executable":false,"rentEpoch":18446744073709551615,"space":0}`;
  const payer = (lamports: bigint) =>
    notice('program', 2, inSlot(8, `{"pubkey":"${ALICE}","account":${json(Number(lamports), SYSTEM_PROGRAM)}}`));

  it('are told of what a transaction may write, though nothing writes it', async () => {
    const keys = [touched, BOB].map((key, i) => ({
      pubkey: new PublicKey(key),
      isSigner: false,
      isWritable: i === 0,
    }));
    const touch = new TransactionInstruction({ keys, programId: program });
    expect(await toldOf([touched], signed([touch]))).toEqual([
      notice('account', 0, inSlot(8, json(5_000_000, `${program}`))),
      notice('program', 1, inSlot(8, `{"pubkey":"${touched}","account":${json(5_000_000, `${program}`)}}`)),
      payer(ALICE_LAMPORTS - FEE),
    ]);
  });

  it.each([
    ['4.1', true],
    ['4.2', false],
    ['4.3', false],
  ] as const)('%s: are told of what another program could not write: %s', async (version, isTold) => {
    const keys = [{ pubkey: new PublicKey(touched), isSigner: false, isWritable: true }];
    const lock = new TransactionInstruction({ keys, programId: publicKey('another program') });
    const told = await toldOf([touched], signed([lock]), version);
    const written = [
      notice('account', 0, inSlot(8, json(5_000_000, `${program}`))),
      notice('program', 1, inSlot(8, `{"pubkey":"${touched}","account":${json(5_000_000, `${program}`)}}`)),
    ];
    expect(told).toEqual([...(isTold ? written : []), payer(ALICE_LAMPORTS - FEE)]);
  });

  it.each(['4.2', '4.3'] as const)('%s: a payer counts as changed, also by a transfer to itself', async (version) => {
    const alice = keypair('alice').publicKey;
    const self = SystemProgram.transfer({ fromPubkey: alice, toPubkey: alice, lamports: 1 });
    expect(await toldOf([touched], signed([self]), version)).toEqual([payer(ALICE_LAMPORTS - FEE)]);
  });

  it.each([
    ['4.1', [ALICE_LAMPORTS - FEE, 1_000_000n]],
    ['4.3', [ALICE_LAMPORTS - FEE]],
  ] as const)('%s: who receives nothing', async (version, lamports) => {
    const transfer = SystemProgram.transfer({
      fromPubkey: keypair('alice').publicKey,
      toPubkey: new PublicKey(BOB),
      lamports: 0,
    });
    const told = await toldOf([], signed([transfer]), version);
    expect(told.map((text) => BigInt(/"lamports":(\d+)/.exec(text)![1]!)).toSorted((a, b) => Number(b - a))).toEqual(
      lamports,
    );
  });

  it('are not told of what comes and goes in one transaction', async () => {
    const [alice, carol] = [keypair('alice').publicKey, keypair('carol').publicKey];
    const lamports = 5_000_000;
    const there = SystemProgram.transfer({ fromPubkey: alice, toPubkey: carol, lamports });
    const back = SystemProgram.transfer({ fromPubkey: carol, toPubkey: alice, lamports });
    const told = await toldOf([`${carol}`], signed([there, back], { signers: ['alice', 'carol'] }));
    expect(told).toEqual([payer(ALICE_LAMPORTS - 2n * FEE)]);
  });
});
