import fc from 'fast-check';
import { decodeBase58 } from '../../src/codec/base58.ts';
import { ByteWriter } from '../../src/codec/bytes.ts';
import { rentExemption } from '../../src/runtime/accounts/builtinAccounts.ts';
import { type Account, emptyAccount } from '../../src/solana/account.ts';
import {
  type Address,
  address,
  addressOf,
  NATIVE_MINT,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../src/solana/address.ts';
import type { Instruction, InstructionAccount } from '../../src/solana/instruction.ts';
import { wholeEntriesOf } from '../../src/solana/programs/splToken/extensions.ts';
import { namedAddress } from './transactions.ts';

/** Accounts and instructions of the token programs, at random: mostly as they have to be, so that all that is checked is met. */

/** Takes a value out of an arbitrary, as `fc.gen` gives it. */
export type Pick = <T>(arbitrary: fc.Arbitrary<T>) => T;

export function picker(gen: fc.GeneratorValue): Pick {
  return (arbitrary) => gen(() => arbitrary);
}

const NATIVE_2022 = address('9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXejP');
const nativeMintOf = (program: Address): Address => (program === TOKEN_PROGRAM ? NATIVE_MINT : NATIVE_2022);

const WALLETS = ['alice', 'bob', 'carol'].map(namedAddress);
const MULTISIGS = ['council', 'board'].map(namedAddress);
const MINTS = ['gold', 'iron'].map(namedAddress);
const HOLDINGS = ['purse', 'chest', 'vault', 'wrapped', 'frozen'].map(namedAddress);
const BLANKS = ['blank', 'blankMint', 'blankMultisig', 'blankOther'].map(namedAddress);
const INCINERATOR = address('1nc1nerator11111111111111111111111111111111');

/** The first mostly, any of the others sometimes. */
export function mostly<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(usual, ...others) },
  );
}

export const small = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: 0n, max: 12n }) },
  { weight: 1, arbitrary: fc.constantFrom(2n ** 64n - 1n, 2n ** 63n) },
);

function option(writer: ByteWriter, given: Address | null): ByteWriter {
  return writer.u32(given === null ? 0 : 1).append(given === null ? new Uint8Array(32) : decodeBase58(given));
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 2 });
export const party = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...WALLETS) },
  { weight: 2, arbitrary: fc.constantFrom(...MULTISIGS) },
);

function mintData(pick: Pick): Uint8Array {
  const writer = option(new ByteWriter(82), pick(mostly<Address | null>(pick(party), null)));
  writer
    .u64(pick(mostly(100n, 0n, 5n, 2n ** 64n - 3n)))
    .u8(pick(mostly(2, 0, 9)))
    .u8(pick(mostly(1, 0)));
  return option(writer, pick(maybe(party))).bytes();
}

function holdingData(pick: Pick, native: Address): Uint8Array {
  const mint = pick(fc.constantFrom(MINTS[0]!, MINTS[0]!, MINTS[0]!, MINTS[1]!, native));
  const writer = new ByteWriter(165).append(decodeBase58(mint));
  writer.append(decodeBase58(pick(mostly<Address>(pick(party), SYSTEM_PROGRAM, INCINERATOR))));
  writer.u64(pick(small));
  option(writer, pick(maybe(party))).u8(pick(mostly(1, 2, 0, 1, 2)));
  const isNative = mint === native;
  writer.u32(isNative ? 1 : 0).u64(isNative ? rentExemption(165) : 0n);
  writer.u64(pick(small));
  return option(writer, pick(fc.option(party, { nil: null, freq: 4 }))).bytes();
}

function multisigData(pick: Pick): Uint8Array {
  const n = pick(mostly(3, 1, 2));
  const writer = new ByteWriter(355)
    .u8(pick(mostly(2, 1, 3)))
    .u8(n)
    .u8(pick(mostly(1, 0)));
  for (let i = 0; i < 11; i++)
    writer.append(i < n ? decodeBase58(pick(fc.constantFrom(...WALLETS))) : new Uint8Array(32));
  return writer.bytes();
}

