import { describe, expect, test } from 'vitest';
import { decodeBase58 } from '../../../../src/codec/base58.ts';
import { ByteWriter } from '../../../../src/codec/bytes.ts';
import type { AccountNames } from '../../../../src/runtime/accountNames.ts';
import { BankAccounts } from '../../../../src/runtime/accounts/bankAccounts.ts';
import { rentExemption } from '../../../../src/runtime/accounts/builtinAccounts.ts';
import { Changes } from '../../../../src/runtime/accounts/changes.ts';
import { noResults, type ResultsSoFar } from '../../../../src/runtime/invocation.ts';
import { invoke } from '../../../../src/runtime/invoke.ts';
import { ProgramError } from '../../../../src/runtime/programError.ts';
import { type Account, emptyAccount } from '../../../../src/solana/account.ts';
import {
  type Address,
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../../src/solana/address.ts';
import {
  mintBytes,
  multisigBytes,
  readMint,
  readMultisig,
  readTokenAccount,
  tokenAccountBytes,
} from '../../../../src/solana/programs/splToken/layout.ts';
import { namedAddress } from '../../../support/transactions.ts';

/** What instructions of the token programs do and refuse, in rows; differential.test.ts compares them with the real programs. */

const NAMES = 'alice bob carol dave council gold purse chest wrapped frozen blank blankMint blankMultisig'.split(' ');
const WORDS = new Map(NAMES.map((name) => [namedAddress(name), `$${name}`]));
const NAMED: AccountNames = {
  show: (address) => `\`${WORDS.get(address) ?? address}\``,
  textOf: (address) => WORDS.get(address) ?? address,
  similarText: () => undefined,
  holderOf: () => undefined,
};

const at = namedAddress;
const bytes = (address: Address): Uint8Array => decodeBase58(address);
const u64 = (tag: number, amount: bigint, ...rest: number[]): Uint8Array =>
  Uint8Array.of(...new ByteWriter(9).u8(tag).u64(amount).bytes(), ...rest);
const withAddress = (...parts: (number | Address)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : bytes(part))));

function accountsOf(program: Address): readonly Account[] {
  const account = (name: string, data: Uint8Array, more = 0n): Account => ({
    ...emptyAccount(at(name)),
    owner: program,
    data,
    lamports: rentExemption(data.length) + more,
  });
  const holding = (mint: Address, owner: string, amount: bigint) => ({
    mint,
    owner: at(owner),
    amount,
    delegate: at('dave'),
    delegatedAmount: 30n,
    nativeReserve: mint === NATIVE_MINT ? rentExemption(165) : null,
  });
  const gold = { decimals: 1, supply: 200n, mintAuthority: at('alice'), freezeAuthority: at('bob') };
  return [
    { ...emptyAccount(at('alice')), lamports: 5n },
    account('gold', mintBytes(gold)),
    account('purse', tokenAccountBytes(holding(at('gold'), 'alice', 100n))),
    account('chest', tokenAccountBytes({ ...holding(at('gold'), 'council', 7n), delegate: null, delegatedAmount: 0n })),
    account('wrapped', tokenAccountBytes(holding(NATIVE_MINT, 'alice', 50n)), 80n),
    account('frozen', tokenAccountBytes({ ...holding(at('gold'), 'alice', 1n), state: 'frozen' })),
    account('council', multisigBytes(2, [at('alice'), at('bob'), at('carol')])),
    account('blank', new Uint8Array(165)),
    account('blankMint', new Uint8Array(82)),
    account('blankMultisig', new Uint8Array(355)),
  ];
}

/** `purse:w alice:s`: w for writable, s for signer. */
function metasOf(text: string) {
  return text.split(' ').map((word) => {
    const [name, rights = ''] = word.split(':') as [string, string?];
    const address = name === 'wsol' ? NATIVE_MINT : at(name);
    return { address, isSigner: rights.includes('s'), isWritable: rights.includes('w') };
  });
}

interface Carried {
  readonly changes: Changes;
  readonly results: ResultsSoFar;
  readonly error: unknown;
}

