import { describe, expect, it } from 'vitest';
import { featureSlots, GATE_ADDRESSES } from '../../../src/gates.ts';
import { loadTexts } from '../../script/format/scripts.ts';
import { nodeOver } from '../../support/nodeOver.ts';
import { callText, protocolFor } from '../../support/testNode.ts';

/** The account of a feature says what the gate says, at every commitment. */

const TX_V1 = 'txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL';
const OWNER = 'Feature111111111111111111111111111111111111';

async function nodeOf(gates: string, cluster: string | null = 'mainnet') {
  const members = cluster === null ? '' : `"cluster": "${cluster}", `;
  const slots = '"slots": [{"from": 490, "to": 510}]';
  const tips = '"processed": 502, "confirmed": 500, "finalized": 499';
  const text = `{"agave": "4.3", "gates": ${gates}, ${members}${tips}, ${slots}}`;
  return nodeOver(await loadTexts({ 'a.ledger.json': text }), { dialect: 'agave' });
}

const accountOf = async (node: Awaited<ReturnType<typeof nodeOf>>, key: string, commitment: string) => {
  const answer = await callText(
    node,
    'getAccountInfo',
    `["${key}",{"commitment":"${commitment}","encoding":"base64"}]`,
  );
  return answer.replace(/^.*"value":/s, '');
};

/** @param since 9 bytes in base64 */
const account = (since: string, rentEpoch: string) =>
  `{"data":["${since}","base64"],"executable":false,"lamports":953520,"owner":"${OWNER}","rentEpoch":${rentEpoch},"space":9}}`;
const base64 = (slot: bigint) => {
  const bytes = Buffer.alloc(9, 1);
  bytes.writeBigUInt64LE(slot, 1);
  return bytes.toString('base64');
};

describe('getAccountInfo of a gate', () => {
  it.each([
    ['mainnet', '18446744073709551615'],
    ['localnet', '0'],
  ])('that activates at slot 500 of %s', async (cluster, rentEpoch) => {
    const node = await nodeOf('{"preset": "genesis", "txV1": {"from": 500}}', cluster);
    expect(await accountOf(node, TX_V1, 'finalized')).toBe('null}');
    const since500 = account(base64(500n), rentEpoch);
    expect(await accountOf(node, TX_V1, 'confirmed')).toBe(since500);
    expect(await accountOf(node, TX_V1, 'processed')).toBe(since500);
    await callText(node, 'stillnode_setTips', '[{"processed":510,"confirmed":510,"finalized":510}]');
    expect(await accountOf(node, TX_V1, 'finalized')).toBe(since500);
  });

  it.each(['mainnet', 'localnet'])('of a preset, in %s', async (cluster) => {
    const active = [...featureSlots(protocolFor('4.3', 'mainnet').gates, '4.3').keys()];
    const node = await nodeOf('"mainnet"', cluster);
    for (const gate of GATE_ADDRESSES) {
      const found = await accountOf(node, gate, 'finalized');
      if (active.includes(gate)) expect(found).toContain(`"data":["${base64(0n)}","base64"]`);
      else expect(found).toBe('null}');
    }
    const none = await nodeOf('"genesis"', cluster);
    for (const gate of GATE_ADDRESSES) expect(await accountOf(none, gate, 'finalized')).toBe('null}');
  });

  it('is absent without a cluster', async () => {
    expect(await accountOf(await nodeOf('"mainnet"', null), TX_V1, 'processed')).toBe('null}');
  });
});

describe('numbers', () => {
  const GATES =
    '{"preset": "genesis", "lamportsPerByte": [{"from": 500, "value": 6333}, {"from": 502, "value": 5080}]}';
  const STEPS = ['4a6f7o7iTcA8hRDCrPLkSatnt5Ykxiu36wo5p1Tt12wC', '61BtM7BkDEE8Yq5fskEVAQT9mYA8qCejJWoLe5apqg81'];

  it('have an account for each step, and the Rent account says the same', async () => {
    const node = await nodeOf(GATES);
    const found = (key: string, commitment: string) => accountOf(node, key, commitment);
    expect(await Promise.all(STEPS.map((key) => found(key, 'finalized')))).toEqual(['null}', 'null}']);
    expect(await found(STEPS[0]!, 'confirmed')).toContain(base64(500n));
    expect(await found(STEPS[1]!, 'confirmed')).toBe('null}');
    expect(await found(STEPS[1]!, 'processed')).toContain(base64(502n));
    for (const [commitment, perByte] of [
      ['finalized', 6960],
      ['confirmed', 6333],
      ['processed', 5080],
    ] as const)
      expect(await callText(node, 'getMinimumBalanceForRentExemption', `[0,{"commitment":"${commitment}"}]`)).toBe(
        `${128 * perByte}`,
      );
  });
});

it('getProgramAccounts of the feature program lists the gates that are active', async () => {
  const node = await nodeOf('{"preset": "genesis", "txV1": {"from": 500}}');
  const list = (commitment: string) =>
    callText(node, 'getProgramAccounts', `["${OWNER}",{"commitment":"${commitment}"}]`);
  expect(await list('finalized')).toBe('[]');
  expect(await list('confirmed')).toContain(`"pubkey":"${TX_V1}"`);
});