/** @param extend what Token-2022 adds to the data of a mint or of an account */
export function randomAccounts(
  pick: Pick,
  program: Address,
  extend: (data: Uint8Array, kind: 'mint' | 'account' | 'blank') => Uint8Array = (data) => data,
): Account[] {
  const other = program === TOKEN_PROGRAM ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM;
  const account = (at: Address, data: Uint8Array): Account => ({
    ...emptyAccount(at),
    owner: pick(mostly<Address>(program, other, namedAddress('other'))),
    data,
    lamports: rentExemption(data.length) + pick(fc.constantFrom(0n, 20n, 1000n, 10_000_000n)),
  });
  const native = nativeMintOf(program);
  const nativeMint = new ByteWriter(82).append(new Uint8Array(44)).u8(9).u8(1).append(new Uint8Array(36)).bytes();
  const blank = (i: number, bytes: number) => account(BLANKS[i]!, new Uint8Array(bytes));
  return [
    ...WALLETS.slice(0, 2).map((at) => ({ ...emptyAccount(at), lamports: 1_000_000_000n })),
    ...MULTISIGS.map((at) => account(at, multisigData(pick))),
    ...MINTS.map((at) => account(at, extend(mintData(pick), 'mint'))),
    { ...account(native, nativeMint), owner: program },
    ...HOLDINGS.map((at) => account(at, extend(holdingData(pick, native), 'account'))),
    account(BLANKS[0]!, extend(new Uint8Array(165), 'blank')),
    account(BLANKS[1]!, extend(new Uint8Array(82), 'blank')),
    blank(2, 355),
    blank(3, pick(fc.constantFrom(0, 81, 164, 165, 166, 170, 300))),
  ].map((each) => ({ ...each, lamports: each.lamports - pick(mostly(0n, 1n)) }));
}

type Role =
  | 'holding'
  | 'mint'
  /** the account that was named first, once more */
  | 'first'
  /** another mint, with an extension that somebody may change */
  | 'updated'
  | 'wallet'
  | 'owner'
  /** who may change an extension of an account that was named before */
  | 'updater'
  | 'blank'
  | 'blankMint'
  | 'blankMultisig'
  | 'rent'
  | 'any';

function addressFor(pick: Pick, role: Role, native: Address): Address {
  const all = [...WALLETS, ...MULTISIGS, ...MINTS, ...HOLDINGS, ...BLANKS, native, namedAddress('nobody')];
  const usual: { readonly [role in Role]: readonly Address[] } = {
    holding: HOLDINGS,
    mint: [MINTS[0]!, MINTS[0]!, MINTS[1]!, native],
    first: MINTS,
    updated: MINTS,
    owner: [...WALLETS, ...MULTISIGS],
    updater: WALLETS,
    wallet: [...WALLETS, ...WALLETS, ...MULTISIGS],
    blank: [BLANKS[0]!, BLANKS[0]!, BLANKS[0]!, ...BLANKS],
    blankMint: [BLANKS[1]!, BLANKS[1]!, BLANKS[1]!, ...BLANKS],
    blankMultisig: [BLANKS[2]!, BLANKS[2]!, BLANKS[2]!, ...BLANKS],
    rent: [RENT_SYSVAR],
    any: all,
  };
  return pick(
    fc.oneof(
      { weight: 15, arbitrary: fc.constantFrom(...usual[role]) },
      { weight: 1, arbitrary: fc.constantFrom(...all) },
    ),
  );
}

