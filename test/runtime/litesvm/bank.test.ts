import { AddressLookupTableAccount, PublicKey, SystemProgram } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter } from '../../../src/codec/bytes.ts';
import { DEFAULT_VERSION } from '../../../src/nodeVersion.ts';
import { loadLiteSvm } from '../../../src/runtime/litesvm/litesvmExecutor.ts';
import {
  type Address,
  address,
  CLOCK_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
} from '../../../src/solana/address.ts';
import type { Instruction } from '../../../src/solana/instruction.ts';
import { decodeSentTransaction } from '../../../src/solana/sentTransaction.ts';
import { LOGGING_CODE, programAccount, SILENT_CODE } from '../../support/compiledPrograms.ts';
import { ALICE, BLOCKHASH, bankOn, changedBy, executeAll, executeSent, meta } from '../../support/realExecution.ts';
import { fixedRunsOf } from '../../support/runs.ts';
import { keypair, kitBytes, sentV0 } from '../../support/sentTransactions.ts';
import type { AccountSpec, LedgerSpec } from '../../support/testNode.ts';
import { protocolFor } from '../../support/testNode.ts';
import { clockAccount } from '../../support/tokenLedger.ts';
import { namedAddress } from '../../support/transactions.ts';

/** What programs see of the ledger that they are executed on. */

const MINT = namedAddress('mint');
const NAMES = ['bob', 'carol', 'dave'].map(namedAddress);
const PROGRAM = namedAddress('program');

describe('the Clock', () => {
  /** Of a mint that bears interest since the time at which this is executed. */
  const initialize: Instruction = {
    program: TOKEN_2022_PROGRAM,
    accounts: [meta(MINT, 'w')],
    data: Uint8Array.from([33, 0, ...new Uint8Array(32), 5, 0]),
  };
  /** The account type at 165, then the extension: u16, u16, the authority, the time. */
  const timeIn = (data: Uint8Array) => new ByteReader(data, 166 + 4 + 32).i64();
  const mint = {
    address: MINT,
    owner: TOKEN_2022_PROGRAM,
    data: new Uint8Array(82 + 83 + 1 + 4 + 52),
    lamports: 10n ** 9n,
  };

  it.each([
    ['the time of the block: 400 ms after the one before', [mint], {}, 1_700_000_007n],
    ['two blocks of 400 ms and more', [mint], { processed: 9 }, 1_700_000_008n],
    ['its account, where the ledger has one', [mint, clockAccount(1_234_567n)], {}, 1_234_567n],
  ] as const)('%s', (_, accounts, spec: Omit<LedgerSpec, 'accounts'>, time) => {
    const execution = executeAll(bankOn(accounts, spec), [initialize]);
    expect(execution.err).toBeNull();
    expect(timeIn(execution.changes.get(MINT)!.data)).toBe(time);
  });

  it('its slot is that of the block', () => {
    const table = new Uint8Array(56).fill(0);
    table.set([1], 0);
    table.set(new Uint8Array(8).fill(0xff), 4);
    table.set([1], 21);
    table.set(new PublicKey(ALICE).toBytes(), 22);
    const lookupTables = address('AddressLookupTab1e1111111111111111111111111');
    const extend = new ByteWriter().u32(2).u64(1n).append(new PublicKey(NAMES[0]!).toBytes()).bytes();
    const bank = bankOn([{ address: MINT, owner: lookupTables, data: table, lamports: 10n ** 9n }]);
    const accounts = [meta(MINT, 'w'), meta(ALICE, 's')];
    const execution = executeAll(bank, [{ program: lookupTables, accounts, data: extend }]);
    expect(execution.err).toBeNull();
    expect(new ByteReader(execution.changes.get(MINT)!.data, 12).u64()).toBe(8n);
  });

  it('a sysvar that cannot be read is that of LiteSVM', () => {
    const broken = { address: CLOCK_SYSVAR, data: new Uint8Array(3) };
    const rent = { address: address('SysvarRent111111111111111111111111111111111'), data: new Uint8Array(3) };
    expect(executeAll(bankOn([mint, broken, rent]), [initialize]).err).toBeNull();
  });
});

