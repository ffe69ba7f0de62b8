import { AddressLookupTableAccount, ComputeBudgetProgram, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../../../src/codec/base58.ts';
import { ByteWriter } from '../../../../src/codec/bytes.ts';
import type { Protocol } from '../../../../src/ledger/protocol.ts';
import { LedgerView } from '../../../../src/ledger/view.ts';
import { DEFAULT_VERSION } from '../../../../src/nodeVersion.ts';
import {
  type CheckedState,
  firstError,
  MAX_LANDING_AGE,
  MAX_PREFLIGHT_AGE,
} from '../../../../src/rpc/sending/checks.ts';
import { sanitize } from '../../../../src/rpc/sending/sanitizeSent.ts';
import { address, SYSTEM_PROGRAM } from '../../../../src/solana/address.ts';
import { LOOKUP_TABLE_PROGRAM } from '../../../../src/solana/lookupTable.ts';
import type { TransactionError } from '../../../../src/solana/meta.ts';
import { decodeSentTransaction, type SentTransaction } from '../../../../src/solana/sentTransaction.ts';
import type { CompiledInstruction } from '../../../../src/solana/transaction.ts';
import { encodeTransaction } from '../../../../src/solana/wire.ts';
import { transferOf } from '../../../solana/wireCases.ts';
import {
  keyOf,
  keypair,
  nextState,
  publicKey,
  sentLegacy,
  sentV0,
  transfer,
} from '../../../support/sentTransactions.ts';
import { type AccountSpec, type LedgerSpec, protocolFor, testAccount, testLedger } from '../../../support/testNode.ts';
import { namedAddress, namedBlockhash } from '../../../support/transactions.ts';

const HASH = namedBlockhash('5');
const UNKNOWN = namedBlockhash('unknown');
const ALICE: AccountSpec = { address: keyOf('alice'), lamports: 1_000_000_000n };
const LEDGER = { blocks: [{ slot: 5 }, { slot: 6 }, { slot: 7 }], accounts: [ALICE] } satisfies LedgerSpec;
const BUDGET = ComputeBudgetProgram.programId;

function bankAt(spec: LedgerSpec, commitment: 'processed' | 'finalized' = 'processed'): CheckedState {
  return nextState(new LedgerView(testLedger(spec), commitment, { keepOrphan: false }));
}

function judge(sent: SentTransaction, bank = bankAt(LEDGER), maxAge = MAX_PREFLIGHT_AGE): TransactionError | undefined {
  return firstError(sanitize(sent, bank.view), bank, maxAge);
}
const request = (...data: number[]) =>
  new TransactionInstruction({ keys: [], programId: BUDGET, data: Buffer.from(data) });
const BAD_HEAP = request(1, 1, 0, 0, 0);
const NO_DATA = request(4, 0, 0, 0, 0);

it('nothing is wrong with a transfer', () => {
  expect(judge(sentLegacy(HASH, [transfer(5)]))).toBeUndefined();
  expect(judge(sentV0(HASH, [transfer(5)]))).toBeUndefined();
});

describe('locks', () => {
  const FEATURE: AccountSpec = {
    address: address('9LZdXeKGeBV6hRLdxS1rHbHoEUsKqesCC2ZAPTPKJAbK'),
    owner: address('Feature111111111111111111111111111111111111'),
    data: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0),
  };

  /** Of so many accounts, most of them from a table. */
  function naming(
    count: number,
    features: readonly AccountSpec[],
    hash = HASH,
    protocol?: Protocol,
  ): TransactionError | undefined {
    const names = Array.from({ length: count - 2 }, (_, i) => `account ${i}`);
    const data = new ByteWriter();
    data.u32(1).u64(18446744073709551615n).u64(3n).u8(0).u8(0).append(new Uint8Array(34));
    for (const name of names) data.append(decodeBase58(namedAddress(name)));
    const table = { address: namedAddress('table'), owner: LOOKUP_TABLE_PROGRAM, data: data.bytes() };
    const state = { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0 };
    const keys = names.map((name) => ({ pubkey: publicKey(name), isSigner: false, isWritable: false }));
    const sent = sentV0(hash, [new TransactionInstruction({ keys, programId: publicKey('program') })], {
      tables: [
        new AddressLookupTableAccount({
          key: publicKey('table'),
          state: { ...state, addresses: names.map(publicKey) },
        }),
      ],
    });
    return judge(sent, bankAt({ ...LEDGER, accounts: [ALICE, table, ...features], ...(protocol && { protocol }) }));
  }

  it.each<[count: number, features: readonly AccountSpec[], err: TransactionError | undefined]>([
    [64, [], undefined],
    [65, [], 'TooManyAccountLocks'],
    [65, [FEATURE], undefined],
    [128, [FEATURE], undefined],
    [129, [FEATURE], 'TooManyAccountLocks'],
  ])('of %i accounts', (count, features, err) => {
    expect(naming(count, features)).toEqual(err);
  });

  it.each<[from: bigint | undefined, count: number, err: TransactionError | undefined]>([
    [undefined, 65, 'TooManyAccountLocks'],
    [9n, 65, 'TooManyAccountLocks'],
    [8n, 65, undefined],
    [0n, 128, undefined],
    [0n, 129, 'TooManyAccountLocks'],
  ])('with the gate locks128 from slot %s on, %i accounts in slot 8', (from, count, err) => {
    expect(naming(count, [], HASH, protocolFor('4.3', 'mainnet', { flags: { locks128: from } }))).toEqual(err);
  });

  it('are counted before the blockhash is looked up', () => {
    expect(naming(65, [], UNKNOWN)).toBe('TooManyAccountLocks');
  });

  /** The recipient is also named where the program is. */
  const twice = (instructions?: readonly CompiledInstruction[]) => {
    const bob = namedAddress('bob');
    const accountKeys = [keyOf('alice'), bob, SYSTEM_PROGRAM, bob, address(BUDGET.toBase58())];
    const changes = { accountKeys, recentBlockhash: UNKNOWN, ...(instructions === undefined ? {} : { instructions }) };
    return decodeSentTransaction(encodeTransaction(transferOf('legacy', changes)), DEFAULT_VERSION);
  };

  it('of one account twice', () => {
    expect(judge(twice())).toBe('AccountLoadedTwice');
  });

  it('are counted before they are compared', () => {
    const table = new ByteWriter();
    table.u32(1).u64(18446744073709551615n).u64(3n).u8(0).u8(0).append(new Uint8Array(34));
    table.append(decodeBase58(namedAddress('one')));
    const accounts = [ALICE, { address: namedAddress('table'), owner: LOOKUP_TABLE_PROGRAM, data: table.bytes() }];
    const naming = (count: number) => {
      const lookup = { accountKey: namedAddress('table'), writableIndexes: new Uint8Array(count - 3) };
      const addressTableLookups = [{ ...lookup, readonlyIndexes: new Uint8Array() }];
      const transaction = transferOf(0, { addressTableLookups, recentBlockhash: HASH });
      return judge(
        decodeSentTransaction(encodeTransaction(transaction), DEFAULT_VERSION),
        bankAt({ ...LEDGER, accounts }),
      );
    };
    expect(naming(64)).toBe('AccountLoadedTwice');
    expect(naming(65)).toBe('TooManyAccountLocks');
  });

  it('are looked at before the compute budget', () => {
    const data = Uint8Array.from(BAD_HEAP.data);
    expect(judge(twice([{ programIdIndex: 4, accounts: new Uint8Array(), data }]))).toBe('AccountLoadedTwice');
  });
});

