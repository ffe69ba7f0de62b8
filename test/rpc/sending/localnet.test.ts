import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js';
import { LiteSVM } from 'litesvm';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { decodeBase58, encodeBase58 } from '../../../src/codec/base58.ts';
import { createNode, ledger, sol } from '../../../src/index.ts';
import { LOGGING_CODE } from '../../support/compiledPrograms.ts';
import { keyOf, keypairOf, transferOf } from '../../support/web3Sender.ts';

/** A localnet as a test validator: its programs, and blocks that time makes. The session of `test/judge` compares more. */

const scriptOf = (cluster: 'localnet' | 'mainnet') =>
  ledger({ cluster, consensus: 'tower' }).wallet('alice', sol(5)).wallet('bob', sol(5)).block(0);
const OPTIONS = { ledger: scriptOf('localnet'), dialect: 'agave', agave: '4.3' } as const;
const VOTE = 'Vote111111111111111111111111111111111111111';
type Localnet = Awaited<ReturnType<typeof createNode>>;

async function signed(node: Localnet, ...instructions: TransactionInstruction[]): Promise<string> {
  const { value } = await node.request('getLatestBlockhash', [{ commitment: 'processed' }]);
  const transaction = new Transaction({ feePayer: keyOf('alice'), recentBlockhash: value.blockhash });
  transaction.add(...instructions).partialSign(keypairOf('alice'));
  return transaction.serialize({ requireAllSignatures: false }).toString('base64');
}

describe('blocks that time makes', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('have the vote first, from block 2 on, and pay their leader', async () => {
    const node = await createNode({ ...OPTIONS, slotTime: 500 });
    await vi.advanceTimersByTimeAsync(1000);
    const transaction = await signed(node, transferOf('alice', 'bob', 5));
    const signature = await node.request('sendTransaction', [transaction, { encoding: 'base64', skipPreflight: true }]);
    await vi.advanceTimersByTimeAsync(1000);
    const blocks = await Promise.all(
      [1, 2, 3].map((slot) =>
        node.request('getBlock', [slot, { commitment: 'confirmed', transactionDetails: 'full' }]),
      ),
    );
    expect(blocks.map((block) => block!.transactions!.length)).toEqual([0, 1, 2]);
    const [vote, transfer] = blocks[2]!.transactions!;
    expect(transfer!.transaction).toMatchObject({ signatures: [signature] });
    expect(vote!.meta!.logMessages).toEqual([`Program ${VOTE} invoke [1]`, `Program ${VOTE} success`]);
    expect(blocks.map((block) => block!.rewards)).toMatchObject([
      [],
      [{ lamports: 5000, rewardType: 'Fee', pubkey: node.address('validator') }],
      [{ lamports: 7500, rewardType: 'Fee', pubkey: node.address('validator') }],
    ]);
  });
});

it('nobody hears that a transaction has come in', async () => {
  const heard = async (cluster: 'localnet' | 'mainnet') => {
    const node = await createNode({ ...OPTIONS, ledger: scriptOf(cluster) });
    const transaction = await signed(node, transferOf('alice', 'bob', 5));
    const signature = encodeBase58(Transaction.from(Buffer.from(transaction, 'base64')).signature!);
    const config = { commitment: 'processed', enableReceivedNotification: true } as const;
    const told = node.subscribe('signature', signature, config)[Symbol.asyncIterator]();
    await node.request('sendTransaction', [transaction, { encoding: 'base64', skipPreflight: true }]);
    return (await told.next()).value!.value;
  };
  expect(await heard('mainnet')).toBe('receivedSignature');
  expect(await heard('localnet')).toEqual({ err: null });
});

