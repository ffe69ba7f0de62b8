import { PublicKey, SystemProgram } from '@solana/web3.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDropped } from '../../../src/ledger/state.ts';
import { tipsOf } from '../../../src/ledger/tips.ts';
import { LedgerView } from '../../../src/ledger/view.ts';
import { SendFates } from '../../../src/rpc/sending/fates.ts';
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

const disorder = fc.oneof(
  { weight: 6, arbitrary: action },
  { weight: 1, arbitrary: fc.constantFrom(...(['snapshot', 'revert', 'reorg', 'setBack'] as const)) },
);

/** Moves of a ledger that take blocks away. @param snapshots ids, newest last */
async function disturb(sends: SendNode, move: 'snapshot' | 'revert' | 'reorg' | 'setBack', snapshots: string[]) {
  const { finalized, processed } = tipsOf(sends.live.version.state);
  const id = snapshots.at(-1);
  if (move === 'snapshot') snapshots.push(await sends.node.snapshot());
  else if (move === 'revert' && id !== undefined) await sends.node.revert(id);
  else if (move === 'reorg' && processed > finalized) await sends.node.reorg(Number(processed));
  else if (move === 'setBack') {
    const tip = Number(processed - 1n);
    await sends.node.setTips({ processed: tip, confirmed: tip, finalized: tip }).catch(() => undefined);
  }
}

it('whatever is sent and however the ledger moves, each send has the fate that the chain and the queue give it', async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(
    fc.array(disorder, { minLength: 10, maxLength: 40, size: 'max' }),
    async (moves) => {
      const sends = sendNode({ accounts: NAMES.map((each) => ({ address: keyOf(each), lamports: STARTING })) });
      const snapshots: string[] = [];
      for (const made of moves) {
        if (typeof made === 'string') await disturb(sends, made, snapshots);
        else await act(sends, made);
        const { live } = sends;
        const { history } = live.version.state;
        const waiting = new Set(
          live.sends.queue.flatMap(({ parts }) => parts.map((part) => part.transaction.signatures[0])),
        );
        const fates = new SendFates(live.sent, live.moment);
        for (const record of fates.records) {
          const [signature] = record.transaction.signatures;
          const { fate, sentence } = fates.fateOf(record);
          const copies = history.ordinalsOf(signature!).map((ordinal) => history.transactionAt(ordinal)!);
          const landed = copies.find(({ slot }) => !isDropped(slot, live.version.state));
          seen.add(fate.fate);
          expect(sentence).not.toMatch(/in no block$/);
          expect([fate.fate === 'landed', fate.fate === 'failed']).toEqual([
            landed?.err === null,
            (landed?.err ?? null) !== null,
          ]);
          if (landed !== undefined) expect(fate.slot).toBe(landed.slot);
          if (fate.fate === 'waiting' || fate.fate === 'held') expect(waiting).toContain(signature);
          if (fate.fate === 'reorged')
            expect(sentence).toBe(`landed in slot ${fate.slot}, which ${sentence.split(', which ')[1]}`);
        }
      }
    },
  );
  await fc.assert(property, { numRuns: fixedRunsOf(30, 10), seed: 1 });
  expect([...seen]).toEqual(expect.arrayContaining(['landed', 'failed', 'refused', 'dropped', 'held', 'reorged']));
  await fc.assert(property, { numRuns: 15 });
});
