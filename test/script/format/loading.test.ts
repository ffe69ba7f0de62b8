import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../src/codec/jsonText.ts';
import { FixtureError } from '../../../src/files/fixtureError.ts';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import type { Progress } from '../../../src/fixtures/merging/ledgerContents.ts';
import { SlotSet } from '../../../src/ledger/slotSet.ts';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import { NATIVE_MINT } from '../../../src/solana/address.ts';
import { accountFile, BLOCKHASH, block } from '../../fixtures/samples.ts';
import { accountsAtProcessed, accountsOf, blocksOf } from '../../support/contents.ts';
import { loadTexts, problemsOfTexts } from './scripts.ts';

const ALICE = namedKeyPair('alice').address;
const BOB = namedKeyPair('bob').address;

/** A recorded wallet. */
const wallet = (address: string, lamports: number) =>
  stringifyJson(accountFile(address, { lamports, data: ['', 'base64'], space: null }));
const PAYMENT = '{"slots": [{"slot": 9, "transactions": [{"transfer": {"from": "$alice", "to": "$bob", "sol": 1}}]}]}';

describe('a script', () => {
  it('becomes blocks and accounts', async () => {
    const { state, counts } = await loadTexts({
      'a.ledger.yaml': `accounts: {$alice: {sol: 5}}\n${PAYMENT.slice(1, -1)}`,
    });
    expect(counts).toEqual({ files: 1, blocks: 1, transactions: 1, accounts: accountsOf(state).length });
    expect(accountsAtProcessed(state).get(BOB)?.lamports).toBe(1_000_000_000n);
    expect(accountsAtProcessed(state).get(ALICE)?.lamports).toBe(3_999_995_000n);
  });

  it('may pay to an account that every cluster has', async () => {
    const { state } = await loadTexts({
      'a.ledger.yaml': `
accounts: {$alice: {sol: 5}}
slots: [{slot: 1}, {slot: 2, transactions: [{transfer: {from: $alice, to: $wsol, sol: 1}}]}]
`,
    });
    const lamportsAt = (tip: bigint) => state.accounts.at({ tip, offChain: SlotSet.NONE }).get(NATIVE_MINT)?.lamports;
    expect(lamportsAt(2n)! - lamportsAt(1n)!).toBe(1_000_000_000n);
  });

  it('does not pay to what no transaction may write', async () => {
    const script = `
accounts: {$alice: {sol: 5}}
slots: [{slot: 2, transactions: [{transfer: {from: $alice, to: $system, sol: 1}}]}]
`;
    await expect(loadTexts({ 'a.ledger.yaml': script })).rejects.toThrow(
      'a.ledger.yaml:3:45: /slots/0/transactions/0/transfer: `$system` is not writable, and its lamports would change',
    );
  });

  it('does not find on its chain what a dropped fork made', async () => {
    const pay = '[{transfer: {from: $alice, to: $new, sol: 1}}]';
    const { state } = await loadTexts({
      'a.ledger.yaml': `
accounts: {$alice: {sol: 5}}
slots: [{slot: 1}, {slot: 2, parent: 1, transactions: ${pay}}, {slot: 3, parent: 1}, {slot: 4, transactions: ${pay}}]
`,
    });
    expect(accountsAtProcessed(state).get(namedKeyPair('new').address)?.lamports).toBe(1_000_000_000n);
  });

  it('has the settings of ledger.json', async () => {
    const { state } = await loadTexts({
      'a.ledger.json': '{"processed": 12, "finalized": 9, "slotsBehind": 5, "slots": [{"from": 8, "to": 12}]}',
    });
    expect([state.chains.processed.tip, state.chains.finalized.tip, state.clusterFacts.slotsBehind]).toEqual([
      12n,
      9n,
      5n,
    ]);
  });

  it('pays the leaders of the schedule that it says, by the epochs that it says', async () => {
    const { state } = await loadTexts({
      'a.ledger.yaml': `
epochSchedule: {slotsPerEpoch: 32, leaderScheduleSlotOffset: 32, warmup: false, firstNormalEpoch: 0, firstNormalSlot: 0}
leaderSchedules: {1: {leaders: [${BOB}, ${ALICE}]}}
accounts: {$alice: {sol: 5}}
slots: [{slot: 36, transactions: [{memo: hi, payer: $alice}]}, {slot: 37, leader: $alice, transactions: [{memo: hi, payer: $alice}]}]
`,
    });
    const reward = { pubkey: ALICE, lamports: 2500n, rewardType: 'Fee', commission: null };
    expect([36n, 37n].map((slot) => blocksOf(state).get(slot)!.rewards)).toEqual([
      [{ ...reward, postBalance: 4_999_997_500n }],
      [{ ...reward, postBalance: 4_999_995_000n }],
    ]);
  });

  it('may make blocks that are cleaned up', async () => {
    const { warnings } = await loadTexts({
      'a.ledger.json': '{"firstAvailable": 9, "slots": [{"from": 8, "to": 12}]}',
    });
    expect(warnings).toEqual([]);
  });

  it('can be wrong as a whole, at its place', async () => {
    expect(
      await problemsOfTexts({
        'a.ledger.yaml': 'slots:\n  - slot: 9\n    transactions:\n      - transfer: {from: $alice, to: $bob, sol: 1}\n',
      }),
    ).toEqual([
      expect.stringMatching(
        /^a\.ledger\.yaml:4:\d+: \/slots\/0\/transactions\/0\S*: `\$alice` has 0 SOL at slot 9 and cannot /,
      ),
    ]);
  });

  it('is not compiled while it cannot be read, as one slip would be told many times', async () => {
    expect(
      await problemsOfTexts({ 'a.ledger.json': `{"acounts": {"$alice": {"sol": 5}}, ${PAYMENT.slice(1)}` }),
    ).toEqual(['a.ledger.json:1:13: /acounts: unknown member (did you mean "accounts"?)']);
  });
});

