import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stringifyJson } from '../../src/codec/json.ts';
import { FixtureError } from '../../src/document/problem.ts';
import { createNode } from '../../src/index.ts';
import { type LoadedLedger, loadLedger, loadSources } from '../../src/loading/loadLedger.ts';
import { accountsOf } from '../support/contents.ts';
import { account, accountFile, block, type Files, K1, K2, SYSTEM, transaction } from './samples.ts';

function loadRest(files: Files): Promise<LoadedLedger> {
  const sources = Object.entries(files).map(([name, content]) => ({
    name,
    text: typeof content === 'string' ? content : stringifyJson(content),
  }));
  return loadSources(sources, { skipUnreadable: true });
}

async function problemsOfRest(files: Files): Promise<string[]> {
  const error: unknown = await loadRest(files).catch((reason: unknown) => reason);
  if (!(error instanceof FixtureError)) throw new Error('the files were loaded');
  return error.problems.map(String);
}

const GOOD = accountFile(K1);
const BAD = accountFile(K2, { lamports: '7' });
const U64 = 'expected an integer from 0 to 18446744073709551615 (u64), found "7" (write the number without quotes)';

describe('unreadable fixtures are left out, with a warning at each mistake', () => {
  it.each<[string, Files, accounts: string[], warnings: string[]]>([
    ['a file', { 'a.json': BAD, 'b.json': GOOD }, [K1], [`a.json:1:68: /account/lamports: left out: ${U64}`]],
    ['an item of a list', { 'a.json': [BAD, GOOD] }, [K1], [`a.json:1:69: /0/account/lamports: left out: ${U64}`]],
    [
      'a line',
      { 'a.jsonl': `${stringifyJson(GOOD)}\n${stringifyJson(BAD)}\n{"pubkey"` },
      [K1],
      [`a.jsonl:2:68: /account/lamports: left out: ${U64}`, 'a.jsonl:3:10: left out: expected JSON: expected ":"'],
    ],
    [
      'a file that is no JSON',
      { 'a.json': '{', 'b.json': GOOD },
      [K1],
      ['a.json:1:2: left out: expected JSON: expected a key in double quotes'],
    ],
    [
      'a member of a snapshot',
      { 'a.json': { [K1]: account(), [K2]: account({ lamports: '7' }) } },
      [K1],
      [`a.json:1:295: /${K2}/lamports: left out: ${U64}`],
    ],
    [
      'of genesis accounts',
      { 'a.json': { [K2]: { balance: '7', owner: SYSTEM, data: null, executable: false } } },
      [],
      [`a.json:1:59: /${K2}/balance: left out: ${U64}`],
    ],
    [
      'a shape that is unknown',
      { 'a.json': [{ foo: 1 }, GOOD] },
      [K1],
      [
        'a.json:1:2: /0: left out: expected a fixture of a known format, found an object with foo (docs/fixtures.md shows every format)',
      ],
    ],
    [
      'a text in which a member stands twice',
      { 'a.json': stringifyJson([GOOD, GOOD]).replace('{"account"', '{"pubkey":1,"account"'), 'b.json': GOOD },
      [K1],
      ['a.json:1:178: /0/pubkey: left out: duplicate member "pubkey"'],
    ],
    [
      'a list that is no answer to its request',
      {
        'a.json': {
          method: 'getMultipleAccounts',
          params: [[K1, K2]],
          result: { context: { slot: 9 }, value: [account()] },
        },
      },
      [],
      [
        'a.json:1:177: /result/value: left out: expected an account, or null, for each of the 2 addresses of the request, found an array of 1',
      ],
    ],
    [
      'a sysvar without its bytes',
      {
        'a.json': accountFile(K2, {
          owner: 'Sysvar1111111111111111111111111111111111111',
          data: { parsed: {}, program: 'sysvar', space: 4 },
        }),
        'b.json': GOOD,
      },
      [K1],
      [
        'a.json:1:1: left out: other answers need the bytes of a sysvar, and jsonParsed does not hold them (record it with encoding base64)',
      ],
    ],
  ])('%s', async (_name, files, accounts, warnings) => {
    const loaded = await loadRest(files);
    expect(loaded.warnings.map(String)).toEqual(warnings);
    expect(accountsOf(loaded.state).map(({ address }) => address)).toEqual(accounts);
  });

  it('a block is left out as a whole, and so is the context of an answer', async () => {
    const { transactions } = block() as { transactions: [object] };
    const files = {
      '5.json': block({ transactions: [...transactions, { ...transactions[0], meta: 7 }] as never }),
      '6.json': { context: { slot: 90 }, value: [{ foo: 1 }, GOOD] },
      'a.json': transaction({ slot: 8 }),
    };
    const { counts, state, warnings } = await loadRest(files);
    expect(counts).toEqual({ files: 3, blocks: 0, transactions: 1, accounts: 1 });
    expect(warnings.map(({ file, pointer, message }) => [file, pointer, message.slice(0, 10)])).toEqual([
      ['5.json', '/transactions/1/meta', 'left out: '],
      ['6.json', '/value/0', 'left out: '],
    ]);
    expect(state.chains.processed.tip).toBe(90n);
  });

  it('a value without mistakes loads as it does otherwise', async () => {
    const files = { 'a.json': [GOOD, accountFile(K2)], '5.json': block(), 'b.json': transaction({ slot: undefined }) };
    const { counts, warnings } = await loadRest(files);
    expect({ counts, warnings }).toEqual({
      counts: { files: 3, blocks: 1, transactions: 1, accounts: 2 },
      warnings: [],
    });
  });
});

