import { describe, expect, it, onTestFinished } from 'vitest';
import type { ChosenExtensions } from '../../src/extensions/chosenExtensions.ts';
import { EXTENSION_NAMES } from '../../src/extensions/index.ts';
import { createNode, type NodeOptions } from '../../src/index.ts';
import { errorText } from '../support/answers.ts';
import { callText } from '../support/testNode.ts';

/** Which extensions are on, and that calls of them are calls like all others. */

const METHOD = 'getBundleStatuses';
const BUNDLE = '0'.repeat(64);
const PARAMS: [string[]] = [[BUNDLE]];
const UNKNOWN = errorText(
  -32601,
  'Method not found',
  '{"option":"--extensions getBundleStatuses","reason":"extension"}',
);
const STATUSES = '{"context":{"slot":0},"value":[null]}';

const nodeWith = (options: NodeOptions = {}) => createNode({ ledger: {}, ...options });
const statusesOf = async (options: NodeOptions) => callText(await nodeWith(options), METHOD, JSON.stringify(PARAMS));

describe('extensions', () => {
  it.each<[options: NodeOptions, text: string]>([
    [{}, UNKNOWN],
    [{ extensions: true }, STATUSES],
    [{ extensions: [METHOD] }, STATUSES],
    [{ extensions: false }, UNKNOWN],
    [{ extensions: [] }, UNKNOWN],
    [{ extensions: ['getTipAccounts'] }, UNKNOWN],
    [{ ledger: { extensions: true } }, STATUSES],
    [{ ledger: { extensions: false } }, UNKNOWN],
    [{ ledger: { extensions: [] } }, UNKNOWN],
    [{ ledger: { extensions: [METHOD] } }, STATUSES],
    [{ ledger: { extensions: false }, extensions: true }, STATUSES],
    [{ ledger: { extensions: true }, extensions: false }, UNKNOWN],
  ])('with %j the answer is %s', async (options, text) => {
    expect(await statusesOf(options)).toBe(text);
    expect(await statusesOf({ ...options, dialect: 'contract' })).toBe(text);
  });

  const all = `extensions are ${EXTENSION_NAMES.join(', ')}`;
  it.each<[extensions: unknown, message: string]>([
    ['all', '`extensions` must be true, false or a list of extensions, not a string'],
    [5, '`extensions` must be true, false or a list of extensions, not 5'],
    [
      ['getBundleStatus'],
      '`extensions` must be a list of extensions; it contains "getBundleStatus": did you mean "getBundleStatuses"?',
    ],
    [[METHOD, 'x'], `\`extensions\` must be a list of extensions; it contains "x": ${all}`],
    [[5], `\`extensions\` must be a list of extensions; it contains 5: ${all}`],
  ])('option %j is refused', async (extensions, message) => {
    await expect(nodeWith({ extensions: extensions as boolean })).rejects.toThrow(new TypeError(message));
  });

  it.each<[extensions: unknown, message: string]>([
    ['all', 'expected true, false or a list of extensions, found "all"'],
    [
      ['getBundleStatus'],
      'expected the name of an extension, found "getBundleStatus" (did you mean "getBundleStatuses"?)',
    ],
    [['x'], `expected the name of an extension, found "x" (${all})`],
  ])('%j in ledger.json is refused, with its place', async (extensions, message) => {
    await expect(nodeWith({ ledger: { extensions: extensions as boolean } })).rejects.toThrow(message);
  });

  it('the document of the methods has those that are on', async () => {
    const namesWith = async (extensions: ChosenExtensions) => {
      const document = (await (await nodeWith({ extensions })).request('rpc.discover')) as {
        readonly methods: readonly { readonly name: string }[];
      };
      return document.methods.map(({ name }) => name).filter((name) => EXTENSION_NAMES.includes(name));
    };
    expect(await namesWith(true)).toEqual(EXTENSION_NAMES);
    expect(await namesWith([METHOD])).toEqual([METHOD]);
    expect(await namesWith(false)).toEqual([]);
  });
});

describe('a call of an extension', () => {
  it('is journaled, with its reasons', async () => {
    const node = await nodeWith({ extensions: true });
    await node.request(METHOD, PARAMS);
    const [call] = await node.calls();
    expect(call).toMatchObject({ method: METHOD, params: PARAMS, outcome: 'result' });
    const { why } = await node.explain(METHOD, PARAMS);
    expect(why).toEqual([`no bundle ${BUNDLE} was sent to this ledger`]);
  });

  it('may have faults, and answers of tests', async () => {
    const node = await nodeWith({ extensions: true });
    await node.addFault({ match: { method: METHOD }, then: { rpcError: { code: -32005, message: 'busy' } } });
    expect(await callText(node, METHOD, JSON.stringify(PARAMS))).toBe(
      errorText(-32005, 'busy', '{"numSlotsBehind":null}'),
    );
    await node.clearFaults();
    const answer = await node.answer(METHOD, { value: [5] });
    onTestFinished(answer.remove);
    expect(await node.request(METHOD, PARAMS)).toEqual({ value: [5] });
  });

  it('is in the table of nearest names', async () => {
    const node = await nodeWith({ extensions: true });
    await expect(node.request('getBundleStatus', PARAMS)).rejects.toThrow(
      'Method not found (did you mean "getBundleStatuses"?)',
    );
    await expect(node.addFault({ match: { method: 'getBundleStatus' }, then: { delayMs: 5 } })).rejects.toThrow(
      'did you mean "getBundleStatuses"?',
    );
  });

  it('that is off is explained, names the option in process too, and may have answers of tests', async () => {
    const node = await nodeWith();
    const error = {
      code: -32601,
      message: 'Method not found',
      data: { option: '--extensions getBundleStatuses', reason: 'extension' },
    };
    await expect(node.request(METHOD, PARAMS)).rejects.toMatchObject(error);
    expect(await node.explain(METHOD, PARAMS)).toEqual({
      answer: { error },
      why: [
        `${METHOD} is an extension, a method that Agave does not have, and it is off: --extensions ${METHOD} (option extensions) turns it on`,
      ],
    });
    await node.answer(METHOD, { value: [5] });
    expect(await node.request(METHOD, PARAMS)).toEqual({ value: [5] });
  });

  it('that is off is unknown over HTTP, and a method that does not exist has no data', async () => {
    const node = await nodeWith({ extensions: ['getTipAccounts'] });
    const texts = [METHOD, 'getTipAccounts', 'getBundles'].map((method) => callText(node, method, '[]'));
    expect(await Promise.all(texts)).toEqual([
      UNKNOWN,
      expect.stringMatching(/^\["96gYZ/),
      errorText(-32601, 'Method not found'),
    ]);
  });

  it('has its types', async () => {
    const node = await nodeWith({ extensions: true });
    const { context, value } = await node.request(METHOD, [[BUNDLE]]);
    expect(context.slot satisfies number).toBe(0);
    expect(value satisfies ({ readonly bundle_id: string } | null)[]).toEqual([null]);
  });
});
