import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import { GATE_ADDRESSES } from '../../../src/gates.ts';
import { ata, ledger, sol, tokens } from '../../../src/index.ts';
import { createNode } from '../../../src/node/createNode.ts';
import { NODE_VERSIONS } from '../../../src/nodeVersion.ts';
import { SAMPLE_LEDGER } from '../../../src/packageFiles.ts';
import { TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import type { Subject } from '../../../src/tools/record/subjects.ts';
import { accountsAtAnyTip, signaturesOf } from '../../support/contents.ts';
import { everyCall } from '../../support/everyCall.ts';
import { sampleAddress } from '../../support/sample.ts';
import { withResult } from '../../support/upstreamProxy.ts';
import { differences, filesOf, ledgerJsonOf, namesOf, type Source, startSource } from './source.ts';

const slots = (first: number, last = first): Subject => ({ kind: 'slots', first: BigInt(first), last: BigInt(last) });
const account = (address: string): Subject => ({ kind: 'account', address });
const call = (method: string, params: string): Subject => ({ kind: 'call', method, params });
const ALICE = sampleAddress('alice');
const SAMPLE = [SAMPLE_LEDGER];
/** The block before the first that the node gives out is not there to be recorded; facts of the cluster have to be written into ledger.json. */
const NOT_RECORDED = [
  'minimumLedgerSlot',
  'getBlockCommitment',
  'getBlockProduction',
  'getClusterNodes',
  'getLargestAccounts',
  'getLeaderSchedule',
  'getRecentPerformanceSamples',
  'getSlotLeader',
  'getSlotLeaders',
  'getSupply',
  'getVoteAccounts',
];

/** The sample without a block that is only processed, which no node gives out. */
async function startSample() {
  const source = await startSource(SAMPLE);
  await source.upstream.setTips({ processed: 319 });
  return source;
}

describe('a ledger that is recorded as a whole', () => {
  it.each([
    ['slots and accounts', true],
    ['signatures, the addresses of a list of calls, and slots', false],
  ])('answers every question as its source does, to the byte; nothing is asked twice: %s', async (_, bySlot) => {
    await using source = await startSample();
    const { state } = await loadLedger(SAMPLE);
    const signatures = signaturesOf(state).map((signature): Subject => ({ kind: 'signature', signature }));
    const accounts = accountsAtAnyTip(state).map(({ address }) => address);
    const found = bySlot
      ? await source.run([slots(302, 319), ...accounts.map(account)])
      : await source.run([
          ...accounts.map((address) => call('getBalance', JSON.stringify([address]))),
          ...signatures.slice(5, 12),
          slots(302, 319),
        ]);
    expect(found).toMatchObject({ failure: undefined, lacks: [] });
    expect(source.proxy.repeated()).toEqual([]);
    const copy = await createNode({ ledger: [source.path], dialect: 'agave' });
    const calls = everyCall(state).filter(([method]) => !NOT_RECORDED.includes(method));
    expect(calls.length).toBeGreaterThan(1000);
    expect(await differences(source.upstream, copy, calls)).toEqual([]);
  });

  it('the second run asks for nothing and writes nothing', async () => {
    await using source = await startSample();
    const subjects = [slots(302, 319), account(ALICE), { kind: 'tokenOwner', owner: ALICE } as const];
    const first = await source.run(subjects);
    const files = filesOf(source.path);
    source.proxy.forget();
    const second = await source.run(subjects);
    expect(source.proxy.texts()).toEqual([]);
    expect(second).toMatchObject({ fileCount: 0, lacks: [], failure: undefined });
    expect(second.loaded?.counts).toEqual(first.loaded?.counts);
    expect(filesOf(source.path)).toEqual(files);
  });

  it('the same asked for twice, in long answers too, is asked once', async () => {
    await using source = await startSample();
    const owner: Subject = { kind: 'tokenOwner', owner: ALICE };
    await source.run([slots(302), slots(302, 303), account(ALICE), account(ALICE), owner, owner, slots(302)]);
    expect(source.proxy.repeated()).toEqual([]);
    expect(source.proxy.calls.length).toBeGreaterThan(5);
  });

  it('what is missing is asked for: one file that was taken away, and one that is damaged', async () => {
    await using source = await startSample();
    await source.run([slots(302, 306)]);
    const files = filesOf(source.path);
    const [gone, damaged] = Object.keys(files).filter((name) => name.startsWith('getBlock-'));
    rmSync(join(source.path, gone!));
    writeFileSync(join(source.path, damaged!), files[damaged!]!.slice(0, 200));
    source.proxy.forget();
    expect(await source.run([slots(302, 306)])).toMatchObject({ fileCount: 2, lacks: [] });
    expect(source.proxy.calls.filter(({ method }) => method === 'getBlock')).toHaveLength(2);
    expect(filesOf(source.path)).toEqual(files);
  });
});

describe('slots', () => {
  it('that are skipped go into ledger.json, and are not asked for again', async () => {
    await using source = await startSample();
    await source.run([slots(306, 308)]);
    expect(ledgerJsonOf(source.path)).toMatchObject({ processed: 319, confirmed: 319, finalized: 319, skipped: [307] });
    source.proxy.forget();
    await source.run([slots(307)]);
    expect(source.proxy.texts()).toEqual([]);
  });

  it('that the node has not reached are lacking, and never skipped, whatever it says', async () => {
    await using source = await startSample();
    const skipped = { error: '{"code":-32007,"message":"Slot 400 was skipped"}' };
    const found = await source.run([slots(319), slots(400)], ({ params }) =>
      params.startsWith('[400,') ? skipped : undefined,
    );
    const line = `${source.proxy.origin} has no block in slot 400: error -32007 (Slot 400 was skipped)`;
    expect(found).toMatchObject({ lacks: [line], failure: undefined });
    expect(ledgerJsonOf(source.path)).not.toHaveProperty('skipped');
  });

  it('that are cleaned up are lacking', async () => {
    await using source = await startSample();
    expect((await source.run([slots(5)])).lacks).toEqual([
      `${source.proxy.origin} has no block in slot 5: error -32001 (Block 5 cleaned up, does not exist on node. First available block: 302)`,
    ]);
  });

  it('that the node has lost are lacking: a block above says that there was one', async () => {
    await using source = await startSample();
    const lost = { error: '{"code":-32007,"message":"Slot 304 was skipped, or missing due to ledger jump"}' };
    const found = await source.run([slots(303, 305)], ({ params }) => (params.startsWith('[304,') ? lost : undefined));
    expect(found.lacks).toEqual([
      `${source.proxy.origin} has lost the block of slot 304, which is the parent of another`,
    ]);
    expect(ledgerJsonOf(source.path)).not.toHaveProperty('skipped');
  });

  it('skipped ones are joined with those that ledger.json has, and its other members stay', async () => {
    await using source = await startSample();
    writeFileSync(
      join(source.path, 'ledger.json'),
      '{"skipped":[[300,301],305,308],"slotsBehind":7,"identity":"11111111111111111111111111111111","finalized":2,"processed":500}',
    );
    const skipped = { error: '{"code":-32009,"message":"skipped"}' };
    await source.run([slots(302, 304)], ({ method }) => (method === 'getBlock' ? skipped : undefined));
    expect(Object.keys(ledgerJsonOf(source.path) as object)[0]).toBe('format');
    expect(ledgerJsonOf(source.path)).toMatchObject({
      format: 1,
      skipped: [[300, 305], 308],
      slotsBehind: 7,
      identity: '11111111111111111111111111111111',
      finalized: 319,
      confirmed: 319,
      processed: 500,
    });
  });
});

describe('the newest block comes along without its transactions', () => {
  const address: Subject = { kind: 'address', address: ALICE, limit: 3 };

  it('so that a recording of an address has a blockhash, a height and a time', async () => {
    await using source = await startSample();
    await source.run([address]);
    const copy = await createNode({ ledger: [source.path], dialect: 'agave' });
    const calls = [
      ['getLatestBlockhash', { commitment: 'confirmed' }],
      ['getBlockHeight', { commitment: 'confirmed' }],
      ['getBlock', 319, { commitment: 'confirmed', transactionDetails: 'none', maxSupportedTransactionVersion: 1 }],
    ];
    expect(await differences(source.upstream, copy, calls)).toEqual([]);
    // of the slots of the transactions getBlock has nothing to show
    expect(await copy.requestText('getBlocks', [0, { commitment: 'confirmed' }])).toBe('[319]');
    const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 1 } as const;
    await expect(copy.request('getBlock', [319, config])).rejects.toMatchObject({
      code: -32603,
      data: { reason: 'notRecorded' },
    });
  });

  it('the finalized one where the node has no other', async () => {
    const tips = { consensus: 'tower', processed: 7, confirmed: 7, finalized: 6 };
    await using source = await startSource([
      { ...tips, accounts: { [ALICE]: { sol: 5 } }, slots: [6, 7].map((slot) => ({ slot })) },
    ]);
    const found = await source.run([address], ({ params }) =>
      params.startsWith('[7,') ? { error: '{"code":-32004,"message":"Block not available for slot 7"}' } : undefined,
    );
    expect(found).toMatchObject({ lacks: [], failure: undefined, loaded: { counts: { blocks: 1 } } });
    expect(namesOf(source.path)).toContain('getBlock-6');
  });

  it('none where the node gives out none, which is no failure', async () => {
    await using source = await startSample();
    const found = await source.run([address], ({ method }) => (method === 'getBlock' ? withResult('null') : undefined));
    expect(found).toMatchObject({ lacks: [], failure: undefined, loaded: { counts: { blocks: 0 } } });
  });

  it('in a second run if the first one did not get it, else not again', async () => {
    await using source = await startSample();
    await source.run([account(ALICE)], ({ method }) => (method === 'getBlock' ? withResult('null') : undefined));
    await source.run([account(ALICE)]);
    expect(namesOf(source.path)).toContain('getBlock-319');
    source.proxy.forget();
    await source.run([account(ALICE)]);
    expect(source.proxy.texts()).toEqual([]);
  });

  it('not where the block is recorded with its transactions; those can be recorded later', async () => {
    await using source = await startSample();
    await source.run([slots(319)]);
    expect(source.proxy.calls.filter(({ method }) => method === 'getBlock')).toHaveLength(1);
    await using other = await startSample();
    await other.run([account(ALICE)]);
    expect(await other.run([slots(319)])).toMatchObject({ lacks: [], failure: undefined });
    const copy = await createNode({ ledger: [other.path], dialect: 'agave' });
    const call = ['getBlock', 319, { commitment: 'confirmed', maxSupportedTransactionVersion: 1 }];
    expect(await differences(other.upstream, copy, [call])).toEqual([]);
  });
});

