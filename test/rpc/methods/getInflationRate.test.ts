import { describe, expect, it } from 'vitest';
import { type Address, address } from '../../../src/solana/address.ts';
import { BOTH_DIALECTS } from '../../support/answers.ts';
import { NO_PARAMS_CASES } from '../../support/paramCases.ts';
import { type AccountSpec, callText, type LedgerSpec, testNode } from '../../support/testNode.ts';

const FEATURE_PROGRAM = address('Feature111111111111111111111111111111111111');
const MAINNET_ENABLE = address('7XRJcS5Ud5vxGB54JbK9N2vBZVwnwdBNeJW1ibRgD9gx');
const MAINNET_VOTE = address('BzBBveUDymEYoYzcMWNQCx3cd4jQs7puaVFHLtsbB6fm');
const DEVNET = address('DT4n6ABDqs6w4bnfwrXT9rsprcPf6cdDga1egctaPkLC');
const PICO = address('4RWNif6C2WCNiKVW7otP4G7dkmkHGyKQWRpuZ1pxKU5m');

function feature(id: Address, epoch: number | undefined, owner = FEATURE_PROGRAM): AccountSpec {
  const data = Buffer.alloc(9);
  if (epoch !== undefined) {
    data.writeUInt8(1);
    data.writeBigUInt64LE(BigInt(epoch) * 432_000n + 5n, 1);
  }
  return { address: id, owner, data };
}

const inEpoch = (epoch: number, rest: LedgerSpec = {}): LedgerSpec => ({
  blocks: [{ slot: epoch * 432_000 + 99 }],
  ...rest,
});
const rate = (epoch: number, total: string, validator = total, foundation = '0.0') =>
  `{"epoch":${epoch},"foundation":${foundation},"total":${total},"validator":${validator}}`;

const FROM_GENESIS = rate(800, '0.03925533280384699');
/** epoch 149 on: where mainnet's inflation starts */
const FROM_149 = rate(800, '0.04482141341366707');
const FROM_100 = rate(800, '0.04290891954483794');

describe.each(BOTH_DIALECTS)('getInflationRate (%s)', (dialect) => {
  const ask = (spec: LedgerSpec, params = '[]') => callText(testNode(spec), 'getInflationRate', params, dialect);

  it.each(NO_PARAMS_CASES)('%s is refused', async (params, error) => {
    expect(await ask({}, params)).toBe(error);
  });

  // expected rates: Python's, whose power is glibc's as the node's is
  it.each([
    [0, '0.08'],
    [1, '0.07992883773599962'],
    [800, '0.03925533280384699'],
    [2000, '0.015'],
  ])('tapers from genesis on: epoch %d', async (epoch, total) => {
    expect(await ask(inEpoch(epoch))).toBe(rate(epoch, total));
  });

  it.each([
    ['mainnet', [feature(MAINNET_ENABLE, 150), feature(MAINNET_VOTE, 140)], FROM_149],
    ['mainnet without the vote', [feature(MAINNET_ENABLE, 150), feature(MAINNET_VOTE, undefined)], FROM_GENESIS],
    ['devnet', [feature(DEVNET, 101)], FROM_100],
    ['whichever was first', [feature(DEVNET, 101), feature(MAINNET_ENABLE, 150), feature(MAINNET_VOTE, 140)], FROM_100],
    ['pico inflation', [feature(PICO, 150)], FROM_149],
    ['full before pico inflation', [feature(PICO, 50), feature(DEVNET, 101)], FROM_100],
    ['a test validator', [feature(DEVNET, 0), feature(PICO, 0)], FROM_GENESIS],
    ['a feature that is to come', [feature(DEVNET, 801)], FROM_GENESIS],
    ['an account that is no feature', [feature(DEVNET, 101, PICO)], FROM_GENESIS],
  ])('starts where the features say: %s', async (_what, accounts, text) => {
    expect(await ask(inEpoch(800, { accounts }))).toBe(text);
  });

  it.each([
    [2, rate(2, '0.07985773877284696', '0.07586485183420462', '0.003992886938642348')],
    [1400, rate(1400, '0.023014692206317192')],
  ])('pays a foundation until its term is over: epoch %d', async (epoch, text) => {
    const inflation = { foundation: 0.05, foundationTerm: 7, initial: 0.08, taper: 0.15, terminal: 0.015 };
    expect(await ask(inEpoch(epoch, { cluster: { inflation } }))).toBe(text);
  });

  it('a full taper leaves the terminal rate', async () => {
    const inflation = { foundation: 0, foundationTerm: 0, initial: 0.0001, taper: 1, terminal: 0.0001 };
    expect(await ask(inEpoch(300, { cluster: { inflation } }))).toBe(rate(300, '0.0001'));
  });

  it('is that of the finalized tip', async () => {
    const blocks = [{ slot: 432_000 }, { slot: 864_000, parentSlot: 432_000 }];
    expect(await ask({ blocks, finalized: 432_000, processed: 864_000 })).toBe(rate(1, '0.07992883773599962'));
  });
});
