import { describe, expect, it } from 'vitest';
import { address } from '../../../src/solana/address.ts';
import { BOTH_DIALECTS } from '../../support/answers.ts';
import { NO_PARAMS_CASES } from '../../support/paramCases.ts';
import { callText, type LedgerSpec, testNode } from '../../support/testNode.ts';

/** A test validator's sysvar account, with a warm-up to 8192 slots an epoch. */
const SYSVAR = {
  address: address('SysvarEpochSchedu1e111111111111111111111111'),
  data: Buffer.from(`00200000000000000020000000000000010800000000000000e01f000000000000`, 'hex'),
};
const epochSchedule = {
  slotsPerEpoch: 2n ** 64n - 1n,
  leaderScheduleSlotOffset: 64n,
  warmup: true,
  firstNormalEpoch: 3n,
  firstNormalSlot: 224n,
};

describe.each(BOTH_DIALECTS)('getEpochSchedule (%s)', (dialect) => {
  const ask = (params: string, spec: LedgerSpec = {}) => callText(testNode(spec), 'getEpochSchedule', params, dialect);

  it.each(NO_PARAMS_CASES)('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each(['[]', 'null'])('%s: mainnet has epochs of two days', async (params) => {
    expect(await ask(params)).toBe(
      '{"firstNormalEpoch":0,"firstNormalSlot":0,"leaderScheduleSlotOffset":432000,"slotsPerEpoch":432000,"warmup":false}',
    );
  });

  it('is the sysvar where the ledger has it', async () => {
    expect(await ask('[]', { accounts: [SYSVAR] })).toBe(
      '{"firstNormalEpoch":8,"firstNormalSlot":8160,"leaderScheduleSlotOffset":8192,"slotsPerEpoch":8192,"warmup":true}',
    );
  });

  it('is what ledger.json says before all', async () => {
    expect(await ask('[]', { accounts: [SYSVAR], cluster: { epochSchedule } })).toBe(
      '{"firstNormalEpoch":3,"firstNormalSlot":224,"leaderScheduleSlotOffset":64,"slotsPerEpoch":18446744073709551615,"warmup":true}',
    );
  });
});
