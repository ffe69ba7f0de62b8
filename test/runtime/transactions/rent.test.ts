import { describe, expect, it } from 'vitest';
import { minimumBalance } from '../../../src/ledger/rent.ts';
import { LedgerView } from '../../../src/ledger/view.ts';
import { isRentTransitionAllowed } from '../../../src/runtime/rentTransition.ts';
import { address } from '../../../src/solana/address.ts';
import { type AccountSpec, testAccount, testLedger } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const viewOf = (accounts: readonly AccountSpec[]) =>
  new LedgerView(testLedger({ accounts }), 'processed', { keepOrphan: false });
const minimumIn = (view: LedgerView) => (bytes: number) => minimumBalance(BigInt(bytes), view);
const STRICT = { minimumBalance: minimumIn(viewOf([])), isRentRelaxed: false };
/** of an account without data, and of one with 10 bytes */
const RENT = 890_880n;
const RENT_OF_TEN = 960_480n;
const INCINERATOR = address('1nc1nerator11111111111111111111111111111111');

const ALICE = namedAddress('alice');
const holding = (lamports: bigint, bytes = 0) => testAccount({ address: ALICE, lamports, data: new Uint8Array(bytes) });

describe('an account may be left', () => {
  it.each<[what: string, before: [bigint, number?] | undefined, after: [bigint, number?], may: boolean]>([
    ['with nothing', [RENT], [0n], true],
    ['with what its rent demands', undefined, [RENT], true],
    ['with a lamport less, if it is new', undefined, [RENT - 1n], false],
    ['with a lamport less, if it had nothing', [0n], [RENT - 1n], false],
    ['with a lamport less, if it had enough', [RENT], [RENT - 1n], false],
    ['with as much as it had, if that was too little', [RENT - 1n], [RENT - 1n], true],
    ['with less than it had, if that was too little', [RENT - 1n], [1n], true],
    ['with more than it had, if that is too little', [RENT - 2n], [RENT - 1n], false],
    ['with more data than before, if it pays for it', [RENT], [RENT_OF_TEN, 10], true],
    ['with more data than before, if it does not', [RENT], [RENT, 10], false],
    ['with more data and too little, as before', [RENT - 1n], [RENT - 1n, 10], false],
    ['with less data and too little, as before', [RENT - 1n, 10], [1n, 0], false],
  ])('%s', (_what, before, after, may) => {
    expect(isRentTransitionAllowed(ALICE, before && holding(...before), holding(...after), STRICT)).toBe(may);
  });

  it('gone, where it was there', () => {
    expect(isRentTransitionAllowed(ALICE, holding(RENT), undefined, STRICT)).toBe(true);
  });

  it('with anything, where it is the incinerator', () => {
    expect(isRentTransitionAllowed(INCINERATOR, undefined, holding(1n), STRICT)).toBe(true);
  });

  it('with what the rent of the ledger demands', () => {
    const data = Buffer.alloc(17);
    data.writeBigUInt64LE(1n, 0);
    data.writeDoubleLE(2, 8);
    const view = viewOf([{ address: address('SysvarRent111111111111111111111111111111111'), data }]);
    expect(
      isRentTransitionAllowed(ALICE, undefined, holding(256n), {
        minimumBalance: minimumIn(view),
        isRentRelaxed: false,
      }),
    ).toBe(true);
    expect(
      isRentTransitionAllowed(ALICE, undefined, holding(255n), {
        minimumBalance: minimumIn(view),
        isRentRelaxed: false,
      }),
    ).toBe(false);
  });
});
