import { describe, expect, it } from 'vitest';
import { errorText } from '../support/answers.ts';
import { controlText, invalidText } from '../support/control.ts';
import { nodeOver } from '../support/nodeOver.ts';
import { callText, testLedger, testNode } from '../support/testNode.ts';

const CALLS: readonly (readonly [method: string, params: string])[] = [
  ['getBlock', '[5, {"encoding":"base64","rewards":false}]'],
  ['getSlot', '[]'],
  ['getBlock', '[6]'],
  ['getBlock', '[5,{"encoding":"json"}]'],
  ['getSlot', 'null'],
];

async function nodeWith(calls: typeof CALLS = CALLS) {
  const node = testNode({});
  for (const [method, params] of calls) await callText(node, method, params);
  return node;
}

const failed = (...lines: readonly string[]) =>
  errorText(-32603, lines.join('\n'), JSON.stringify({ ...dataIn(lines), reason: 'verification' }));

/** The data that says the same as these lines. */
function dataIn(lines: readonly string[]) {
  const nearest: { differences: string[]; text: string }[] = [];
  for (const line of lines) {
    if (line.startsWith('  call ')) nearest.push({ differences: [], text: line.trim() });
    else if (line.startsWith('    ')) nearest.at(-1)!.differences.push(line.trim());
  }
  const matches = /, found (\d+)$/.exec(lines[0]!)?.[1];
  const missing = lines.find((line) => /^(there were|the journal)/.test(line));
  const forgotten = lines
    .map((line) => /^(\d+) older calls? (?:is|are) forgotten/.exec(line)?.[1])
    .find((count) => count);
  return {
    forgotten: Number(forgotten ?? 0),
    matches: matches === undefined ? null : Number(matches),
    ...(missing !== undefined && { missing }),
    nearest,
  };
}