describe('what answers need comes along', () => {
  it('of a transaction: lookup tables, programs, and the mints and token accounts of its balances', async () => {
    await using source = await startSource([
      {
        accounts: {
          $alice: { sol: 5 },
          $usdc: { mint: { decimals: 6, authority: '$issuer' } },
          '$ata(alice,usdc)': { tokens: '12.5' },
          '$ata(bob,usdc)': { tokens: '0' },
          $table: { lookupTable: { addresses: ['$ata(bob,usdc)'] } },
        },
        slots: [
          {
            slot: 7,
            transactions: [
              {
                transferChecked: { mint: '$usdc', from: '$alice', to: '$bob', amount: '2' },
                lookupTables: ['$table'],
                name: 'lunch',
              },
            ],
          },
        ],
      },
    ]);
    const signature = source.upstream.signature('lunch');
    expect(await source.run([{ kind: 'signature', signature }])).toMatchObject({ lacks: [], failure: undefined });
    const names = ['$table', '$usdc', '$ata(alice,usdc)', '$ata(bob,usdc)', '$token'];
    const addresses = names.map((name) => source.upstream.address(name));
    const recorded = namesOf(source.path).filter((name) => name.startsWith('getAccountInfo-'));
    for (const address of addresses) expect(recorded).toContain(`getAccountInfo-${address.slice(0, 12)}`);
    const copy = await createNode({ ledger: [source.path], dialect: 'agave' });
    const calls = addresses.flatMap((address) => [
      ['getAccountInfo', address, { encoding: 'jsonParsed' }],
      ['getTokenAccountBalance', address],
      ['getTokenSupply', address],
    ]);
    const encodings = ['json', 'jsonParsed', 'base64'].map((encoding) => [
      'getTransaction',
      signature,
      { encoding, maxSupportedTransactionVersion: 0 },
    ]);
    expect(await differences(source.upstream, copy, [...calls, ...encodings])).toEqual([]);
  });

  it('of a block: programs and mints, but not its token accounts, of which there may be thousands', async () => {
    await using source = await startSource([
      {
        accounts: {
          $alice: { sol: 5 },
          $usdc: { mint: { decimals: 6, authority: '$issuer' } },
          '$ata(alice,usdc)': { tokens: '12.5' },
          '$ata(bob,usdc)': { tokens: '0' },
        },
        slots: [
          {
            slot: 7,
            transactions: [{ transferChecked: { mint: '$usdc', from: '$alice', to: '$bob', amount: '2' } }],
          },
        ],
      },
    ]);
    expect(await source.run([slots(7)])).toMatchObject({ lacks: [], failure: undefined });
    const [token, mint] = ['$token', '$usdc'].map((name) => source.upstream.address(name).slice(0, 12));
    expect(namesOf(source.path)).toEqual(
      ['getBlock-7', `getAccountInfo-${token}`, `getAccountInfo-${mint}`, 'ledger.json'].sort(),
    );
  });

  it('of the token accounts of an owner: their mints, for amounts', async () => {
    await using source = await startSample();
    await source.run([{ kind: 'tokenOwner', owner: ALICE }]);
    const copy = await createNode({ ledger: [source.path], dialect: 'agave' });
    const calls = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'].map(
      (programId) => ['getTokenAccountsByOwner', ALICE, { programId }, { encoding: 'jsonParsed' }],
    );
    expect(await differences(source.upstream, copy, [...calls, ['getBalance', ALICE]])).toEqual([]);
    expect(source.proxy.repeated()).toEqual([]);
  });

  it('of the accounts of a program: the program; with the filters that were given', async () => {
    await using source = await startSample();
    const program = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
    const filters = [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: ALICE, encoding: 'base58' } }];
    await source.run([{ kind: 'program', program, filters }]);
    const asked = source.proxy.calls.find(({ method }) => method === 'getProgramAccounts');
    expect(JSON.parse(asked!.params)).toEqual([
      program,
      { commitment: 'confirmed', encoding: 'base64', filters, withContext: true },
    ]);
    const copy = await createNode({ ledger: [source.path], dialect: 'agave' });
    const calls = [
      ['getProgramAccounts', program, { encoding: 'jsonParsed', filters }],
      ['getAccountInfo', program, { encoding: 'base64' }],
    ];
    expect(await differences(source.upstream, copy, calls)).toEqual([]);
  });

  it('of an address: its newest transactions, and the account', async () => {
    await using source = await startSample();
    await source.run([{ kind: 'address', address: ALICE, limit: 3 }]);
    const copy = await createNode({ ledger: [source.path], dialect: 'agave' });
    const calls = [
      ['getSignaturesForAddress', ALICE, { limit: 3, commitment: 'confirmed' }],
      ['getBalance', ALICE],
    ];
    expect(await differences(source.upstream, copy, calls)).toEqual([]);
    expect(source.proxy.calls.filter(({ method }) => method === 'getTransaction')).toHaveLength(3);
  });

  it('pages of signatures are followed to the limit', async () => {
    await using source = await startSample();
    const { state } = await loadLedger(SAMPLE);
    const [first, second] = signaturesOf(state).slice(-8);
    const page = (signature: string, rows: number) =>
      withResult(JSON.stringify(Array.from({ length: rows }, () => ({ signature }))));
    const found = await source.run([{ kind: 'address', address: ALICE, limit: 1200 }], ({ method, params }) => {
      if (method !== 'getSignaturesForAddress') return undefined;
      return params.includes('before') ? page(second!, 200) : page(first!, 1000);
    });
    expect(found).toMatchObject({ lacks: [], failure: undefined, loaded: { counts: { transactions: 2 } } });
    const pages = source.proxy.calls.filter(({ method }) => method === 'getSignaturesForAddress');
    expect(pages.map(({ params }) => JSON.parse(params))).toEqual([
      [ALICE, { commitment: 'confirmed', limit: 1000 }],
      [ALICE, { before: first, commitment: 'confirmed', limit: 200 }],
    ]);
    expect(source.proxy.repeated()).toEqual([]);
  });
});

