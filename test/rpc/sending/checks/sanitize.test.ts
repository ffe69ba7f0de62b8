import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../../../src/codec/base58.ts';
import { ByteWriter } from '../../../../src/codec/bytes.ts';
import { RpcError } from '../../../../src/errors.ts';
import { LedgerView } from '../../../../src/ledger/view.ts';
import { DEFAULT_VERSION } from '../../../../src/nodeVersion.ts';
import { type ResolvedTransaction, sanitize } from '../../../../src/rpc/sending/sanitizeSent.ts';
import { type Address, SYSTEM_PROGRAM } from '../../../../src/solana/address.ts';
import { LOOKUP_TABLE_PROGRAM } from '../../../../src/solana/lookupTable.ts';
import { decodeSentTransaction, MessageError, type SentTransaction } from '../../../../src/solana/sentTransaction.ts';
import type { CompiledInstruction, Message, TransactionVersion } from '../../../../src/solana/transaction.ts';
import { encodeTransaction } from '../../../../src/solana/wire.ts';
import { transactions, transferOf } from '../../../solana/wireCases.ts';
import {
  keyOf,
  keypair,
  kitBytes,
  publicKey,
  sentLegacy,
  sentV0,
  transfer,
} from '../../../support/sentTransactions.ts';
import { type AccountSpec, type LedgerSpec, testLedger } from '../../../support/testNode.ts';
import { namedAddress, namedBlockhash } from '../../../support/transactions.ts';

const HASH = namedBlockhash('5');
const BLOCKS = [{ slot: 5 }, { slot: 6 }, { slot: 7 }];
const BUDGET = ComputeBudgetProgram.programId;
const viewOf = (spec: LedgerSpec) => new LedgerView(testLedger(spec), 'processed', { keepOrphan: false });
const VIEW = viewOf({ blocks: BLOCKS });

/** The message of the error, or what came out. */
function outcome(sent: SentTransaction, view = VIEW): ResolvedTransaction | string {
  try {
    return sanitize(sent, view);
  } catch (error) {
    expect(error).toBeInstanceOf(RpcError);
    const { code, data, message } = error as RpcError;
    expect({ code, data }).toEqual({ code: -32602, data: undefined });
    return message;
  }
}

const OFFSETS = 'invalid transaction: Transaction failed to sanitize accounts offsets correctly';

describe('sanitize', () => {
  it('lists the accounts of a transaction, who signs and what can be written', () => {
    const sent = sentLegacy(HASH, [transfer(5)]);
    const { isSigner, isWritable, ...rest } = sanitize(sent, VIEW);
    expect(rest).toEqual({
      ...sent,
      keys: [keyOf('alice'), namedAddress('bob'), SYSTEM_PROGRAM],
      loaded: { writable: [], readonly: [] },
      budget: { unitLimit: 3000n, priorityFee: 0n, heap: undefined, loadedDataLimit: 67108864n },
    });
    expect([0, 1, 2].map(isSigner)).toEqual([true, false, false]);
    expect([0, 1, 2].map(isWritable)).toEqual([true, true, false]);
  });

  it('does not let programs and sysvars be written, whatever the header says', () => {
    const keys = [keyOf('alice'), namedAddress('program'), namedAddress('other'), SYSTEM_PROGRAM].map((key) => ({
      pubkey: new PublicKey(key),
      isSigner: false,
      isWritable: true,
    }));
    const instruction = new TransactionInstruction({ keys, programId: publicKey('program') });
    const resolved = sanitize(sentLegacy(HASH, [instruction]), VIEW);
    expect(new Map(resolved.keys.map((key, i) => [key, resolved.isWritable(i)]))).toEqual(
      new Map([
        [keyOf('alice'), true],
        [namedAddress('program'), false],
        [namedAddress('other'), true],
        [SYSTEM_PROGRAM, false],
      ]),
    );
  });

  it.each(['legacy', 0, 1] as const)('takes what Kit makes, version %s', async (version) => {
    const sent = decodeSentTransaction(await kitBytes(version, HASH, 5), DEFAULT_VERSION);
    expect(outcome(sent)).toMatchObject({ version, keys: [keyOf('alice'), namedAddress('bob'), SYSTEM_PROGRAM] });
  });

  it.each<TransactionVersion>(['legacy', 1])('takes what keeps the rules, version %s', (version) => {
    fc.assert(
      fc.property(transactions(version), (transaction) => {
        const sent = decodeSentTransaction(encodeTransaction(transaction), DEFAULT_VERSION);
        expect(outcome(sent)).toMatchObject({ keys: transaction.message.accountKeys });
      }),
    );
  });

  it('throws nothing but RpcError, whatever was decoded', () => {
    const change = fc.record({ at: fc.nat(300), byte: fc.nat(255) });
    const bytes = fc.oneof(
      fc
        .tuple(fc.oneof(transactions('legacy'), transactions(0), transactions(1)), fc.array(change))
        .map(([transaction, changes]) => {
          const wire = Uint8Array.from(encodeTransaction(transaction));
          for (const { at, byte } of changes) wire.fill(byte, at, at + 1);
          return wire;
        }),
      fc.uint8Array({ minLength: 100, max: 2 }),
    );
    fc.assert(
      fc.property(bytes, (wire) => {
        try {
          outcome(decodeSentTransaction(wire, DEFAULT_VERSION));
        } catch (error) {
          if (!(error instanceof MessageError)) throw error;
        }
      }),
    );
  });
});

