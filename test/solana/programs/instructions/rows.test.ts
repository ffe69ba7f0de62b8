import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  VoteProgram,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteReader } from '../../../../src/codec/bytes.ts';
import { isJsonObject } from '../../../../src/codec/jsonText.ts';
import { type Codec, u8 as tag8, u32 as tag32, tryDecode } from '../../../../src/codec/struct.ts';
import {
  type Address,
  CLOCK_SYSVAR,
  LOADER_V2,
  RENT_SYSVAR,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
} from '../../../../src/solana/address.ts';
import type { Instruction } from '../../../../src/solana/instruction.ts';
import { LOOKUP_TABLE_PROGRAM } from '../../../../src/solana/lookupTable.ts';
import { LOOKUP_TABLE_ROWS } from '../../../../src/solana/programs/addressLookupTable.ts';
import { ASSOCIATED_TOKEN } from '../../../../src/solana/programs/associatedToken.ts';
import { COMPUTE_BUDGET } from '../../../../src/solana/programs/computeBudget.ts';
import { type InstructionRow, instructionsOf } from '../../../../src/solana/programs/instructionRow.ts';
import { BPF_LOADER_ROWS, UPGRADEABLE_LOADER_ROWS } from '../../../../src/solana/programs/loaders.ts';
import { PARSERS } from '../../../../src/solana/programs/parsers.ts';
import { TOKEN_2022_ROWS, tokenInstructions } from '../../../../src/solana/programs/splToken/baseInstructions.ts';
import { STAKE_ROWS } from '../../../../src/solana/programs/stake.ts';
import { SYSTEM } from '../../../../src/solana/programs/system.ts';
import { VOTE } from '../../../../src/solana/programs/vote.ts';
import { WELL_KNOWN } from '../../../../src/solana/wellKnown.ts';
import { key } from './parserCases.ts';

interface Buildable extends InstructionRow<unknown> {
  readonly args: Codec<unknown>;
  readonly tag: Uint8Array;
  build(accounts: never, args?: unknown): Instruction;
}

const LOOKUP_TABLE = instructionsOf(LOOKUP_TABLE_PROGRAM, tag32, LOOKUP_TABLE_ROWS);

const PROGRAMS: Readonly<Record<string, unknown>> = {
  system: SYSTEM,
  'spl-associated-token-account': ASSOCIATED_TOKEN,
  'spl-token': tokenInstructions(TOKEN_PROGRAM),
  'spl-token, of Token-2022': instructionsOf(TOKEN_2022_PROGRAM, tag8, TOKEN_2022_ROWS),
  'address-lookup-table': LOOKUP_TABLE,
  'bpf-loader': instructionsOf(LOADER_V2, tag32, BPF_LOADER_ROWS),
  'bpf-upgradeable-loader': instructionsOf(UPGRADEABLE_LOADER, tag32, UPGRADEABLE_LOADER_ROWS),
  stake: instructionsOf(WELL_KNOWN.stake, tag32, STAKE_ROWS),
  vote: VOTE,
};

const ROWS = Object.entries(PROGRAMS).flatMap(([program, instructions]) =>
  Object.values(instructions as Readonly<Record<string, Buildable>>).map((row) => ({ program, row, type: row.type })),
);

/** An address for each name that a row asks for; `signers` is a list. */
function accountsByName(): { readonly accounts: never; readonly nameOf: ReadonlyMap<Address, string> } {
  const nameOf = new Map<Address, string>();
  const addresses: Record<string, unknown> = {};
  for (const [i, name] of NAMES.entries()) {
    const address = SYSVARS[name] ?? key(i + 1);
    addresses[name] = address;
    nameOf.set(address, name);
  }
  return { accounts: { ...addresses, signers: [key(201), key(202)] } as never, nameOf };
}

/** The sysvars that tell the form of an instruction. */
const SYSVARS: Readonly<Record<string, Address>> = { clockSysvar: CLOCK_SYSVAR, rentSysvar: RENT_SYSVAR };

