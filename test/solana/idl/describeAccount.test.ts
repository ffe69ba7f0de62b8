import { describe, expect, it } from 'vitest';
import { UnknownBytesError } from '../../../src/solana/account.ts';
import { type Address, address } from '../../../src/solana/address.ts';
import { IdlDataError } from '../../../src/solana/idl/budget.ts';
import { describeAccount, readDescribedAccount } from '../../../src/solana/idl/describeAccount.ts';
import { DESCRIBED_IDL, DESCRIBED_LEDGER, ROUTER } from '../../support/describedIdl.ts';
import { MARKET } from '../../support/idls.ts';
import { stateOf } from '../../support/reasons.ts';

const { names } = await stateOf(JSON.stringify(DESCRIBED_LEDGER));
const programs = [...names.programs.values()];
const POSITION = Uint8Array.of(...DESCRIBED_IDL.accounts[1]!.discriminator, 253, 255, 255, 255, 255, 255, 255, 255);
const owned = (data: Uint8Array, owner: string = MARKET) => ({ data, owner: owner as Address });

describe('describeAccount', () => {
  it('has the fields of an account of a program with an IDL', () => {
    const described = { program: 'market', account: 'Position', fields: { size: '-3' } };
    expect(describeAccount(owned(POSITION), programs)).toEqual(described);
  });

  it.each([
    [
      'of a program without an IDL',
      owned(POSITION, ROUTER),
      `$x belongs to ${ROUTER}, and no program with an IDL has this address`,
    ],
    ['of no type', owned(Uint8Array.of(1, 2)), 'the data of $x begins as no account of market does'],
    [
      'that ends too early',
      owned(POSITION.subarray(0, 12)),
      'the data of $x is no Position of market: the data ends after 12 bytes',
    ],
  ])('an account %s is not described', (_name, account, message) => {
    expect(describeAccount(account, programs)).toBeUndefined();
    expect(() => readDescribedAccount(account, programs, '$x')).toThrow(new IdlDataError(message));
  });

  it('neither is one whose bytes are not known', () => {
    const unknown = {
      owner: address(MARKET),
      get data(): Uint8Array {
        throw new UnknownBytesError(address(MARKET));
      },
    };
    expect(describeAccount(unknown, programs)).toBeUndefined();
  });
});