describe('sanitize refuses', () => {
  const base = transferOf('legacy').message;
  const call = (changes: Partial<CompiledInstruction>): CompiledInstruction => ({
    ...base.instructions[0]!,
    ...changes,
  });
  const KEYS = Array.from({ length: 13 }, (_, i) => namedAddress(`key ${i}`));
  const calls = (count: number) => ({ instructions: new Array<CompiledInstruction>(count).fill(call({})) });

  /** A transfer with its parts changed; no encoder would write some of them. */
  function changed(version: TransactionVersion, message: Partial<Message>, numSignatures = 1): SentTransaction {
    const transaction = transferOf(version, message);
    const signatures = new Array(numSignatures).fill(transaction.signatures[0] ?? '');
    return { ...transaction, signatures, messageBytes: new Uint8Array(), wire: new Uint8Array(), hasMore: false };
  }
  const header = (signed: number, readonlySigned: number, readonlyUnsigned: number) => ({
    header: {
      numRequiredSignatures: signed,
      numReadonlySignedAccounts: readonlySigned,
      numReadonlyUnsignedAccounts: readonlyUnsigned,
    },
  });
  const lookup = (writable: number) => ({
    accountKey: namedAddress('table'),
    writableIndexes: new Uint8Array(writable),
    readonlyIndexes: new Uint8Array(),
  });

  it.each<[what: string, sent: SentTransaction]>([
    ['65 instructions', changed('legacy', calls(65))],
    [
      'an instruction with 256 accounts',
      changed('legacy', { instructions: [call({ accounts: new Uint8Array(256) })] }),
    ],
    ['a signature too few', changed('legacy', header(2, 0, 1))],
    ['a signature too many', changed('legacy', {}, 2)],
    ['no signature', changed('legacy', header(0, 0, 1), 0)],
    ['more signatures than keys', changed('legacy', header(4, 0, 0), 4)],
    ['keys that are too few for the header', changed('legacy', header(1, 0, 3))],
    ['a payer that cannot be written', changed('legacy', header(1, 1, 1))],
    ['the payer as a program', changed('legacy', { instructions: [call({ programIdIndex: 0 })] })],
    ['a program that is not there', changed('legacy', { instructions: [call({ programIdIndex: 3 })] })],
    ['an account that is not there', changed('legacy', { instructions: [call({ accounts: Uint8Array.of(3) })] })],
    ['a table that loads nothing', changed(0, { addressTableLookups: [lookup(0)] })],
    ['more than 256 accounts', changed(0, { addressTableLookups: [lookup(254)] })],
    [
      'version 1 with one key twice',
      changed(1, { accountKeys: [base.accountKeys[0]!, ...base.accountKeys.slice(1, 2), base.accountKeys[0]!] }),
    ],
    [
      'version 1 with a heap between pages',
      changed(1, { transactionConfig: { ...transferOf(1).message.transactionConfig!, heapSize: 1025 } }),
    ],
    ['version 1 with 13 signers', changed(1, { ...header(13, 0, 0), accountKeys: KEYS }, 13)],
  ])('%s', (_what, sent) => {
    expect(outcome(sent)).toBe(OFFSETS);
  });

  it('none of these, to the limit', () => {
    expect(outcome(changed('legacy', calls(64)))).toHaveProperty('loaded');
    expect(outcome(changed('legacy', { instructions: [call({ accounts: new Uint8Array(255) })] }))).toHaveProperty(
      'loaded',
    );
  });

  const request = (...data: number[]) =>
    new TransactionInstruction({ keys: [], programId: BUDGET, data: Buffer.from(data) });
  const units = (count: number) => ComputeBudgetProgram.setComputeUnitLimit({ units: count });
  const badData = (index: number) =>
    `invalid transaction: Error processing Instruction ${index}: invalid instruction data`;
  const duplicate = (index: number) =>
    `invalid transaction: Transaction contains a duplicate instruction (${index}) that is not allowed`;

  it.each<[what: string, instructions: TransactionInstruction[], message: string]>([
    ['a request without data', [request()], badData(0)],
    ['the request of a tag that is no longer used', [transfer(5), request(0, 1, 1, 1, 1, 1, 1, 1, 1)], badData(1)],
    ['an unknown request', [request(5, 0, 0, 0, 0)], badData(0)],
    ['a request cut short', [transfer(5), transfer(6), request(3, 0, 0, 0, 0, 0, 0, 0)], badData(2)],
    ['a request made twice', [units(5), transfer(5), units(5)], duplicate(2)],
    ['what is wrong first', [request(), units(5), units(5)], badData(0)],
    ['a duplicate before what cannot be read', [units(5), units(5), request()], duplicate(1)],
    ['a second request that cannot be read', [units(5), request(2)], badData(1)],
  ])('%s', (_what, instructions, message) => {
    expect(outcome(sentLegacy(HASH, instructions))).toBe(message);
    expect(outcome(sentV0(HASH, instructions))).toBe(message);
  });

  it.each([
    ['a heap of no bytes', request(1, 0, 0, 0, 0)],
    ['no account data at all', request(4, 0, 0, 0, 0)],
  ])('not yet %s', (_what, instruction) => {
    expect(outcome(sentLegacy(HASH, [instruction]))).toHaveProperty('budget');
  });
});