const NAMES = (
  'account newAccount source destination baseAccount nonceAccount recentBlockhashesSysvar rentSysvar nonceAuthority sourceBase ' +
  'wallet mint systemProgram tokenProgram nestedSource nestedMint nestedOwner ownerMint owner authority multisig delegate ' +
  'owned mintAuthority freezeAuthority payer nativeMint lookupTableAccount lookupTableAuthority payerAccount recipient ' +
  'programDataAccount programAccount bufferAccount spillAccount clockSysvar newAuthority stakeAccount stakeHistorySysvar ' +
  'stakeConfigAccount stakeAuthority voteAccount newSplitAccount withdrawAuthority custodian newCustodian authorityBase staker ' +
  'withdrawer newAuthorized referenceVoteAccount newStakeAccount node voteAuthority slotHashesSysvar newValidatorIdentity ' +
  'authorityBaseKey inflationRewardsCollector blockRevenueCollector newCollector'
).split(' ');

/** Members of the parsed form that the node names by other words than the row. */
const OTHER_WORDS: Readonly<Record<string, string>> = { multisigAuthority: 'authority', multisigOwner: 'owner' };

/** Arguments as some bytes have them: most are zero, so that tags and counts are right often. */
function argumentsOf({ args }: Buildable): fc.Arbitrary<unknown> {
  const byte = fc.oneof(
    { weight: 30, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.constantFrom(1, 2) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }) },
  );
  return fc
    .array(byte, { maxLength: 120, size: 'max' })
    .map((bytes) => tryDecode(() => args.read(new ByteReader(Uint8Array.from([...bytes, ...Array(200).fill(0)])))))
    .filter((values) => values !== undefined && !isCutOff(values));
}

/** Whether the last number of a list is cut off: nothing builds such bytes. */
function isCutOff(values: unknown): boolean {
  return 'extensionTypes' in Object(values) && (values as Record<string, unknown>).extensionTypes === undefined;
}

describe('an instruction that is built parses to what it was built from', () => {
  test.each(ROWS)('$program: $type', ({ row }) => {
    const { accounts, nameOf } = accountsByName();
    fc.assert(
      fc.property(argumentsOf(row), (args) => {
        const { accounts: metas, data, program } = row.build(accounts, args);
        const reader = new ByteReader(data, row.tag.length);
        expect(row.args.read(reader)).toEqual(args);
        expect(reader.remaining).toBe(0);
        expect(metas.length).toBeGreaterThanOrEqual(row.minAccounts);
        const addresses = metas.map(({ address }) => address);
        const parsed = PARSERS.parseInstruction({ programId: program, accounts: addresses, data });
        const form = parsed?.parsed;
        if (!isJsonObject(form)) return;
        expect(form.type).toBe(row.type);
        if (!isJsonObject(form.info)) return;
        const named = Object.entries(form.info).filter(([, value]) => addresses.includes(value as Address));
        for (const [word, value] of named) {
          const name = nameOf.get(value as Address)!;
          if (name !== 'owned' && !word.startsWith('multisig')) expect(OTHER_WORDS[word] ?? word).toBe(name);
        }
      }),
      { numRuns: 50 },
    );
  });
});

function shape({ accounts, data, program }: Instruction) {
  return {
    program,
    accounts: accounts.map(({ address, isSigner, isWritable }) => [address, isSigner, isWritable]),
    data: Buffer.from(data).toString('hex'),
  };
}

function web3Shape({ data, keys, programId }: ReturnType<typeof SystemProgram.transfer>) {
  return {
    program: `${programId}`,
    accounts: keys.map(({ isSigner, isWritable, pubkey }) => [`${pubkey}`, isSigner, isWritable]),
    data: Buffer.from(data).toString('hex'),
  };
}

const [a, b, c] = [key(1), key(2), key(3)] as const;
const [webA, webB, webC] = [a, b, c].map((address) => new PublicKey(address)) as [PublicKey, PublicKey, PublicKey];

