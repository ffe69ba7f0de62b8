import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, SYSTEM_PROGRAM } from '../../../src/solana/address.ts';
import { type BlockSpec, callText, type LedgerSpec, testNode } from '../../support/testNode.ts';
import { namedAddress, namedSignature, RECIPIENT } from '../../support/transactions.ts';

const PAYERS = ['p0', 'p1', 'p2'].map(namedAddress) as [Address, Address, Address];

interface RandomLedger {
  readonly spec: LedgerSpec & { readonly confirmed: number; readonly finalized: number };
  /** every transaction of the chain up to a commitment, newest first */
  readonly chain: Readonly<Record<'confirmed' | 'finalized', readonly Entry[]>>;
}

interface Entry {
  readonly name: string;
  readonly payer: number;
  readonly slot: number;
}

/**
 * A chain with skipped slots and dropped forks hanging off it. Built forwards, as a cluster does, so that the
 * expectation never walks parents.
 */
const LEDGERS: fc.Arbitrary<RandomLedger> = fc
  .record({
    steps: fc.array(
      fc.record({
        kind: fc.constantFrom('block', 'block', 'block', 'skipped', 'fork'),
        payers: fc.array(fc.nat(2), { maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 14 },
    ),
    confirmed: fc.nat(13),
    finalized: fc.nat(13),
  })
  .map(({ steps, confirmed, finalized }) => {
    const blocks: BlockSpec[] = [];
    const onChain: { slot: number; entries: Entry[] }[] = [];
    steps.forEach(({ kind, payers }, i) => {
      if (kind === 'skipped') return;
      const slot = 10 + i;
      const entries = payers.map((payer, index) => ({ name: `${slot}/${index}`, payer, slot }));
      const transactions = entries.map(({ name, payer }) => ({
        name,
        accountKeys: [PAYERS[payer]!, RECIPIENT, SYSTEM_PROGRAM],
      }));
      blocks.push({ slot, parentSlot: onChain.at(-1)?.slot ?? 9, transactions });
      if (kind === 'block') onChain.push({ slot, entries });
    });
    const tip = onChain.length - 1;
    const confirmedAt = Math.min(tip, confirmed);
    const finalizedAt = Math.min(confirmedAt, finalized);
    const slotAt = (index: number) => onChain[index]?.slot ?? 9;
    const upTo = (index: number) =>
      onChain
        .slice(0, index + 1)
        .flatMap(({ entries }) => entries)
        .reverse();
    return {
      spec: { blocks, processed: slotAt(tip), confirmed: slotAt(confirmedAt), finalized: slotAt(finalizedAt) },
      chain: { confirmed: upTo(confirmedAt), finalized: upTo(finalizedAt) },
    };
  });

const COMMITMENTS = fc.constantFrom('confirmed' as const, 'finalized' as const);

async function list(node: ReturnType<typeof testNode>, payer: number, config: object): Promise<string[]> {
  const text = await callText(node, 'getSignaturesForAddress', JSON.stringify([PAYERS[payer], config]));
  return (JSON.parse(text) as { signature: string }[]).map(({ signature }) => signature);
}

const signaturesOf = (entries: readonly Entry[], payer: number) =>
  entries.filter((entry) => entry.payer === payer).map(({ name }) => namedSignature(name));

describe('getSignaturesForAddress over random ledgers', () => {
  it('equals a naive cut of the chain by before, until and limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        LEDGERS,
        COMMITMENTS,
        fc.nat(2),
        fc.option(fc.nat(30)),
        fc.option(fc.nat(30)),
        fc.integer({ min: 1, max: 6 }),
        async ({ chain, spec }, commitment, payer, beforePick, untilPick, limit) => {
          const entries = chain[commitment];
          const pick = (at: number | null) => (at === null ? undefined : entries[at % Math.max(1, entries.length)]);
          const before = pick(beforePick);
          const until = pick(untilPick);
          const start = before === undefined ? 0 : entries.indexOf(before) + 1;
          let end = until === undefined ? entries.length : entries.indexOf(until);
          // the node's quirk: an until in a newer slot leaves what precedes before in its own slot
          if (before !== undefined && until !== undefined && until.slot > before.slot)
            end = entries.findLastIndex(({ slot }) => slot === before.slot) + 1;
          const config = {
            commitment,
            limit,
            before: before && namedSignature(before.name),
            until: until && namedSignature(until.name),
          };
          const expected = signaturesOf(entries.slice(start, Math.max(start, end)), payer).slice(0, limit);
          expect(await list(testNode(spec), payer, config)).toEqual(expected);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('pages of any size joined are the whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        LEDGERS,
        COMMITMENTS,
        fc.integer({ min: 1, max: 5 }),
        async ({ chain, spec }, commitment, limit) => {
          const node = testNode(spec, 'agave');
          const joined: string[] = [];
          for (;;) {
            const page = await list(node, 0, { commitment, limit, before: joined.at(-1) });
            joined.push(...page);
            if (page.length < limit) break;
          }
          expect(joined).toEqual(signaturesOf(chain[commitment], 0));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('getTransaction and getBlock show what the chain holds and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(LEDGERS, COMMITMENTS, async ({ chain, spec }, commitment) => {
        const node = testNode(spec);
        const visible = new Set(chain[commitment].map(({ name }) => name));
        for (const { slot, transactions = [] } of spec.blocks ?? []) {
          const block = await callText(
            node,
            'getBlock',
            `[${slot},{"commitment":"${commitment}","transactionDetails":"signatures"}]`,
          );
          for (const { name } of transactions) {
            const signature = namedSignature(name);
            const text = await callText(node, 'getTransaction', `["${signature}",{"commitment":"${commitment}"}]`);
            expect(text === 'null').toBe(!visible.has(name));
            expect(block.includes(signature)).toBe(visible.has(name));
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('integers of any size reach the text', () => {
  const U64 = fc.bigInt({ min: 0n, max: 18446744073709551615n });
  const I64 = fc.bigInt({ min: -9223372036854775808n, max: 9223372036854775807n });

  it('of metadata and rewards', async () => {
    await fc.assert(
      fc.asyncProperty(U64, U64, U64, I64, async (fee, balance, units, lamports) => {
        const reward = { pubkey: RECIPIENT, lamports, postBalance: balance, rewardType: 'Rent', commission: null };
        const meta = {
          fee,
          preBalances: [balance],
          postBalances: [units],
          computeUnitsConsumed: units,
          costUnits: fee,
        };
        const node = testNode(
          { blocks: [{ slot: 5, rewards: [reward], transactions: [{ name: 't', meta }] }] },
          'agave',
        );
        const text = await callText(node, 'getBlock', '[5]');
        expect(text).toContain(`"meta":{"computeUnitsConsumed":${units},"costUnits":${fee},"err":null,"fee":${fee},`);
        expect(text).toContain(`"postBalances":[${units}],"postTokenBalances":[],"preBalances":[${balance}],`);
        expect(text).toContain(`"rewards":[{"commission":null,"lamports":${lamports},"postBalance":${balance},`);
      }),
    );
  });

  it('of accounts', async () => {
    await fc.assert(
      fc.asyncProperty(U64, U64, async (lamports, rentEpoch) => {
        fc.pre(lamports > 0n);
        const node = testNode({ accounts: [{ address: RECIPIENT, lamports, rentEpoch }] });
        expect(await callText(node, 'getMultipleAccounts', `[["${RECIPIENT}"]]`)).toContain(
          `"lamports":${lamports},"owner":"${SYSTEM_PROGRAM}","rentEpoch":${rentEpoch},"space":0}`,
        );
      }),
    );
  });
});
