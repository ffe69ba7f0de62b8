import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/codec/jsonText.ts';
import { DEFAULT_VERSION } from '../../../src/nodeVersion.ts';
import { block, type Files, K1, K2, load, problemsOf, transaction, warningsOf } from '../../fixtures/samples.ts';

const blocks = (...slots: readonly number[]): Files =>
  Object.fromEntries(slots.map((slot) => [`${slot}.json`, block({ parentSlot: slot - 1, transactions: [] })]));

const withLedger = (ledger: JsonObject, files: Files = blocks(5, 6, 7)): Files => ({ 'ledger.json': ledger, ...files });

describe('ledger.json', () => {
  it('says everything that no recording does', async () => {
    const { state, warnings } = await load(
      withLedger({
        processed: 7,
        confirmed: 6,
        finalized: 5,
        firstAvailable: 5,
        skipped: [8, [10, 12]],
        genesisHash: K1,
        identity: K2,
        apiVersion: '4.2.0-beta.1',
        featureSet: 4294967295,
      }),
    );
    expect([state.chains.processed.tip, state.chains.confirmed.tip, state.chains.finalized.tip]).toEqual([7n, 6n, 5n]);
    expect(state.cleanedUpBefore).toBe(5n);
    expect(state.node).toEqual({ genesisHash: K1, identity: K2, apiVersion: '4.2.0-beta.1', featureSet: 4294967295 });
    expect(warnings).toEqual([]);
  });

  it('may be empty', async () => {
    const { state } = await load(withLedger({}));
    expect([state.chains.finalized.tip, state.cleanedUpBefore, state.node.apiVersion]).toEqual([
      7n,
      undefined,
      DEFAULT_VERSION.release,
    ]);
  });

  it.each<[string, JsonObject, RegExp]>([
    [
      'an unknown member',
      { finalised: 5 },
      /^ledger\.json:1:14: \/finalised: unknown member of ledger\.json \(did you mean "finalized"\?\)$/,
    ],
    ['an unknown member like none', { zzzzzzzzzzzz: 5 }, /: \/zzzzzzzzzzzz: unknown member of ledger\.json$/],
    [
      'a tip above the surer one',
      { processed: 6, finalized: 7 },
      /\/finalized: expected at most the processed slot, 6, found 7$/,
    ],
    [
      'a confirmed slot below the finalized one',
      { confirmed: 5, finalized: 6 },
      /\/finalized: expected at most the confirmed slot, 5, found 6$/,
    ],
    [
      'a tip on a skipped slot',
      { processed: 9, skipped: [[8, 10]] },
      /\/processed: expected a slot that is not skipped, found 9$/,
    ],
    [
      'a range that goes back',
      { skipped: [[10, 8]] },
      /\/skipped\/0: expected \[first, last\] in order, found \[10, 8\]$/,
    ],
    [
      'a range of three',
      { skipped: [[8, 9, 10]] },
      /\/skipped\/0: expected a slot or \[first, last\], found an array of 3$/,
    ],
    ['skipped as a number', { skipped: 8 }, /\/skipped: expected an array, found 8$/],
    [
      'a skipped slot with a block',
      { skipped: [6] },
      /^ledger\.json:1:13: \/skipped\/0: slot 6 is skipped, but has a block; the other is at 6\.json:1:1$/,
    ],
    [
      'a skipped slot that is a parent',
      { skipped: [4] },
      /slot 4 is skipped, but is the parent of block 5; the other is at 5\.json:1:1$/,
    ],
    [
      'a dropped slot that a block builds on',
      { dropped: [[4, 5]] },
      /\/dropped: slot 5 is on the processed chain: its block is not dropped$/,
    ],
    [
      'a firstAvailable above the finalized slot',
      { finalized: 6, firstAvailable: 7 },
      /\/firstAvailable: expected a slot up to the finalized one, 6, found 7$/,
    ],
    ['a version that is none', { apiVersion: 'v4' }, /\/apiVersion: expected a version such as "4\.2\.1", found "v4"$/],
    ['a feature set that is no u32', { featureSet: 4294967296 }, /\/featureSet: expected .*\(u32\), found 4294967296$/],
    ['an identity that is no address', { identity: 'me' }, /\/identity: expected an address/],
    ['null', { processed: null }, /\/processed: expected .*found null$/],
  ])('refuses %s', async (_name, ledger, expected) => {
    expect(await problemsOf(withLedger(ledger))).toEqual([expect.stringMatching(expected)]);
  });

  it('refuses a finalized block that the confirmed one does not descend from', async () => {
    const forked = { ...blocks(5, 6), '7.json': block({ parentSlot: 5, transactions: [] }) };
    expect(await problemsOf(withLedger({ confirmed: 7, finalized: 6 }, forked))).toEqual([
      expect.stringMatching(/\/finalized: the finalized block 6 is not an ancestor of the confirmed block 7$/),
    ]);
    const { state } = await load(withLedger({ confirmed: 7, finalized: 5 }, forked));
    expect([...state.chains.confirmed.offChain]).toEqual([6n]);
  });

  it('refuses a transaction in a skipped slot', async () => {
    const files = { 'a.json': transaction({ slot: 8 }) };
    expect(await problemsOf(withLedger({ skipped: [8] }, files))).toEqual([
      expect.stringMatching(/slot 8 is skipped, but has a transaction; the other is at a\.json:1:1$/),
    ]);
  });

  it('blocks below firstAvailable are loaded, with a warning', async () => {
    expect(await warningsOf(withLedger({ firstAvailable: 7 }))).toEqual([
      expect.stringMatching(/\/firstAvailable: blocks below slot 7 count as cleaned up: 2 of the fixtures/),
    ]);
  });

  it('stands once, wherever it stands', async () => {
    expect(await problemsOf({ 'a/ledger.json': {}, 'b/ledger.json': {} })).toEqual([
      'b/ledger.json:1:1: a second file with members of ledger.json: a ledger has only one; the other is at a/ledger.json:1:1',
    ]);
  });

  it('has to be an object', async () => {
    expect(await problemsOf({ 'ledger.json': [] })).toEqual([
      'ledger.json:1:1: expected an object, found an empty array',
    ]);
  });
});