describe('stillnode_verify', () => {
  it.each([
    ['{"method":"getBlock"}', 3],
    ['{"method":"getBlock","params":null}', 3],
    ['{"method":"getBlock","times":3}', 3],
    ['{"method":"getBlock","params":[5]}', 2],
    ['{"method":"getBlock","params":[5,{"encoding":"json"}],"times":1}', 1],
    ['{"method":"getBlock","params":[5,{"rewards":false}]}', 1],
    ['{"method":"getBlock","params":[7],"times":0}', 0],
    ['{"method":"getSlot","params":[]}', 2],
    ['{"method":"getBlocks","times":0}', 0],
    ['{"method":"stillnode_verify","times":0}', 0],
  ])('of %s gives how many calls fit', async (expected, count) => {
    expect(await controlText(await nodeWith(), 'verify', `[${expected}]`)).toBe(`${count}`);
  });

  it.each([
    [
      '{"method":"getBlock","params":[7]}',
      [
        'expected at least 1 call of getBlock with [7], found 0',
        '  call 4: getBlock [5,{"encoding":"json"}]',
        '    params[0] is 5, expected 7',
        '  call 3: getBlock [6]',
        '    params[0] is 6, expected 7',
        '  call 1: getBlock [5, {"encoding":"base64","rewards":false}]',
        '    params[0] is 5, expected 7',
      ],
    ],
    [
      '{"method":"getBlock","params":[5,{"encoding":"base64","rewards":true}],"times":2}',
      [
        'expected 2 calls of getBlock with [5,{"encoding":"base64","rewards":true}], found 0',
        '  call 1: getBlock [5, {"encoding":"base64","rewards":false}]',
        '    params[1].rewards is false, expected true',
        '  call 4: getBlock [5,{"encoding":"json"}]',
        '    params[1].encoding is "json", expected "base64"',
        '    params[1].rewards is missing, expected true',
        '  call 3: getBlock [6]',
        '    params[0] is 6, expected 5',
        '    params[1] is missing, expected {"encoding":"base64","rewards":true}',
      ],
    ],
    [
      '{"method":"getBlock","params":[5],"times":3}',
      ['expected 3 calls of getBlock with [5], found 2', '  call 3: getBlock [6]', '    params[0] is 6, expected 5'],
    ],
    [
      '{"method":"getBlock","params":[5],"times":1}',
      [
        'expected 1 call of getBlock with [5], found 2',
        '  call 1: getBlock [5, {"encoding":"base64","rewards":false}]',
        '  call 4: getBlock [5,{"encoding":"json"}]',
      ],
    ],
    [
      '{"method":"getSlot","times":0}',
      ['expected 0 calls of getSlot, found 2', '  call 2: getSlot []', '  call 5: getSlot null'],
    ],
    [
      '{"method":"getSlot","times":4}',
      ['expected 4 calls of getSlot, found 2', '  call 2: getSlot []', '  call 5: getSlot null'],
    ],
    [
      '{"method":"getSlots"}',
      ['expected at least 1 call of getSlots, found 0', 'there were calls of getSlot (2), getBlock (3)'],
    ],
  ])('of %s says what comes near', async (expected, lines) => {
    expect(await controlText(await nodeWith(), 'verify', `[${expected}]`)).toBe(failed(...lines));
  });

  it('says where there were no calls, and where they were forgotten', async () => {
    const wanted = 'expected at least 1 call of getBlock, found 0';
    expect(await controlText(testNode({}), 'verify', '[{"method":"getBlock"}]')).toBe(
      failed(wanted, 'there were no calls'),
    );
    const loaded = {
      state: testLedger({}),
      warnings: [],
      counts: { files: 0, blocks: 0, transactions: 0, accounts: 0 },
    };
    const small = nodeOver(loaded, { journalSize: 1 });
    for (const method of ['getBlock', 'getSlot', 'getSlot']) await callText(small, method, '[]');
    expect(await controlText(small, 'verify', '[{"method":"getBlock"}]')).toBe(
      failed(wanted, 'there were calls of getSlot (1)', '2 older calls are forgotten: `journalSize` is too small'),
    );
    // the number of calls is not known
    const older = '2 older calls are forgotten: `journalSize` is too small';
    for (const [times, found] of [
      [0, 0],
      [3, 0],
    ] as const)
      expect(await controlText(small, 'verify', `[{"method":"getBlock","times":${times}}]`)).toBe(
        failed(`expected ${times} calls of getBlock, found ${found}`, 'there were calls of getSlot (1)', older),
      );
    expect(await controlText(small, 'verify', '[{"method":"getSlot","times":1}]')).toMatch(older);
    expect(await controlText(small, 'verify', '[{"method":"getSlot"}]')).toBe('1');
    await controlText(small, 'clearCalls');
    expect(await controlText(small, 'verify', '[{"method":"getSlot","times":0}]')).toBe('0');
    for (const method of ['getSlot', 'getSlot']) await callText(small, method, '[]');
    expect(await controlText(small, 'verify', '[{"method":"getSlot","times":2}]')).toBe(
      failed(
        'expected 2 calls of getSlot, found 1',
        '  call 5: getSlot []',
        '1 older call is forgotten: `journalSize` is too small',
      ),
    );
    const off = nodeOver(loaded, { journalSize: 0 });
    await callText(off, 'getSlot', '[]');
    expect(await controlText(off, 'verify', '[{"method":"getSlot","times":0}]')).toBe(
      failed('the journal is off: `journalSize` is 0'),
    );
    expect(await controlText(off, 'calls')).toBe('{"calls":[],"last":0}');
  });

  it('shows no more than helps', async () => {
    const long = `["${'x'.repeat(300)}"]`;
    const node = await nodeWith([
      ['a', '[1,2,3,4]'],
      ['b', '[]'],
      ['c', '[]'],
      ['d', '[]'],
      ['e', '[]'],
      ['f', long],
      ['f', long],
      ['f', '[]'],
      ['f', '[]'],
    ]);
    expect(await controlText(node, 'verify', '[{"method":"notThere"}]')).toBe(
      failed(
        'expected at least 1 call of notThere, found 0',
        'there were calls of a (1), b (1), c (1), d (1), e (1), and 1 other methods',
      ),
    );
    expect(await controlText(node, 'verify', '[{"method":"f","times":1}]')).toBe(
      failed(
        'expected 1 call of f, found 4',
        `  call 7: f ["${'x'.repeat(58)}…${'x'.repeat(58)}"]`,
        '  call 8: f []',
        '  call 9: f []',
        '  and 1 before',
      ),
    );
    expect(await controlText(node, 'verify', '[{"method":"a","params":[5,6,7,8]}]')).toBe(
      failed(
        'expected at least 1 call of a with [5,6,7,8], found 0',
        '  call 1: a [1,2,3,4]',
        '    params[0] is 1, expected 5',
        '    params[1] is 2, expected 6',
        '    params[2] is 3, expected 7',
        '    and 1 more difference',
      ),
    );
  });

  it.each([
    ['[]', 'expected the arguments [expected], but expected is missing'],
    ['["getSlot"]', 'expected: expected an object, found "getSlot"'],
    ['[{}]', 'expected.method: expected a string, found no such member'],
    ['[{"method":5}]', 'expected.method: expected a string, found 5'],
    ['[{"method":"getSlot","times":-1}]', 'expected.times: expected an integer from 0 to 4294967295 (u32), found -1'],
    ['[{"method":"getSlto","times":0}]', 'expected: there is no method "getSlto" (did you mean "getSlot"?)'],
    ['[{"method":"getSlot","param":[]}]', 'expected.param: unknown member (did you mean "params"?)'],
  ])('%s is refused', async (params, message) => {
    expect(await controlText(testNode({}), 'verify', params)).toBe(invalidText(message));
  });
});