function carryOut(program: Address, accounts: string, data: Uint8Array): Carried {
  const before = new BankAccounts(undefined, new Map(accountsOf(program).map((account) => [account.address, account])));
  const moment = { slot: 5n, epoch: 0n, unixTimestamp: 0n, parentHash: new Uint8Array(32) };
  const changes = new Changes(before, moment, NAMED, new Set(), rentExemption);
  const results = noResults();
  try {
    invoke({ program, accounts: metasOf(accounts), data }, changes, results);
    return { changes, results, error: undefined };
  } catch (error) {
    return { changes, results, error };
  }
}

function done(program: Address, accounts: string, data: Uint8Array): Changes {
  const { changes, error } = carryOut(program, accounts, data);
  if (error !== undefined) throw error;
  return changes;
}

const token = (changes: Changes, name: string) => readTokenAccount(changes.get(at(name))!.data);
const mint = (changes: Changes, name: string) => readMint(changes.get(at(name))!.data);

describe.each([
  ['the token program', TOKEN_PROGRAM],
  ['Token-2022', TOKEN_2022_PROGRAM],
])('%s', (_, program) => {
  test('initializes mints, accounts and multisigs', () => {
    const made = done(program, 'blankMint:w', withAddress(20, 6, at('bob'), 1, at('carol')));
    expect(mint(made, 'blankMint')).toEqual({
      mintAuthority: at('bob'),
      supply: 0n,
      decimals: 6,
      isInitialized: true,
      freezeAuthority: at('carol'),
    });
    const opened = done(program, 'blank:w gold', withAddress(18, at('bob')));
    expect(token(opened, 'blank')).toEqual({
      mint: at('gold'),
      owner: at('bob'),
      amount: 0n,
      delegate: null,
      state: 'initialized',
      nativeReserve: null,
      delegatedAmount: 0n,
      closeAuthority: null,
    });
    const council = done(program, 'blankMultisig:w alice bob', Uint8Array.of(19, 1));
    expect(readMultisig(council.get(at('blankMultisig'))!.data)).toEqual({
      numRequiredSigners: 1,
      numValidSigners: 2,
      isInitialized: true,
      signers: [at('alice'), at('bob')],
    });
  });

  test.each([
    ['transfer', 'purse:w chest:w alice:s', u64(3, 10n), 90n, 17n],
    ['transferChecked', 'purse:w gold chest:w alice:s', u64(12, 10n, 1), 90n, 17n],
    ['transfer by a multisig', 'chest:w purse:w council alice:s carol:s', u64(3, 7n), 107n, 0n],
    ['transfer to itself', 'purse:w purse:w alice:s', u64(3, 100n), 100n, 7n],
  ])('%s moves tokens', (_name, accounts, data, purse, chest) => {
    const changes = done(program, accounts, data);
    expect([token(changes, 'purse').amount, token(changes, 'chest').amount]).toEqual([purse, chest]);
  });

  test('a delegate spends what it may, and then is one no longer', () => {
    const part = done(program, 'purse:w chest:w dave:s', u64(3, 10n));
    expect(token(part, 'purse')).toMatchObject({ amount: 90n, delegate: at('dave'), delegatedAmount: 20n });
    const all = done(program, 'purse:w gold:w dave:s', u64(8, 30n));
    expect(token(all, 'purse')).toMatchObject({ amount: 70n, delegate: null, delegatedAmount: 0n });
    expect(mint(all, 'gold').supply).toBe(170n);
  });

  test('delegates come and go', () => {
    const approved = done(program, 'purse:w gold bob alice:s', u64(13, 3n, 1));
    expect(token(approved, 'purse')).toMatchObject({ delegate: at('bob'), delegatedAmount: 3n });
    const revoked = done(program, 'purse:w dave:s', Uint8Array.of(5));
    expect(token(revoked, 'purse')).toMatchObject({ delegate: null, delegatedAmount: 0n });
  });

  test('tokens are minted and accounts are frozen and thawed', () => {
    const minted = done(program, 'gold:w chest:w alice:s', u64(14, 5n, 1));
    expect([token(minted, 'chest').amount, mint(minted, 'gold').supply]).toEqual([12n, 205n]);
    expect(token(done(program, 'purse:w gold bob:s', Uint8Array.of(10)), 'purse').state).toBe('frozen');
    expect(token(done(program, 'frozen:w gold bob:s', Uint8Array.of(11)), 'frozen').state).toBe('initialized');
  });

  test('authorities change', () => {
    const sold = done(program, 'purse:w alice:s', withAddress(6, 2, 1, at('carol')));
    expect(token(sold, 'purse')).toMatchObject({ owner: at('carol'), delegate: null, delegatedAmount: 0n });
    expect(mint(done(program, 'gold:w alice:s', withAddress(6, 0, 0)), 'gold').mintAuthority).toBeNull();
    const closable = done(program, 'chest:w council alice:s bob:s', withAddress(6, 3, 1, at('dave')));
    expect(token(closable, 'chest').closeAuthority).toBe(at('dave'));
  });

  test('wrapped SOL is synchronized, and closed with its lamports', () => {
    const synced = done(program, 'wrapped:w', Uint8Array.of(17));
    expect(token(synced, 'wrapped').amount).toBe(80n);
    const closed = done(program, 'wrapped:w bob:w alice:s', Uint8Array.of(9));
    expect([closed.get(at('wrapped')), closed.lamports(at('bob'))]).toEqual([undefined, rentExemption(165) + 80n]);
  });

  test('returns the size of an account, and logs it', () => {
    const { results } = carryOut(program, 'gold', Uint8Array.of(21));
    expect(results.returnData).toEqual({ programId: program, data: Buffer.from('a500000000000000', 'hex') });
    expect(results.logs.lines.slice(-2)).toEqual([
      `Program return: ${program} pQAAAAAAAAA=`,
      `Program ${program} success`,
    ]);
  });

  test.each<
    [accounts: string, data: Uint8Array, err: unknown, message: string, hint: string | undefined, line: string]
  >([
    [
      'purse:w chest:w alice:s',
      u64(3, 101n),
      { Custom: 1 },
      '`$purse` has 10 of `$gold` at slot 5 and cannot send 10.1',
      undefined,
      'Error: insufficient funds',
    ],
    [
      'purse:w wrapped:w alice:s',
      u64(3, 1n),
      { Custom: 3 },
      `\`$purse\` is an account of \`$gold\` at slot 5, not of \`${NATIVE_MINT}\``,
      undefined,
      'Error: Account not associated with this Mint',
    ],
    [
      'purse:w chest:w bob:s',
      u64(3, 1n),
      { Custom: 4 },
      '`$bob` is neither the owner nor the delegate of `$purse` at slot 5',
      undefined,
      'Error: owner does not match',
    ],
    [
      'purse:w chest:w dave:s',
      u64(3, 31n),
      { Custom: 1 },
      '`$dave` may spend 3 of `$gold` from `$purse` at slot 5, not 3.1',
      undefined,
      'Error: insufficient funds',
    ],
    [
      'frozen:w chest:w alice:s',
      u64(3, 1n),
      { Custom: 17 },
      '`$frozen` is frozen at slot 5 and cannot send tokens',
      undefined,
      'Error: Account is frozen',
    ],
    [
      'purse:w chest:w alice',
      u64(3, 1n),
      'MissingRequiredSignature',
      '`$alice` does not sign',
      undefined,
      'Error: MissingRequiredSignature',
    ],
    [
      'chest:w purse:w council carol:s',
      u64(3, 1n),
      'MissingRequiredSignature',
      '1 of `$council` sign, not 2',
      undefined,
      'Error: MissingRequiredSignature',
    ],
    [
      'purse:w chest:w',
      u64(3, 1n),
      'NotEnoughAccountKeys',
      'the instruction has too few accounts',
      undefined,
      'Error: NotEnoughAccountKeys',
    ],
    [
      'gold:w purse:w bob:s',
      u64(7, 1n),
      { Custom: 4 },
      '`$bob` may not mint `$gold`',
      '`$alice` may',
      'Error: owner does not match',
    ],
    [
      'purse:w chest:w alice:s',
      Uint8Array.of(9),
      { Custom: 11 },
      '`$purse` holds 10 of `$gold` at slot 5 and cannot be closed',
      undefined,
      'Error: Non-native account can only be closed if its balance is zero',
    ],
    [
      'purse:w gold bob alice:s',
      u64(13, 3n, 2),
      { Custom: 18 },
      '`$gold` has 1 decimals, not 2',
      undefined,
      'Error: decimals different from the Mint decimals',
    ],
    [
      'purse:w gold',
      withAddress(18, at('bob')),
      { Custom: 6 },
      '`$purse` is initialized already at slot 5',
      undefined,
      'Error: account or token already in use',
    ],
    [
      'purse:w chest:w alice:s',
      Uint8Array.of(200),
      { Custom: 12 },
      'the data is not an instruction of the token program',
      undefined,
      'Error: Invalid instruction',
    ],
  ])('refuses %s %s: %j', (accounts, data, err, message, hint, line) => {
    const { error, results } = carryOut(program, accounts, data);
    expect(error).toBeInstanceOf(ProgramError);
    const { err: given, message: said, hint: advised } = error as ProgramError;
    expect({ err: given, message: said, hint: advised }).toEqual({ err, message, hint });
    expect(results.logs.lines.at(-2)).toBe(`Program log: ${line}`);
  });

  test('refuses to write where it has no right to, without a line of its own', () => {
    const { error, results } = carryOut(program, 'purse:w chest alice:s', u64(3, 1n));
    expect((error as ProgramError).err).toBe('ReadonlyDataModified');
    expect((error as ProgramError).message).toBe('`$chest` is readonly');
    expect(results.logs.lines.at(-1)).toBe(
      `Program ${program} failed: instruction modified data of a read-only account`,
    );
    expect(results.logs.lines.filter((line) => line.includes('Error'))).toEqual([]);
  });
});