describe('a script among recordings', () => {
  it('goes on from the accounts and the block that were recorded', async () => {
    const { state } = await loadTexts({
      'a.ledger.json': PAYMENT,
      'alice.json': wallet(ALICE, 3_000_000_000),
      'carol.json': wallet(namedKeyPair('carol').address, 7),
      '5.json': stringifyJson(block({ parentSlot: 4, transactions: [], blockTime: 1_800_000_000, blockHeight: 4 })),
    });
    expect(accountsAtProcessed(state).get(ALICE)?.lamports).toBe(1_999_995_000n);
    expect(accountsAtProcessed(state).get(namedKeyPair('carol').address)?.lamports).toBe(7n);
    expect(blocksOf(state).get(9n)).toMatchObject({ parentSlot: 5n, previousBlockhash: BLOCKHASH, blockHeight: 5n });
    expect(state.chains.finalized.offChain.size).toBe(0);
  });

  it('an account that is emptied is gone', async () => {
    const lamports = 1_000_005_000;
    const { state } = await loadTexts({ 'a.ledger.json': PAYMENT, 'alice.json': wallet(ALICE, lamports) });
    expect(accountsAtProcessed(state).get(ALICE)).toBeUndefined();
  });

  it('must not contradict them', async () => {
    const recorded = stringifyJson(block({ parentSlot: 4, transactions: [] }));
    expect(
      await problemsOfTexts({ '5.json': recorded, 'a.ledger.json': '{"slots": [{"slot": 4},\n {"slot": 5}]}' }),
    ).toEqual(['a.ledger.json:2:2: /slots/1/blockhash: two different blocks for slot 5; the other is at 5.json:1:53']);
    expect(await problemsOfTexts({ '5.json': recorded, 'a.ledger.yaml': 'slots:\n- skipped: 5' })).toEqual([
      'a.ledger.yaml:2:3: /slots/0: slot 5 is skipped, but has a block; the other is at 5.json:1:1',
    ]);
    expect(
      await problemsOfTexts({ 'a.ledger.yaml': 'slots:\n- {slot: 5}\n', 'ledger.json': '{"skipped": [5]}' }),
    ).toEqual(['ledger.json:1:14: /skipped/0: slot 5 is skipped, but has a block; the other is at a.ledger.yaml:2:3']);
  });

  it('only one file says what holds for the whole ledger', async () => {
    expect(await problemsOfTexts({ 'a.ledger.json': '{"processed": 5}', 'ledger.json': '{}' })).toEqual([
      'ledger.json:1:1: a second file with members of ledger.json: a ledger has only one; the other is at a.ledger.json:1:1',
    ]);
    await loadTexts({ 'a.ledger.json': PAYMENT, 'b.json': wallet(ALICE, 2_000_000_000), 'ledger.json': '{}' });
  });

  it('scripts are one: what one names, the others use', async () => {
    const { state } = await loadTexts({
      'a.ledger.json':
        '{"keys": {"bob": {"seed": {"utf8": "01234567890123456789012345678901"}}}, "accounts": {"$alice": {"sol": 3}}}',
      'b.ledger.yaml': PAYMENT,
    });
    expect(accountsAtProcessed(state).get(BOB)).toBeUndefined();
    expect(accountsOf(state).map(({ lamports }) => lamports)).toContain(1_000_000_000n);
  });
});