describe('accounts', () => {
  it('are asked for a hundred at a time, or as few as the node allows, and have a file each', async () => {
    const names = Array.from({ length: 130 }, (_, i) => `$a${i}`);
    const accounts = Object.fromEntries(names.map((name) => [name, { sol: 1 }]));
    await using source = await startSource([{ accounts, slots: [{ slot: 3 }] }]);
    const addresses = names.map((name) => source.upstream.address(name));
    const tooMany = { error: '{"code":-32602,"message":"Too many inputs provided; max 30"}' };
    const found = await source.run(addresses.map(account), ({ method, params }) =>
      method === 'getMultipleAccounts' && JSON.parse(params)[0].length > 30 ? tooMany : undefined,
    );
    expect(found).toMatchObject({ lacks: [], failure: undefined, fileCount: 131 });
    const copy = await createNode({ ledger: [source.path], dialect: 'agave' });
    const calls = addresses.map((address) => ['getAccountInfo', address, { encoding: 'base64' }]);
    expect(await differences(source.upstream, copy, calls)).toEqual([]);
    const batches = source.proxy.calls.filter(({ method }) => method === 'getMultipleAccounts');
    expect(batches.map(({ params }) => JSON.parse(params)[0].length).sort((a, b) => a - b)).toEqual(
      [GATE_ADDRESSES.size, 25, 25, 25, 25, 30, 50, 50, 100].sort((a, b) => a - b),
    );
  });

  it('that are not there are recorded as not there, and lacking where they were asked for', async () => {
    await using source = await startSample();
    const nobody = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8';
    const found = await source.run([account(nobody)]);
    expect(found.lacks).toEqual([`${source.proxy.origin} has no account ${nobody}`]);
    expect(namesOf(source.path)).toEqual(['getAccountInfo-CktRuQ2mttgR', 'getBlock-319', 'ledger.json']);
  });
});

