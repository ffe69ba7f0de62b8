import { describe, expect, it } from 'vitest';
import { NODE_VERSION_NAMES, NODE_VERSIONS, type NodeVersionName } from '../../src/nodeVersion.ts';
import { namedKeyPair } from '../../src/runtime/names/namedKeys.ts';
import { folder, post, run, serveHere } from './command.ts';

/** What the command answers in each version under each consensus, as text. */

const SCRIPT = {
  cluster: 'mainnet',
  accounts: { $alice: { sol: 5 } },
  slots: [
    { from: 1, to: 37 },
    { slot: 38, transactions: [{ transfer: { from: '$alice', to: '$bob', sol: 1 } }] },
    { from: 39, to: 40 },
  ],
};
const BOB = namedKeyPair('bob').address;
const FEATURE = 'A1pengvuM6JEcyNuTnMqepBKhwHE3N6PmUrdATGawhJS';

type Ask = (method: string, ...params: readonly unknown[]) => Promise<string>;

async function asking(...flags: readonly string[]): Promise<Ask> {
  const path = folder({ 'a.ledger.json': JSON.stringify(SCRIPT) });
  const { url } = await serveHere(['--dialect', 'agave', ...flags, path]);
  return async (method, ...params) => {
    const reply = await (await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).text();
    const answer = /"(?:result|error)":(.*),"id":1\}\n$/.exec(reply)?.[1] ?? reply;
    return answer.replace(/^\{"context":\{[^}]*\},"value":(.*)\}$/, '$1').replace(/\[(\d+,){31,}\d+\]/g, '[…]');
  };
}

/** The status of the payment, at the tips that it is asked at. */
async function statusOf(ask: Ask): Promise<string> {
  const [{ signature }] = JSON.parse(await ask('getSignaturesForAddress', BOB)) as [{ readonly signature: string }];
  return ask('getSignatureStatuses', [signature]);
}

const status = (level: string, confirmations: number | null) =>
  `[{"confirmationStatus":"${level}","confirmations":${confirmations},"err":null,"slot":38,"status":{"Ok":null}}]`;
const voters = async (ask: Ask) => {
  const text = await ask('getVoteAccounts', { commitment: 'processed' });
  return /"lastVote":\d+|"rootSlot":\d+/g[Symbol.match](text)!.join();
};
const STAKE = '"totalStake":1000000000000000';
const UNKNOWN = '{"code":-32601,"message":"Method not found"}';

async function answersOf(ask: Ask): Promise<Record<string, string>> {
  return {
    status: await statusOf(ask),
    commitment: await ask('getBlockCommitment', 30),
    voters: await voters(ask),
    health: await ask('getHealth'),
    certificate: await ask('getAgGenesisCert'),
    feature: (await ask('getAccountInfo', FEATURE, { encoding: 'base64' })).replace(/,"executable".*/, ''),
    votes: await ask('voteSubscribe'),
  };
}

const certificateBefore = (version: NodeVersionName) =>
  NODE_VERSIONS[version].genesisCertificate === 'none' ? UNKNOWN : 'null';

describe.each(NODE_VERSION_NAMES)('Agave %s', (version) => {
  it.runIf(NODE_VERSIONS[version].hasTower)('under Tower', async () => {
    const ask = await asking('--agave', version, '--consensus', 'tower');
    const final = await answersOf(ask);
    expect(final).toEqual({
      status: status('finalized', null),
      commitment: `{"commitment":[…],${STAKE}}`,
      voters: '"lastVote":40,"rootSlot":9',
      health: '"ok"',
      certificate: certificateBefore(version),
      feature: 'null',
      votes: UNKNOWN,
    });
    await ask('stillnode_setTips', { confirmed: 39, finalized: 10 });
    expect(await ask('stillnode_getTips')).toContain('"consensus":"tower"');
  });

  it.runIf(NODE_VERSIONS[version].hasAlpenglow)('under Alpenglow', async () => {
    const ask = await asking('--agave', version, '--consensus', 'alpenglow', '--gates', 'genesis');
    expect(await answersOf(ask)).toEqual({
      status: status('finalized', null),
      commitment: `{"commitment":null,${STAKE}}`,
      voters: '"lastVote":40,"rootSlot":39',
      health: '"ok"',
      certificate: '{"block":{"blockId":[…],"slot":0},"signature":{"bitmap":[0,0,0],"signature":[…]}}',
      feature: '{"data":["AQAAAAAAAAAA","base64"]',
      votes: UNKNOWN,
    });
    expect(await ask('stillnode_setTips', { finalized: 10 })).toBe('{"confirmed":10,"finalized":10,"processed":40}');
    expect(await ask('stillnode_setTips', { confirmed: 39, finalized: 10 })).toContain(
      'a Tower ledger has two: choose it with',
    );
  });

  it.runIf(!NODE_VERSIONS[version].hasAlpenglow)('has no Alpenglow', async () => {
    const path = folder({ 'a.ledger.json': JSON.stringify(SCRIPT) });
    const { code, stderr } = await run(['--agave', version, '--consensus', 'alpenglow', path]);
    expect(code).not.toBe(0);
    expect(stderr).toContain(
      `--consensus alpenglow (option consensus) is refused: Agave ${version} has no Alpenglow: it came with 4.3`,
    );
  });
});
