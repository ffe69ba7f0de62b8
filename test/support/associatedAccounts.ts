import fc from 'fast-check';
import { associatedAddress } from '../../src/runtime/derive.ts';
import { type Account, emptyAccount } from '../../src/solana/account.ts';
import {
  type Address,
  ASSOCIATED_TOKEN_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../src/solana/address.ts';
import type { Instruction } from '../../src/solana/instruction.ts';
import { mintBytes, TOKEN_ACCOUNT_BYTES, tokenAccountBytes } from '../../src/solana/programs/splToken/layout.ts';
import { metas } from './bothRuntimes.ts';
import { key } from './liteSvmSystem.ts';

/** Random accounts, and instructions of the associated token account program that often fail, but seldom at the first check. */

const [payer, wallet, other, oldMint, newMint, oldGold, newGold] = [1, 2, 3, 4, 5, 6, 7].map(key) as Address[];
const MINTS = new Map<Address, readonly [Address, Address]>([
  [TOKEN_PROGRAM, [oldMint!, oldGold!]],
  [TOKEN_2022_PROGRAM, [newMint!, newGold!]],
]);
const PROGRAMS = [...MINTS.keys()];

function account(address: Address, owner: Address, data: Uint8Array, lamports = 10_000_000n): Account {
  return { ...emptyAccount(address), owner, data, lamports };
}

const mint = (address: Address, owner: Address) =>
  account(address, owner, mintBytes({ decimals: 6, supply: 100n, mintAuthority: payer! }));

function token(address: Address, program: Address, of: Address, owner: Address, amount = 0n, lamports = 2_039_280n) {
  return account(address, program, tokenAccountBytes({ mint: of, owner, amount }), lamports);
}

const mintsOf = (program: Address) => MINTS.get(program)!;

const BASE: readonly Account[] = [
  { ...emptyAccount(payer!), lamports: 10n ** 10n },
  { ...emptyAccount(wallet!), lamports: 10n ** 9n },
  emptyAccount(other!),
  ...PROGRAMS.flatMap((program) => mintsOf(program).map((address) => mint(address, program))),
];

interface Place {
  readonly program: Address;
  /** the wallet's account of the first mint */
  readonly own: Address;
  /** the account of the second mint that belongs to the first one */
  readonly nested: Address;
  /** the wallet's account of the second mint */
  readonly proper: Address;
}

function placeUnder(program: Address): Place {
  const [first, second] = mintsOf(program);
  const own = associatedAddress(wallet!, first, program);
  const [nested, proper] = [own, wallet!].map((of) => associatedAddress(of, second, program)) as [Address, Address];
  return { program, own, nested, proper };
}

const PLACES = PROGRAMS.map(placeUnder);

/** What may be at the addresses of associated accounts. */
const found = (address: Address, { program, own }: Place): fc.Arbitrary<Account> => {
  const [first, second] = mintsOf(program);
  const under = program;
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(emptyAccount(address)) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(1n, 890_880n, 2_039_280n, 5_000_000n)
        .map((lamports) => ({ ...emptyAccount(address), lamports })),
    },
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.constantFrom(first, second), fc.constantFrom(wallet!, own, other!), fc.constantFrom(0n, 7n))
        .map(([of, owner, amount]) => token(address, under, of, owner, amount)),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(0, 10, 165, 170).map((size) => account(address, under, new Uint8Array(size))),
    },
    { weight: 1, arbitrary: fc.constant(account(address, key(40), new Uint8Array(TOKEN_ACCOUNT_BYTES))) },
  );
};

const scene = fc.constantFrom(...PLACES).chain((place) => {
  const { own, nested, program, proper } = place;
  const [first, second] = mintsOf(program);
  const good = (address: Address, of: Address, owner: Address) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(token(address, program, of, owner, 5n)) }, found(address, place));
  return fc.tuple(
    fc.constant(place),
    good(own, first, wallet!),
    good(nested, second, own),
    good(proper, second, wallet!),
  );
});

function createAccounts({ program, own }: Place): string[] {
  return [`${payer} sw`, `${own} w`, wallet!, mintsOf(program)[0], SYSTEM_PROGRAM, program];
}

function recoverAccounts({ nested, own, program, proper }: Place): string[] {
  const [first, second] = mintsOf(program);
  return [`${nested} w`, second, `${proper} w`, own, first, `${wallet} sw`, program];
}

const KEYS = [...BASE.map(({ address }) => address), key(90)];

/** Now and then an account is another one, lacks its flags or is missing. */
const slip = fc.oneof(
  { weight: 6, arbitrary: fc.constant((texts: string[]) => texts) },
  {
    weight: 1,
    arbitrary: fc
      .oneof(
        fc.tuple(fc.nat(6), fc.constantFrom(...KEYS)),
        fc.tuple(fc.constantFrom(4, 5, 6), fc.constantFrom(SYSTEM_PROGRAM, ...PROGRAMS)),
      )
      .map(
        ([index, address]) =>
          (texts: string[]) =>
            texts.map((text, i) => (i === index ? text.replace(/^\S+/, address) : text)),
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .nat(6)
      .map((index) => (texts: string[]) => texts.map((text, i) => (i === index ? text.split(' ')[0]! : text))),
  },
  { weight: 1, arbitrary: fc.nat(7).map((count) => (texts: string[]) => texts.slice(0, count)) },
);

const DATA = [[], [0], [1], [1], [2], [2], [2], [2], [2, 0], [3], [0, 0]];

export interface AssociatedRun {
  readonly accounts: readonly Account[];
  readonly instructions: readonly Instruction[];
}

export const associatedRun: fc.Arbitrary<AssociatedRun> = scene.chain(([place, ...accounts]) =>
  fc.record({
    accounts: fc.constant([...BASE, ...accounts]),
    instructions: fc.array(
      fc.tuple(fc.constantFrom(...DATA), slip).map(([data, slipped]): Instruction => {
        const texts = data[0] === 2 ? recoverAccounts(place) : createAccounts(place);
        return { program: ASSOCIATED_TOKEN_PROGRAM, accounts: metas(...slipped(texts)), data: Uint8Array.from(data) };
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
);