describe('these stay errors', () => {
  it.each<[string, Files, problems: string[]]>([
    [
      'a mistake in ledger.json',
      { 'ledger.json': { finalized: '7' }, 'a.json': BAD },
      [`ledger.json:1:14: /finalized: ${U64}`],
    ],
    [
      'ledger.json that is no JSON',
      { 'ledger.json': '{' },
      ['ledger.json:1:2: expected JSON: expected a key in double quotes'],
    ],
    [
      'a mistake in a script',
      { 'a.ledger.json': { slots: 7 } },
      ['a.ledger.json:1:10: /slots: expected an array, found 7'],
    ],
    [
      'fixtures that contradict each other',
      { 'a.json': [BAD, accountFile(K2, { lamports: 1 })], 'b.json': accountFile(K2, { lamports: 2 }) },
      [`b.json:1:1: account ${K2} is recorded twice with different content; the other is at a.json:1:216`],
    ],
  ])('%s', async (_name, files, problems) => {
    expect(await problemsOfRest(files)).toEqual(problems);
  });

  it('a path that does not exist, while what a folder holds is left out', async () => {
    const root = mkdtempSync(join(tmpdir(), 'stillnode-skip-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    symlinkSync('nowhere.json', join(root, 'broken.json'));
    writeFileSync(join(root, 'text.json'), Buffer.from([0xff]));
    writeFileSync(join(root, 'good.json'), stringifyJson(GOOD));
    const { counts, warnings } = await loadLedger([root], { skipUnreadable: true });
    expect(counts).toEqual({ files: 2, blocks: 0, transactions: 0, accounts: 1 });
    expect(warnings.map((warning) => String(warning).replaceAll(root, ''))).toEqual([
      '/broken.json: left out: links to nowhere.json, which cannot be read: there is no such file or folder',
      '/text.json: left out: cannot be read: it is not UTF-8 text',
    ]);
    await expect(loadLedger([join(root, 'none.json')], { skipUnreadable: true })).rejects.toThrow(
      'none.json: cannot be read: there is no such file or folder',
    );
    await expect(loadLedger([root])).rejects.toThrow(FixtureError);
  });
});

it('the option skipUnreadable of a node', async () => {
  const root = mkdtempSync(join(tmpdir(), 'stillnode-skip-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'a.json'), stringifyJson([GOOD, BAD]));
  const node = await createNode({ ledger: root, skipUnreadable: true });
  expect(await node.request('getBalance', [K1])).toMatchObject({ value: 7 });
  expect(node.warnings.map(({ pointer }) => pointer)).toEqual(['/1/account/lamports']);
  await expect(createNode({ ledger: root })).rejects.toThrow(FixtureError);
  await expect(createNode({ ledger: root, skipUnreadable: 'yes' as never })).rejects.toThrow(
    '`skipUnreadable` has to be true or false, not a string',
  );
});
