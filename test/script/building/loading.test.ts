import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RpcError } from '../../../src/errors.ts';
import { loadSources } from '../../../src/fixtures/loadLedger.ts';
import {
  createNode,
  FixtureError,
  keypair,
  type LedgerJson,
  lamports,
  ledger,
  rawTokens,
  type ScriptedLedger,
  sol,
  startNode,
  tokens,
} from '../../../src/index.ts';
import type { LedgerNode } from '../../../src/node/createNode.ts';
import { answersOf, everyCall } from '../../support/everyCall.ts';
import { nodeOver } from '../../support/nodeOver.ts';

/** The same by hand, and by the builder. */
const FILE = `{
  "processed": 112,
  "finalized": 110,
  "accounts": {
    "$alice": {"sol": 5},
    "$usdc": {"mint": {"decimals": 6, "authority": "$issuer"}},
    "$ata(alice,usdc)": {"tokens": "12.5"},
    "$table": {"lookupTable": {"addresses": ["$bob"]}}
  },
  "slots": [
    {"slot": 100, "blockTime": 1760000000, "transactions": [
      {"transfer": {"from": "$alice", "to": "$bob", "sol": 1}, "err": {"custom": 6001}},
      {"instructions": [
        {"createAssociatedAccount": {"owner": "$bob", "mint": "$usdc", "payer": "$alice"}},
        {"transferChecked": {"mint": "$usdc", "from": "$alice", "to": "$bob", "amount": "2.25"}}
      ], "name": "payment"}
    ]},
    {"skipped": [101, 103]},
    {"from": 104, "to": 110, "every": 3, "transactions": [
      {"transfer": {"from": "$alice", "to": "$bob", "lamports": 890880}, "lookupTables": ["$table"], "repeat": 2}
    ]},
    {"slot": 111, "transactions": [{"memo": "lost", "payer": "$alice"}]},
    {"slot": 112, "parent": 110}
  ]
}`;
const SCRIPT = ledger({ processed: 112, finalized: 110 })
  .wallet('alice', sol(5))
  .mint('usdc', { decimals: 6, authority: 'issuer' })
  .tokenAccount('alice', tokens('12.5', 'usdc'))
  .lookupTable('table', { addresses: ['bob'] })
  .block({ slot: 100, blockTime: 1760000000 }, (b) =>
    b
      .transfer('alice', 'bob', sol(1))
      .fail({ custom: 6001 })
      .tx((t) =>
        t
          .createAssociatedAccount('bob', 'usdc', { payer: 'alice' })
          .transferChecked('alice', 'bob', tokens('2.25', 'usdc')),
      )
      .named('payment'),
  )
  .skip(101, 103)
  .blocks({ from: 104, to: 110, every: 3 }, (b) =>
    b.transfer('alice', 'bob', lamports(890_880)).lookupTables('table').repeat(2),
  )
  .fork(111, (b) => b.memo('lost').payer('alice'))
  .block(112);