describe('built instructions are those of @solana/web3.js', () => {
  test.each([
    [
      'createAccount',
      SYSTEM.createAccount.build({ source: a, newAccount: b }, { lamports: 5n, space: 7n, owner: c }),
      SystemProgram.createAccount({ fromPubkey: webA, newAccountPubkey: webB, lamports: 5, space: 7, programId: webC }),
    ],
    [
      'assign',
      SYSTEM.assign.build({ account: a }, { owner: b }),
      SystemProgram.assign({ accountPubkey: webA, programId: webB }),
    ],
    [
      'transfer',
      SYSTEM.transfer.build({ source: a, destination: b }, { lamports: 9n }),
      SystemProgram.transfer({ fromPubkey: webA, toPubkey: webB, lamports: 9 }),
    ],
    [
      'createAccountWithSeed',
      SYSTEM.createAccountWithSeed.build(
        { source: a, newAccount: b, baseAccount: c },
        { base: c, seed: 'näme', lamports: 5n, space: 7n, owner: a },
      ),
      SystemProgram.createAccountWithSeed({
        fromPubkey: webA,
        newAccountPubkey: webB,
        basePubkey: webC,
        seed: 'näme',
        lamports: 5,
        space: 7,
        programId: webA,
      }),
    ],
    [
      'advanceNonce',
      SYSTEM.advanceNonce.build({ nonceAccount: a, nonceAuthority: b }),
      SystemProgram.nonceAdvance({ noncePubkey: webA, authorizedPubkey: webB }),
    ],
    [
      'withdrawFromNonce',
      SYSTEM.withdrawFromNonce.build({ nonceAccount: a, destination: b, nonceAuthority: c }, { lamports: 4n }),
      SystemProgram.nonceWithdraw({ noncePubkey: webA, toPubkey: webB, authorizedPubkey: webC, lamports: 4 }),
    ],
    [
      'authorizeNonce',
      SYSTEM.authorizeNonce.build({ nonceAccount: a, nonceAuthority: b }, { newAuthorized: c }),
      SystemProgram.nonceAuthorize({ noncePubkey: webA, authorizedPubkey: webB, newAuthorizedPubkey: webC }),
    ],
    [
      'allocate',
      SYSTEM.allocate.build({ account: a }, { space: 70_000n }),
      SystemProgram.allocate({ accountPubkey: webA, space: 70_000 }),
    ],
    [
      'allocateWithSeed',
      SYSTEM.allocateWithSeed.build({ account: a, baseAccount: b }, { base: b, seed: 's', space: 1n, owner: c }),
      SystemProgram.allocate({ accountPubkey: webA, basePubkey: webB, seed: 's', space: 1, programId: webC }),
    ],
    [
      'transferWithSeed',
      SYSTEM.transferWithSeed.build(
        { source: a, sourceBase: b, destination: c },
        { lamports: 3n, sourceSeed: 's', sourceOwner: c },
      ),
      SystemProgram.transfer({
        fromPubkey: webA,
        basePubkey: webB,
        toPubkey: webC,
        lamports: 3,
        seed: 's',
        programId: webC,
      }),
    ],
    [
      'extendLookupTable',
      LOOKUP_TABLE.extendLookupTable.build(
        { lookupTableAccount: a, lookupTableAuthority: b, payerAccount: c, systemProgram: key(0) },
        { newAddresses: [c, a] },
      ),
      AddressLookupTableProgram.extendLookupTable({
        lookupTable: webA,
        authority: webB,
        payer: webC,
        addresses: [webC, webA],
      }),
    ],
    [
      'closeLookupTable',
      LOOKUP_TABLE.closeLookupTable.build({ lookupTableAccount: a, lookupTableAuthority: b, recipient: c }),
      AddressLookupTableProgram.closeLookupTable({ lookupTable: webA, authority: webB, recipient: webC }),
    ],
    [
      'setComputeUnitLimit',
      COMPUTE_BUDGET.setComputeUnitLimit.build({}, { value: 1_400_000 }),
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 }),
    ],
    [
      'setComputeUnitPrice',
      COMPUTE_BUDGET.setComputeUnitPrice.build({}, { value: 12n }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 12 }),
    ],
    [
      'requestHeapFrame',
      COMPUTE_BUDGET.requestHeapFrame.build({}, { value: 65_536 }),
      ComputeBudgetProgram.requestHeapFrame({ bytes: 65_536 }),
    ],
    [
      'withdraw of a vote account',
      VOTE.withdraw.build({ voteAccount: a, destination: b, withdrawAuthority: c }, { lamports: 8n }),
      VoteProgram.withdraw({
        votePubkey: webA,
        toPubkey: webB,
        authorizedWithdrawerPubkey: webC,
        lamports: 8,
      }).instructions[0]!,
    ],
  ])('%s', (_, built, expected) => {
    expect(shape(built)).toEqual(web3Shape(expected as never));
  });
});