type Write = (writer: ByteWriter, pick: Pick) => void;
const amount: Write = (writer, pick) => void writer.u64(pick(small));
const checked: Write = (writer, pick) => void writer.u64(pick(small)).u8(pick(mostly(2, 3, 9)));
const nothing: Write = () => undefined;
const AMOUNT_TEXT = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('1', '0.5', '12.34', '1.230', '7.', '.5', '+3', '00', '1e3') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '.', '-1', '1.2.3', '+', '1.+5', ' 1', '0x1', 'é', '18446744073709551616'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'nan',
      'Inf',
      '-inf',
      'infinity',
      '1e-3',
      '1E400',
      '-0',
      '.e1',
      '1.5e',
      '184467440737095516.15',
    ),
  },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 1e20 }).map(String) },
);
const amountText: Write = (writer, pick) => void writer.append(Buffer.from(pick(AMOUNT_TEXT)));
const owner: Write = (writer, pick) => void writer.append(decodeBase58(pick(party)));
const optionalParty: Write = (writer, pick) => {
  const given = pick(maybe(party));
  writer.u8(given === null ? 0 : pick(mostly(1, 2)));
  if (given !== null) writer.append(decodeBase58(given));
};
const mint: Write = (writer, pick) => {
  owner(writer.u8(pick(mostly(6, 0))), pick);
  optionalParty(writer, pick);
};

/** The accounts, w for writable, and the arguments; `+`: members of a multisig may follow. */
export type Shape = readonly [accounts: string, write: Write];

/** By tag. */
export const SHAPES: { readonly [tag: number]: Shape } = {
  0: ['blankMint:w rent', mint],
  1: ['blank:w mint wallet rent', nothing],
  2: ['blankMultisig:w rent +', (writer, pick) => void writer.u8(pick(mostly(2, 0, 1, 12)))],
  3: ['holding:w holding:w owner +', amount],
  4: ['holding:w wallet owner +', amount],
  5: ['holding:w owner +', nothing],
  6: [
    'any:w owner +',
    (writer, pick) => optionalParty(writer.u8(pick(fc.oneof(fc.nat(3), fc.nat(3), fc.constant(18)))), pick),
  ],
  7: ['mint:w holding:w owner +', amount],
  8: ['holding:w mint:w owner +', amount],
  9: ['holding:w wallet:w owner +', nothing],
  10: ['holding:w mint owner +', nothing],
  11: ['holding:w mint owner +', nothing],
  12: ['holding:w mint holding:w owner +', checked],
  13: ['holding:w mint wallet owner +', checked],
  14: ['mint:w holding:w owner +', checked],
  15: ['holding:w mint:w owner +', checked],
  16: ['blank:w mint rent', owner],
  17: ['holding:w', nothing],
  18: ['blank:w mint', owner],
  19: ['blankMultisig:w +', (writer, pick) => void writer.u8(pick(mostly(2, 0, 1, 12)))],
  20: ['blankMint:w', mint],
  21: ['mint', nothing],
  22: ['blank:w', nothing],
  23: ['mint', amount],
  24: ['mint', amountText],
};

/** Those in whose name something is done with the accounts, by their data. */
function partiesOf(data: Uint8Array): Address[] {
  const at = (start: number) => addressOf(data.subarray(start, start + 32));
  const optional = (start: number) => (data[start] === 1 ? [at(start + 4)] : []);
  if (data.length < 165) return data.length < 82 ? [] : [...optional(0), ...optional(0), ...optional(46)];
  if (data[165] === 1) return [...optional(0), ...optional(0), ...optional(46)];
  return data.length === 355 ? [] : [at(32), at(32), ...optional(72), ...optional(129)];
}

/** Metadata, groups, and permissions to burn. */
const UPDATED: readonly number[] = [19, 21, 28];

/** Those who may change an extension. */
function updatersOf(data: Uint8Array): Address[] {
  try {
    const entries = [...wholeEntriesOf(data)];
    const updated = entries.filter(({ type, value }) => UPDATED.includes(type) && value.length >= 32);
    return updated.map(({ value }) => addressOf(value.subarray(0, 32)));
  } catch {
    return [];
  }
}

interface Named {
  readonly before: readonly InstructionAccount[];
  readonly accounts: readonly Account[];
  readonly first: Account | undefined;
  /** the data of all that were named before */
  readonly data: readonly Uint8Array[];
}

const mintIn = ({ data }: Account): Address => addressOf(data.subarray(0, 32));

