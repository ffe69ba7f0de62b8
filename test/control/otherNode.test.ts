import { describe, expect, it, onTestFinished } from 'vitest';
import type { LedgerNode } from '../../src/index.ts';
import { NODE_VERSION_NAMES } from '../../src/nodeVersion.ts';
import { controlText, invalidText } from '../support/control.ts';
import { callText, type LedgerSpec, protocolFor, THREE_TIPS, testNode } from '../support/testNode.ts';

/** Faults with `as`: nodes of several versions behind one address. */

const MAINNET = protocolFor('4.3', 'mainnet');
const V43 = '{"feature-set":3383571666,"solana-core":"4.3.2"}';
const V42 = '{"feature-set":565236538,"solana-core":"4.2.1"}';
const V41 = '{"feature-set":3345198602,"solana-core":"4.1.2"}';
const V44 = '{"feature-set":3722100051,"solana-core":"4.4.0"}';
const NO_METHOD = '{"code":-32601,"message":"Method not found"}';

const nobody = '11111111111111111111111111111112';
const PROCESSED = '{"commitment":"processed"}';

function mixed(spec: LedgerSpec = {}): LedgerNode {
  return testNode({ ...THREE_TIPS, protocol: MAINNET, ...spec }, 'agave');
}

const balanceText = (slot: number, release: string) =>
  `{"context":{"apiVersion":"${release}","slot":${slot}},"value":0}`;