describe('the compute budget', () => {
  const badHeap = (index: number) => ({ InstructionError: [index, 'InvalidInstructionData'] });
  const heap = (bytes: number) => ComputeBudgetProgram.requestHeapFrame({ bytes });

  it.each<[what: string, instructions: readonly TransactionInstruction[], err: TransactionError | undefined]>([
    ['the smallest heap', [heap(32 * 1024)], undefined],
    ['the greatest heap', [heap(256 * 1024)], undefined],
    ['too small a heap', [transfer(5), heap(31 * 1024)], badHeap(1)],
    ['too great a heap', [heap(257 * 1024)], badHeap(0)],
    ['a heap between pages', [transfer(5), transfer(6), heap(32 * 1024 + 1)], badHeap(2)],
    ['a byte of account data', [request(4, 1, 0, 0, 0)], undefined],
    ['no account data at all', [NO_DATA], 'InvalidLoadedAccountsDataSizeLimit'],
    ['first the heap', [NO_DATA, BAD_HEAP], badHeap(1)],
  ])('%s', (_what, instructions, err) => {
    expect(judge(sentLegacy(HASH, instructions))).toEqual(err);
  });

  it('is looked at before the blockhash', () => {
    expect(judge(sentLegacy(UNKNOWN, [NO_DATA]))).toBe('InvalidLoadedAccountsDataSizeLimit');
  });
});

describe('blockhashes', () => {
  const blocks = Array.from({ length: 200 }, (_, slot) => ({ slot }));

  it.each<[name: string, maxAge: bigint, err: TransactionError | undefined]>([
    ['199', MAX_PREFLIGHT_AGE, undefined],
    ['55', MAX_PREFLIGHT_AGE, undefined],
    ['54', MAX_PREFLIGHT_AGE, 'BlockhashNotFound'],
    ['54', MAX_LANDING_AGE, undefined],
    ['49', MAX_LANDING_AGE, undefined],
    ['48', MAX_LANDING_AGE, 'BlockhashNotFound'],
    ['unknown', MAX_LANDING_AGE, 'BlockhashNotFound'],
  ])('of block %s of 199, where %i blocks count', (name, maxAge, err) => {
    const sent = sentLegacy(namedBlockhash(name), [transfer(5)]);
    expect(judge(sent, bankAt({ blocks, accounts: [ALICE] }), maxAge)).toEqual(err);
  });

  it('of newer blocks than the commitment has are not known', () => {
    const bank = bankAt({ ...LEDGER, finalized: 5 }, 'finalized');
    expect(judge(sentLegacy(namedBlockhash('6'), [transfer(5)]), bank)).toBe('BlockhashNotFound');
  });

  it('are looked at before the payer', () => {
    expect(judge(sentLegacy(UNKNOWN, [transfer(5)]), bankAt({ blocks: LEDGER.blocks }))).toBe('BlockhashNotFound');
  });
});

