import { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { type JsonValue, stringifyJson } from '../src/codec/jsonText.ts';
import { gatesJsonOf } from '../src/gates.ts';
import { loadTexts, problemsOfTexts } from './script/format/scripts.ts';
import { nodeOver } from './support/nodeOver.ts';
import { BOB, sendNode, WALLETS } from './support/sends.ts';
import { transfer, v0Bytes } from './support/sentTransactions.ts';
import { callText, protocolFor } from './support/testNode.ts';
import { namedAddress, namedBlockhash } from './support/transactions.ts';

/** Gates that activate within a ledger: answers before and after. Those of txV1 and locks128 are in test/rpc/sending. */

const SLOTS_PER_EPOCH = 432_000;

async function nodeOf(gates: object, slots: string) {
  const given = JSON.stringify({ preset: 'genesis', ...gates });
  const text = `{"agave": "4.3", "cluster": "mainnet", "gates": ${given}, ${slots}}`;
  const node = nodeOver(await loadTexts({ 'a.ledger.json': text }), { dialect: 'agave' });
  return (method: string, params: string) => callText(node, method, params);
}

describe('the gates of a test validator', () => {
  const gatesOfLedger = async (members: string, agave = '4.3') => {
    const loaded = await loadTexts({ 'a.ledger.json': `{"agave": "${agave}", ${members}"slots": [{"slot": 7}]}` });
    const node = nodeOver(loaded, { dialect: 'agave' });
    const call = async (method: string, params: string) => JSON.parse(await callText(node, method, params)) as object;
    const { consensus, gates } = (await call('stillnode_getTips', '[]')) as { consensus: string; gates: object };
    const minimum = await call('getMinimumBalanceForRentExemption', '[0]');
    const { protocol } = loaded.state;
    const written = gatesJsonOf(protocol.gates, protocol.version.name);
    const again = `{"agave": "${agave}", "gates": ${stringifyJson(written as JsonValue)}, "slots": [{"slot": 7}]}`;
    expect((await loadTexts({ 'a.ledger.json': again })).state.protocol.gates).toEqual(protocol.gates);
    return { consensus, gates, minimum, written };
  };
  const ALL = {
    txV1: true,
    relaxedMinimumBalance: true,
    invalidFeePayer: true,
    cpiDepth8: true,
    locks128: true,
    loadFailureSize: true,
    doubleDisinflation: true,
    slotMs: 400,
    lamportsPerByte: 6960,
  };

  it('are the default of its cluster: every flag is on, and the first numbers hold', async () => {
    const expected = { consensus: 'tower', gates: ALL, minimum: 890_880, written: 'localnet' };
    expect(await gatesOfLedger('"cluster": "localnet", ')).toEqual(expected);
    expect(await gatesOfLedger('"gates": "localnet", ')).toEqual(expected);
  });

  it('are those that the version has code for', async () => {
    const gates = {
      ...ALL,
      txV1: false,
      relaxedMinimumBalance: false,
      invalidFeePayer: false,
      doubleDisinflation: false,
    };
    expect(await gatesOfLedger('"cluster": "localnet", ', '4.1')).toMatchObject({ gates, written: 'localnet' });
  });

  it('are what single gates of such a ledger are on top of', async () => {
    const members =
      '"gates": {"txV1": false, "locks128": {"from": 9}, "lamportsPerByte": [{"from": 7, "value": 5080}]}';
    expect(await gatesOfLedger(`"cluster": "localnet", ${members}, `)).toMatchObject({
      gates: { ...ALL, txV1: false, locks128: false, lamportsPerByte: 5080 },
      minimum: 650_240,
      written: {
        preset: 'localnet',
        txV1: false,
        locks128: { from: 9n },
        lamportsPerByte: [{ from: 7n, value: 5080 }],
      },
    });
  });

  it.each(['"cluster": "mainnet", ', '"cluster": "devnet", ', '"cluster": "localnet", "gates": "mainnet", ', ''])(
    'are not those of %s',
    async (members) => {
      expect(await gatesOfLedger(members)).toMatchObject({
        gates: { slotMs: 200, lamportsPerByte: 5080, locks128: false },
        written: 'mainnet',
      });
    },
  );
});

describe('txV1 of a version that takes every transaction of version 1', () => {
  const texts = (agave: string, txV1: string) => ({
    'a.ledger.json': `{"agave": "${agave}", "gates": {"txV1": ${txV1}}, "slots": [{"slot": 7}]}`,
  });

  it.each(['false', '{"from": 9}'])('cannot be %s', async (txV1) => {
    await expect(loadTexts(texts('4.3', txV1))).resolves.toMatchObject({ warnings: [] });
    expect(await problemsOfTexts(texts('4.4', txV1))).toEqual([
      'a.ledger.json:1:36: /gates/txV1: Agave 4.4 accepts v1 transactions whether or not the gate txV1 is active: leave it out, or choose an older version',
    ]);
  });

  it.each(['true', '{"from": 0}'])('can be %s', async (txV1) => {
    await expect(loadTexts(texts('4.4', txV1))).resolves.toMatchObject({ warnings: [] });
  });
});

describe('loadFailureSize of a version that counts what was loaded whatever the gate is', () => {
  const texts = (agave: string) => ({
    'a.ledger.json': `{"agave": "${agave}", "gates": {"loadFailureSize": false}, "slots": [{"slot": 7}]}`,
  });

  it('cannot be false', async () => {
    await expect(loadTexts(texts('4.4'))).resolves.toMatchObject({ warnings: [] });
    expect(await problemsOfTexts(texts('4.5'))).toEqual([
      'a.ledger.json:1:47: /gates/loadFailureSize: Agave 4.5 counts what was loaded whether or not the gate loadFailureSize is active: leave it out, or choose an older version',
    ]);
  });
});

describe('slotMs', () => {
  it('block times follow the length of each slot', async () => {
    const slotMs = [
      { from: 0, value: 400 },
      { from: 110, value: 200 },
    ];
    const call = await nodeOf({ slotMs }, '"slots": [{"slot": 100, "blockTime": 1000}, {"from": 101, "to": 130}]');
    const times = await Promise.all([100, 105, 110, 115, 120].map((slot) => call('getBlockTime', `[${slot}]`)));
    expect(times).toEqual(['1000', '1002', '1004', '1005', '1006']);
  });
});

describe('lamportsPerByte', () => {
  it('the minimum balance is that of the slot', async () => {
    const lamportsPerByte = [{ from: 110, value: 6333 }];
    const tips = '"processed": 110, "confirmed": 109, "finalized": 109';
    const call = await nodeOf({ lamportsPerByte }, `${tips}, "slots": [{"from": 100, "to": 110}]`);
    const minimum = (commitment: string) =>
      call('getMinimumBalanceForRentExemption', `[165,{"commitment":"${commitment}"}]`);
    expect(await minimum('confirmed')).toBe('2039280');
    expect(await minimum('processed')).toBe('1855569');
    const rent = await call(
      'getAccountInfo',
      '["SysvarRent111111111111111111111111111111111",{"commitment":"processed","encoding":"jsonParsed"}]',
    );
    expect(rent).toContain('"lamportsPerByte":"6333"');
  });
});

describe('loadFailureSize, in the block after slot 7', () => {
  const HASH = namedBlockhash('5');
  const nowhere = new PublicKey(namedAddress('nowhere'));
  const sizeOf = async (from: bigint | undefined, programId: PublicKey, agave: '4.3' | '4.5' = '4.3') => {
    const flags = from === undefined ? {} : { loadFailureSize: from };
    const protocol = protocolFor(agave, 'genesis', { flags });
    const node = sendNode({ protocol, send: { isStrict: true } });
    const call = new TransactionInstruction({ programId, keys: [], data: Buffer.of(1) });
    const answer = await node.simulate(v0Bytes(HASH, [call]), '"commitment":"processed"');
    return /"err":"(\w+)".*"loadedAccountsDataSize":(\d+)/.exec(answer)!.slice(1);
  };

  it.each<[what: string, programId: PublicKey, after: readonly string[]]>([
    ['a program that does not exist', nowhere, ['ProgramAccountNotFound', '64']],
    ['a wallet as the program', new PublicKey(BOB), ['InvalidProgramForExecution', '128']],
  ])('%s: nothing counts before, and what was loaded after', async (_what, programId, after) => {
    expect(await sizeOf(undefined, programId)).toEqual([after[0], '0']);
    expect(await sizeOf(9n, programId)).toEqual([after[0], '0']);
    expect(await sizeOf(8n, programId)).toEqual(after);
    expect(await sizeOf(undefined, programId, '4.5')).toEqual(after);
  });
});

describe('doubleDisinflation', () => {
  it('inflation falls twice as fast from its slot on, without a leap', async () => {
    const from = 400 * SLOTS_PER_EPOCH;
    const rateAt = async (slot: number) => {
      const call = await nodeOf({ doubleDisinflation: { from } }, `"slots": [{"slot": ${slot}}]`);
      const governor = JSON.parse(await call('getInflationGovernor', '[{"commitment":"processed"}]')) as {
        readonly taper: number;
      };
      const rate = JSON.parse(await call('getInflationRate', '[]')) as { readonly total: number };
      return { taper: governor.taper, total: rate.total };
    };
    const before = await rateAt(from - 1);
    const first = await rateAt(from);
    expect([before.taper, first.taper]).toEqual([0.15, 0.3]);
    expect(Math.abs(first.total / before.total - 1)).toBeLessThan(0.001);
    const later = await rateAt(from + 20 * SLOTS_PER_EPOCH);
    expect(later.total).toBeLessThan(first.total * 0.97);
  });
});

describe('relaxedMinimumBalance, in the block after slot 7', () => {
  const HASH = namedBlockhash('5');
  const [alice] = WALLETS;
  /** What is left of alice is below the minimum. */
  const simulated = (from: bigint, lamports: bigint, sent: number) => {
    const protocol = protocolFor('4.3', 'genesis', { flags: { relaxedMinimumBalance: from } });
    const accounts = [{ ...alice!, lamports }, WALLETS[1]!];
    const node = sendNode({ protocol, accounts });
    return node.simulate(v0Bytes(HASH, [transfer(sent)]), '"commitment":"processed"');
  };

  it('a payer below the minimum can pay before, and cannot after', async () => {
    expect(await simulated(9n, 500_000n, 1)).toContain('"err":null');
    expect(await simulated(8n, 500_000n, 1)).toContain('"err":{"InsufficientFundsForRent":{"account_index":0}}');
  });

  it('a payer that keeps its minimum can always pay', async () => {
    for (const from of [9n, 8n]) expect(await simulated(from, 5_000_000n, 1)).toContain('"err":null');
  });
});
