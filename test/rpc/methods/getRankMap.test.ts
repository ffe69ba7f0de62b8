import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import { blsKeyOf } from '../../../src/solana/blsKey.ts';
import { badParam, badParams, errorText, notInLedgerText, tooOld } from '../../support/answers.ts';
import { callText, type LedgerSpec, protocolFor, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const [A, B, C] = ['anna', 'ben', 'carl'].map(namedAddress) as [never, never, never];
const voteOf = (identity: string) => namedAddress(`vote of ${identity}`);
const validator = (identity: never, stake: bigint, vote = voteOf(identity)) => ({
  identity,
  stake,
  vote,
  commissionBps: 0,
});
const EPOCHS = {
  slotsPerEpoch: 32n,
  leaderScheduleSlotOffset: 32n,
  warmup: false,
  firstNormalEpoch: 0n,
  firstNormalSlot: 0n,
};

function nodeWith(spec: LedgerSpec = {}, validators = [validator(A, 5n), validator(B, 7n), validator(C, 0n)]) {
  return testNode({
    blocks: [{ slot: 200 }],
    protocol: protocolFor('4.5', 'genesis'),
    ...spec,
    cluster: { validators, epochSchedule: EPOCHS, ...spec.cluster },
  });
}

const rowText = (identity: never, rank: number, stake: number) =>
  `{"blsPubkeyCompressed":"${blsKeyOf(voteOf(identity))}","nodePubkey":"${identity}","rank":${rank},"stake":${stake},"votePubkey":"${voteOf(identity)}"}`;
const answerText = (value: string) => `{"context":{"apiVersion":"4.5.0-alpha.4","slot":200},"value":${value}}`;
const mapText = (epoch: number, rows: readonly string[]) =>
  answerText(`{"epoch":${epoch},"totalStake":12,"validators":[${rows.join(',')}]}`);
const ask = (params: string, node = nodeWith()) => callText(node, 'getRankMap', params);

describe('getRankMap', () => {
  it('ranks those with stake by their stake', async () => {
    const all = [rowText(B, 0, 7), rowText(A, 1, 5)];
    expect(await ask('[200]')).toBe(mapText(6, all));
    for (const config of ['null', '{}', '[null,null]', '{"minContextSlot":200}'])
      expect(await ask(`[224,${config}]`)).toBe(mapText(7, all));
  });

  it('shows one node, with its rank and the stake of all', async () => {
    expect(await ask(`[200,{"identity":"${A}"}]`)).toBe(mapText(6, [rowText(A, 1, 5)]));
    expect(await ask(`[200,{"identity":"${C}"}]`)).toBe(mapText(6, []));
  });

  it('ranks equal stakes by the bytes of the keys, and leaves out nodes that two vote accounts have', async () => {
    const equal = await ask('[200]', nodeWith({}, [validator(A, 6n), validator(B, 6n)]));
    const ranks = JSON.parse(equal).value.validators.map((row: { readonly votePubkey: string }) => row.votePubkey);
    const sorted = [voteOf(A), voteOf(B)].sort((a, b) => (keyHex(a) < keyHex(b) ? -1 : 1));
    expect(ranks).toEqual(sorted);
    const twice = [validator(A, 5n), validator(B, 7n), validator(B, 1n, namedAddress('another vote'))];
    expect(await ask('[200]', nodeWith({}, twice))).toBe(
      answerText(`{"epoch":6,"totalStake":5,"validators":[${rowText(A, 0, 5)}]}`),
    );
  });

  it('knows the next epoch, the current one and the three before', async () => {
    const isNull = async (slot: number) => (await ask(`[${slot}]`)) === answerText('null');
    expect([await isNull(95), await isNull(96), await isNull(255), await isNull(256)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it.each([
    ['[]', errorText(-32602, '`params` should have at least 1 argument(s)')],
    ['["x"]', badParams('invalid type: string "x", expected u64')],
    ['[0,{"identity":"x"}]', badParam('WrongSize')],
    [
      '[0,{"commitment":"processed"}]',
      badParams('unknown field `commitment`, expected `identity` or `minContextSlot`'),
    ],
    ['[0,[]]', badParams('invalid length 0, expected struct RpcRankMapConfig with 2 elements')],
    ['[0,[null]]', badParams('invalid length 1, expected struct RpcRankMapConfig with 2 elements')],
    // an epoch that is not known comes after it
    ['[999,{"minContextSlot":201}]', tooOld(200)],
  ])('refuses %s', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it('needs the stakes, and a validator with a key', async () => {
    expect(
      await callText(
        testNode({ blocks: [{ slot: 200 }], protocol: protocolFor('4.5', 'genesis') }),
        'getRankMap',
        '[200]',
      ),
    ).toBe(
      notInLedgerText('This ledger does not say the stakes of its vote accounts: put `voteStakes` into ledger.json'),
    );
    expect(await ask('[200]', nodeWith({}, [validator(A, 0n)]))).toBe(
      notInLedgerText(
        'This ledger does not say validators with stake and a BLS key: put `validators` into ledger.json',
      ),
    );
  });

  it('is not known before 4.5', async () => {
    const node = nodeWith({ protocol: protocolFor('4.4', 'genesis') });
    expect(await ask('[200]', node)).toBe(errorText(-32601, 'Method not found'));
  });
});

const keyHex = (vote: string) => Buffer.from(decodeBase58(blsKeyOf(vote as never))).toString('hex');
