import { describe, expect, it } from 'vitest';
import { loadTexts } from '../../script/format/scripts.ts';
import { nodeOver } from '../../support/nodeOver.ts';
import { callText } from '../../support/testNode.ts';

/** The accounts of a test validator whose cluster begins under Alpenglow. Source agave 4.5.0-alpha.4 runtime genesis_utils.rs */

const CERTIFICATE = '42Ym56TQ7AKFThRv5nyoSABq5ZPgE2TLKo8BALZEtoU1';
const INFLATION = '3vJzniWALu2qGFJ1ZY6JD3Y2ZmA5zWqmVdDX7yBXHgu7';

const CERTIFICATE_DATA = Buffer.alloc(8 + 32 + 192 + 8 + 3);
CERTIFICATE_DATA[8 + 32 + 192] = 3; // the length of the bitmap
const INFLATION_DATA = Buffer.alloc(8 + 8 + 8 + 1);
INFLATION_DATA.writeUInt32LE(432_000, 8);

async function nodeOf(members: string) {
  const text = `{${members}, "processed": 510, "confirmed": 510, "finalized": 510, "slots": [{"from": 490, "to": 510}]}`;
  return nodeOver(await loadTexts({ 'a.ledger.json': text }), { dialect: 'agave' });
}

type Node = Awaited<ReturnType<typeof nodeOf>>;

const accountOf = async (node: Node, key: string) =>
  (await callText(node, 'getAccountInfo', `["${key}",{"encoding":"base64"}]`)).replace(/^.*"value":/s, '');

const account = (data: Buffer, lamports: number) =>
  `{"data":["${data.toString('base64')}","base64"],"executable":false,"lamports":${lamports},` +
  `"owner":"11111111111111111111111111111111","rentEpoch":0,"space":${data.length}}}`;

describe('a localnet that begins under Alpenglow', () => {
  it.each([
    ['4.5', '"agave": "4.5", "cluster": "localnet"'],
    ['4.4', '"agave": "4.4", "cluster": "localnet", "consensus": "alpenglow"'],
    ['4.3', '"agave": "4.3", "cluster": "localnet", "consensus": "alpenglow"'],
    [
      'another length of epochs',
      '"agave": "4.5", "cluster": "localnet", "epochSchedule": {"slotsPerEpoch": 64, "leaderScheduleSlotOffset": 64, "warmup": false, "firstNormalEpoch": 0, "firstNormalSlot": 0}',
    ],
  ])('has the certificate and the state of inflation: %s', async (_, members) => {
    const node = await nodeOf(members);
    expect(await accountOf(node, CERTIFICATE)).toBe(account(CERTIFICATE_DATA, 2_582_160));
    expect(await accountOf(node, INFLATION)).toBe(account(INFLATION_DATA, 1_064_880));
    const found = await callText(
      node,
      'getProgramAccounts',
      '["11111111111111111111111111111111",{"encoding":"base64"}]',
    );
    for (const key of [CERTIFICATE, INFLATION]) expect(found).toContain(`"pubkey":"${key}"`);
  });
});

it.each([
  ['a localnet with Tower', '"agave": "4.4", "cluster": "localnet"'],
  ['a migration', '"agave": "4.4", "cluster": "localnet", "consensus": {"alpenglowFrom": 500}'],
  ['a shared cluster', '"agave": "4.5", "cluster": "mainnet"'],
  ['no cluster', '"agave": "4.5"'],
])('%s has neither', async (_, members) => {
  const node = await nodeOf(members);
  expect(await accountOf(node, CERTIFICATE)).toBe('null}');
  expect(await accountOf(node, INFLATION)).toBe('null}');
});