it('the version of the node and the gates of its cluster go into ledger.json, unless it has them', async () => {
  const gates = { preset: 'genesis', txV1: { from: 2 }, invalidFeePayer: true, slotMs: 300, lamportsPerByte: 5080 };
  await using source = await startSource([
    { agave: '4.3', gates, cluster: 'mainnet', accounts: { $a: { sol: 1 } }, slots: [{ slot: 3 }] },
  ]);
  await source.run([account(source.upstream.address('a'))]);
  expect(ledgerJsonOf(source.path)).toMatchObject({ agave: '4.3', gates, apiVersion: NODE_VERSIONS['4.3'].release });
  const copy = await createNode({ ledger: [source.path], dialect: 'agave' });
  const { gates: own, agave } = await copy.getTips();
  expect({ agave, ...own }).toMatchObject({
    agave: '4.3',
    txV1: true,
    invalidFeePayer: true,
    slotMs: 300,
    lamportsPerByte: 5080,
  });
});

it.each([
  ['localnet', 'localnet'],
  [
    { preset: 'localnet', txV1: false, cpiDepth8: false },
    { preset: 'localnet', txV1: false, cpiDepth8: false },
  ],
  [
    { preset: 'localnet', txV1: { from: 2 }, relaxedMinimumBalance: false, slotMs: 300 },
    { preset: 'localnet', txV1: { from: 2 }, relaxedMinimumBalance: false, slotMs: 300 },
  ],
])('of a test validator with the gates %j, only what differs goes into ledger.json', async (gates, written) => {
  await using source = await startSource([
    { agave: '4.3', gates, cluster: 'localnet', accounts: { $a: { sol: 1 } }, slots: [{ slot: 3 }] } as never,
  ]);
  await source.run([account(source.upstream.address('a'))]);
  expect((ledgerJsonOf(source.path) as Record<string, unknown>).gates).toEqual(written);
});

