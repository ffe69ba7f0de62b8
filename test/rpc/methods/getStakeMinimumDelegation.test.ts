import { describe, expect, it } from 'vitest';
import { address } from '../../../src/solana/address.ts';
import { u8, u64 } from '../../solana/programs/accounts/layoutBytes.ts';
import { BOTH_DIALECTS, contextText, tooOld } from '../../support/answers.ts';
import { contextConfigCases, countCases } from '../../support/paramCases.ts';
import { type AccountSpec, callText, THREE_TIPS, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const FEATURE = address('STk5Xj8hdAx3sTzmtJ3QysKkq6X2A3yj73JtxttiRyk');
const FEATURE_PROGRAM = address('Feature111111111111111111111111111111111111');

const nodeWith = (accounts: readonly AccountSpec[]) => testNode({ ...THREE_TIPS, accounts });
const feature = (data: Buffer, spec: Partial<AccountSpec> = {}): AccountSpec => ({
  address: FEATURE,
  owner: FEATURE_PROGRAM,
  data,
  ...spec,
});
const activatedAt = (slot: bigint) => Buffer.concat([u8(1), u64(slot)]);

const NODE = nodeWith([]);

describe.each(BOTH_DIALECTS)('getStakeMinimumDelegation (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getStakeMinimumDelegation', params, dialect);
  const answer = (lamports: string, slot = 5) => contextText(lamports, slot);

  it.each([...countCases(0, 1, 'null'), ...contextConfigCases('')])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each(['null', '[]', '[null]', '[{}]', '[{"commitment":"bogus"}]', '[{"minContextSlot":null}]'])(
    '%s: one lamport at the finalized tip',
    async (params) => {
      expect(await ask(params)).toBe(answer('1'));
    },
  );

  it.each([
    ['processed', 7],
    ['confirmed', 6],
    ['finalized', 5],
  ])('%s is read at its tip and no later slot', async (commitment, tip) => {
    const askFrom = (slot: number) => ask(`[{"commitment":"${commitment}","minContextSlot":${slot}}]`);
    expect(await askFrom(tip)).toBe(answer('1', tip));
    expect(await askFrom(tip + 1)).toBe(tooOld(tip));
  });

  it.each([
    ['activated at the start', activatedAt(0n), {}, '1000000000'],
    ['activated at the tip', activatedAt(5n), {}, '1000000000'],
    ['with bytes behind it', Buffer.concat([activatedAt(5n), u8(7)]), {}, '1000000000'],
    ['activated later', activatedAt(6n), {}, '1'],
    ['pending', Buffer.alloc(9), {}, '1'],
    ['with a tag that is none', Buffer.concat([u8(2), u64(0n)]), {}, '1'],
    ['cut off', activatedAt(0n).subarray(0, 8), {}, '1'],
    ['of another owner', activatedAt(0n), { owner: namedAddress('owner') }, '1'],
    ['that is gone', activatedAt(0n), { lamports: 0n }, '1'],
    ['of another feature', activatedAt(0n), { address: namedAddress('feature') }, '1'],
  ])('a feature %s', async (_, data, spec, lamports) => {
    expect(await ask('[]', nodeWith([feature(data, spec)]))).toBe(answer(lamports));
  });

  it('goes by the tip of the commitment', async () => {
    const node = nodeWith([feature(activatedAt(6n))]);
    expect(await ask('[{"commitment":"finalized"}]', node)).toBe(answer('1', 5));
    expect(await ask('[{"commitment":"confirmed"}]', node)).toBe(answer('1000000000', 6));
  });
});
