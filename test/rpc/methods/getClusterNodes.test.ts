import { describe, expect, expectTypeOf, it } from 'vitest';
import { createNode, type LedgerNode, ledger, startNode } from '../../../src/index.ts';
import { getClusterNodes } from '../../../src/rpc/methods/getClusterNodes.ts';
import { BOTH_DIALECTS, notInLedgerText } from '../../support/answers.ts';
import { NO_PARAMS_CASES } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const ONE = namedAddress('one');
const TWO = namedAddress('two');
const NODE = testNode({
  cluster: {
    clusterNodes: [
      { version: '4.1.0', tpu: null, pubkey: TWO, featureSet: 4294967295, rpc: '[::1]:8899' },
      { pubkey: ONE, version: null },
    ],
  },
});

describe('the own node of a localnet', () => {
  const localnet = {
    ledger: ledger({ cluster: 'localnet', consensus: 'tower' }),
    dialect: 'agave',
    agave: '4.3',
  } as const;
  const ask = async (node: Pick<LedgerNode, 'request'>) => (await node.request('getClusterNodes'))[0];

  it('has the addresses where it listens, also in a fork and in explanations, and those of a test validator', async () => {
    await using node = await startNode(localnet);
    const { host, hostname } = new URL(node.url);
    const { host: pubsub } = new URL(node.wsUrl);
    const contact = {
      ...{
        gossip: `${hostname}:8001`,
        pubsub,
        rpc: host,
        serveRepair: `${hostname}:8017`,
        tpu: null,
        tpuForwards: null,
      },
      ...{ tpuForwardsQuic: `${hostname}:8012`, tpuQuic: `${hostname}:8011`, tpuVote: `${hostname}:8013` },
      tvu: `${hostname}:8010`,
    };
    expect(pubsub).not.toBe(host);
    expect(await ask(node)).toMatchObject(contact);
    expect(await ask(await node.fork())).toMatchObject(contact);
    const explained = await node.explain('getClusterNodes');
    expect(explained.answer).toMatchObject({ result: [contact] });
  });

  it('has none without a port, nor has a validator of another cluster', async () => {
    const none = { gossip: null, pubsub: null, rpc: null, tvu: null };
    const node = await createNode(localnet);
    expect(await ask(node)).toMatchObject(none);
    const listener = await node.listen();
    expect((await ask(node))!.rpc).toBe(new URL(listener.url).host);
    await listener.close();
    expect(await ask(node)).toMatchObject(none);
    await using devnet = await startNode({ ...localnet, ledger: ledger({ cluster: 'devnet' }) });
    expect(await ask(devnet)).toMatchObject(none);
  });
});

describe.each(BOTH_DIALECTS)('getClusterNodes (%s)', (dialect) => {
  it.each(['[]', 'null'])('shows them in the order of the ledger, members sorted: %s', async (params) => {
    expect(await callText(NODE, 'getClusterNodes', params, dialect)).toBe(
      `[{"featureSet":4294967295,"pubkey":"${TWO}","rpc":"[::1]:8899","tpu":null,"version":"4.1.0"},{"pubkey":"${ONE}","version":null}]`,
    );
  });

  it('a node alone knows nobody', async () => {
    expect(await callText(testNode({ cluster: { clusterNodes: [] } }), 'getClusterNodes', '[]', dialect)).toBe('[]');
  });

  it('a ledger that does not say them has none to give', async () => {
    expect(await callText(testNode({}), 'getClusterNodes', '[]', dialect)).toBe(
      notInLedgerText('This ledger does not say the nodes of its cluster: put `clusterNodes` into ledger.json'),
    );
  });

  it.each(NO_PARAMS_CASES)('%s is refused', async (params, error) => {
    expect(await callText(NODE, 'getClusterNodes', params, dialect)).toBe(error);
  });
});

it('its schema and its type have all members of a node, `tpuVote` in those versions that have it', () => {
  type ObjectSchema = { properties: Record<string, unknown>; required: string[] };
  const { properties, required } = (getClusterNodes.result as unknown as { items: ObjectSchema }).items;
  expect(Object.keys(properties).filter((name) => !required.includes(name))).toEqual(['tpuVote']);
  expect(properties).toMatchObject({
    featureSet: { anyOf: [{ maximum: 2 ** 32 - 1 }, { type: 'null' }] },
    shredVersion: { anyOf: [{ maximum: 2 ** 16 - 1 }, { type: 'null' }] },
  });
  const ask = (node: LedgerNode) => node.request('getClusterNodes');
  type Node = Awaited<ReturnType<typeof ask>>[number];
  expectTypeOf<Node['clientId']>().toEqualTypeOf<string | null>();
  expectTypeOf<Node['tpuVote']>().toEqualTypeOf<string | null | undefined>();
});
