import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../src/codec/base58.ts';
import {
  NON_CIRCULATING,
  NON_CIRCULATING_WITHDRAWERS,
  nonCirculatingAddresses,
  supplyOf,
} from '../../src/ledger/nonCirculating.ts';
import { type Address, address, CLOCK_SYSVAR, compareAddresses, isAddressSized } from '../../src/solana/address.ts';
import { accountsAtProcessed } from '../support/contents.ts';
import { type AccountSpec, testLedger } from '../support/testNode.ts';
import { namedAddress } from '../support/transactions.ts';

const STAKE_PROGRAM = address('Stake11111111111111111111111111111111111111');
const SYSVARS = address('Sysvar1111111111111111111111111111111111111');
const STAKE = namedAddress('stake');
const ANYBODY = namedAddress('anybody');
const [WITHDRAWER] = [...NON_CIRCULATING_WITHDRAWERS] as [Address];

interface StakeSpec {
  readonly tag?: number;
  readonly withdrawer?: Address;
  /** lockup */
  readonly unixTimestamp?: bigint;
  readonly epoch?: bigint;
  readonly length?: number;
}

function stakeData({ tag = 1, withdrawer = ANYBODY, unixTimestamp = 0n, epoch = 0n, length = 200 }: StakeSpec) {
  const bytes = Buffer.alloc(200);
  bytes.writeUInt32LE(tag, 0);
  bytes.set(decodeBase58(withdrawer), 44);
  bytes.writeBigInt64LE(unixTimestamp, 76);
  bytes.writeBigUInt64LE(epoch, 84);
  return bytes.subarray(0, length);
}

function clockData(epoch: bigint, unixTimestamp: bigint): Uint8Array {
  const bytes = Buffer.alloc(40);
  bytes.writeBigUInt64LE(epoch, 16);
  bytes.writeBigInt64LE(unixTimestamp, 32);
  return bytes;
}

const CLOCK: AccountSpec = { address: CLOCK_SYSVAR, owner: SYSVARS, lamports: 1n, data: clockData(7n, 1000n) };
const stake = (spec: StakeSpec, owner = STAKE_PROGRAM): AccountSpec => ({
  address: STAKE,
  owner,
  lamports: 50n,
  data: stakeData(spec),
});
const countsAsLocked = (...accounts: AccountSpec[]): boolean =>
  nonCirculatingAddresses(accountsAtProcessed(testLedger({ accounts }))).has(STAKE);

describe('the lists', () => {
  it('hold addresses, each of them once', () => {
    expect([NON_CIRCULATING.length, NON_CIRCULATING_WITHDRAWERS.size]).toEqual([214, 114]);
    expect(new Set(NON_CIRCULATING).size).toBe(214);
    expect([...NON_CIRCULATING, ...NON_CIRCULATING_WITHDRAWERS].every(isAddressSized)).toBe(true);
  });
});

describe('stake that does not circulate', () => {
  it.each<[string, StakeSpec, boolean]>([
    ['without a lockup', {}, false],
    ['delegated, without a lockup', { tag: 2 }, false],
    ['until a later second', { unixTimestamp: 1001n }, true],
    ['until this second', { unixTimestamp: 1000n }, false],
    ['until a second before 1970', { unixTimestamp: -1n }, false],
    ['until a later epoch', { epoch: 8n }, true],
    ['until this epoch', { epoch: 7n }, false],
    ['delegated, until a later epoch', { tag: 2, epoch: 18446744073709551615n }, true],
    ['until a second that is over and an epoch that is not', { unixTimestamp: 1n, epoch: 8n }, true],
    ['of a withdrawer on the list', { withdrawer: WITHDRAWER }, true],
    ['delegated, of a withdrawer on the list', { tag: 2, withdrawer: WITHDRAWER }, true],
    ['uninitialized', { tag: 0, epoch: 8n }, false],
    ['a rewards pool', { tag: 3, epoch: 8n }, false],
    ['an unknown state', { tag: 4, epoch: 8n }, false],
    ['as short as it may be', { epoch: 8n, length: 124 }, true],
    ['too short', { epoch: 8n, length: 123 }, false],
    ['delegated, as short as it may be', { tag: 2, epoch: 8n, length: 197 }, true],
    ['delegated, too short', { tag: 2, epoch: 8n, length: 196 }, false],
    ['of three bytes', { length: 3 }, false],
    ['empty', { length: 0 }, false],
  ])('%s', (_name, spec, expected) => {
    expect(countsAsLocked(CLOCK, stake(spec))).toBe(expected);
  });

  it('has to be owned by the stake program', () => {
    expect(countsAsLocked(CLOCK, stake({ epoch: 8n }, ANYBODY))).toBe(false);
  });

  it.each([[[]], [[{ ...CLOCK, data: clockData(99n, 99n).subarray(0, 39) }]]])(
    'without a Clock that can be read, no time has passed',
    (clock) => {
      expect(countsAsLocked(...clock, stake({ epoch: 1n }))).toBe(true);
      expect(countsAsLocked(...clock, stake({ unixTimestamp: 1n }))).toBe(true);
      expect(countsAsLocked(...clock, stake({}))).toBe(false);
    },
  );
});

describe('the supply of all accounts', () => {
  const [listed, other] = NON_CIRCULATING as readonly [Address, Address];

  it('is their sum, less what does not circulate', () => {
    const state = testLedger({
      accounts: [
        CLOCK,
        { address: ANYBODY, lamports: 18446744073709551000n },
        { address: listed, lamports: 100n },
        { address: other, lamports: 0n },
        stake({ epoch: 8n }),
      ],
    });
    const { nonCirculatingAccounts, ...amounts } = supplyOf(accountsAtProcessed(state));
    expect(amounts).toEqual({
      circulating: 18446744073709551001n,
      nonCirculating: 150n,
      total: 18446744073709551151n,
    });
    expect(nonCirculatingAccounts).toEqual([...NON_CIRCULATING, STAKE].sort(compareAddresses));
  });

  it('of none is nothing', () => {
    const { circulating, nonCirculating, total } = supplyOf(accountsAtProcessed(testLedger({})));
    expect([circulating, nonCirculating, total]).toEqual([0n, 0n, 0n]);
  });
});