it('gates that the version takes for granted are left out, whatever the feature accounts say', async () => {
  const gates = { preset: 'localnet', txV1: false, cpiDepth8: false };
  await using source = await startSource([
    { agave: '4.3', gates, cluster: 'localnet', accounts: { $a: { sol: 1 } }, slots: [{ slot: 3 }] } as never,
  ]);
  await source.run([account(source.upstream.address('a'))], ({ method }) =>
    method === 'getVersion' ? withResult('{"feature-set":1,"solana-core":"4.4.0"}') : undefined,
  );
  expect(ledgerJsonOf(source.path)).toMatchObject({ agave: '4.4', gates: { preset: 'localnet', cpiDepth8: false } });
  expect((ledgerJsonOf(source.path) as { gates: object }).gates).not.toHaveProperty('txV1');
  await createNode({ ledger: [source.path], dialect: 'agave' });
});

// only a ledger with a cluster has the accounts of features
it.each<[gates: unknown, written: unknown]>([
  ['mainnet', 'mainnet'],
  ['genesis', { preset: 'genesis' }],
  [{ lamportsPerByte: 2575 }, { preset: 'genesis', lamportsPerByte: 2575 }],
])('of a node without feature accounts, with the gates %j, the rent decides', async (gates, written) => {
  await using source = await startSource([{ gates, accounts: { $a: { sol: 1 } }, slots: [{ slot: 3 }] } as never]);
  await source.run([account(source.upstream.address('a'))]);
  expect((ledgerJsonOf(source.path) as Record<string, unknown>).gates).toEqual(written);
  const copy = await createNode({ ledger: [source.path], dialect: 'agave' });
  const rent = [0, 165].map((bytes) => ['getMinimumBalanceForRentExemption', bytes]);
  expect(await differences(source.upstream, copy, rent)).toEqual([]);
});

