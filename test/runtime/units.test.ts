import { expect, it } from 'vitest';
import { areUnitsKnown, unitsOf } from '../../src/runtime/programUnits.ts';
import { address, PRECOMPILES, TOKEN_PROGRAM } from '../../src/solana/address.ts';

it.each([
  ['11111111111111111111111111111111', 150n],
  ['ComputeBudget111111111111111111111111111111', 150n],
  ['Vote111111111111111111111111111111111111111', 2_100n],
  ['BPFLoader2111111111111111111111111111111111', 570n],
  ['BPFLoader1111111111111111111111111111111111', 1_140n],
  ['LoaderV411111111111111111111111111111111111', 2_000n],
  ['BPFLoaderUpgradeab1e11111111111111111111111', 2_370n],
])('a call of the builtin program %s consumes %d compute units', (program, units) => {
  expect(areUnitsKnown(address(program))).toBe(true);
  expect(unitsOf(address(program))).toBe(units);
});

it('what other programs consume is not known, and signature checks consume nothing', () => {
  expect([areUnitsKnown(TOKEN_PROGRAM), unitsOf(TOKEN_PROGRAM)]).toEqual([false, 1_000n]);
  expect(Object.values(PRECOMPILES).map(unitsOf)).toEqual([0n, 0n, 0n]);
});