describe('what a message may be', () => {
  it('with addresses of lookup tables', () => {
    const key = namedAddress('table');
    const tableBytes = new Uint8Array(56 + 32);
    tableBytes.set([1], 0);
    tableBytes.set(new Uint8Array(8).fill(0xff), 4);
    tableBytes.set(new PublicKey(NAMES[0]!).toBytes(), 56);
    const owner = address('AddressLookupTab1e1111111111111111111111111');
    const bank = bankOn([{ address: key, owner, data: tableBytes, lamports: 10n ** 9n }]);
    const state = {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: [new PublicKey(NAMES[0]!)],
    };
    const table = new AddressLookupTableAccount({ key: new PublicKey(key), state });
    const fromPubkey = keypair('alice').publicKey;
    const transfer = SystemProgram.transfer({ fromPubkey, toPubkey: new PublicKey(NAMES[0]!), lamports: 1_000_000 });
    const transaction = sentV0(BLOCKHASH, [transfer], { tables: [table] });
    expect(transaction.message.addressTableLookups).toHaveLength(1);
    const execution = executeSent(transaction, bank);
    expect(execution.err).toBeNull();
    expect(execution.after.lamports).toEqual([99_998_995_000, 1, 1_000_000]);
  });

  it.each(['legacy', 0, 1] as const)('version %s', async (version) => {
    const execution = executeSent(
      decodeSentTransaction(await kitBytes(version, BLOCKHASH, 1_000_000), DEFAULT_VERSION),
      bankOn([], { protocol: protocolFor('4.3', 'mainnet') }),
    );
    expect(execution.err).toBeNull();
    expect(execution.after.lamports).toEqual([99_998_995_000, 1_000_000, 1]);
  });
});

it('nothing is left of one ledger in another: as if each were executed on its own', async () => {
  const accounts = fc.record({
    lamports: fc.array(fc.constantFrom(0n, 1_000_000n, 5_000_000n), { minLength: 3, maxLength: 3 }),
    code: fc.constantFrom(undefined, LOGGING_CODE, SILENT_CODE),
    slot: fc.constantFrom(7, 9, 5000),
  });
  const instruction = fc.oneof(
    fc
      .tuple(fc.constantFrom(ALICE, ...NAMES), fc.constantFrom(...NAMES), fc.constantFrom(0n, 1_000_000n, 4_000_000n))
      .map(
        ([from, to, lamports]): Instruction => ({
          program: SYSTEM_PROGRAM,
          accounts: [meta(from, 'ws'), meta(to, 'w')],
          data: new ByteWriter().u32(2).u64(lamports).bytes(),
        }),
      ),
    fc.constant<Instruction>({ program: PROGRAM, accounts: [], data: Buffer.from('hi') }),
  );
  const programs = (code: Uint8Array | undefined): AccountSpec[] =>
    code === undefined ? [] : [programAccount(PROGRAM, code)];
  const seen = new Set<string>();
  const property = fc.asyncProperty(
    fc.array(accounts, { minLength: 2, maxLength: 4 }),
    fc.array(fc.tuple(fc.nat(3), fc.boolean(), fc.array(instruction, { minLength: 1, maxLength: 3 })), {
      maxLength: 8,
    }),
    async (ledgers, steps) => {
      const banks = ledgers.map(({ code, lamports, slot }) =>
        bankOn([...NAMES.map((name: Address, i) => ({ address: name, lamports: lamports[i]! })), ...programs(code)], {
          processed: slot,
        }),
      );
      for (const [which, isKept, instructions] of steps) {
        const bank = banks[which % banks.length]!;
        const execution = executeAll(bank, instructions);
        const naive = executeAll(bank, instructions, await loadLiteSvm());
        const { changes: _, ...rest } = execution;
        const { changes: __, ...naiveRest } = naive;
        expect(rest).toEqual(naiveRest);
        expect(changedBy(execution, bank)).toEqual(changedBy(naive, bank));
        seen.add(JSON.stringify(execution.err));
        if (isKept) execution.changes.commit();
      }
    },
  );
  await fc.assert(property, { numRuns: fixedRunsOf(10, 4), seed: 1 });
  expect(seen.size).toBeGreaterThan(3);
  await fc.assert(property, { numRuns: 10 });
});
