/** Recordings of one account with different `context.slot` are its states in time. */
import { describe, expect, it } from 'vitest';
import { type JsonObject, type JsonValue, stringifyJson } from '../../src/codec/json.ts';
import { accountsAt } from '../../src/ledger/accountsAt.ts';
import { SlotSet } from '../../src/ledger/slotSet.ts';
import { type Address, address } from '../../src/model/address.ts';
import { namedKeyPair } from '../../src/script/compiling/names/keys.ts';
import { account, accountFile, type Files, K1, K2, load, problemsOf, warningsOf } from './samples.ts';

/** getAccountInfo's answer, recorded with its request; null: it was not there. */
function recorded(slot: number | undefined, lamports: number | null, key: string = K1): JsonObject {
  const value = lamports === null ? null : account({ lamports });
  return {
    request: { method: 'getAccountInfo', params: [key, { encoding: 'base64' }] },
    response: { result: slot === undefined ? value : { context: { slot }, value } },
  };
}

function recordedList(method: string, params: JsonValue, result: JsonValue): JsonObject {
  return { request: { method, params }, response: { result } };
}

/** Lamports of an account at the end of some slots; null: it does not exist. */
async function lamportsAt(files: Files, slots: readonly number[], key: Address = address(K1)) {
  const { state } = await load(files);
  return slots.map((slot) => {
    const found = accountsAt(state, { tip: BigInt(slot), offChain: SlotSet.NONE }).get(key);
    return found === undefined ? null : Number(found.lamports);
  });
}

const WITHOUT_SLOT = accountFile(K1, { lamports: 1 });

describe('an account that was recorded', () => {
  it.each<[string, readonly JsonValue[], readonly (number | null)[]]>([
    ['once, is so from the beginning', [recorded(5, 1)], [1, 1, 1, 1, 1]],
    ['without a slot, too', [WITHOUT_SLOT], [1, 1, 1, 1, 1]],
    ['twice, changes in the later slot', [recorded(3, 1), recorded(5, 2)], [1, 1, 1, 2, 2]],
    ['three times, changes twice', [recorded(3, 1), recorded(7, 3), recorded(5, 2)], [1, 1, 1, 2, 3]],
    ['without a slot first, then with one', [WITHOUT_SLOT, recorded(5, 2)], [1, 1, 1, 2, 2]],
    ['without a slot and with two', [recorded(3, 2), recorded(5, 3), WITHOUT_SLOT], [1, 1, 2, 3, 3]],
    ['without a slot and in slot 0', [WITHOUT_SLOT, recorded(0, 2)], [2, 2, 2, 2, 2]],
    ['and then was null, is deleted', [recorded(3, 1), recorded(5, null)], [1, 1, 1, null, null]],
    ['after it was null, was made', [recorded(3, null), recorded(5, 1)], [null, null, null, 1, 1]],
    ['and was null in between', [recorded(1, 1), recorded(3, null), recorded(5, 2)], [1, 1, null, 2, 2]],
    ['without a slot, and null in one', [WITHOUT_SLOT, recorded(5, null)], [1, 1, 1, null, null]],
    ['as null only, does not exist', [recorded(3, null)], [null, null, null, null, null]],
    ['as null twice, neither', [recorded(3, null), recorded(5, null)], [null, null, null, null, null]],
    ['with 0 lamports, as if null', [recorded(3, 1), recorded(5, 0)], [1, 1, 1, null, null]],
    ['twice the same in two slots', [recorded(3, 1), recorded(5, 1)], [1, 1, 1, 1, 1]],
    ['twice the same in a slot', [recorded(3, 1), recorded(5, 2), recorded(5, 2)], [1, 1, 1, 2, 2]],
  ])('%s', async (_, recordings, expected) => {
    const slots = [0, 2, 3, 5, 9];
    const files = (items: readonly JsonValue[]) => Object.fromEntries(items.map((item, i) => [`${i}.json`, item]));
    expect(await lamportsAt(files(recordings), slots)).toEqual(expected);
    expect(await lamportsAt(files(recordings.toReversed()), slots)).toEqual(expected);
    expect(await lamportsAt({ 'all.json': recordings as JsonValue }, slots)).toEqual(expected);
    expect(await warningsOf(files(recordings))).toEqual([]);
  });

  it.each<[string, readonly [JsonValue, JsonValue, ...JsonValue[]]]>([
    ['in a slot', [recorded(3, 1), recorded(3, 2)]],
    ['in a later slot', [recorded(5, 1), recorded(5, 2), recorded(3, 9)]],
    ['in a slot, once as null', [recorded(3, 1), recorded(3, null)]],
    ['without a slot', [WITHOUT_SLOT, recorded(undefined, 2)]],
  ])('twice and differently %s is a conflict with both places', async (_, [first, second, ...others]) => {
    const files = { 'a.json': first, 'b.json': second, ...Object.fromEntries(others.map((item) => ['c.json', item])) };
    const problems = await problemsOf(files);
    expect(problems).toEqual([
      expect.stringMatching(
        new RegExp(
          `^b\\.json:1:\\d+: .*account ${K1} is recorded twice with different content; the other is at a\\.json:1`,
        ),
      ),
    ]);
  });

  it('in many slots, and twice in one, is a conflict of those two', async () => {
    const files = {
      'a.json': recorded(3, 1),
      'b.json': recorded(5, 2),
      'c.json': recorded(7, 3),
      'd.json': recorded(5, 9),
    };
    expect(await problemsOf(files)).toEqual([expect.stringMatching(/^d\.json:1:\d+: .*; the other is at b\.json:1/)]);
  });

  it('shows at each commitment the state of its tip', async () => {
    const { state } = await load({
      'ledger.json': { processed: 9, confirmed: 6, finalized: 3 },
      'a.jsonl': [recorded(2, 1), recorded(5, 2), recorded(8, 3)].map((line) => stringifyJson(line)).join('\n'),
    });
    const { processed, confirmed, finalized } = state.chains;
    const seen = [processed, confirmed, finalized].map((chain) => accountsAt(state, chain).get(address(K1))?.lamports);
    expect(seen).toEqual([3n, 2n, 1n]);
  });
});