test('the older program judges the owner of an account by what was written, Token-2022 before', () => {
  const foreign = (program: Address): unknown => {
    const accounts = accountsOf(program).map((account) =>
      account.address === at('purse') ? { ...account, owner: SYSTEM_PROGRAM } : account,
    );
    const before = new BankAccounts(undefined, new Map(accounts.map((account) => [account.address, account])));
    const moment = { slot: 5n, epoch: 0n, unixTimestamp: 0n, parentHash: new Uint8Array(32) };
    const changes = new Changes(before, moment, NAMED, new Set(), rentExemption);
    try {
      invoke({ program, accounts: metasOf('purse:w chest:w alice:s'), data: u64(3, 1n) }, changes, noResults());
    } catch (error) {
      return (error as ProgramError).err;
    }
    return undefined;
  };
  expect(foreign(TOKEN_PROGRAM)).toBe('ExternalAccountDataModified');
  expect(foreign(TOKEN_2022_PROGRAM)).toBe('IncorrectProgramId');
});

test('wrapped SOL may be given away by an account whose balance is given', () => {
  const [poor] = accountsOf(TOKEN_PROGRAM).filter(({ address }) => address === at('wrapped'));
  const accounts = [
    { ...poor!, lamports: 10n },
    { ...poor!, address: at('chest') },
  ];
  const before = new BankAccounts(undefined, new Map(accounts.map((account) => [account.address, account])));
  const moment = { slot: 5n, epoch: 0n, unixTimestamp: 0n, parentHash: new Uint8Array(32) };
  const run = (unchecked: ReadonlySet<Address>) => {
    const changes = new Changes(before, moment, NAMED, unchecked, rentExemption);
    const metas = metasOf('wrapped:w chest:w alice:s');
    invoke({ program: TOKEN_PROGRAM, accounts: metas, data: u64(3, 50n) }, changes, noResults());
    return changes.lamports(at('chest')) - poor!.lamports;
  };
  expect(run(new Set([at('wrapped')]))).toBe(50n);
  expect(() => run(new Set())).toThrow('`$wrapped` has 0.00000001 SOL at slot 5 and cannot send 0.00000005');
});
