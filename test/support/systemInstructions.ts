import fc from 'fast-check';
import { decodeBase58 } from '../../src/codec/base58.ts';
import { ByteWriter, sha256 } from '../../src/codec/bytes.ts';
import { seedAddress } from '../../src/runtime/derive.ts';
import { type Account, emptyAccount } from '../../src/solana/account.ts';
import {
  type Address,
  RECENT_BLOCKHASHES_SYSVAR,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '../../src/solana/address.ts';
import type { Instruction, InstructionAccount } from '../../src/solana/instruction.ts';
import { key, PARENT_HASH } from './liteSvmSystem.ts';

/** Random accounts, and instructions of the system program that often fail, but seldom at the first check. */

const BASE = key(1);
const SEEDS = ['', 'a', 'vault', 'x'.repeat(33)];
const OWNERS = [SYSTEM_PROGRAM, TOKEN_PROGRAM, key(40)];
const DERIVED = OWNERS.map((owner) => seedAddress(BASE, 'vault', owner));
const PLAIN = [1, 2, 3, 4].map(key);
const NONCES = PLAIN.slice(2);
const ADDRESSES = [...PLAIN, ...DERIVED];

const NONCE_RENT = 1_447_680n;
const address = fc.constantFrom(...ADDRESSES);
const owner = fc.oneof(
  { weight: 3, arbitrary: fc.constant(SYSTEM_PROGRAM) },
  { weight: 1, arbitrary: fc.constantFrom(...OWNERS) },
);
const lamports = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.constantFrom(0n, 1n, 890_880n, NONCE_RENT, NONCE_RENT + 1_000_000n, 2n * NONCE_RENT, 10n ** 10n),
  },
  { weight: 10, arbitrary: fc.bigInt({ min: 0n, max: 4_000_000n }) },
  { weight: 1, arbitrary: fc.constantFrom(2n ** 64n - 1n, 2n ** 63n) },
);
const space = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(0n, 80n, 1n, 8n) },
  { weight: 10, arbitrary: fc.bigInt({ min: 0n, max: 200n }) },
  { weight: 1, arbitrary: fc.constantFrom(10_485_760n, 10_485_761n, 2n ** 64n - 1n) },
);

const durable = (hash: Uint8Array) => sha256('DURABLE_NONCE', hash);

/** Bytes as a nonce account has them, of any version, state and size. */
const nonceData = fc
  .record({
    version: fc.constantFrom(0, 0, 1, 1, 1, 1, 1, 2),
    state: fc.constantFrom(0, 0, 1, 1, 1, 1, 1, 2),
    authority: fc.constantFrom(...PLAIN),
    value: fc.constantFrom(durable(PARENT_HASH), PARENT_HASH, durable(new Uint8Array(32))),
    size: fc.constantFrom(80, 80, 80, 80, 80, 80, 80, 80, 8, 79, 100, 7),
  })
  .map(({ version, state, authority, value, size }) => {
    const writer = new ByteWriter(100).u32(version).u32(state);
    if (state === 1) writer.append(decodeBase58(authority)).append(value).u64(5000n);
    const data = new Uint8Array(size);
    data.set(writer.bytes().subarray(0, size));
    return data;
  });

const balance = fc.oneof(
  fc.constant(0n),
  lamports.filter((amount) => amount < 2n ** 60n),
);
const anything = fc.record({
  lamports: balance,
  owner,
  data: fc.oneof(
    fc.constant(new Uint8Array()),
    fc.uint8Array({ maxLength: 8 }),
    fc.constant(new Uint8Array(80)),
    nonceData,
  ),
});
const rich = fc.bigInt({ min: 5_000_000n, max: 10n ** 10n });
const wallet = fc.record({ lamports: rich, owner: fc.constant(SYSTEM_PROGRAM), data: fc.constant(new Uint8Array()) });
const nonce = fc.record({
  lamports: lamports.map((amount) => amount % 10n ** 12n),
  owner: fc.constant(SYSTEM_PROGRAM),
  data: nonceData,
});

/** Of the plain addresses the first is most often a wallet and the last two are nonces. */
const KINDS = [wallet, anything, nonce, nonce];
export const systemAccounts: fc.Arbitrary<readonly Account[]> = fc
  .tuple(
    ...ADDRESSES.map((_, i) =>
      fc.oneof({ weight: 6, arbitrary: KINDS[i] ?? anything }, { weight: 1, arbitrary: anything }),
    ),
  )
  .map((given) =>
    given.map((each, i): Account => {
      const base = emptyAccount(ADDRESSES[i]!);
      return each.lamports === 0n ? base : { ...base, ...each };
    }),
  );