/** What a role is likely to be in an instruction that names others before. */
const FITTING: { readonly [role in Role]?: (named: Named) => readonly Address[] } = {
  first: ({ before }) => before.slice(0, 1).map(({ address: known }) => known),
  owner: ({ data }) => data.flatMap(partiesOf),
  updater: ({ data }) => data.flatMap(updatersOf),
  updated: ({ accounts, first }) =>
    accounts
      .filter((each) => MINTS.includes(each.address) && each !== first && updatersOf(each.data).length > 0)
      .map(({ address: known }) => known),
  mint: ({ first }) => (first && first.data.length >= 165 && first.data[108] !== 0 ? [mintIn(first)] : []),
  holding: ({ accounts, first }) => {
    if (first === undefined) return [];
    const mint = first.data.length >= 165 && first.data[165] !== 1 ? mintIn(first) : first.address;
    const others = accounts.filter((each) => HOLDINGS.includes(each.address) && each !== first);
    return others.filter((each) => mintIn(each) === mint).map(({ address: known }) => known);
  },
};

function fittingAddress(pick: Pick, role: Role, before: readonly InstructionAccount[], accounts: readonly Account[]) {
  const found = before.map((meta) => accounts.find(({ address: known }) => known === meta.address));
  const data = found.map((account) => account?.data ?? new Uint8Array());
  const fitting = FITTING[role]?.({ before, accounts, first: found[0], data }) ?? [];
  const likely = role === 'owner' ? fitting.slice(0, pick(mostly(2, 9))) : fitting;
  return likely.length > 0 && pick(mostly(true, false)) ? pick(fc.constantFrom(...likely)) : undefined;
}

export interface RandomInstruction {
  readonly program: Address;
  readonly accounts: readonly Account[];
  readonly shape: Shape;
  readonly tag: readonly number[];
}

/** An instruction that is likely to fit the accounts. */
export function randomInstruction(pick: Pick, { program, accounts, shape, tag }: RandomInstruction): Instruction {
  const [words, write] = shape;
  const native = nativeMintOf(program);
  const metas: InstructionAccount[] = [];
  for (const word of words.split(' ')) {
    if (word === '+') {
      metas.push(...members(pick, metas.at(-1)!, accounts));
      continue;
    }
    const [role, writable] = word.split(':') as [Role, string | undefined];
    metas.push({
      address: fittingAddress(pick, role, metas, accounts) ?? addressFor(pick, role, native),
      isSigner: (role === 'owner' || role === 'updater') && pick(mostly(true, false)),
      isWritable: pick(
        fc.oneof({ weight: 30, arbitrary: fc.constant(writable === 'w') }, { weight: 1, arbitrary: fc.boolean() }),
      ),
    });
  }
  const writer = new ByteWriter(100);
  for (const byte of tag) writer.u8(byte);
  write(writer, pick);
  const data = writer.bytes();
  const cut = pick(mostly(0, 0, 0, 1, 5, -1, -4));
  const changed =
    cut < 0 ? Buffer.concat([data, new Uint8Array(-cut)]) : data.subarray(0, Math.max(0, data.length - cut));
  return {
    program,
    accounts: metas.slice(0, metas.length - pick(mostly(0, 0, 0, 1, 2))),
    data: Uint8Array.from(changed),
  };
}

/** Members of a multisig, or nobody. */
function members(
  pick: Pick,
  { address: authority }: InstructionAccount,
  accounts: readonly Account[],
): InstructionAccount[] {
  const data = accounts.find(({ address: known }) => known === authority)?.data ?? new Uint8Array();
  const known = data.length === 355 ? [0, 1, 2].map((i) => addressOf(data.subarray(3 + 32 * i, 35 + 32 * i))) : [];
  const named = pick(
    mostly(BLANKS.includes(authority) || authority === RENT_SYSVAR ? WALLETS : known, [], WALLETS, known.slice(1)),
  );
  return named.map((member) => ({ address: member, isSigner: pick(mostly(true, false)), isWritable: false }));
}
