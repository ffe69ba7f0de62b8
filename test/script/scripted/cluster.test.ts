import { address, createSolanaRpc } from '@solana/kit';
import {
  fetchSysvarClock,
  fetchSysvarEpochRewards,
  fetchSysvarEpochSchedule,
  fetchSysvarLastRestartSlot,
  fetchSysvarRent,
  fetchSysvarSlotHistory,
  fetchSysvarStakeHistory,
} from '@solana/sysvars';
import { LiteSVM } from 'litesvm';
import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import type { LoadedLedger } from '../../../src/fixtures/loadLedger.ts';
import { createNode, keypair, ledger, sol, startNode } from '../../../src/index.ts';
import { NODE_VERSION_NAMES } from '../../../src/nodeVersion.ts';
import { alpenglowFeatureOf } from '../../../src/runtime/cluster/features.ts';
import { programAddress } from '../../../src/runtime/derive.ts';
import type { Account } from '../../../src/solana/account.ts';
import { type Address, NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { WELL_KNOWN, type WellKnownName } from '../../../src/solana/wellKnown.ts';
import { accountsAtProcessed, accountsOf, blocksOf } from '../../support/contents.ts';
import { answersOf, everyCall } from '../../support/everyCall.ts';
import { nodeOver } from '../../support/nodeOver.ts';
import { loadTexts, problemsOfTexts } from '../format/scripts.ts';

/** `cluster` puts in place what every cluster has; its sysvars follow the chain. */

const UPGRADEABLE_LOADER = WELL_KNOWN.bpfLoaderUpgradeable;
const MEMO_V1 = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo' as Address;
const METADATA = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s' as Address;
const FEATURE_GATE = 'Feature111111111111111111111111111111111111' as Address;

const PROCESSED = { commitment: 'processed' } as const;

const SYSVAR_SIZES = {
  clock: 40,
  epochRewards: 81,
  epochSchedule: 33,
  lastRestartSlot: 8,
  recentBlockhashes: 6008,
  rent: 17,
  slotHashes: 20_488,
  slotHistory: 131_097,
  stakeHistory: 16_392,
} as const;

const SLOTS = `"slots": [
  {"slot": 432000, "blockTime": 1760000000},
  {"slot": 432005, "transactions": [{"memo": "hi", "payer": "$alice"}]},
  {"slot": 432007, "parent": 432000, "blockTime": 1760000009},
  {"slot": 432010, "blockTime": 1760000020}
]`;
const script = (members: string) => `{${members}"accounts": {"$alice": {"sol": 5}}, ${SLOTS}}`;
const load = (members = '"cluster": "localnet", ') => loadTexts({ 'a.ledger.json': script(members) });

function accountOf({ state }: LoadedLedger, key: string): Account {
  const account = accountsAtProcessed(state).get(key as Address);
  if (account === undefined) throw new Error(`no account ${key}`);
  return account;
}

describe('sysvars', () => {
  it.each(Object.entries(SYSVAR_SIZES))('%s has %d bytes, is exempt from rent, and is parsed', async (name, size) => {
    const loaded = await load();
    const key = WELL_KNOWN[name as WellKnownName];
    const { data, ...account } = accountOf(loaded, key);
    expect(data.length).toBe(size);
    expect(account).toEqual({
      address: key,
      owner: 'Sysvar1111111111111111111111111111111111111',
      lamports: BigInt(128 + size) * 6960n,
      executable: false,
      // the one that is made by an epoch, not by the genesis; as a validator of 4.3.2 answers
      rentEpoch: name === 'epochRewards' ? 2n ** 64n - 1n : 0n,
    });
    const answer = await nodeOver(loaded, {}).request('getAccountInfo', [key, { encoding: 'jsonParsed' }]);
    expect(answer).toMatchObject({ value: { data: { program: 'sysvar', parsed: { type: name }, space: size } } });
  });

  it('tell the slot of the commitment, as Kit reads them', async () => {
    const script = ledger({ processed: 432_010, finalized: 432_000 })
      .cluster('localnet')
      .block({ slot: 432_000, blockTime: 1_760_000_000 })
      .block({ slot: 432_010, blockTime: 1_760_000_020 });
    await using node = await startNode({ ledger: [script], gates: 'genesis' });
    const rpc = createSolanaRpc(node.url);
    expect(await fetchSysvarClock(rpc, PROCESSED)).toEqual({
      slot: 432_010n,
      epochStartTimestamp: 1_760_000_000n,
      epoch: 1n,
      leaderScheduleEpoch: 2n,
      unixTimestamp: 1_760_000_020n,
    });
    expect(await fetchSysvarClock(rpc)).toMatchObject({ slot: 432_000n, unixTimestamp: 1_760_000_000n });
    expect(await fetchSysvarEpochSchedule(rpc, PROCESSED)).toEqual({
      slotsPerEpoch: 432_000n,
      leaderScheduleSlotOffset: 432_000n,
      warmup: false,
      firstNormalEpoch: 0n,
      firstNormalSlot: 0n,
    });
    expect(await fetchSysvarRent(rpc, PROCESSED)).toMatchObject({ lamportsPerByteYear: 6960n, exemptionThreshold: 1 });
    expect(await fetchSysvarEpochRewards(rpc, PROCESSED)).toMatchObject({
      active: false,
      numPartitions: 0n,
      totalRewards: 0n,
    });
    expect(await fetchSysvarLastRestartSlot(rpc, PROCESSED)).toEqual({ lastRestartSlot: 0n });
    const stakeHistory = { effective: 999_999_997_717_120n, activating: 0n, deactivating: 0n };
    expect(await fetchSysvarStakeHistory(rpc, PROCESSED)).toEqual([{ epoch: 0n, stakeHistory }]);
    const { bits, nextSlot } = await fetchSysvarSlotHistory(rpc, PROCESSED);
    expect(nextSlot).toBe(432_011n);
    const set = bits.flatMap((block, i) => (block === 0n ? [] : [[i, block]]));
    expect(set).toEqual([
      [0, 1n],
      [432_000 / 64, 1n | (1n << 10n)],
    ]);
  });

  it('list the blocks of the chain, newest first', async () => {
    const loaded = await load();
    const hashOf = (slot: bigint) => blocksOf(loaded.state).get(slot)!.blockhash;
    const node = nodeOver(loaded, {});
    const parsed = async (name: string) => {
      const answer = await node.request('getAccountInfo', [
        WELL_KNOWN[name as WellKnownName],
        { encoding: 'jsonParsed' },
      ]);
      return (answer as { value: { data: { parsed: { info: unknown } } } }).value.data.parsed.info;
    };
    expect(await parsed('slotHashes')).toEqual(
      [432_007, 432_000].map((slot) => ({ slot, hash: hashOf(BigInt(slot)) })),
    );
    expect(await parsed('recentBlockhashes')).toEqual(
      [432_010n, 432_007n, 432_000n].map((slot) => ({
        blockhash: hashOf(slot),
        feeCalculator: { lamportsPerSignature: '5000' },
      })),
    );
  });

  it('keep the last 150 blockhashes and 512 slot hashes', async () => {
    const { state } = await loadTexts({ 'a.ledger.json': '{"cluster": "mainnet", "slots": [{"from": 1, "to": 600}]}' });
    const count = (name: string) =>
      Buffer.from(accountsAtProcessed(state).get(WELL_KNOWN[name as WellKnownName])!.data).readBigUInt64LE();
    expect([count('recentBlockhashes'), count('slotHashes')]).toEqual([150n, 512n]);
  });

  it('count times that no block tells at 0.4 seconds a slot', async () => {
    const slots = '"slots": [{"slot": 432100, "blockTime": 1760000100}, {"slot": 432105, "blockTime": null}]';
    const loaded = await loadTexts({
      'a.ledger.json': `{"gates": "genesis", "cluster": "localnet", "processed": 432110, ${slots}}`,
    });
    const clock = Buffer.from(accountOf(loaded, WELL_KNOWN.clock).data);
    expect([clock.readBigInt64LE(8), clock.readBigInt64LE(32)]).toEqual([1_760_000_060n, 1_760_000_104n]);
  });

  it('follow the epoch schedule that the ledger says', async () => {
    const schedule = `{"slotsPerEpoch": 32, "leaderScheduleSlotOffset": 32, "warmup": false, "firstNormalEpoch": 0, "firstNormalSlot": 0}`;
    const loaded = await load(`"cluster": "localnet", "epochSchedule": ${schedule}, `);
    const clock = Buffer.from(accountOf(loaded, WELL_KNOWN.clock).data);
    expect(clock.readBigUInt64LE(16)).toBe(432_010n / 32n);
    expect(Buffer.from(accountOf(loaded, WELL_KNOWN.epochSchedule).data).readBigUInt64LE()).toBe(32n);
  });
});

describe('programs', () => {
  const svm = new LiteSVM().withDefaultPrograms().withSysvars().withBuiltins();

  it.each([
    'system',
    'vote',
    'computeBudget',
    'bpfLoader',
    'bpfLoaderUpgradeable',
    'ed25519',
    'secp256k1',
    'secp256r1',
  ])('builtin %s is as in litesvm, but for its name', async (name) => {
    const key = WELL_KNOWN[name as WellKnownName];
    const ours = accountOf(await load(), key);
    const theirs = svm.getAccount(address(key));
    if (!theirs.exists) throw new Error(`litesvm has no ${name}`);
    expect(ours).toMatchObject({ owner: theirs.programAddress, lamports: theirs.lamports, executable: true });
    expect(theirs.data.length > 0).toBe(ours.data.length > 0);
  });

  it.each(['token', 'token2022', 'addressLookupTable', 'stake'])(
    '%s points to its code, as in litesvm',
    async (name) => {
      const key = WELL_KNOWN[name as WellKnownName];
      const loaded = await load();
      const theirs = svm.getAccount(address(key));
      if (!theirs.exists) throw new Error(`litesvm has no ${name}`);
      expect(accountOf(loaded, key)).toEqual({
        address: key,
        owner: theirs.programAddress,
        lamports: theirs.lamports,
        executable: true,
        data: expect.anything(),
        rentEpoch: 2n ** 64n - 1n,
      });
      expect([...accountOf(loaded, key).data]).toEqual([...theirs.data]);
    },
  );

  it.each([WELL_KNOWN.config, FEATURE_GATE, WELL_KNOWN.stake, TOKEN_PROGRAM, TOKEN_2022_PROGRAM])(
    '%s is parsed, and so is its code',
    async (key) => {
      const node = nodeOver(await load(), {});
      const code = programAddress(UPGRADEABLE_LOADER, [decodeBase58(key)]);
      const ask = (at: string) => node.request('getAccountInfo', [at, { encoding: 'jsonParsed' }]);
      expect(await ask(key)).toMatchObject({
        value: { executable: true, data: { parsed: { type: 'program', info: { programData: code } } } },
      });
      expect(await ask(code)).toMatchObject({
        value: {
          executable: false,
          data: {
            parsed: {
              type: 'programData',
              info: { slot: 0, authority: WELL_KNOWN.system, data: [expect.stringMatching(/^f0VMR/), 'base64'] },
            },
          },
        },
      });
    },
  );

  it.each([
    ['associatedToken', WELL_KNOWN.associatedToken, 105_032, 731_913_600n],
    ['memo', WELL_KNOWN.memo, 74_800, 521_498_880n],
    ['memoV1', MEMO_V1, 17_072, 119_712_000n],
  ])('%s has its code, and the lamports of its size', async (_name, key, size, lamports) => {
    const { owner, data, executable, lamports: ours } = accountOf(await load(), key);
    expect({ owner, executable, size: data.length, lamports: ours }).toEqual({
      owner: WELL_KNOWN.bpfLoader,
      executable: true,
      size,
      lamports,
    });
  });

  it('the mint of wrapped SOL is that of genesis', async () => {
    expect(accountOf(await load(), NATIVE_MINT)).toMatchObject({ lamports: 1_000_000_000n, rentEpoch: 1n });
  });

  it.each([
    ['"agave": "4.1"', 279],
    ['"agave": "4.2"', 284],
    ['"agave": "4.3"', 286],
    ['"agave": "4.3", "gates": "mainnet"', 278],
    ['"agave": "4.3", "gates": "genesis"', 269],
  ])('a test validator has every feature but Alpenglow and those that gates turn off: %s', async (members, count) => {
    const node = nodeOver(await load(`"cluster": "localnet", "consensus": "tower", ${members}, `), {
      dialect: 'agave',
    });
    const config = { encoding: 'base64', withContext: false } as const;
    const found = await node.request('getProgramAccounts', [FEATURE_GATE, config]);
    expect(found.length).toBe(count);
    for (const version of NODE_VERSION_NAMES)
      expect(found.map(({ pubkey }) => pubkey)).not.toContain(alpenglowFeatureOf(version));
    for (const { account } of found)
      expect(account).toEqual({
        data: ['AQAAAAAAAAAA', 'base64'],
        executable: false,
        lamports: 953_520,
        owner: FEATURE_GATE,
        rentEpoch: 0,
        space: 9,
      });
  });

  it.each([
    ['localnet', 1_000_000_000],
    ['mainnet', 1],
  ])('on %s a delegation has at least %d lamports', async (cluster, lamports) => {
    const node = nodeOver(await load(`"cluster": "${cluster}", `), {});
    expect(await node.request('getStakeMinimumDelegation')).toMatchObject({ value: lamports });
  });

  it('mainnet has Token Metadata too, the older loader of memo, and the older Token program', async () => {
    const loaded = await load('"cluster": "mainnet", ');
    expect(accountOf(loaded, TOKEN_PROGRAM)).toMatchObject({ owner: WELL_KNOWN.bpfLoader, lamports: 934_087_680n });
    expect(accountOf(loaded, MEMO_V1).lamports).toBe(121_159_680n);
    expect(accountOf(loaded, METADATA)).toMatchObject({ owner: UPGRADEABLE_LOADER, executable: true });
    expect(accountOf(loaded, MEMO_V1).owner).toBe(WELL_KNOWN.bpfLoaderDeprecated);
    expect(accountOf(loaded, WELL_KNOWN.clock).rentEpoch).toBe(2n ** 64n - 1n);
    expect(accountsAtProcessed((await load()).state).get(METADATA)).toBeUndefined();
  });

  it('transactions show what they have', async () => {
    const script = ledger({ cluster: 'localnet' })
      .wallet('alice', sol(5))
      .mint('usdc', { decimals: 6 })
      .block(1, (b) => b.createAssociatedAccount('alice', 'usdc', { payer: 'alice' }).named('made'));
    const node = await createNode({ ledger: [script], dialect: 'agave', gates: 'genesis' });
    const found = await node.request('getTransaction', [node.signature('made'), { encoding: 'json' }]);
    const { meta, transaction } = found as {
      meta: { preBalances: number[]; postBalances: number[] };
      transaction: { message: { accountKeys: string[] } };
    };
    const index = transaction.message.accountKeys.indexOf(TOKEN_PROGRAM);
    expect([meta.preBalances[index], meta.postBalances[index]]).toEqual([1_141_440, 1_141_440]);
  });
});

describe('the member', () => {
  it('left out, changes nothing', async () => {
    const { state } = await load('');
    for (const name of ['clock', 'token', 'wsol', 'stake', 'bpfLoader'])
      expect(accountsAtProcessed(state).get(WELL_KNOWN[name as WellKnownName])).toBeUndefined();
  });

  it('of ledger.json puts them in place as well', async () => {
    const loaded = await loadTexts({ 'ledger.json': '{"cluster": "localnet", "processed": 7}' });
    expect(Buffer.from(accountOf(loaded, WELL_KNOWN.clock).data).readBigUInt64LE()).toBe(7n);
    expect(loaded.counts.accounts).toBe(accountsOf(loaded.state).length);
  });

  it('gives way to what the script says, and to what was recorded', async () => {
    const said = '"accounts": {"$clock": {"raw": {"owner": "$alice", "data": {"hex": "07"}}}}';
    const recorded = JSON.stringify({
      pubkey: WELL_KNOWN.rent,
      account: {
        lamports: 9,
        data: ['AQ==', 'base64'],
        owner: keypair('bob').address,
        executable: false,
        rentEpoch: 3,
      },
    });
    const loaded = await loadTexts({ 'a.ledger.json': `{"cluster": "mainnet", ${said}}`, 'rent.json': recorded });
    expect([...accountOf(loaded, WELL_KNOWN.clock).data]).toEqual([7]);
    expect(accountOf(loaded, WELL_KNOWN.rent)).toMatchObject({ lamports: 9n, rentEpoch: 3n });
  });

  it('has names that are checked', async () => {
    expect(await problemsOfTexts({ 'ledger.json': '{"cluster": "localhost"}' })).toEqual([
      'ledger.json:1:13: /cluster: expected "localnet" or "mainnet" or "devnet" or "testnet", found "localhost" (did you mean "localnet"?)',
    ]);
  });

  it('is written back without its sysvars and programs, which answer the same', async () => {
    const loaded = await load('"cluster": "localnet", "processed": 432010, "finalized": 432000, ');
    const texts = await textsOf(loaded);
    expect(texts['ledger.json']).toContain('"cluster": "localnet"');
    expect(texts).not.toHaveProperty([`accounts/${TOKEN_PROGRAM}.json`]);
    expect(texts).not.toHaveProperty([`accounts/${WELL_KNOWN.clock}.json`]);
    const again = await loadTexts(texts);
    expect(await textsOf(again)).toEqual(texts);
    const calls = everyCall(loaded.state);
    expect(await answersOf(nodeOver(again, {}), calls)).toEqual(await answersOf(nodeOver(loaded, {}), calls));
  });
});

async function textsOf(loaded: LoadedLedger): Promise<Record<string, string>> {
  const files = await nodeOver(loaded, {}).dump();
  return Object.fromEntries(Array.from(files, ({ name, text }) => [name, text]));
}

it('programs of the node are named as by the genesis of a new cluster, by version', async () => {
  const named = async (cluster: 'localnet' | 'mainnet', agave: '4.1' | '4.2' | '4.3') => {
    const node = await createNode({ ledger: { cluster, slots: [{ slot: 5 }] }, agave, dialect: 'agave' });
    const keys = [WELL_KNOWN.system, WELL_KNOWN.vote, WELL_KNOWN.bpfLoaderDeprecated, WELL_KNOWN.bpfLoader];
    const { value } = await node.request('getMultipleAccounts', [keys, { encoding: 'base64' }]);
    return value.map((account) => Buffer.from(account!.data[0], 'base64').toString());
  };
  const older = ['system_program', 'vote_program', 'solana_bpf_loader_deprecated_program', 'solana_bpf_loader_program'];
  expect(await named('localnet', '4.1')).toEqual(older);
  expect(await named('mainnet', '4.3')).toEqual(older);
  for (const agave of ['4.2', '4.3'] as const)
    expect(await named('localnet', agave)).toEqual([
      'solana_system_program',
      'solana_vote_program',
      'solana_bpf_loader_program',
      'solana_bpf_loader_program',
    ]);
});