describe('files', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'stillnode-script-'));
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function write(name: string, content: string | Uint8Array): string {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  async function problemsAt(...paths: readonly string[]): Promise<string[]> {
    const error: unknown = await loadLedger(paths).catch((reason: unknown) => reason);
    if (!(error instanceof FixtureError)) throw new Error(`no FixtureError: ${error}`);
    return error.problems.map((problem) => String(problem).replaceAll(root, ''));
  }

  it.each(['a.ledger.json', 'a.ledger.yaml', 'a.ledger.yml', 'b.LEDGER.YML', 'a.ledger.json.gz', 'a.ledger.yaml.gz'])(
    '%s is a script',
    async (name) => {
      const text = '{"slots": [{"from": 1, "to": 3}]}';
      write(name, name.endsWith('.gz') ? gzipSync(text) : text);
      expect((await loadLedger([root])).counts).toMatchObject({ files: 1, blocks: 3 });
    },
  );

  it('other YAML is passed over in a folder, and refused by name', async () => {
    const other = write('docker-compose.yaml', 'slots: []');
    write('a.json', wallet(ALICE, 1));
    expect((await loadLedger([root])).counts.files).toBe(1);
    expect(await problemsAt(other)).toEqual([
      '/docker-compose.yaml: expected a file that ends in .json, .jsonl or .ledger.yaml, each also with .gz or .zst, or a cassette of a VCR in YAML',
    ]);
  });

  it('include files and folders, relative to the script, each once', async () => {
    write('recorded/deep/alice.json', wallet(ALICE, 3_000_000_000));
    const bob = write('bob.jsonl', wallet(BOB, 5));
    write('scripts/more.ledger.yaml', 'include: [../bob.jsonl, ../recorded]\naccounts: {$carol: {sol: 1}}');
    const main = write(
      'scripts/main.ledger.json',
      `{"include": ["../recorded", "more.ledger.yaml"], ${PAYMENT.slice(1)}`,
    );
    const { state, counts } = await loadLedger([main, bob]);
    expect(counts.files).toBe(4);
    expect(accountsAtProcessed(state).get(BOB)?.lamports).toBe(1_000_000_005n);
    expect(accountsAtProcessed(state).get(namedKeyPair('carol').address)?.lamports).toBe(1_000_000_000n);
    expect((await loadLedger([root])).counts.files).toBe(4);
  });

  it('what cannot be included is told at the place that says so', async () => {
    mkdirSync(join(root, 'empty'));
    write('b.txt', '');
    const path = write('a.ledger.yaml', 'include:\n  - missing\n  - b.txt\n  - empty\n');
    expect(await problemsAt(path)).toEqual([
      '/a.ledger.yaml:2:5: /include/0: /missing cannot be read: there is no such file or folder',
      '/a.ledger.yaml:3:5: /include/1: /b.txt expected a file that ends in .json, .jsonl or .ledger.yaml, each also with .gz or .zst, or a cassette of a VCR in YAML',
    ]);
    const { warnings } = await loadLedger([write('c.ledger.yaml', 'include: [empty]')]);
    expect(warnings.map((warning) => String(warning).replaceAll(root, ''))).toEqual([
      '/c.ledger.yaml:1:11: /include/0: /empty is a folder without fixtures: files that end in .json, .jsonl or .ledger.yaml, each also with .gz or .zst',
    ]);
  });

  it('that include each other are refused, with both places', async () => {
    write('a.ledger.yaml', 'include: [b.ledger.yaml]');
    write('b.ledger.yaml', 'keys: {}\ninclude: [c.ledger.yaml]');
    write('c.ledger.yaml', 'include: [b.ledger.yaml, c.ledger.yaml, a.ledger.yaml]');
    expect(await problemsAt(join(root, 'a.ledger.yaml'))).toEqual([
      '/c.ledger.yaml:1:11: /include/0: /b.ledger.yaml includes this file already; the other is at /b.ledger.yaml:2:11',
      '/c.ledger.yaml:1:26: /include/1: a ledger cannot include itself',
      '/c.ledger.yaml:1:41: /include/2: /a.ledger.yaml includes this file already; the other is at /a.ledger.yaml:1:11',
    ]);
  });

  it('errors of all files are told at once', async () => {
    write('a.ledger.json', '{"slot": []}');
    write('b.ledger.yaml', 'slots: {');
    write('c.json', '{"lamports": 1}');
    expect((await problemsAt(root)).map((problem) => problem.slice(0, 20))).toEqual([
      '/a.ledger.json:1:10:',
      expect.stringMatching(/^\/b\.ledger\.yaml:1:/),
      expect.stringMatching(/^\/c\.json:1:/),
    ]);
  });

  it('how far reading is can be watched', async () => {
    write('a.ledger.json', '{"slots": [{"from": 1, "to": 3}], "accounts": {"$alice": {"sol": 1}}}');
    write('b.jsonl', [wallet(BOB, 1), wallet(namedKeyPair('carol').address, 1)].join('\n'));
    const seen: Progress[] = [];
    await loadLedger([root], { onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toMatchObject({ blocks: 3, transactions: 0 });
    expect(seen.map(({ blocks }) => blocks)).toEqual(seen.map(({ blocks }) => blocks).toSorted((a, b) => a - b));
  });

  it('goes on within a block', async () => {
    const text = '{"slots": [{"slot": 9, "transactions": [{"memo": "hi", "payer": "$alice", "repeat": 300}]}]}';
    writeFileSync(join(root, 'long.ledger.json'), `{"accounts": {"$alice": {"sol": 9}}, ${text.slice(1)}`);
    const seen: Progress[] = [];
    await loadLedger([join(root, 'long.ledger.json')], { onProgress: (progress) => seen.push(progress) });
    const counts = seen
      .filter(({ blocks, transactions }) => blocks === 0 && transactions > 0)
      .map(({ transactions }) => transactions);
    expect(counts).toEqual([63, 127, 191, 255]);
    expect(seen.at(-1)).toMatchObject({ blocks: 1, transactions: 300 });
  });
});

it('while a script is compiled, others have their turn', async () => {
  let turns = 0;
  let isLoading = true;
  const count = () => {
    turns++;
    if (isLoading) setImmediate(count);
  };
  setImmediate(count);
  await loadTexts({
    'a.ledger.json':
      '{"accounts": {"$alice": {"sol": 9}}, "slots": [{"slot": 9, "transactions": [{"memo": "hi", "payer": "$alice", "repeat": 6400}]}]}',
  });
  isLoading = false;
  expect(turns).toBeGreaterThan(99);
});
