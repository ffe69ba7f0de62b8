import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/codec/jsonText.ts';
import { createNode, FixtureError, ledger, sol } from '../../../src/index.ts';
import { folder, run } from '../../cli/command.ts';
import { block, load, problemsOf } from '../../fixtures/samples.ts';
import { controlText, invalidText } from '../../support/control.ts';
import { THREE_TIPS, testNode } from '../../support/testNode.ts';

const NEWER = 'written by a newer stillnode (format 2): this one reads 1';

describe('format', () => {
  it.each(['ledger.json', 'my.ledger.json'])('of %s is 1', async (name) => {
    const { counts, warnings } = await load({
      [name]: { format: 1, finalized: 5 },
      '5.json': block({ parentSlot: 4 }),
    });
    expect([counts.blocks, warnings]).toEqual([1, []]);
  });

  it('of a script does not make it a second ledger.json', async () => {
    const script = { format: 1, slots: [{ slot: 5 }] };
    const { counts } = await load({ 'ledger.json': { format: 1, finalized: 5 }, 'a.ledger.json': script });
    expect(counts.blocks).toBe(1);
  });

  it('may stand in YAML', async () => {
    const fixtures = folder({ 'my.ledger.yaml': 'format: 1\naccounts:\n  $alice: { sol: 5 }\n' });
    expect((await run(['check', fixtures])).code).toBe(0);
  });

  it('may stand in code, which writes it where it is given', async () => {
    const script = ledger({ format: 1 }).wallet('alice', sol(5));
    expect(Object.keys(script.toJSON())).toEqual(['format', 'accounts']);
    await using node = await createNode({ ledger: [script] });
    expect(await node.request('getBalance', [node.address('alice')])).toMatchObject({ value: 5_000_000_000 });
  });

  it.each<[JsonValue, string]>([
    [0, '0'],
    [-1, '-1'],
    ['1', '"1"'],
    [null, 'null'],
    [true, 'true'],
  ])('%j is refused like any wrong value', async (format, shown) => {
    for (const name of ['ledger.json', 'my.ledger.json'])
      expect(await problemsOf({ [name]: { format } })).toEqual([
        `${name}:1:11: /format: expected an integer from 1, found ${shown}`,
      ]);
  });
});

describe('a newer format', () => {
  it.each(['ledger.json', 'my.ledger.json'])('of %s is the only thing that is said', async (name) => {
    const file = { finalised: 5, slots: [{ slot: 'x' }], format: 2, send: { confirm: 'later' } };
    const wrong = { pubkey: 'x', account: {} };
    expect(await problemsOf({ 'a.json': wrong, [name]: file, 'z.json': wrong })).toEqual([
      expect.stringMatching(`^${name}:\\d+:\\d+: /format: ${NEWER.replace(/[()]/g, '\\$&')}$`),
    ]);
  });

  it.each([
    ['2', 2],
    ['18446744073709551615', 18_446_744_073_709_551_615n],
  ])('may be %s', async (shown, format) => {
    expect(await problemsOf({ 'ledger.json': { format } })).toEqual([
      `ledger.json:1:11: /format: written by a newer stillnode (format ${shown}): this one reads 1`,
    ]);
  });

  it('of each file is said', async () => {
    const problems = await problemsOf({ 'a.ledger.json': { format: 2 }, 'ledger.json': { format: 3 } });
    expect(problems.map((problem) => problem.slice(-48))).toEqual([
      expect.stringContaining('(format 2)'),
      expect.stringContaining('(format 3)'),
    ]);
  });

  it('of a script in code is a FixtureError, also where only an address is asked for', async () => {
    const script = ledger({ format: 2 }).wallet('alice', sol(5));
    const problem = expect.objectContaining({ message: NEWER, pointer: '/format' });
    await expect(createNode({ ledger: [script] })).rejects.toMatchObject({ problems: [problem] });
    expect(() => script.address('alice')).toThrow(FixtureError);
    await expect(createNode({ ledger: [{ format: 2, slots: 5 } as never] })).rejects.toMatchObject({
      problems: [problem],
    });
  });

  it('that is loaded into a node is refused', async () => {
    const node = testNode(THREE_TIPS);
    const params = JSON.stringify([{ format: 2, accounts: 5 }, 'new.ledger.json']);
    expect(await controlText(node, 'load', params)).toBe(invalidText(`/format: ${NEWER}`));
  });

  it('on the command line: its line, without warnings, exit code 1', async () => {
    const fixtures = folder({ 'ledger.json': '{\n  "format": 2,\n  "unknown": 1\n}', 'null.json': 'null' });
    expect(await run(['check', fixtures])).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: ${join(fixtures, 'ledger.json')}:2:13: /format: ${NEWER}\n1 error in the fixtures: nothing was loaded\n`,
    });
  });
});

describe('format 1 is the first member of', () => {
  const firstLines = (text: string) => text.split('\n').slice(0, 3);

  it('ledger.json of a dump', async () => {
    await using node = await createNode({ ledger: [ledger({ finalized: 5 }).block(5)] });
    const [file] = await node.dump();
    expect([file!.name, ...firstLines(file!.text)]).toEqual([
      'ledger.json',
      '{',
      '  "format": 1,',
      '  "agave": "4.4",',
    ]);
  });

  it('ledger.json of the sample ledger', () => {
    expect(firstLines(readFileSync('ledger-fixtures/default/ledger.json', 'utf8')).slice(0, 2)).toEqual([
      '{',
      '  "format": 1,',
    ]);
  });
});