async function problemsOf(...parts: readonly (string | ScriptedLedger)[]): Promise<readonly string[]> {
  const error: unknown = await createNode({ ledger: parts }).catch((reason: unknown) => reason);
  if (!(error instanceof FixtureError)) throw new Error(`no FixtureError: ${error}`);
  return error.problems.map(String);
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'stillnode-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** File and line of this test where it says `code`, which stands on one line only, but for this argument. */
function lineOf(code: string): string {
  const file = fileURLToPath(import.meta.url);
  const lines = readFileSync(file, 'utf8').split('\n');
  return `${file}:${lines.findIndex((line) => line.includes(code)) + 1}`;
}

describe('a script that is built', () => {
  it('is the hand-written file', () => {
    expect(SCRIPT.toJSON()).toEqual(JSON.parse(FILE));
  });

  it.each([
    ['the builder', SCRIPT],
    ['its JSON', SCRIPT.toJSON()],
    ['a value that was parsed', JSON.parse(FILE) as LedgerJson],
  ])('answers as the file does: %s', async (_what, script) => {
    const byHand = await loadSources([{ name: 'a.ledger.json', text: FILE }]);
    const expected = nodeOver(byHand, {});
    const node = await createNode({ ledger: [script] });
    const calls = everyCall(byHand.state);
    expect(calls.length).toBeGreaterThan(100);
    expect(await answersOf(node, calls)).toEqual(await answersOf(expected, calls));
  });

  it('is served by startNode', async () => {
    await using node = await startNode({ ledger: [SCRIPT] });
    expect(node.counts).toEqual({ files: 1, blocks: 6, transactions: 9, accounts: node.counts.accounts });
    expect(await node.request('getBlocks', [100, 112])).toEqual([100, 104, 107, 110]);
    expect(node.signature('payment')).toMatch(/^\w{64,88}$/);
  });

  it('keeps integers beyond 2^53', async () => {
    const large = ledger().mint('usdc', { decimals: 9 }).tokenAccount('bob', rawTokens(18446744073709551615n, 'usdc'));
    const node = await createNode({ ledger: [large.wallet('alice', lamports(2n ** 60n + 1n)).block(1)] });
    const balance = await node.request('getMultipleAccounts', [[keypair('alice').address]]);
    expect(balance).toMatchObject({ value: [{ lamports: 2n ** 60n + 1n }] });
    expect(await node.request('getTokenSupply', [keypair('usdc').address])).toMatchObject({
      value: { amount: '18446744073709551615' },
    });
  });
});

describe('the parts of a ledger', () => {
  const start = ledger().wallet('alice', sol(5)).block(1);
  const payment = ledger().block(2, (b) => b.transfer('alice', 'bob', sol(1)));
  const lamportsOfBob = (node: LedgerNode) => node.request('getBalance', [keypair('bob').address]);

  it('scripts go on from each other', async () => {
    const node = await createNode({ ledger: [start, payment] });
    expect(await lamportsOfBob(node)).toMatchObject({ value: 1e9 });
    expect(node.counts.files).toBe(2);
  });

  it('scripts and paths may stand in any order that goes forward', async () => {
    const folder = folderWith({ 'start.ledger.json': `${start}`, 'more.ledger.json': '{"slots": [{"slot": 3}]}' });
    const paths = [join(folder, 'start.ledger.json'), payment, join(folder, 'more.ledger.json')];
    expect(await lamportsOfBob(await createNode({ ledger: paths }))).toMatchObject({ value: 1e9 });
    const [problem] = await problemsOf(payment, join(folder, 'start.ledger.json'));
    expect(problem).toBe(
      `${join(folder, 'start.ledger.json')}:1:43: /slots/0: slot 1 is listed after slot 2 (slots must be in ascending order)`,
    );
  });

  it('a script includes files, relative to the working directory', async () => {
    const folder = folderWith({ 'start.ledger.json': `${start}` });
    for (const path of [folder, relative('.', folder)]) {
      const node = await createNode({ ledger: [payment.include(path)] });
      expect(await lamportsOfBob(node)).toMatchObject({ value: 1e9 });
    }
  });
});

describe('what is wrong is told at the line of the call that said it, with the pointer', () => {
  it('in the one that has it', async () => {
    const good = ledger().wallet('alice', sol(1)).block(1);
    const [problem] = await problemsOf(
      good,
      ledger().block(2, (b) => b.transfer('alice', 'bob', sol('1.0000000001'))),
    );
    expect(problem).toBe(
      `${lineOf("b.transfer('alice', 'bob', sol('1.0000000001'))")}:34: /slots/0/transactions/0/transfer/sol: ` +
        'expected SOL with at most 9 decimals, such as 1.5 or "1.5", found "1.0000000001"',
    );
  });

  it('in the words of a file', async () => {
    const poor = ledger()
      .wallet('alice', sol(1))
      .block(1, (b) => b.transfer('alice', 'bob', sol(2)));
    const [problem] = await problemsOf(poor);
    const ofFile: unknown = await loadSources([{ name: 'a.ledger.json', text: `${poor}` }]).catch((error) => error);
    expect(ofFile).toBeInstanceOf(FixtureError);
    const [{ message, pointer, hint }] = (ofFile as FixtureError).problems as FixtureError['problems'] &
      [FixtureError['problems'][0]];
    expect(pointer).toContain('/slots/0/transactions/0');
    const place = `${lineOf(".block(1, (b) => b.transfer('alice', 'bob', sol(2)))")}:26`;
    expect(problem).toBe(`${place}: ${pointer}: ${message}${hint === undefined ? '' : ` (${hint})`}`);
  });

  it('in two of them', async () => {
    const parts = [ledger({ finalized: 1 }).block(1), ledger({ finalized: 1 }).block(2)];
    expect(await problemsOf(...parts)).toEqual([
      'ledger() #2: a second file with members of ledger.json: a ledger has only one; the other is at ledger() #1',
    ]);
  });

  it('in what is no script', async () => {
    await expect(createNode({ ledger: [null as unknown as ScriptedLedger] })).rejects.toThrow(
      new TypeError('`ledger` must be a list of paths and scripted ledgers; it contains null'),
    );
    expect(await problemsOf({ slot: [] } as LedgerJson)).toEqual([
      'ledger() #1: /slot: unknown member (did you mean "slots"?)',
    ]);
  });
});

describe('signatures of named transactions', () => {
  const script = ledger()
    .wallet('alice', sol(5))
    .blocks({ from: 1, to: 3 }, (b) => b.memo('hi').payer('alice').repeat(2).named('greeting'));

  it('are told by name, of copies by their number', async () => {
    const node = await createNode({ ledger: [script], dialect: 'agave' });
    const listed = await node.request('getSignaturesForAddress', [keypair('alice').address]);
    const signatures = (listed as { signature: string }[]).map(({ signature }) => signature).reverse();
    expect(signatures.length).toBe(6);
    expect(signatures.map((_, copy) => node.signature('greeting', copy))).toEqual(signatures);
    expect(node.signature('greeting')).toBe(signatures[0]);
  });

  it('are refused where there is none', async () => {
    const node = await createNode({ ledger: [script] });
    expect(() => node.signature('greetings')).toThrow(
      new RpcError(-32602, 'no transaction of a scripted ledger has the name "greetings" (did you mean "greeting"?)', {
        reason: 'unknown',
      }),
    );
    expect(() => node.signature('greeting', 6)).toThrow(
      new RpcError(-32602, 'there are 6 transactions "greeting", and none at 6', { reason: 'unknown' }),
    );
  });
});