describe('payers', () => {
  const RENT = 890_880n;
  const NONCE_RENT = 1_447_680n;
  const nonceData = (version: number, state: number) => Uint8Array.of(version, 0, 0, 0, state, ...new Uint8Array(75));
  const legacyNonce = { data: nonceData(0, 1) };

  it.each<[what: string, payer: Omit<AccountSpec, 'address'> | undefined, err: TransactionError | undefined]>([
    ['that are not there', undefined, 'AccountNotFound'],
    ['of another program', { owner: namedAddress('owner'), lamports: RENT }, 'InvalidAccountForFee'],
    ['with data', { data: Uint8Array.of(1), lamports: 1n }, 'InvalidAccountForFee'],
    ['with the data of a nonce to come', { data: nonceData(1, 0) }, 'InvalidAccountForFee'],
    ['with the data of no nonce', { data: nonceData(2, 1) }, 'InvalidAccountForFee'],
    ['with more data than a nonce has', { data: new Uint8Array(81).fill(1, 0, 1) }, 'InvalidAccountForFee'],
    ['too poor', { lamports: 4999n }, 'InsufficientFundsForFee'],
    ['left with nothing', { lamports: 5000n }, undefined],
    ['left with too little', { lamports: RENT + 4999n }, { InsufficientFundsForRent: { account_index: 0 } }],
    ['left with enough', { lamports: RENT + 5000n }, undefined],
    ['that had too little before', { lamports: RENT - 1n }, undefined],
    ['that are nonces', { data: nonceData(1, 1), lamports: NONCE_RENT + 5000n }, undefined],
    ['that are old nonces', { ...legacyNonce, lamports: NONCE_RENT + 5000n }, undefined],
    ['that are nonces and too poor', { ...legacyNonce, lamports: NONCE_RENT + 4999n }, 'InsufficientFundsForFee'],
    ['that are nonces and are left with nothing', { ...legacyNonce, lamports: 5000n }, 'InsufficientFundsForFee'],
  ])('%s', (_what, payer, err) => {
    const accounts = payer === undefined ? [] : [{ ...ALICE, ...payer }];
    expect(judge(sentLegacy(HASH, [transfer(5)]), bankAt({ ...LEDGER, accounts }))).toEqual(err);
  });

  it('pay for every signature and for priority', () => {
    const cosigned = new TransactionInstruction({
      keys: [{ pubkey: keypair('bob').publicKey, isSigner: true, isWritable: false }],
      programId: publicKey('program'),
    });
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000n });
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 7 });
    const sent = sentLegacy(HASH, [price, limit, cosigned], { signers: ['alice', 'bob'] });
    const paying = (lamports: bigint) => judge(sent, bankAt({ ...LEDGER, accounts: [{ ...ALICE, lamports }] }));
    expect(paying(10_006n)).toBe('InsufficientFundsForFee');
    expect(paying(10_007n)).toBeUndefined();
  });

  it('that cannot be, at the greatest price', () => {
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 18446744073709551615n });
    expect(judge(sentLegacy(HASH, [price, transfer(5)]))).toBe('InsufficientFundsForFee');
  });

  it('burn what they like where they are the incinerator', () => {
    const incinerator = address('1nc1nerator11111111111111111111111111111111');
    const accountKeys = [incinerator, namedAddress('bob'), SYSTEM_PROGRAM];
    const sent = decodeSentTransaction(
      encodeTransaction(transferOf('legacy', { accountKeys, recentBlockhash: HASH })),
      DEFAULT_VERSION,
    );
    const accounts = [{ address: incinerator, lamports: RENT + 1n }];
    expect(judge(sent, bankAt({ ...LEDGER, accounts }))).toBeUndefined();
  });

  it('are those of the bank, not those of its view', () => {
    const bank: CheckedState = { ...bankAt(LEDGER), account: () => undefined };
    expect(judge(sentLegacy(HASH, [transfer(5)]), bank)).toBe('AccountNotFound');
    const emptied: CheckedState = { ...bank, account: (key) => testAccount({ address: key, lamports: 0n }) };
    expect(judge(sentLegacy(HASH, [transfer(5)]), emptied)).toBe('AccountNotFound');
  });
});