it('the rent of the node counts more than its feature accounts, and is left out where the node refuses it', async () => {
  await using source = await startSource([{ cluster: 'mainnet', accounts: { $a: { sol: 1 } }, slots: [{ slot: 3 }] }]);
  const gatesOf = async (rent: object) => {
    rmSync(join(source.path, 'ledger.json'), { force: true });
    await source.run([account(source.upstream.address('a'))], ({ method }) =>
      method === 'getMinimumBalanceForRentExemption' ? rent : undefined,
    );
    return (ledgerJsonOf(source.path) as Record<string, unknown>).gates;
  };
  expect(await gatesOf(withResult('329600'))).toMatchObject({ lamportsPerByte: 2575 });
  for (const useless of [{ error: '{"code":-32601,"message":"Method not found"}' }, withResult('7'), withResult('"x"')])
    expect(await gatesOf(useless)).toMatchObject({ lamportsPerByte: 5080 });
});

describe('the consensus of the cluster', () => {
  const SLOTS = [{ slot: 3 }, { slot: 5 }, { slot: 6 }, { slot: 9 }];
  const startWith = (members: object) => startSource([{ accounts: { $a: { sol: 1 } }, slots: SLOTS, ...members }]);
  const recordIn = async (source: Source) => {
    await source.run([account(source.upstream.address('a'))]);
    return ledgerJsonOf(source.path) as Record<string, unknown>;
  };

  it.each<[members: object, consensus: unknown]>([
    [{ consensus: 'tower' }, 'tower'],
    [{ consensus: { alpenglowFrom: 8 } }, { alpenglowFrom: 7 }],
    [{ consensus: { alpenglowFrom: 50 } }, 'tower'],
    // the method is not known
    [{ agave: '4.1' }, undefined],
  ])('of %j goes into ledger.json', async (members, consensus) => {
    await using source = await startWith(members);
    expect((await recordIn(source)).consensus).toEqual(consensus);
    const copy = await createNode({ ledger: [source.path], dialect: 'agave' });
    const { consensus: own } = await copy.getTips();
    expect(own).toBe((await source.upstream.getTips()).consensus);
  });

  it('makes what is confirmed final under Alpenglow, although a node is asked for both one after the other', async () => {
    await using source = await startWith({ consensus: { alpenglowFrom: 6 } });
    await source.run([account(source.upstream.address('a'))], ({ method, params }) =>
      method === 'getSlot' && params.includes('finalized') ? withResult('6') : undefined,
    );
    expect(ledgerJsonOf(source.path)).toMatchObject({ consensus: { alpenglowFrom: 6 }, confirmed: 9, finalized: 9 });
  });

  it('stays where ledger.json has it', async () => {
    await using source = await startWith({ consensus: 'alpenglow' });
    writeFileSync(join(source.path, 'ledger.json'), '{"consensus":"tower"}');
    expect((await recordIn(source)).consensus).toBe('tower');
    expect(source.proxy.calls.filter(({ method }) => method === 'getAgGenesisCert')).toEqual([]);
  });
});

