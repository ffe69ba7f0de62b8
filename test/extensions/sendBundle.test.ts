import { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { bundleIdOf } from '../../src/extensions/bundles/bundleChecks.ts';
import { TIP_PROGRAM } from '../../src/extensions/bundles/tipAccounts.ts';
import { impersonatedSignature } from '../../src/runtime/impersonation.ts';
import type { SendOutcome } from '../../src/runtime/sendRule.ts';
import type { Signature } from '../../src/solana/address.ts';
import type { SentTransaction } from '../../src/solana/sentTransaction.ts';
import { badParams, errorText } from '../support/answers.ts';
import { bundleNode, idOf, PAYMENT, signatureOf, TIPPED, tipTo } from '../support/bundles.ts';
import { ALICE, ALICE_LAMPORTS, BOB, base64, FEE, HASH, signed, withBadSignature } from '../support/sends.ts';
import { keypair, legacyBytes, publicKey, transfer } from '../support/sentTransactions.ts';
import { namedBlockhash } from '../support/transactions.ts';

/** Bundles: what is refused, and that all transactions land in one block, or none does. */

const ID = idOf(PAYMENT, TIPPED);
const slotOf = async ({ call }: Pick<ReturnType<typeof bundleNode>, 'call'>, bytes: Uint8Array) =>
  JSON.parse(await call('getTransaction', `["${signatureOf(bytes)}",{"commitment":"confirmed"}]`))?.slot;
const paid = (node: ReturnType<typeof bundleNode>) => Number(node.lamports(BOB) - 1_000_000n);

describe('the id of a bundle', () => {
  const named = (signature: string) => ({ signatures: [signature as Signature] }) as unknown as SentTransaction;
  const [one, two] = ['1'.repeat(64), '2'.repeat(88)].map(named);
  it.each([
    [[one!], '3138bb9bc78df27c473ecfd1410f7bd45ebac1f59cf3ff9cfe4db77aab7aedd3'],
    [[one!, two!], '439d3d8ed5c6d2774aa65e81c0924b82461536b114a520f661c5132f7c4bc8da'],
  ])('is the hash of its first signatures', (transactions, id) => {
    expect(bundleIdOf(transactions)).toBe(id);
  });
});

describe('a bundle', () => {
  it('lands in one block, in its order', async () => {
    const node = bundleNode();
    const first = signed([transfer(1, keypair('alice').publicKey), tipTo(3)]);
    const all = [PAYMENT, first, TIPPED];
    expect(await node.bundle(...all)).toBe(`"${idOf(...all)}"`);
    const block = JSON.parse(await node.call('getBlock', '[8,{"transactionDetails":"signatures","rewards":false}]'));
    expect(block.signatures).toEqual(all.map(signatureOf));
    expect(paid(node)).toBe(13);
    expect(node.lamports(ALICE)).toBe(ALICE_LAMPORTS - 13n - 2000n - 3n * FEE);
    expect(await node.inflight(idOf(...all))).toEqual(['Landed', 8]);
  });

  it('has transactions that see the changes of those before them', async () => {
    const node = bundleNode();
    const funding = signed([transferTo('carol', 50_000_000)]);
    const spending = legacyBytes(HASH, [transfer(9, keypair('carol').publicKey)], { signers: ['carol'] });
    expect(await node.bundle(spending, TIPPED)).toBe(`"${idOf(spending, TIPPED)}"`);
    expect(await node.inflight(idOf(spending, TIPPED))).toEqual(['Failed', null]);
    await node.bundle(funding, spending, TIPPED);
    expect(await node.inflight(idOf(funding, spending, TIPPED))).toEqual(['Landed', 8]);
    expect(paid(node)).toBe(16);
  });

  it('does not land, and pays nothing, if one transaction fails', async () => {
    const node = bundleNode();
    const failing = signed([transfer(2_000_000_000)]);
    expect(await node.bundle(PAYMENT, TIPPED, failing)).toBe(`"${idOf(PAYMENT, TIPPED, failing)}"`);
    expect([paid(node), node.lamports(ALICE)]).toEqual([0, ALICE_LAMPORTS]);
    expect(await slotOf(node, PAYMENT)).toBeUndefined();
    expect(await node.call('getSlot', '[{"commitment":"processed"}]')).toBe('7');
    const id = idOf(PAYMENT, TIPPED, failing);
    expect([await node.inflight(id), await node.landed(id)]).toEqual([['Failed', null], null]);
    // its other transactions may still be sent
    expect(await node.bundle(PAYMENT, TIPPED)).toBe(`"${ID}"`);
    expect(paid(node)).toBe(12);
  });

  it('is found in stillnode_sent, with the id of the bundle and its place there', async () => {
    const node = bundleNode();
    await node.bundle(PAYMENT, TIPPED);
    await node.send(signed([transfer(3)]));
    const sent = await node.node.sent();
    expect(sent.map(({ bundle, outcome, signature, slot }) => ({ bundle, outcome, signature, slot }))).toEqual([
      { bundle: { id: ID, index: 0 }, outcome: 'succeed', signature: signatureOf(PAYMENT), slot: 8 },
      { bundle: { id: ID, index: 1 }, outcome: 'succeed', signature: signatureOf(TIPPED), slot: 8 },
      { bundle: undefined, outcome: 'succeed', signature: signatureOf(signed([transfer(3)])), slot: 11 },
    ]);
    expect(Object.keys(sent[0]!)).toEqual([
      'bundle',
      'err',
      'fate',
      'id',
      'options',
      'outcome',
      'rule',
      'sentSlot',
      'sentTime',
      'signature',
      'slot',
      'transaction',
      'version',
      'why',
    ]);
    expect(sent[0]!.options).toEqual({ encoding: 'base64' });
    expect('bundle' in sent[2]!).toBe(false);
  });
});

function transferTo(name: string, lamports: number): TransactionInstruction {
  const instruction = transfer(lamports);
  instruction.keys[1] = { ...instruction.keys[1]!, pubkey: keypair(name).publicKey };
  return instruction;
}

describe('encodings', () => {
  const base58 = encodeBase58(TIPPED);
  it.each([
    ['base58 by default', `[["${base58}"]]`],
    ['base64 without its name', `[["${base64(TIPPED)}"]]`],
    ['an empty configuration', `[["${base64(TIPPED)}"],{}]`],
    ['no configuration', `[["${base58}"],null]`],
    ['base58', `[["${base58}"],{"encoding":"base58"}]`],
    ['base64', `[["${base64(TIPPED)}"],{"encoding":"base64"}]`],
  ])('%s', async (_, params) => {
    expect(await bundleNode().call('sendBundle', params)).toBe(`"${idOf(TIPPED)}"`);
  });
});

const refused = (message: string) => errorText(-32602, message);

describe('what is refused', () => {
  const front = (isWritable: boolean) =>
    signed([
      transfer(7),
      new TransactionInstruction({
        programId: publicKey('any program'),
        keys: [
          {
            pubkey: new PublicKey('jitodontfront111111111111111111111111111123'),
            isSigner: false,
            isWritable,
          },
        ],
      }),
    ]);
  const NO_TIP = 'Bundles must write lock at least one tip account to be eligible for the auction.';
  const many = Array.from({ length: 6 }, (_, i) => signed([transfer(i + 1), tipTo(0)]));
  const reading = signed([
    transfer(7),
    new TransactionInstruction({
      programId: publicKey('any program'),
      keys: [{ pubkey: tipTo(0).keys[1]!.pubkey, isSigner: false, isWritable: false }],
    }),
  ]);
  it.each<[what: string, bundle: readonly Uint8Array[], message: string]>([
    ['no transaction', [], 'Bundle cannot be empty'],
    ['six transactions', many, 'exceeded maximum number of transactions'],
    [
      'a bad signature',
      [PAYMENT, withBadSignature(TIPPED)],
      `transaction signature is invalid: ${signatureOf(withBadSignature(TIPPED))}`,
    ],
    ['two equal messages', [PAYMENT, TIPPED, PAYMENT], 'duplicate transactions'],
    [
      'a jitodontfront account behind another transaction',
      [TIPPED, front(false)],
      'a transaction with a jitodontfront account must be the first of its bundle',
    ],
    ['no tip', [PAYMENT], NO_TIP],
    ['a tip account that is only read', [reading], NO_TIP],
  ])('%s', async (_, bundle, message) => {
    const node = bundleNode();
    expect(await node.bundle(...bundle)).toBe(refused(message));
    expect([paid(node), node.live.sends.bundles]).toEqual([0, []]);
  });

  it.each<[what: string, bundle: readonly Uint8Array[]]>([
    ['a jitodontfront account at the front', [front(false), TIPPED]],
    ['a jitodontfront account that is written', [TIPPED, front(true)]],
  ])('%s is not', async (_, bundle) => {
    const node = bundleNode();
    expect(await node.bundle(...bundle)).toBe(`"${idOf(...bundle)}"`);
    expect(await node.inflight(idOf(...bundle))).toEqual(['Landed', 8]);
  });

  it('a processed transaction', async () => {
    const node = bundleNode();
    await node.send(PAYMENT);
    expect(await node.bundle(PAYMENT, TIPPED)).toBe(refused('bundle contains an already processed transaction'));
    expect(await node.inflight(ID)).toEqual(['Invalid', null]);
    const [, one, two] = await node.node.sent();
    expect([one, two].map((sent) => [sent!.bundle, sent!.error, sent!.outcome])).toEqual(
      [0, 1].map((index) => [
        { id: ID, index },
        { code: -32602, message: 'bundle contains an already processed transaction' },
        { refused: { code: -32602 } },
      ]),
    );
  });

  it('an impersonated address without the signature that stands for its own', async () => {
    const node = bundleNode({ send: { impersonated: [ALICE] } });
    const wrong = withBadSignature(TIPPED);
    expect(await node.bundle(wrong)).toMatch(
      /^\{"code":-32002,"message":"Transaction simulation failed: .*is impersonated/,
    );
    const good = Uint8Array.from(TIPPED);
    good.set(impersonatedSignature(ALICE, TIPPED.subarray(65)), 1);
    expect(await node.bundle(good)).toBe(`"${idOf(good)}"`);
    expect(await node.inflight(idOf(good))).toEqual(['Landed', 8]);
    expect((await node.node.sent()).map((sent) => (sent as { impersonated?: unknown }).impersonated)).toEqual([
      undefined,
      [ALICE],
    ]);
  });

  it('a bundle that has landed', async () => {
    const node = bundleNode();
    await node.bundle(PAYMENT, TIPPED);
    expect(await node.bundle(PAYMENT, TIPPED)).toBe(refused('bundle contains an already processed transaction'));
    expect(await node.inflight(ID)).toEqual(['Landed', 8]);
  });

  const invalid = (text: string) => refused(`invalid base58 encoding: ${text}`);
  it.each([
    ['[]', refused('`params` should have at least 1 argument(s)')],
    ['["x"]', badParams('invalid type: string "x", expected a sequence')],
    ['[[5]]', badParams('invalid type: integer `5`, expected a string')],
    ['[["x"],{"encoding":"json"}]', badParams('unknown variant `json`, expected `base58` or `base64`')],
    ['[["0"]]', invalid("InvalidCharacter { character: '0', index: 0 }")],
    ['[["x"],{"encoding":"base64"}]', refused('invalid base64 encoding: InvalidLength(1)')],
  ])('%s has the text of its decoder', async (params, text) => {
    expect(await bundleNode().call('sendBundle', params)).toBe(text);
  });
});

describe('send rules decide the fate of a bundle', () => {
  const toBob = { account: BOB };
  const fate = async (then: SendOutcome, match = {}) => {
    const node = bundleNode();
    await node.rule(then, match);
    expect(await node.bundle(PAYMENT, TIPPED)).toBe(`"${ID}"`);
    return node;
  };
  const onTip = { signature: signatureOf(TIPPED) as Signature };

  it('a bundle is dropped: it is pending until its blockhash has expired', async () => {
    const node = await fate({ kind: 'drop' }, onTip);
    expect([paid(node), await node.inflight(ID), await node.landed(ID)]).toEqual([0, ['Pending', null], null]);
    await node.node.advance(148);
    expect(await node.inflight(ID)).toEqual(['Pending', null]);
    await node.node.advance(3);
    expect(await node.inflight(ID)).toEqual(['Failed', null]);
    // more than five minutes of the ledger
    await node.node.advance(1000);
    expect(await node.inflight(ID)).toEqual(['Invalid', null]);
  });

  it('its signatures stay sendable', async () => {
    const node = await fate({ kind: 'drop' }, { ...onTip, nth: 1 });
    expect(await node.send(PAYMENT)).toBe(`"${signatureOf(PAYMENT)}"`);
    expect(paid(node)).toBe(5);
    expect(await node.inflight(ID)).toEqual(['Failed', null]);
  });

  it('a bundle is delayed', async () => {
    const node = await fate({ kind: 'delay', blocks: 3n }, onTip);
    for (let i = 0; i < 2; i++) {
      expect([paid(node), await node.inflight(ID), await node.landed(ID)]).toEqual([0, ['Pending', null], null]);
      await node.node.advance();
    }
    await node.node.advance();
    expect([paid(node), await node.inflight(ID)]).toEqual([12, ['Landed', 10]]);
    expect(await node.landed(ID)).toMatchObject({ slot: 10, confirmation_status: 'processed' });
  });

  it('a delayed bundle fails if its blockhash is too old by then', async () => {
    const node = await fate({ kind: 'delay', blocks: 160n });
    await node.node.advance(159);
    expect(await node.inflight(ID)).toEqual(['Failed', null]);
    await node.node.advance(10);
    expect([paid(node), await node.inflight(ID)]).toEqual([0, ['Failed', null]]);
    expect(node.live.sends.bundles[0]!.failure).toBe('transaction 1 fails: Blockhash not found');
  });

  it.each<[then: SendOutcome]>([
    [{ kind: 'fail', err: { InstructionError: [0, { Custom: 6001 }] } }],
    [{ kind: 'feesOnly', err: 'ProgramAccountNotFound' }],
    [{ kind: 'refuse', err: 'BlockhashNotFound' }],
  ])('%j: none of its transactions lands, nothing is paid, and it has failed at once', async (then) => {
    const node = await fate(then, onTip);
    expect([paid(node), node.lamports(ALICE)]).toEqual([0, ALICE_LAMPORTS]);
    expect([await node.inflight(ID), await node.landed(ID)]).toEqual([['Failed', null], null]);
    const sent = await node.node.sent();
    expect(sent.map(({ outcome, rule, slot }) => [outcome, rule, slot])).toEqual([
      [then.kind, 'rule-1', undefined],
      [then.kind, 'rule-1', undefined],
    ]);
  });

  it('an error is answered', async () => {
    const node = bundleNode();
    await node.rule({ kind: 'rpcError', code: -32602, message: 'Bundle Dropped, no connected leader up soon' }, onTip);
    expect(await node.bundle(PAYMENT, TIPPED)).toBe(refused('Bundle Dropped, no connected leader up soon'));
    expect(await node.inflight(ID)).toEqual(['Invalid', null]);
  });

  it('a bundle is uncled: its block is dropped', async () => {
    const node = await fate({ kind: 'fork', dropAfter: 2n, landsAgain: false });
    expect([paid(node), await node.inflight(ID)]).toEqual([12, ['Landed', 8]]);
    await node.node.advance(2);
    expect([paid(node), await node.inflight(ID), await node.landed(ID)]).toEqual([0, ['Pending', null], null]);
    expect(await node.bundle(PAYMENT, TIPPED)).toBe(`"${ID}"`);
    expect(paid(node)).toBe(12);
  });

  it('the transactions of an uncled bundle land singly', async () => {
    const node = bundleNode();
    const poor = legacyBytes(HASH, [transfer(9, keypair('carol').publicKey)], { signers: ['carol'] });
    const all = [signed([transferTo('carol', 50_000_000)]), poor, TIPPED];
    await node.rule({ kind: 'fork', dropAfter: 1n, landsAgain: true }, { feePayer: ALICE, nth: 1 });
    await node.bundle(...all);
    expect(await node.inflight(idOf(...all))).toEqual(['Landed', 8]);
    await node.node.advance(1);
    expect([paid(node), await node.inflight(idOf(...all)), await node.landed(idOf(...all))]).toEqual([
      16,
      ['Failed', null],
      null,
    ]);
  });

  it('a bundle is never confirmed', async () => {
    const node = await fate({ kind: 'stopAt', commitment: 'processed' });
    await node.node.advance(5);
    expect(await node.landed(ID)).toMatchObject({ slot: 8, confirmation_status: 'processed' });
  });

  it('each rule counts a bundle once; the first outcome that is not a success decides', async () => {
    const node = bundleNode();
    await node.rule({ kind: 'succeed' }, { signature: signatureOf(PAYMENT) as Signature });
    await node.rule({ kind: 'drop' }, toBob, 1);
    await node.rule({ kind: 'delay', blocks: 1n }, toBob);
    await node.bundle(PAYMENT, TIPPED);
    expect(node.live.sends.rules.map(({ hits, matches }) => [matches, hits])).toEqual([
      [1, 1],
      [1, 1],
      [1, 0],
    ]);
    expect((await node.node.sent()).map(({ rule }) => rule)).toEqual(['rule-2', 'rule-2']);
  });

  it('what a success adds belongs to the transaction that the rule matches', async () => {
    const node = bundleNode();
    await node.rule({ kind: 'succeed', additions: { logs: ['added'] } }, onTip);
    await node.bundle(PAYMENT, TIPPED);
    const logsOf = async (bytes: Uint8Array) =>
      JSON.parse(await node.call('getTransaction', `["${signatureOf(bytes)}",{"commitment":"confirmed"}]`)).meta
        .logMessages;
    expect([await logsOf(PAYMENT), await logsOf(TIPPED)]).toEqual([
      ['Program 11111111111111111111111111111111 invoke [1]', 'Program 11111111111111111111111111111111 success'],
      ['added'],
    ]);
    expect((await node.node.sent()).map(({ rule }) => rule)).toEqual([null, 'rule-1']);
  });

  it('one that calls the tip payment program has failed', async () => {
    const node = bundleNode();
    const calling = signed([tipTo(1), new TransactionInstruction({ programId: new PublicKey(TIP_PROGRAM), keys: [] })]);
    expect(await node.bundle(calling)).toBe(`"${idOf(calling)}"`);
    expect(await node.inflight(idOf(calling))).toEqual(['Failed', null]);
  });

  it('tips below 1,000 lamports lose; those of all its transactions count', async () => {
    const node = bundleNode();
    const low = [signed([transfer(5), tipTo(0, 500)]), signed([transfer(7), tipTo(1, 499)])];
    expect(await node.bundle(...low)).toBe(`"${idOf(...low)}"`);
    expect([paid(node), await node.inflight(idOf(...low)), await node.landed(idOf(...low))]).toEqual([
      0,
      ['Failed', null],
      null,
    ]);
    const { why } = await node.node.explain('getInflightBundleStatuses' as never, [[idOf(...low)]] as never);
    expect(why).toEqual([`the bundle ${idOf(...low)} has failed: it pays 999 lamports of at least 1000`]);
    const enough = [low[0]!, signed([transfer(7), tipTo(1, 500)])];
    expect(await node.bundle(...enough)).toBe(`"${idOf(...enough)}"`);
    expect([paid(node), await node.inflight(idOf(...enough))]).toEqual([12, ['Landed', 8]]);
  });

  it('an expired blockhash fails', async () => {
    const node = bundleNode();
    const expired = legacyBytes(namedBlockhash('unknown'), [tipTo(0)]);
    expect(await node.bundle(expired)).toBe(`"${idOf(expired)}"`);
    expect(await node.inflight(idOf(expired))).toEqual(['Failed', null]);
  });
});

describe('bundles wait on a ledger that moves by itself', () => {
  it('are Pending, and then Landed', async () => {
    const node = bundleNode();
    node.live.autoAdvance.set(() => Promise.resolve());
    expect(await node.bundle(PAYMENT, TIPPED)).toBe(`"${ID}"`);
    expect([paid(node), node.live.sends.bundles.length, node.live.sends.queue.length]).toEqual([0, 1, 1]);
    expect(await node.bundle(PAYMENT, TIPPED)).toBe(`"${ID}"`);
    expect([node.live.sends.bundles.length, node.live.sends.queue.length]).toEqual([1, 1]);
    expect(await node.inflight(ID)).toEqual(['Pending', null]);
    await node.node.advance();
    expect([paid(node), await node.inflight(ID)]).toEqual([12, ['Landed', 8]]);
  });
});

describe('snapshots and forks', () => {
  it('have the bundles of their moment', async () => {
    const node = bundleNode();
    const before = await node.node.snapshot();
    await node.bundle(PAYMENT, TIPPED);
    const fork = await node.node.fork('copy');
    await node.node.revert(before);
    expect(await node.inflight(ID)).toEqual(['Invalid', null]);
    expect(await fork.request('getInflightBundleStatuses' as never, [[ID]] as never)).toEqual({
      context: { slot: 10 },
      value: [{ bundle_id: ID, status: 'Landed', landed_slot: 8 }],
    });
  });
});
