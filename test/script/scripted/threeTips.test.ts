import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LoadedLedger, loadSources } from '../../../src/fixtures/loadLedger.ts';
import type { LedgerState } from '../../../src/ledger/state.ts';
import type { LedgerNode } from '../../../src/node/createNode.ts';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { accountsAtAnyTip } from '../../support/contents.ts';
import { nodeOver } from '../../support/nodeOver.ts';
import { type RandomScript, randomScript } from '../../support/randomScripts.ts';
import { namedAddress } from '../../support/transactions.ts';

/** Three tips of one ledger show the accounts that three ledgers show which end there, and have no forks. */

type Call = readonly [method: string, ...params: readonly unknown[]];

const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const;
const USDC = namedKeyPair('usdc').address;
const PEOPLE = ['alice', 'bob', 'carol', 'dave1', 'erin'].map((name) => namedKeyPair(name).address);

interface Case {
  readonly script: RandomScript;
  readonly processed: number;
  readonly confirmed: number;
  readonly finalized: number;
}

/** The processed tip may be on the fork. */
const CASE: fc.Arbitrary<Case> = fc.tuple(randomScript, fc.nat(), fc.nat(), fc.nat()).map(([script, ...picks]) => {
  const pick = (from: readonly number[], n: number) => from[n % from.length]!;
  const finalized = pick(script.mainSlots, picks[0]);
  const confirmed = pick(
    script.mainSlots.filter((slot) => slot >= finalized),
    picks[1],
  );
  const processed = pick(
    script.slots.filter((slot) => slot >= confirmed),
    picks[2],
  );
  return { script, processed, confirmed, finalized };
});

function load(text: string): Promise<LoadedLedger> {
  return loadSources([{ name: 'a.ledger.json', text }]);
}

/** Every method that looks at accounts. */
function callsAt(commitment: string, state: LedgerState): Call[] {
  const accounts = accountsAtAnyTip(state);
  const addresses = [...accounts.map(({ address }) => address), namedAddress('nobody')];
  const owners = [...new Set(accounts.map(({ owner }) => owner))];
  const config = { commitment };
  const programs = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((programId) => ({ programId }));
  return [
    ...addresses.flatMap((address): Call[] => [
      ['getAccountInfo', address, { ...config, encoding: 'base64' }],
      ['getAccountInfo', address, { ...config, encoding: 'jsonParsed' }],
      ['getBalance', address, config],
      ['getTokenAccountBalance', address, config],
      ['getTokenSupply', address, config],
      ['getTokenLargestAccounts', address, config],
    ]),
    ...PEOPLE.flatMap((address) =>
      [...programs, { mint: USDC }].flatMap((filter): Call[] => [
        ['getTokenAccountsByOwner', address, filter, { ...config, encoding: 'jsonParsed' }],
        ['getTokenAccountsByDelegate', address, filter, { ...config, encoding: 'base64' }],
      ]),
    ),
    ['getMultipleAccounts', addresses.slice(0, 100), { ...config, encoding: 'jsonParsed' }],
    ...owners.flatMap((owner): Call[] => [
      ['getProgramAccounts', owner, { ...config, encoding: 'jsonParsed', withContext: true }],
      ['getProgramAccounts', owner, { ...config, encoding: 'base64', filters: [{ dataSize: 165 }] }],
      [
        'getProgramAccounts',
        owner,
        { ...config, encoding: 'base64', filters: [{ memcmp: { offset: 0, bytes: USDC } }] },
      ],
    ]),
    ['getSupply', config],
    ['getLargestAccounts', config],
    ['getLargestAccounts', { ...config, filter: 'circulating' }],
    ['getVoteAccounts', config],
  ];
}

async function answersOf(node: LedgerNode, calls: readonly Call[]): Promise<string[]> {
  const answers: string[] = [];
  for (const [method, ...params] of calls)
    answers.push(await node.dispatch(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })));
  return answers;
}

/** The answers without the slots of their contexts. */
function contentOf(answers: readonly string[]): string {
  return answers.join('').replaceAll(/"slot":\d+/g, '');
}

interface Seen {
  forks: number;
  differing: number;
}

function sameAsCutLedgers(seen: Seen) {
  return fc.asyncProperty(CASE, async ({ script, ...tips }) => {
    const whole = await load(script.text(tips));
    const node = nodeOver(whole, { cacheMb: 0 });
    const contents = new Set<string>();
    for (const commitment of COMMITMENTS) {
      const tip = tips[commitment];
      const cut = await load(script.text({ processed: tip, confirmed: tip, finalized: tip }, tip));
      const calls = callsAt(commitment, whole.state);
      const answers = await answersOf(node, calls);
      expect(answers).toEqual(await answersOf(nodeOver(cut, { cacheMb: 0 }), calls));
      contents.add(contentOf(answers));
    }
    if (script.hasFork && tips.processed === script.slots.at(-1)) seen.forks++;
    if (contents.size === 3) seen.differing++;
  });
}

describe('what a commitment sees of accounts is what a ledger has that ends at its tip, without the fork', () => {
  it('in cases that have forks which were dropped, and tips that see different accounts', async () => {
    const seen = { forks: 0, differing: 0 };
    await fc.assert(sameAsCutLedgers(seen), { numRuns: 6, seed: 1 });
    expect(seen.forks).toBeGreaterThan(0);
    expect(seen.differing).toBeGreaterThan(1);
  });

  it('in random cases', async () => {
    await fc.assert(sameAsCutLedgers({ forks: 0, differing: 0 }), { numRuns: 18 });
  });
});