describe('a later run', () => {
  const SCRIPT = {
    accounts: { $alice: { sol: 5 }, $bob: { sol: 5 }, $carol: { sol: 5 } },
    slots: [{ slot: 3, transactions: [{ transfer: { from: '$alice', to: '$bob', sol: 1 } }] }],
  };
  const accountCalls = ({ proxy }: Source): string[] =>
    proxy.calls.filter(({ method }) => method === 'getAccountInfo' || method === 'getMultipleAccounts').map(callLine);
  const callLine = ({ method, params }: { method: string; params: string }) => `${method} ${params}`;

  it('that brings newer transactions asks for the named accounts again', async () => {
    await using source = await startSource([SCRIPT]);
    const { upstream } = source;
    const [alice, carol] = [upstream.address('alice'), upstream.address('carol')];
    const subjects: Subject[] = [account(carol), { kind: 'address', address: alice, limit: 10 }];
    await source.run(subjects);
    await upstream.addBlock((b) => b.transfer('alice', 'carol', sol(1)));
    source.proxy.forget();
    await source.run(subjects);
    const [asked] = accountCalls(source);
    expect([alice, carol].every((address) => asked?.includes(address))).toBe(true);
    const copy = await createNode({ ledger: [source.path], dialect: 'agave' });
    const balances = [alice, carol].map((address) => ['getBalance', address]);
    expect(await differences(upstream, copy, balances)).toEqual([]);
    source.proxy.forget();
    await source.run(subjects);
    expect(accountCalls(source)).toEqual([]);
  });

  it('that brings newer transactions asks for lists of accounts, and for what these transactions change, again', async () => {
    const script = ledger()
      .wallet('alice', sol(1))
      .mint('usdc', { decimals: 6 })
      .tokenAccount('alice', tokens(5, 'usdc'))
      .tokenAccount('bob', tokens(5, 'usdc'))
      .block(3, (b) => b.transferTokens('alice', 'bob', tokens(1, 'usdc')));
    await using source = await startSource([script]);
    const { upstream } = source;
    const [alice, bobsTokens] = [upstream.address('alice'), upstream.address(ata('bob', 'usdc'))];
    const subjects: Subject[] = [
      { kind: 'tokenOwner', owner: alice },
      { kind: 'address', address: alice, limit: 10 },
    ];
    await source.run(subjects);
    await upstream.addBlock((b) => b.transferTokens('alice', 'bob', tokens(2, 'usdc')));
    await source.run(subjects);
    const copy = await createNode({ ledger: [source.path], dialect: 'agave' });
    const calls = [
      ['getTokenAccountsByOwner', alice, { programId: TOKEN_PROGRAM }, { encoding: 'base64' }],
      ['getTokenAccountBalance', bobsTokens],
    ];
    expect(await differences(upstream, copy, calls)).toEqual([]);
    expect(await copy.request('getTokenAccountBalance', [bobsTokens])).toMatchObject({ value: { amount: '8000000' } });
  });

  it('that brings none asks for none again', async () => {
    await using source = await startSource([SCRIPT]);
    const { upstream } = source;
    const subjects: Subject[] = [{ kind: 'address', address: upstream.address('alice'), limit: 10 }];
    await source.run(subjects);
    await upstream.addBlock((b) => b.transfer('bob', 'carol', sol(1)));
    source.proxy.forget();
    await source.run(subjects);
    expect(accountCalls(source)).toEqual([]);
  });
});

