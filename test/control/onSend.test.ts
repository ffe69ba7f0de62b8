import { describe, expect, it } from 'vitest';
import { controlText, invalidText } from '../support/control.ts';
import { THREE_TIPS, testNode } from '../support/testNode.ts';

describe('stillnode_onSend', () => {
  it('gives ids that count on, also when rules are removed', async () => {
    const node = testNode({});
    expect(await controlText(node, 'onSend', '[{"then":"drop"}]')).toBe('"send-rule-1"');
    expect(await controlText(node, 'onSend', '[{"then":"drop"}]')).toBe('"send-rule-2"');
    await controlText(node, 'clearSendRules');
    expect(await controlText(node, 'onSend', '[{"then":"succeed"}]')).toBe('"send-rule-3"');
  });

  it('reads words with what the ledger has at its processed tip', async () => {
    const node = testNode({});
    const rule = '[{"then":{"succeed":{"accounts":{"$ata(alice,usdc)":{"tokens":"1"}}}}}]';
    expect(await controlText(node, 'onSend', rule)).toBe(
      invalidText(
        'rule.then.succeed.accounts.$ata(alice,usdc): there is no mint `$usdc` (add it with stillnode_setAccount: {"mint": {"decimals": 6}})',
      ),
    );
    await controlText(node, 'setAccount', '["$usdc",{"mint":{"decimals":6}}]');
    expect(await controlText(node, 'onSend', rule)).toBe('"send-rule-1"');
  });

  it.each([
    ['[]', 'expected the arguments [rule], but rule is missing'],
    ['[null]', 'rule: expected an object, found null'],
    [
      '[{"match":{"feePayer":"alice"},"then":"drop"}]',
      'rule.match.feePayer: expected an address (base58 of 32 bytes) or a $name, found "alice" (a name starts with a dollar: $alice)',
    ],
    ['[{"then":{"delay":0}}]', 'rule.then.delay: expected 1 block or more, found 0'],
  ])('%s is refused, and nothing changes', async (params, message) => {
    const node = testNode({});
    expect(await controlText(node, 'onSend', params)).toBe(invalidText(message));
    expect(await controlText(node, 'listSendRules')).toBe('[]');
    expect(await controlText(node, 'onSend', '[{"then":"drop"}]')).toBe('"send-rule-1"');
  });
});

describe('rules', () => {
  const LIST = '[{"hits":0,"id":"send-rule-1","rule":{"then":"drop"}}]';
  const add = (node: ReturnType<typeof testNode>) => controlText(node, 'onSend', '[{"then":"drop"}]');

  it('come back with a snapshot', async () => {
    const node = testNode({});
    await add(node);
    await controlText(node, 'snapshot');
    await controlText(node, 'clearSendRules');
    await controlText(node, 'revert', '["snapshot-1"]');
    expect(await controlText(node, 'listSendRules')).toBe(LIST);
  });

  it('that are younger than a snapshot go with it, and a reset forgets all', async () => {
    const node = testNode({});
    await controlText(node, 'snapshot');
    await add(node);
    await controlText(node, 'revert', '["snapshot-1"]');
    expect(await controlText(node, 'listSendRules')).toBe('[]');
    await add(node);
    await controlText(node, 'reset');
    expect(await controlText(node, 'listSendRules')).toBe('[]');
  });

  it('stay where time moves on and where blocks are dropped', async () => {
    const node = testNode(THREE_TIPS);
    await add(node);
    for (const [verb, params] of [
      ['advance', '[2]'],
      ['setTips', '[{"processed":8}]'],
      ['setAccount', '["$alice",{"sol":1}]'],
      ['addBlock', '[{}]'],
      ['reorg', '[9]'],
      ['load', '[[]]'],
    ] as const) {
      expect(await controlText(node, verb, params)).not.toContain('"code"');
      expect(await controlText(node, 'listSendRules')).toBe(LIST);
    }
  });

  it('are those of one ledger: a fork starts without, and has its own', async () => {
    const node = testNode({});
    await add(node);
    const fork = await node.fork('a');
    expect(await controlText(fork, 'listSendRules')).toBe('[]');
    expect(await controlText(fork, 'onSend', '[{"then":"succeed"}]')).toBe('"send-rule-1"');
    expect(await controlText(node, 'listSendRules')).toBe(LIST);
    await controlText(node, 'clearSendRules');
    expect(await controlText(fork, 'listSendRules')).toBe('[{"hits":0,"id":"send-rule-1","rule":{"then":"succeed"}}]');
    await controlText(fork, 'reset');
    expect(await controlText(fork, 'listSendRules')).toBe('[]');
  });
});
