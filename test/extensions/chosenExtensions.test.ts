import { describe, expect, it, onTestFinished } from 'vitest';
import type { ChosenExtensions } from '../../src/extensions/chosenExtensions.ts';
import { EXTENSION_NAMES } from '../../src/extensions/index.ts';
import { createNode, type NodeOptions } from '../../src/index.ts';
import { errorText } from '../support/answers.ts';
import { callText } from '../support/testNode.ts';

/** Which extensions are on, and that calls of them are calls like all others. */

const METHOD = 'getPriorityFeeEstimate';
const UNKNOWN = errorText(-32601, 'Method not found');
const ESTIMATE = '{"priorityFeeEstimate":0.0}';

const nodeWith = (options: NodeOptions = {}) => createNode({ dialect: 'agave', ledger: {}, ...options });
const estimateOf = async (options: NodeOptions) => callText(await nodeWith(options), METHOD, '[{}]');

describe('extensions', () => {
  it.each<[options: NodeOptions, text: string]>([
    [{}, ESTIMATE],
    [{ extensions: true }, ESTIMATE],
    [{ extensions: [METHOD] }, ESTIMATE],
    [{ extensions: false }, UNKNOWN],
    [{ extensions: [] }, UNKNOWN],
    [{ ledger: { extensions: false } }, UNKNOWN],
    [{ ledger: { extensions: [] } }, UNKNOWN],
    [{ ledger: { extensions: [METHOD] } }, ESTIMATE],
    [{ ledger: { extensions: false }, extensions: true }, ESTIMATE],
    [{ ledger: { extensions: true }, extensions: false }, UNKNOWN],
  ])('with %j the answer is %s', async (options, text) => {
    expect(await estimateOf(options)).toBe(text);
    expect(await estimateOf({ ...options, dialect: 'contract' })).toBe(text);
  });

  const all = `extensions are ${EXTENSION_NAMES.join(', ')}`;
  it.each<[extensions: unknown, message: string]>([
    ['all', '`extensions` must be true, false or a list of extensions, not a string'],
    [5, '`extensions` must be true, false or a list of extensions, not 5'],
    [
      ['getPriorityFeeEstimat'],
      '`extensions` must be a list of extensions; it contains "getPriorityFeeEstimat": did you mean "getPriorityFeeEstimate"?',
    ],
    [[METHOD, 'x'], `\`extensions\` must be a list of extensions; it contains "x": ${all}`],
    [[5], `\`extensions\` must be a list of extensions; it contains 5: ${all}`],
  ])('option %j is refused', async (extensions, message) => {
    await expect(nodeWith({ extensions: extensions as boolean })).rejects.toThrow(new TypeError(message));
  });

  it.each<[extensions: unknown, message: string]>([
    ['all', 'expected true, false or a list of extensions, found "all"'],
    [
      ['getPriorityFeeEstimat'],
      'expected the name of an extension, found "getPriorityFeeEstimat" (did you mean "getPriorityFeeEstimate"?)',
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
    const node = await nodeWith();
    await node.request(METHOD, [{}]);
    const [call] = await node.calls();
    expect(call).toMatchObject({ method: METHOD, params: [{}], outcome: 'result' });
    const { why } = await node.explain(METHOD, [{}]);
    expect(why).toEqual(['no block up to the processed tip, 0, has a successful transaction with a price']);
  });

  it('may have faults, and answers of tests', async () => {
    const node = await nodeWith();
    await node.addFault({ match: { method: METHOD }, then: { rpcError: { code: -32005, message: 'busy' } } });
    expect(await callText(node, METHOD, '[{}]')).toBe(errorText(-32005, 'busy', '{"numSlotsBehind":null}'));
    await node.clearFaults();
    const answer = node.answer(METHOD, { priorityFeeEstimate: 5 });
    onTestFinished(answer.remove);
    expect(await node.request(METHOD, [{}])).toEqual({ priorityFeeEstimate: 5 });
  });

  it('is in the table of nearest names', async () => {
    const node = await nodeWith();
    await expect(node.request('getPriorityFeeEstimat', [{}])).rejects.toThrow(
      'Method not found (did you mean "getPriorityFeeEstimate"?)',
    );
    await expect(node.addFault({ match: { method: 'getPriorityFeeEstimat' }, then: { delayMs: 5 } })).rejects.toThrow(
      'did you mean "getPriorityFeeEstimate"?',
    );
  });

  it('that is off is explained', async () => {
    const node = await nodeWith({ extensions: false });
    expect(await node.explain(METHOD, [{}])).toEqual({
      answer: { error: { code: -32601, message: 'Method not found' } },
      why: [
        `${METHOD} is an extension, a method that Agave does not have, and it is off: --extensions (option extensions) names those that are on`,
      ],
    });
  });

  it('has its types', async () => {
    const node = await nodeWith();
    const { priorityFeeEstimate } = await node.request(METHOD, [{ options: { priorityLevel: 'High' } }]);
    expect(priorityFeeEstimate satisfies number | undefined).toBe(0);
  });
});