describe('a list of accounts in a context', () => {
  it('of getMultipleAccounts has the slot, and null for those that are gone', async () => {
    const list = (slot: number, value: JsonValue) =>
      recordedList('getMultipleAccounts', [[K1, K2]], { context: { slot }, value });
    const files = {
      'a.json': list(3, [account({ lamports: 1 }), null]),
      'b.json': list(5, [null, account({ lamports: 2 })]),
    };
    expect(await lamportsAt(files, [2, 4, 5])).toEqual([1, 1, null]);
    expect(await lamportsAt(files, [2, 4, 5], address(K2))).toEqual([null, null, 2]);
  });

  it('of getProgramAccounts with its context has the slot', async () => {
    const list = (slot: number, lamports: number) =>
      recordedList('getProgramAccounts', [K2, { withContext: true }], {
        context: { slot },
        value: [accountFile(K1, { lamports })],
      });
    expect(await lamportsAt({ 'a.json': list(3, 1), 'b.json': list(5, 2) }, [2, 4, 5])).toEqual([1, 1, 2]);
  });
});

describe('scripts', () => {
  const ALICE = namedKeyPair('alice').address;
  const wallet = (slot: number, sol: number) => {
    const value = account({ lamports: sol * 1e9, data: ['', 'base64'], space: 0 });
    return recordedList('getAccountInfo', [ALICE], { context: { slot }, value });
  };
  const files = (script: string) => ({ 'a.json': wallet(5, 9), 'b.json': wallet(10, 7), 'c.ledger.json': script });

  it('go on from the newest recording', async () => {
    const payment = '{"transfer": {"from": "$alice", "to": "$bob", "sol": 1}}';
    const script = `{"slots": [{"slot": 20, "transactions": [${payment}]}, {"slot": 30}]}`;
    expect(await lamportsAt(files(script), [4, 9, 10, 19, 20, 30], ALICE)).toEqual([
      ...[9e9, 9e9, 7e9, 7e9],
      ...[5_999_995_000, 5_999_995_000],
    ]);
  });

  it('replace all recordings of an account that they set', async () => {
    const script = '{"accounts": {"$alice": {"sol": 3}}, "slots": [{"slot": 20}]}';
    expect(await lamportsAt(files(script), [4, 9, 10, 20], ALICE)).toEqual([3e9, 3e9, 3e9, 3e9]);
  });
});
