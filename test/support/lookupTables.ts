import fc from 'fast-check';
import { decodeBase58 } from '../../src/codec/base58.ts';
import { ByteWriter } from '../../src/codec/bytes.ts';
import { programAddressAt } from '../../src/runtime/derive.ts';
import { type Address, SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import type { Instruction, InstructionAccount } from '../../src/solana/instruction.ts';
import { LOOKUP_TABLE_PROGRAM, lookupTableBytes } from '../../src/solana/lookupTable.ts';
import { ALICE, meta } from './realExecution.ts';
import { keyOf } from './sentTransactions.ts';
import type { AccountSpec } from './testNode.ts';
import { namedAddress } from './transactions.ts';

/** Lookup tables, and instructions of their program that often fail, but seldom at the first check. */

export const BOB = keyOf('bob');
export const ACTIVE = 2n ** 64n - 1n;
const SEEDS = (authority: Address, slot: bigint) => [decodeBase58(authority), new ByteWriter(8).u64(slot).bytes()];

/** Where the table of an authority and a slot is; `bump` is the last seed. */
export function tableOf(authority: Address, slot: bigint): { readonly address: Address; readonly bump: number } {
  for (let bump = 255; ; bump--) {
    const address = programAddressAt(LOOKUP_TABLE_PROGRAM, [...SEEDS(authority, slot), Uint8Array.of(bump)]);
    if (address !== undefined) return { address, bump };
  }
}

/** The greatest number with which the seeds give no address. */
export function badBump(authority: Address, slot: bigint): number {
  for (let bump = 255; ; bump--) {
    if (programAddressAt(LOOKUP_TABLE_PROGRAM, [...SEEDS(authority, slot), Uint8Array.of(bump)]) === undefined)
      return bump;
  }
}

/** Enough for the rent of a full table. */
const RICH = 100_000_000n;

export interface TableSpec {
  readonly authority?: Address | null;
  readonly count?: number;
  readonly deactivated?: bigint;
  readonly extended?: bigint;
  readonly startIndex?: number;
  readonly lamports?: bigint;
}

export function tableAccount(
  address: Address,
  {
    authority = ALICE,
    count = 2,
    deactivated = ACTIVE,
    extended = 3n,
    startIndex = 0,
    lamports = RICH,
  }: TableSpec = {},
): AccountSpec {
  const addresses = Array.from({ length: count }, (_, i) => namedAddress(`entry ${i}`));
  const times = { deactivationSlot: deactivated, lastExtendedSlot: extended, lastExtendedStartIndex: startIndex };
  return { address, lamports, owner: LOOKUP_TABLE_PROGRAM, data: lookupTableBytes(authority, addresses, times) };
}

const TAGS = { create: 0, freeze: 1, extend: 2, deactivate: 3, close: 4 };

function dataOf(name: keyof typeof TAGS): ByteWriter {
  return new ByteWriter().u32(TAGS[name]);
}

function instruction(data: ByteWriter, accounts: readonly InstructionAccount[]): Instruction {
  return { program: LOOKUP_TABLE_PROGRAM, accounts, data: data.bytes() };
}

const SYSTEM = meta(SYSTEM_PROGRAM);

/** Alice pays. */
export function create(slot: bigint, { address, bump } = tableOf(ALICE, slot), authority = ALICE): Instruction {
  const accounts = [meta(address, 'w'), meta(authority), meta(ALICE, 'ws'), SYSTEM];
  return instruction(dataOf('create').u64(slot).u8(bump), accounts);
}

export function extend(table: Address, added: readonly Address[], authority = ALICE): Instruction {
  const data = dataOf('extend').u64(BigInt(added.length));
  for (const address of added) data.append(decodeBase58(address));
  return instruction(data, [meta(table, 'w'), meta(authority, 's'), meta(ALICE, 'ws'), SYSTEM]);
}

export function change(name: 'freeze' | 'deactivate', table: Address, authority = ALICE): Instruction {
  return instruction(dataOf(name), [meta(table, 'w'), meta(authority, 's')]);
}

export function close(table: Address, recipient = BOB, authority = ALICE): Instruction {
  return instruction(dataOf('close'), [meta(table, 'w'), meta(authority, 's'), meta(recipient, 'w')]);
}

const SLOTS = [5n, 6n, 7n, 8n];
const TABLES: readonly Address[] = [ALICE, BOB].flatMap((who) => SLOTS.map((slot) => tableOf(who, slot).address));
const authority = fc.oneof(
  { weight: 6, arbitrary: fc.constant(ALICE) },
  { weight: 1, arbitrary: fc.constantFrom(BOB, null) },
);
const deactivated = fc.oneof(
  { weight: 3, arbitrary: fc.constant(ACTIVE) },
  { weight: 3, arbitrary: fc.constant(5n) },
  { weight: 1, arbitrary: fc.constantFrom(6n, 7n, 8n, 9n) },
);
const content = fc.record({
  authority,
  count: fc.constantFrom(0, 1, 1, 2, 2, 3, 254, 255, 256),
  deactivated,
  extended: fc.constantFrom(0n, 5n, 8n),
  startIndex: fc.constantFrom(0, 1, 255),
  lamports: fc.oneof(
    { weight: 6, arbitrary: fc.constant(RICH) },
    { weight: 2, arbitrary: fc.constantFrom(1_280_640n, 1_503_360n, 5_000_000n) },
  ),
});

/** Sometimes with other data or another owner, and sometimes nothing, or lamports without data. */
function anyTable(address: Address): fc.Arbitrary<readonly AccountSpec[]> {
  const table = content.map((spec) => tableAccount(address, spec));
  return fc.oneof(
    { weight: 8, arbitrary: table.map((each) => [each]) },
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.constantFrom(890_880n, 10n ** 7n).map((lamports) => [{ address, lamports }]) },
    { weight: 1, arbitrary: table.map((each) => [{ ...each, owner: SYSTEM_PROGRAM }]) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(table, fc.nat(100), fc.constantFrom(0, 1, 1, 1, 2))
        .map(([each, size, tag]) => [{ ...each, data: Buffer.concat([Buffer.of(tag), each.data!.subarray(1, size)]) }]),
    },
  );
}