describe('a fault that answers as another node', () => {
  it.each<[then: object, method: string, params: string, answer: string]>([
    [{ as: { agave: '4.2' } }, 'getVersion', '[]', V42],
    [{ as: { agave: '4.1' } }, 'getVersion', '[]', V41],
    [{ as: { agave: '4.3' } }, 'getVersion', '[]', V43],
    [{ as: { stale: 2 } }, 'getVersion', '[]', V43],
    [{ as: { agave: '4.2' } }, 'getBalance', `["${nobody}",${PROCESSED}]`, balanceText(7, '4.2.1')],
    [{ as: { agave: '4.2', stale: 2 } }, 'getBalance', `["${nobody}",${PROCESSED}]`, balanceText(5, '4.2.1')],
    [{ as: { stale: 2 } }, 'getBalance', `["${nobody}",${PROCESSED}]`, balanceText(5, '4.3.2')],
    [{ as: { agave: '4.2' }, stale: 2 }, 'getBalance', `["${nobody}",${PROCESSED}]`, balanceText(5, '4.2.1')],
    [{ as: { agave: '4.1' }, delayMs: 1 }, 'getAgGenesisCert', '[]', NO_METHOD],
    [{ as: { agave: '4.2' }, dropNotifications: true }, 'getAgGenesisCert', '[]', 'null'],
    [{ as: { agave: '4.4' } }, 'getVersion', '[]', V44],
    [{ as: { agave: '4.4', featureSet: 8 } }, 'getVersion', '[]', '{"feature-set":8,"solana-core":"4.4.0"}'],
    [{ as: { agave: '4.2', featureSet: 8, stale: 1 } }, 'getVersion', '[]', '{"feature-set":8,"solana-core":"4.2.1"}'],
    [{ as: { agave: '4.4' } }, 'getBalance', `["${nobody}",${PROCESSED}]`, balanceText(7, '4.4.0')],
    [
      { as: { agave: '4.4', stale: 1 } },
      'getSignatureStatuses',
      '[[],{}]',
      '{"context":{"apiVersion":"4.4.0","slot":6},"value":[]}',
    ],
    [
      { as: { agave: '4.1', stale: 1 } },
      'getSlot',
      '[{"commitment":"processed","minContextSlot":7}]',
      '{"code":-32016,"message":"Minimum context slot has not been reached","data":{"contextSlot":6}}',
    ],
  ])('%j: %s %s', async (then, method, params, answer) => {
    const node = mixed();
    await node.addFault({ match: { times: 1 }, then });
    expect(await callText(node, method, params)).toBe(answer);
    // the node of the ledger answers every other call
    expect(await callText(node, 'getVersion', '[]')).toBe(V43);
    expect(await callText(node, 'getBalance', `["${nobody}",${PROCESSED}]`)).toBe(balanceText(7, '4.3.2'));
  });

  it('refuses as many addresses of getInflationReward as its version does', async () => {
    const node = mixed();
    const params = JSON.stringify([Array.from({ length: 33 }, () => nobody), { epoch: 9 }]);
    const ask = () => callText(node, 'getInflationReward', params);
    const refusal = '{"code":-32602,"message":"Too many inputs provided; max 32"}';
    expect(await ask()).toBe(refusal);
    await node.fail('getInflationReward', { as: { agave: '4.2' } });
    expect(await ask()).toMatch(/^\{"code":-32004,/);
  });

  it('knows the consensus of the cluster, whatever its version', async () => {
    const node = mixed({ protocol: { ...MAINNET, alpenglowFrom: 0n } });
    await node.fail('getAgGenesisCert', { as: { agave: '4.2' } }, { times: 1 });
    expect(await callText(node, 'getAgGenesisCert', '[]')).toMatch(/^\{"block":\{"block_id":\[/);
    expect(await callText(node, 'getAgGenesisCert', '[]')).toMatch(/^\{"block":\{"blockId":\[/);
  });

  it('has the feature set of the ledger only where the release is that of the ledger', async () => {
    const node = mixed({ node: { featureSet: 7 } });
    await node.fail('getVersion', { as: { agave: '4.3' } }, { times: 1 });
    await node.fail('getVersion', { as: { agave: '4.2' } }, { times: 1 });
    const ask = () => callText(node, 'getVersion', '[]');
    expect([await ask(), await ask(), await ask()]).toEqual([
      '{"feature-set":7,"solana-core":"4.3.2"}',
      V42,
      '{"feature-set":7,"solana-core":"4.3.2"}',
    ]);
  });

  it('takes each call of a batch alone, and no cached answer of another version', async () => {
    const node = mixed();
    await node.fail('getVersion', { as: { agave: '4.2' } }, { after: 1, times: 1 });
    await node.fail('getVersion', { as: { agave: '4.1', stale: 1 } }, { after: 1, times: 1 });
    const call = '{"jsonrpc":"2.0","id":1,"method":"getVersion"}';
    const replies = [V43, V42, V41, V43].map((result) => `{"jsonrpc":"2.0","result":${result},"id":1}`);
    expect(await node.dispatch(`[${call},${call},${call},${call}]`)).toBe(`[${replies}]\n`);
    expect(await callText(node, 'getVersion', '[]')).toBe(V43);
  });

  it('answers over HTTP, and leaves sends alone', async () => {
    const node = mixed();
    const listener = await node.listen();
    onTestFinished(() => listener.close());
    await node.addFault({ match: { method: ['getVersion', 'sendTransaction'] }, then: { as: { agave: '4.2' } } });
    const ask = async (method: string) => {
      const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":[]}`;
      const headers = { 'content-type': 'application/json' };
      return (await fetch(listener.url, { method: 'POST', headers, body })).text();
    };
    expect(await ask('getVersion')).toBe(`{"jsonrpc":"2.0","result":${V42},"id":1}\n`);
    expect(await ask('sendTransaction')).toContain('"code":-32602');
    expect(await node.listFaults()).toMatchObject([{ hits: 1 }]);
  });

  it('meets the same calls for the same seed', async () => {
    const answers = async () => {
      const node = mixed();
      await node.fail('getVersion', { as: { agave: '4.2' } }, { probability: 0.5, seed: 7 });
      const texts: string[] = [];
      for (let i = 0; i < 8; i++) texts.push(await callText(node, 'getVersion', '[]'));
      return texts;
    };
    const first = await answers();
    expect(new Set(first)).toEqual(new Set([V42, V43]));
    expect(await answers()).toEqual(first);
  });

  it('is the one whose reasons the journal gives', async () => {
    const node = mixed();
    await node.fail('getBlock', { as: { agave: '4.2', stale: 2 } });
    await callText(node, 'getBlock', '[5]');
    const [call] = await node.calls({ why: true });
    expect(call?.why).toEqual([
      'the block is known, but only processed: it is in slot 5, and the finalized tip is 3 (stillnode_setTips [{"finalized":5}] goes there)',
    ]);
  });

  it.each([
    ['{"as":{}}', 'rule.then.as: expected agave, stale or both, found an empty object'],
    ['{"as":{"featureSet":8}}', 'rule.then.as.featureSet: there cannot be as.featureSet without as.agave'],
    [
      '{"as":{"agave":"4.4","featureSet":-1}}',
      'rule.then.as.featureSet: expected an integer from 0 to 4294967295 (u32), found -1',
    ],
    ['{"as":"4.2"}', 'rule.then.as: expected an object, found "4.2"'],
    ['{"as":{"stale":0}}', 'rule.then.as.stale: expected 1 slot or more, found 0'],
    ['{"as":{"agava":"4.2"}}', 'rule.then.as.agava: unknown member (did you mean "agave"?)'],
    ['{"as":{"stale":1},"stale":1}', 'rule.then.as.stale: there cannot be as.stale where there is stale'],
    ...[
      '"preset":"unhealthy"',
      '"rpcError":{"code":1,"message":""}',
      '"result":1',
      '"results":[1]',
      '"limit":{"perSecond":1}',
      '"http":{"status":503}',
      '"garbage":true',
      '"reset":true',
      '"truncate":1',
    ].map((other): [string, string] => [
      `{"as":{"agave":"4.2"},${other}}`,
      `rule.then.as: there cannot be as where there is ${/^"(\w+)"/.exec(other)![1]}`,
    ]),
  ])('refuses %s', async (then, message) => {
    expect(await controlText(mixed(), 'addFault', `[{"then":${then}}]`)).toBe(invalidText(message));
  });

  it('names the versions there are', async () => {
    const names = NODE_VERSION_NAMES.map((name) => `"${name}"`).join(', ');
    expect(await controlText(mixed(), 'addFault', '[{"then":{"as":{"agave":"3.9"}}}]')).toBe(
      invalidText(`rule.then.as.agave: expected ${names} as text, found "3.9"`),
    );
  });
});
