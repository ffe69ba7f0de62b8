import { PublicKey, SystemProgram } from '@solana/web3.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tipsOf } from '../../../src/ledger/tips.ts';
import { LedgerView } from '../../../src/ledger/view.ts';
import type { SendOutcome } from '../../../src/runtime/sendRule.ts';
import { fixedRunsOf } from '../../support/runs.ts';
import { FEE, type SendNode, sendNode } from '../../support/sends.ts';
import { keyOf, keypair, legacyBytes } from '../../support/sentTransactions.ts';

const NAMES = ['alice', 'bob', 'carol'];
const STARTING = 10_000_000n;
const name = fc.constantFrom(...NAMES);

const outcome: fc.Arbitrary<SendOutcome> = fc.oneof(
  fc.constantFrom<SendOutcome>(
    { kind: 'succeed' },
    { kind: 'drop' },
    { kind: 'stopAt', commitment: 'processed' },
    { kind: 'stopAt', commitment: 'confirmed' },
    { kind: 'refuse', err: 'BlockhashNotFound' },
    { kind: 'feesOnly', err: 'ProgramAccountNotFound' },
    { kind: 'fail', isLate: true, err: { InstructionError: [0, { Custom: 7 }] } },
  ),
  fc.record({ kind: fc.constant('delay' as const), blocks: fc.bigInt(1n, 4n) }),
  fc.record({ kind: fc.constant('fork' as const), dropAfter: fc.bigInt(1n, 4n), landsAgain: fc.boolean() }),
);
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      from: name,
      to: name,
      lamports: fc.constantFrom(0, 1, 900_000, 4_000_000, 9_995_000, 20_000_000),
      skipsPreflight: fc.boolean(),
      then: outcome,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('advance' as const), slots: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'setTips' as const }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

/** Every send under the newest hash of the processed chain. */
async function act(sends: SendNode, made: Action): Promise<void> {
  if (made.kind === 'advance') return void (await sends.node.advance(made.slots));
  const { state } = sends.live.version;
  if (made.kind === 'setTips') return void (await sends.node.setTips({ finalized: Number(tipsOf(state).processed) }));
  const { from, lamports, skipsPreflight, then, to } = made;
  await sends.live.changeSends((all) => ({ ...all, rules: [] }));
  await sends.rule(then);
  const { blockhash } = new LedgerView(state, 'processed', { keepOrphan: false }).newestBlock!;
  const toPubkey = new PublicKey(keyOf(to));
  const payment = SystemProgram.transfer({ fromPubkey: keypair(from).publicKey, toPubkey, lamports });
  const config = `"preflightCommitment":"processed"${skipsPreflight ? ',"skipPreflight":true' : ''}`;
  expect(await sends.send(legacyBytes(blockhash, [payment], { signers: [from] }), config)).toMatch(
    /^("\w+"|\{"code":-32002,.*)$/s,
  );
}

/** Balances as they follow from the transactions that the chain shows. */
function balancesByHistory(view: LedgerView): Map<string, bigint> {
  const balances = new Map(NAMES.map((each) => [`${keyOf(each)}`, STARTING]));
  const blocks = [...view.blocksDown()].reverse();
  for (const { transactions = [] } of blocks) {
    for (const transaction of transactions) {
      if (transaction.kind !== 'wire') throw new Error('a sent transaction keeps its bytes');
      const { accountKeys, err, wire } = transaction;
      const lamports = Buffer.from(wire).readBigUInt64LE(wire.length - 8);
      const [payer, other] = accountKeys;
      const to = accountKeys.length === 2 ? payer! : other!;
      balances.set(payer!, balances.get(payer!)! - FEE - (err === null ? lamports : 0n));
      if (err === null) balances.set(to, balances.get(to)! + lamports);
    }
  }
  return balances;
}

it('whatever is sent and however the ledger moves, balances are what the transactions of the chain make them', async () => {
  let landed = 0;
  const property = fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25, size: 'max' }), async (actions) => {
    const sends = sendNode({ accounts: NAMES.map((each) => ({ address: keyOf(each), lamports: STARTING })) });
    for (const made of actions) {
      await act(sends, made);
      const { state } = sends.live.version;
      for (const commitment of ['processed', 'confirmed', 'finalized'] as const) {
        const view = new LedgerView(state, commitment, { keepOrphan: false });
        const read = NAMES.map((each) => [`${keyOf(each)}`, sends.lamports(keyOf(each), commitment)] as const);
        expect(new Map(read)).toEqual(balancesByHistory(view));
      }
      const { confirmed, finalized, processed } = tipsOf(state);
      expect(finalized <= confirmed && confirmed <= processed).toBe(true);
      expect(sends.live.sends.queue.every(({ blocksToGo }) => blocksToGo >= 1n)).toBe(true);
    }
    landed += sends.live.version.state.history.transactionCount;
  });
  // most of them have to come that far for this to say anything
  await fc.assert(property, { numRuns: fixedRunsOf(10, 4), seed: 1 });
  expect(landed).toBeGreaterThan(10);
  await fc.assert(property, { numRuns: 15 });
});