describe('calls of a list', () => {
  it('are answered by the recording, whatever their encoding', async () => {
    await using source = await startSample();
    const token = sampleAddress('aliceToken');
    const { state } = await loadLedger(SAMPLE);
    const [signature] = signaturesOf(state).slice(-12);
    const calls = [
      ['getBlock', 310, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 1 }],
      ['getBlock', 311],
      ['getBlockTime', 311],
      ['getBlockTime', 312],
      ['getTransaction', signature, { encoding: 'json', maxSupportedTransactionVersion: 1 }],
      ['getSignatureStatuses', [signature], { searchTransactionHistory: true }],
      ['getAccountInfo', token, { encoding: 'jsonParsed' }],
      ['getMultipleAccounts', [token, ALICE], { encoding: 'base64', dataSlice: { offset: 0, length: 5 } }],
      ['getTokenAccountBalance', token],
      ['getTokenSupply', sampleAddress('tokenMint')],
      ['getTokenLargestAccounts', sampleAddress('tokenMint')],
      ['getTokenAccountsByOwner', ALICE, { mint: sampleAddress('tokenMint') }, { encoding: 'jsonParsed' }],
      ['getProgramAccounts', 'Stake11111111111111111111111111111111111111', { encoding: 'jsonParsed' }],
      ['getGenesisHash'],
      ['getVersion'],
      ['getSlot', { commitment: 'finalized' }],
    ];
    const found = await source.run(calls.map(([method, ...params]) => call(String(method), JSON.stringify(params))));
    expect(found).toMatchObject({ lacks: [], failure: undefined });
    const copy = await createNode({ ledger: [source.path], dialect: 'agave' });
    expect(await differences(source.upstream, copy, calls)).toEqual([]);
    expect(source.proxy.repeated()).toEqual([]);
  });

  it('facts that are not recorded otherwise go into ledger.json', async () => {
    const supply = '{"total":600,"circulating":500,"nonCirculating":100,"nonCirculatingAccounts":[]}';
    await using source = await startSample();
    await source.run([account(ALICE), call('getSupply', '[]')], ({ method }) =>
      method === 'getSupply' ? withResult(`{"context":{"slot":319},"value":${supply}}`) : undefined,
    );
    expect(ledgerJsonOf(source.path)).toMatchObject({ supply: JSON.parse(supply) });
  });

  it.each([
    ['getAccountInfo', '[5]'],
    ['getAccountInfo', '[]'],
    ['getBalance', '["x"]'],
    ['getMultipleAccounts', `["${ALICE}"]`],
    ['getMultipleAccounts', `[["${ALICE}",5]]`],
    ['getBlock', '["302"]'],
    ['getBlock', '[-1]'],
    ['getBlock', '[302.5]'],
    ['getBlockTime', '[]'],
    ['getTransaction', '["x"]'],
    ['getSignatureStatuses', '["x"]'],
    ['getSignaturesForAddress', '[null]'],
    ['getProgramAccounts', '[{}]'],
    ['getTokenAccountsByOwner', `["${ALICE}"]`],
    ['getTokenLargestAccounts', '[1]'],
  ])('%s %s names nothing that could be recorded: the node says why', async (method, params) => {
    await using source = await startSample();
    const answer = await source.upstream.request(method, JSON.parse(params)).catch((error: unknown) => error);
    expect(answer).toMatchObject({ code: -32602 });
    const { code, message } = answer as { code: number; message: string };
    const found = await source.run([call(method, params)]);
    expect(found.lacks).toEqual([`${source.proxy.origin} refuses ${method}: error ${code} (${message})`]);
    expect(namesOf(source.path)).toEqual(['getBlock-319', 'ledger.json']);
  });

  it('others are kept as they are', async () => {
    await using source = await startSample();
    const found = await source.run([call('getSlotLeaders', '[5, 3]')], ({ method }) =>
      method === 'getSlotLeaders' ? withResult('["x"]') : undefined,
    );
    expect(found.lacks).toEqual([]);
    expect(namesOf(source.path)).toEqual(['getBlock-319', 'getSlotLeaders-5', 'ledger.json']);
  });
});