export const lookupTables: fc.Arbitrary<readonly AccountSpec[]> = fc
  .tuple(...TABLES.map(anyTable))
  .map((tables) => [...tables.flat(), { address: BOB, lamports: 10n ** 9n }]);

const often = fc.oneof({ weight: 15, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });
const table = fc.constantFrom(...TABLES);
const who = fc.oneof({ weight: 5, arbitrary: fc.constant(ALICE) }, { weight: 1, arbitrary: fc.constant(BOB) });
const created = fc
  .tuple(who, fc.constantFrom(5n, 6n, 7n, 7n, 7n, 8n), fc.constantFrom('good', 'good', 'good', 'bad', 'other'))
  .map(([by, slot, kind]) => {
    const { address, bump } = tableOf(by, slot);
    if (kind === 'bad') return create(slot, { address, bump: badBump(by, slot) }, by);
    return create(slot, kind === 'good' ? { address, bump } : { address: TABLES[0]!, bump }, by);
  });
const added = fc.constantFrom(0, 1, 1, 1, 2, 3).map((count) => Array.from({ length: count }, (_, i) => TABLES[i]!));
const orderly = fc.oneof(
  created,
  fc.tuple(table, added, who).map(([...given]) => extend(...given)),
  fc.tuple(table, who).map(([address, by]) => change('freeze', address, by)),
  fc.tuple(table, who).map(([address, by]) => change('deactivate', address, by)),
  fc
    .tuple(table, fc.oneof({ weight: 9, arbitrary: who }, { weight: 1, arbitrary: table }), who)
    .map(([address, to, by]) => close(address, to, by)),
);

/** Sometimes with other rights, fewer accounts, or bytes that are too few or too many. */
export const lookupTableInstruction: fc.Arbitrary<Instruction> = fc
  .record({
    made: orderly,
    rights: fc.array(fc.record({ isSigner: often, isWritable: often }), { minLength: 4, maxLength: 4 }),
    count: fc.oneof({ weight: 15, arbitrary: fc.constant(4) }, { weight: 1, arbitrary: fc.nat(3) }),
    bytes: fc.oneof({ weight: 15, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(-1, 1) }),
    tag: fc.oneof({ weight: 30, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(5) }),
  })
  .map(({ made, rights, count, bytes, tag }) => {
    const accounts = made.accounts.slice(0, count).map((each, i) => ({
      ...each,
      // what is not there cannot be a signer, and the payer always is
      isSigner: each.isSigner && rights[i]!.isSigner,
      isWritable: each.isWritable && rights[i]!.isWritable,
    }));
    const changed = bytes < 0 ? made.data.subarray(0, bytes) : Buffer.concat([made.data, new Uint8Array(bytes)]);
    const data = Uint8Array.from(changed);
    if (tag > 0) data[0] = tag;
    return { ...made, accounts, data };
  });