describe('sanitize, lookup tables', () => {
  const TABLE = namedAddress('table');
  const NEVER = 18446744073709551615n;
  const ADDRESSES = ['one', 'two', 'three'];

  interface TableSpec {
    readonly tag?: number;
    readonly deactivated?: bigint;
    readonly extended?: bigint;
    readonly owner?: Address;
  }

  /** Three addresses, the last of them added at `extended`. */
  function table({
    tag = 1,
    deactivated = NEVER,
    extended = 3n,
    owner = LOOKUP_TABLE_PROGRAM,
  }: TableSpec): AccountSpec {
    const data = new ByteWriter();
    data.u32(tag).u64(deactivated).u64(extended).u8(2).u8(0).append(new Uint8Array(34));
    for (const name of ADDRESSES) data.append(decodeBase58(namedAddress(name)));
    return { address: TABLE, owner, data: data.bytes() };
  }

  /** A transfer to one of the addresses, and a request that cannot be read where that is asked for. */
  function payingTo(name: string, ...others: TransactionInstruction[]): SentTransaction {
    const state = {
      deactivationSlot: NEVER,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: [...ADDRESSES, 'four'].map(publicKey),
    };
    const tableAccount = new AddressLookupTableAccount({ key: new PublicKey(TABLE), state });
    const fromPubkey = keypair('alice').publicKey;
    const payment = SystemProgram.transfer({ fromPubkey, toPubkey: publicKey(name), lamports: 1 });
    return sentV0(HASH, [payment, ...others], { tables: [tableAccount] });
  }
  const ask = (spec: TableSpec, name = 'one') =>
    outcome(payingTo(name), viewOf({ blocks: BLOCKS, accounts: [table(spec)] }));

  it('their addresses come after those of the message', () => {
    const resolved = ask({}, 'three') as ResolvedTransaction;
    const keys = [keyOf('alice'), SYSTEM_PROGRAM, namedAddress('three')];
    expect(resolved).toMatchObject({ keys, loaded: { writable: [namedAddress('three')], readonly: [] } });
    expect([0, 1, 2].map(resolved.isWritable)).toEqual([true, false, true]);
  });

  const NOT_FOUND = "invalid transaction: Transaction loads an address table account that doesn't exist";
  const BAD_INDEX = 'invalid transaction: Transaction address table lookup uses an invalid index';

  it.each<[what: string, spec: TableSpec, name: string, message: string]>([
    ['deactivated long ago', { deactivated: 4n }, 'one', NOT_FOUND],
    [
      'an account of another program',
      { owner: namedAddress('owner') },
      'one',
      'invalid transaction: Transaction loads an address table account with an invalid owner',
    ],
    [
      'an account that is no table yet',
      { tag: 0 },
      'one',
      'invalid transaction: Transaction loads an address table account with invalid data',
    ],
    ['an address that is not in the table', {}, 'four', BAD_INDEX],
    ['one that is added in the next block', { extended: 8n }, 'three', BAD_INDEX],
  ])('%s', (_what, spec, name, message) => {
    expect(ask(spec, name)).toBe(message);
  });

  it('an address that the newest block has added is there in the next one', () => {
    expect(ask({ extended: 7n }, 'three')).toMatchObject({ loaded: { writable: [namedAddress('three')] } });
  });

  it('no table', () => {
    expect(outcome(payingTo('one'))).toBe(NOT_FOUND);
  });

  it('are looked at after the compute budget', () => {
    const unreadable = new TransactionInstruction({ keys: [], programId: BUDGET });
    expect(outcome(payingTo('one', unreadable))).toBe(
      'invalid transaction: Error processing Instruction 1: invalid instruction data',
    );
  });
});