describe('programs that LiteSVM runs', () => {
  const simulatedOn = async (
    cluster: 'localnet' | 'mainnet',
    instructions: readonly TransactionInstruction[],
    execute: 'litesvm' | 'none' = 'litesvm',
  ) => {
    return simulatedBy(await createNode({ ...OPTIONS, ledger: scriptOf(cluster), execute }), ...instructions);
  };
  const simulatedBy = async (node: Localnet, ...instructions: readonly TransactionInstruction[]) => {
    const transaction = await signed(node, ...instructions);
    const { value } = await node.request('simulateTransaction', [transaction, { encoding: 'base64' }]);
    return value;
  };
  const simulated = (...instructions: TransactionInstruction[]) => simulatedOn('localnet', instructions);
  const call = (program: string, data: Buffer, keys: TransactionInstruction['keys'] = []) =>
    new TransactionInstruction({ programId: new PublicKey(program), keys, data });

  it('have the bytes, units and logs of a test validator', async () => {
    const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
    const { loadedAccountsDataSize, logs, unitsConsumed } = await simulated(call(memo, Buffer.from('hello "judge"')));
    expect(logs).toEqual([
      `Program ${memo} invoke [1]`,
      'Program log: Memo (len 13): "hello \\"judge\\""',
      `Program ${memo} consumed 6256 of 200000 compute units`,
      `Program ${memo} success`,
    ]);
    expect([loadedAccountsDataSize, unitsConsumed]).toEqual([64 + 64 + 74_800, 6256]);
  });

  it('refuse what theirs refuses: a memo that is not UTF-8, and tokens of a wallet', async () => {
    const memo = await simulated(call('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', Buffer.from([0x61, 0xff])));
    expect(memo.err).toEqual({ InstructionError: [0, 'InvalidInstructionData'] });
    expect(memo.logs).toContain('Program log: Invalid UTF-8, from byte 1');
    // 3: transfer
    const amount = Buffer.from([3, 1, 0, 0, 0, 0, 0, 0, 0]);
    const keys = ['alice', 'bob', 'alice'].map((name, i) => ({
      ...{ pubkey: keyOf(name), isSigner: i !== 1, isWritable: i !== 2 },
    }));
    const tokens = await simulated(call('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', amount, keys));
    expect(tokens.err).toEqual({ InstructionError: [0, 'InvalidAccountData'] });
  });

  it('a voter of a vote account with a BLS key is not changed by Authorize, whoever signs', async () => {
    const node = await createNode({ ...OPTIONS, execute: 'litesvm' });
    const { delinquent } = await node.request('getVoteAccounts', [{ commitment: 'processed' }]);
    const { votePubkey } = delinquent[0]!;
    // 1: authorize, the new authority, 0: Voter
    const data = Buffer.concat([Buffer.from([1, 0, 0, 0]), keyOf('bob').toBuffer(), Buffer.alloc(4)]);
    const keys = [
      new PublicKey(votePubkey),
      new PublicKey('SysvarC1ock11111111111111111111111111111111'),
      keyOf('alice'),
    ];
    const authorize = call(
      VOTE,
      data,
      keys.map((pubkey, i) => ({ pubkey, isSigner: i === 2, isWritable: i === 0 })),
    );
    const config = { encoding: 'base64', sigVerify: false } as const;
    const { value } = await node.request('simulateTransaction', [await signed(node, authorize), config]);
    expect(value.err).toEqual({ InstructionError: [0, 'InvalidInstructionData'] });
  });

  it('refuse a mint of Token-2022 that is not there, with and without LiteSVM', async () => {
    const token2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
    const associated = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
    const seeds = [keyOf('alice'), token2022, keyOf('mint')].map((key) => key.toBytes());
    const [account] = PublicKey.findProgramAddressSync(seeds, associated);
    const keys = [keyOf('alice'), account, keyOf('alice'), keyOf('mint'), SystemProgram.programId, token2022];
    const create = call(
      associated.toBase58(),
      Buffer.of(0),
      keys.map((pubkey, i) => ({ pubkey, isSigner: i === 0, isWritable: i < 2 })),
    );
    for (const execute of ['litesvm', 'none'] as const) {
      const { err, logs } = await simulatedOn('localnet', [create], execute);
      expect(err).toEqual({ InstructionError: [0, { Custom: 2 }] });
      expect(logs).toContain('Program log: Error: Invalid Mint');
    }
  });

  it('those of the core too: Config', async () => {
    const { err, logs } = await simulated(call('Config1111111111111111111111111111111111111', Buffer.of(0)));
    expect(err).toEqual({ InstructionError: [0, 'NotEnoughAccountKeys'] });
    expect(logs!.some((line) => /not deployed/.test(line))).toBe(false);
  });

  it.each(['4.2', '4.3', '4.4', '4.5'] as const)(
    'follow the features of the accounts: only there the second form of a vote account is read, in Agave %s too',
    async (agave) => {
      // 16: initializeV2, with its arguments
      const data = Buffer.alloc(4 + 32 + 32 + 48 + 96 + 32 + 2 + 2);
      data.writeUInt32LE(16);
      const ballot = SystemProgram.createAccount({
        ...{ fromPubkey: keyOf('alice'), newAccountPubkey: keyOf('ballot'), lamports: 1e9, space: 3762 },
        programId: new PublicKey(VOTE),
      });
      const keys = [keyOf('ballot'), keyOf('alice'), keyOf('ballot'), keyOf('alice')].map((pubkey, i) => ({
        ...{ pubkey, isSigner: i === 1, isWritable: i === 0 },
      }));
      const initialize = call(VOTE, data, keys);
      const errOn = async (cluster: 'localnet' | 'mainnet') => {
        const node = await createNode({ ...OPTIONS, agave, ledger: scriptOf(cluster), execute: 'litesvm' });
        return (await simulatedBy(node, ballot, initialize)).err;
      };
      expect(await errOn('mainnet')).toEqual({ InstructionError: [1, 'InvalidInstructionData'] });
      expect(await errOn('localnet')).toEqual({ InstructionError: [1, 'MissingRequiredSignature'] });
    },
  );

  it('run without a feature whose account is gone, also one that mainnet has: the least that a program grows by', async () => {
    const minimum = 'YbbRLkvenrocjGPGyoQE4wjnvYzTgfsk38NFmcYK7a5';
    const loader = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111');
    const program = keyOf('program');
    const [code] = PublicKey.findProgramAddressSync([program.toBytes()], loader);
    const folder = mkdtempSync(join(tmpdir(), 'stillnode-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'program.so');
    writeFileSync(file, LOGGING_CODE);
    // 6: extendProgram, by 1 byte
    const extend = call(
      loader.toBase58(),
      Buffer.from([6, 0, 0, 0, 1, 0, 0, 0]),
      [code, program, SystemProgram.programId, keyOf('alice')].map((pubkey, i) => ({
        ...{ pubkey, isSigner: i === 3, isWritable: i !== 2 },
      })),
    );
    const programs = { [program.toBase58()]: { program: file, authority: keyOf('alice').toBase58() } };
    const node = await createNode({ ...OPTIONS, execute: 'litesvm', programs });
    const refusal =
      'ExtendProgram requires a minimum of 10240 additional bytes or to extend to maximum size, but only 1 were requested';
    expect((await simulatedBy(node, extend)).logs).toContain(refusal);
    await node.setAccount(minimum, null);
    expect((await simulatedBy(node, extend)).logs).not.toContain(refusal);
  });

  it('of Agave 4.1 run with no feature that it does not know, and without one that it has at another address and whose account is gone', async () => {
    const upgradeOfStake = decodeBase58('s51VGwCAgebo2745DSUris72RavoLkXGUmVJosESCXr');
    const [inLiteSvm, in41] = [
      '3HcSrCTGXTUnrTueHi4DAwNuMxZSsm5xui2Ax3mgxHqf',
      'CustomCommissionCo11ector111111111111111111',
    ] as const;
    const given = vi.spyOn(LiteSVM.prototype, 'withFeatureSet');
    onTestFinished(() => given.mockRestore());
    const node = await createNode({ ...OPTIONS, agave: '4.1', ledger: scriptOf('localnet'), execute: 'litesvm' });
    const activeAmong = async (...features: readonly Uint8Array[]) => {
      await simulatedBy(node, call(VOTE, Buffer.alloc(4), []));
      const set = given.mock.lastCall![0];
      return features.map((feature) => set.isActive(feature));
    };
    const collector = decodeBase58(inLiteSvm);
    expect(await activeAmong(upgradeOfStake, collector)).toEqual([false, true]);
    await node.setAccount(in41, null);
    expect(await activeAmong(upgradeOfStake, collector)).toEqual([false, false]);
  });
});
