import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../src/codec/jsonText.ts';
import { loadSources } from '../../src/fixtures/loadLedger.ts';
import { controlText, NO_ARGUMENT_CASES } from '../support/control.ts';
import { nodeOver } from '../support/nodeOver.ts';
import { THREE_TIPS, testNode } from '../support/testNode.ts';

describe('stillnode_dump', () => {
  it('gives the files that the library gives', async () => {
    const node = testNode(THREE_TIPS);
    const files = Array.from(await node.dump(), ({ name, text }) => ({ name, text }));
    expect(files.map(({ name }) => name)).toEqual(['ledger.json', 'blocks/5.json', 'blocks/6.json', 'blocks/7.json']);
    expect(await controlText(node, 'dump')).toBe(stringifyJson(files));
  });

  it('gives the ledger as it is now', async () => {
    const node = testNode(THREE_TIPS);
    await controlText(node, 'advance', '[2]');
    await controlText(node, 'setAccount', '["$alice",{"sol":5}]');
    const dumped = JSON.parse(await controlText(node, 'dump')) as { name: string; text: string }[];
    const again = nodeOver(await loadSources(dumped), { dialect: 'contract' });
    expect(await controlText(again, 'getTips')).toBe(await controlText(node, 'getTips'));
    expect(await controlText(again, 'dump')).toBe(stringifyJson(dumped.map(({ name, text }) => ({ name, text }))));
  });

  it('has a run of any number of empty blocks in one file, as the library has', async () => {
    const node = testNode(THREE_TIPS);
    await controlText(node, 'advance', '[20000]');
    const files = Array.from(await node.dump(), ({ name, text }) => ({ name, text }));
    expect(files.map(({ name }) => name).at(-1)).toBe('blocks/8-20007.json');
    expect(await controlText(node, 'dump')).toBe(stringifyJson(files));
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'dump', params)).toBe(error);
  });
});