const le = (tag: number) => new ByteWriter().u32(tag);
const text = (writer: ByteWriter, value: string) => writer.u64(BigInt(value.length)).append(Buffer.from(value));
const created = (writer: ByteWriter, [given, size, by]: [bigint, bigint, Address]) =>
  writer.u64(given).u64(size).append(decodeBase58(by));

const seed = fc.oneof(
  { weight: 4, arbitrary: fc.constant('vault') },
  { weight: 1, arbitrary: fc.constantFrom(...SEEDS) },
);
const seeded = fc.tuple(fc.oneof({ weight: 6, arbitrary: fc.constant(BASE) }, { weight: 1, arbitrary: address }), seed);
const anyOwner = fc.constantFrom(...OWNERS);
const newAccount = fc.tuple(lamports, space, anyOwner);

const data: fc.Arbitrary<Uint8Array> = fc
  .oneof(
    newAccount.map((given) => created(le(0), given)),
    anyOwner.map((by) => le(1).append(decodeBase58(by))),
    lamports.map((amount) => le(2).u64(amount)),
    fc
      .tuple(seeded, newAccount)
      .map(([[base, word], given]) => created(text(le(3).append(decodeBase58(base)), word), given)),
    fc.constant(le(4)),
    lamports.map((amount) => le(5).u64(amount)),
    address.map((authority) => le(6).append(decodeBase58(authority))),
    address.map((authority) => le(7).append(decodeBase58(authority))),
    space.map((size) => le(8).u64(size)),
    fc.tuple(seeded, space, anyOwner).map(([[base, word], size, by]) =>
      text(le(9).append(decodeBase58(base)), word)
        .u64(size)
        .append(decodeBase58(by)),
    ),
    fc
      .tuple(seeded, anyOwner)
      .map(([[base, word], by]) => text(le(10).append(decodeBase58(base)), word).append(decodeBase58(by))),
  )
  .map((writer) => writer.bytes());

/** Accounts as an instruction wants them, by index, so that most get past the first checks. */
function wanted(bytes: Uint8Array, [first]: readonly InstructionAccount[]): Readonly<Record<number, Address>> {
  const [tag] = bytes;
  const derived = DERIVED.find((_, i) => Buffer.from(bytes.subarray(-32)).equals(decodeBase58(OWNERS[i]!)))!;
  const account = first!.isSigner ? NONCES[first!.address.charCodeAt(0) % 2]! : first!.address;
  if (tag === 3) return { 1: derived, 2: BASE };
  if (tag === 4) return { 0: account, 1: RECENT_BLOCKHASHES_SYSVAR };
  if (tag === 5) return { 0: account, 2: RECENT_BLOCKHASHES_SYSVAR, 3: RENT_SYSVAR };
  if (tag === 6) return { 0: account, 1: RECENT_BLOCKHASHES_SYSVAR, 2: RENT_SYSVAR };
  if (tag === 7) return { 0: account };
  return tag === 9 || tag === 10 ? { 0: derived, 1: BASE } : {};
}

const SYSVARS: readonly Address[] = [RECENT_BLOCKHASHES_SYSVAR, RENT_SYSVAR];

const often = fc.oneof({ weight: 12, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });
const meta: fc.Arbitrary<InstructionAccount> = fc.record({ address, isSigner: often, isWritable: often });

export const systemInstruction: fc.Arbitrary<Instruction> = fc
  .record({
    data: fc.oneof(
      { weight: 60, arbitrary: data },
      { weight: 1, arbitrary: data.map((bytes) => bytes.subarray(0, -1)) },
      { weight: 1, arbitrary: data.map((bytes) => Buffer.concat([bytes, Buffer.of(1)])) },
      { weight: 1, arbitrary: fc.constant(le(14).bytes()) },
    ),
    metas: fc.array(meta, { minLength: 5, maxLength: 5 }),
    count: fc.oneof({ weight: 20, arbitrary: fc.constant(5) }, { weight: 1, arbitrary: fc.nat(4) }),
    isOrderly: often,
  })
  .map(({ data: bytes, metas, count, isOrderly }) => {
    const places = isOrderly ? wanted(bytes, metas) : {};
    const given = metas.map((each, i) => {
      const place = places[i];
      if (place === undefined) return each;
      return SYSVARS.includes(place)
        ? { address: place, isSigner: false, isWritable: false }
        : { ...each, address: place };
    });
    return { program: SYSTEM_PROGRAM, accounts: given.slice(0, count), data: Uint8Array.from(bytes) };
  });
