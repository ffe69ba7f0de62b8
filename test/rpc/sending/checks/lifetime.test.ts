import { ComputeBudgetProgram, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from '../../../../src/codec/base58.ts';
import { ByteWriter, sha256 } from '../../../../src/codec/bytes.ts';
import { LedgerView } from '../../../../src/ledger/view.ts';
import { DEFAULT_VERSION } from '../../../../src/nodeVersion.ts';
import {
  type CheckedState,
  firstError,
  MAX_LANDING_AGE,
  MAX_PREFLIGHT_AGE,
  nonceAddressOf,
} from '../../../../src/rpc/sending/checks.ts';
import { sanitize } from '../../../../src/rpc/sending/sanitizeSent.ts';
import { type Address, type Blockhash, SYSTEM_PROGRAM } from '../../../../src/solana/address.ts';
import type { LedgerTransaction, WireTransaction } from '../../../../src/solana/block.ts';
import type { TransactionError } from '../../../../src/solana/meta.ts';
import { decodeSentTransaction, type SentTransaction } from '../../../../src/solana/sentTransaction.ts';
import {
  keyOf,
  keypair,
  kitBytes,
  nextState,
  publicKey,
  sentLegacy,
  sentV0,
  transfer,
} from '../../../support/sentTransactions.ts';
import { type AccountSpec, type LedgerSpec, protocolFor, testLedger } from '../../../support/testNode.ts';
import { namedAddress, namedBlockhash, namedSignature } from '../../../support/transactions.ts';

const HASH = namedBlockhash('5');
const ALICE: AccountSpec = { address: keyOf('alice'), lamports: 1_000_000_000n };
const BLOCKS = [{ slot: 5 }, { slot: 6 }, { slot: 7 }];

function bankAt(spec: LedgerSpec, commitment: 'processed' | 'finalized' = 'processed'): CheckedState {
  const state = testLedger({ blocks: BLOCKS, accounts: [ALICE], protocol: protocolFor('4.3', 'mainnet'), ...spec });
  return nextState(new LedgerView(state, commitment, { keepOrphan: false }));
}

function judge(sent: SentTransaction, bank: CheckedState): TransactionError | undefined {
  return firstError(sanitize(sent, bank.view), bank, MAX_PREFLIGHT_AGE);
}

/** As the ledger holds it. */
function recorded(sent: SentTransaction, slot: number, changes: Partial<WireTransaction> = {}): LedgerTransaction {
  return {
    kind: 'wire',
    signature: sent.signatures[0]!,
    slot: BigInt(slot),
    index: 0,
    blockTimeSeconds: null,
    err: null,
    version: sent.version,
    wire: sent.wire,
    accountKeys: sent.message.accountKeys,
    namesMemo: false,
    recentBlockhash: sent.message.recentBlockhash,
    meta: null,
    ...changes,
  };
}

describe('AlreadyProcessed', () => {
  const sent = sentLegacy(HASH, [transfer(5)]);
  const other = sentLegacy(HASH, [transfer(6)]);
  const v0 = sentV0(HASH, [transfer(5)]);
  const signature = namedSignature('another');
  const resigned = Uint8Array.of(1, ...decodeBase58(signature), ...sent.messageBytes);
  const opaque: LedgerTransaction = {
    kind: 'opaque',
    signature: sent.signatures[0]!,
    slot: 6n,
    index: 0,
    blockTimeSeconds: null,
    err: null,
    version: 'legacy',
    form: 'signatures',
    json: null,
    meta: null,
    accountKeys: [],
  };

  it.each<[what: string, loose: readonly LedgerTransaction[], err: TransactionError | undefined]>([
    ['the very same', [recorded(sent, 6)], 'AlreadyProcessed'],
    ['the same, as it was in the newest block', [recorded(sent, 7)], 'AlreadyProcessed'],
    ['one that failed', [recorded(sent, 6, { err: 'ProgramAccountNotFound' })], 'AlreadyProcessed'],
    ['the same message with another signature', [recorded(sent, 6, { signature, wire: resigned })], 'AlreadyProcessed'],
    ['one of which only the signature is known', [opaque], 'AlreadyProcessed'],
    ['another one of the same payer', [recorded(other, 6)], undefined],
    ['another version', [recorded(v0, 6)], undefined],
    ['another message with the same signature', [recorded(other, 6, { signature: sent.signatures[0]! })], undefined],
    [
      'the same among others',
      [recorded(other, 6), recorded(sent, 6, { signature, wire: resigned, index: 1 }), recorded(v0, 7)],
      'AlreadyProcessed',
    ],
    ['nothing', [], undefined],
  ])('%s', (_what, loose, err) => {
    expect(judge(sent, bankAt({ loose }))).toEqual(err);
  });

  it.each(['legacy', 0, 1] as const)('by the message, version %s', async (version) => {
    const kit = decodeSentTransaction(await kitBytes(version, HASH, 5), DEFAULT_VERSION);
    const from = version === 1 ? kit.wire.length - 64 : 1;
    const wire = Uint8Array.from(kit.wire).fill(9, from, from + 64);
    const bank = bankAt({ loose: [recorded(kit, 6, { signature, wire })] });
    expect(judge(kit, bank)).toBe('AlreadyProcessed');
    expect(judge(decodeSentTransaction(await kitBytes(version, HASH, 6), DEFAULT_VERSION), bank)).toBeUndefined();
  });

  it('not in a block that the chain leaves out', () => {
    const blocks = [{ slot: 5 }, { slot: 6 }, { slot: 7, parentSlot: 5 }];
    expect(judge(sent, bankAt({ blocks, loose: [recorded(sent, 6)] }))).toBeUndefined();
    expect(judge(sent, bankAt({ blocks, loose: [recorded(sent, 7)] }))).toBe('AlreadyProcessed');
    const again = { signature, wire: resigned };
    expect(judge(sent, bankAt({ blocks, loose: [recorded(sent, 6, again)] }))).toBeUndefined();
    expect(judge(sent, bankAt({ blocks, loose: [recorded(sent, 7, again)] }))).toBe('AlreadyProcessed');
  });

  it('not before the commitment has seen it', () => {
    for (const changes of [{}, { signature, wire: resigned }]) {
      const spec = { finalized: 5, loose: [recorded(sent, 6, changes)] };
      expect(judge(sent, bankAt(spec, 'finalized'))).toBeUndefined();
      expect(judge(sent, bankAt(spec))).toBe('AlreadyProcessed');
    }
  });

  it('is not asked when the blockhash is too old', () => {
    const blocks = Array.from({ length: 200 }, (_, slot) => ({ slot }));
    const old = sentLegacy(namedBlockhash('54'), [transfer(5)]);
    const recent = sentLegacy(namedBlockhash('55'), [transfer(5)]);
    const bank = bankAt({ blocks, loose: [recorded(old, 60), recorded(recent, 60)] });
    expect(judge(old, bank)).toBe('BlockhashNotFound');
    expect(judge(recent, bank)).toBe('AlreadyProcessed');
  });

  it('in the lowest slot that can name the hash, which a parent that is not there may have', () => {
    const orphan = sentLegacy(namedBlockhash('4'), [transfer(5)]);
    const loose = [
      recorded(orphan, 5, { signature, wire: Uint8Array.of(1, ...new Uint8Array(64), ...orphan.messageBytes) }),
    ];
    expect(judge(orphan, bankAt({ loose }))).toBe('AlreadyProcessed');
    expect(judge(orphan, bankAt({}))).toBeUndefined();
  });

  it('is asked before the payer', () => {
    expect(judge(sent, bankAt({ accounts: [], loose: [recorded(sent, 6)] }))).toBe('AlreadyProcessed');
  });

  it('if and only if the chain has the message', () => {
    const amounts = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 5 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 9 }), fc.constantFrom(6, 7), (landed, asked, slot) => {
        const loose = landed.map((lamports, index) =>
          recorded(sentLegacy(HASH, [transfer(lamports)]), slot, { index }),
        );
        const err = judge(sentLegacy(HASH, [transfer(asked)]), bankAt({ loose }));
        expect(err).toBe(landed.includes(asked) ? 'AlreadyProcessed' : undefined);
      }),
      { numRuns: 30 },
    );
  });
});

describe('durable nonces', () => {
  const NONCE = namedBlockhash('nonce');
  const noncePubkey = publicKey('nonce account');
  const advanceBy = (name: string) =>
    SystemProgram.nonceAdvance({ noncePubkey, authorizedPubkey: keypair(name).publicKey });
  const advance = advanceBy('alice');
  const sent = (...instructions: TransactionInstruction[]) => sentLegacy(NONCE, instructions);

  interface NonceSpec {
    readonly version?: number;
    readonly state?: number;
    readonly authority?: Address;
    readonly value?: Uint8Array;
    readonly owner?: Address;
  }

  function nonceAccount({ version = 1, state = 1, authority = keyOf('alice'), value, owner }: NonceSpec): AccountSpec {
    const data = new ByteWriter();
    data.u32(version).u32(state).append(decodeBase58(authority));
    data.append(value ?? decodeBase58(NONCE)).u64(5000n);
    return { address: namedAddress('nonce account'), owner: owner ?? SYSTEM_PROGRAM, data: data.bytes() };
  }
  const bankWith = (spec: NonceSpec, ledger: LedgerSpec = {}) =>
    bankAt({ accounts: [ALICE, nonceAccount(spec)], ...ledger });

  it('stand for a blockhash as long as the account holds them', () => {
    expect(judge(sent(advance, transfer(5)), bankWith({}))).toBeUndefined();
    expect(judge(sentV0(NONCE, [advance]), bankWith({}))).toBeUndefined();
  });

  it('an account with more than 80 bytes can be simulated, and never lands', () => {
    const account = nonceAccount({});
    const longer = { ...account, data: Buffer.concat([account.data!, Buffer.alloc(1)]) };
    const judgeAt = (nonce: AccountSpec, maxAge: bigint) => {
      const bank = bankAt({ accounts: [ALICE, nonce] });
      return firstError(sanitize(sent(advance, transfer(5)), bank.view), bank, maxAge);
    };
    expect([MAX_PREFLIGHT_AGE, MAX_LANDING_AGE].map((age) => judgeAt(account, age))).toEqual([undefined, undefined]);
    expect([MAX_PREFLIGHT_AGE, MAX_LANDING_AGE].map((age) => judgeAt(longer, age))).toEqual([
      undefined,
      'BlockhashNotFound',
    ]);
  });

  it.each<[what: string, spec: NonceSpec]>([
    ['another nonce', { value: decodeBase58(HASH) }],
    ['a legacy nonce', { version: 0 }],
    ['an account to come', { state: 0 }],
    ['another owner', { owner: namedAddress('owner') }],
    ['another authority', { authority: keyOf('bob') }],
  ])('%s: BlockhashNotFound', (_what, spec) => {
    expect(judge(sent(advance, transfer(5)), bankWith(spec))).toBe('BlockhashNotFound');
  });

  const readonlyAdvance = new TransactionInstruction({
    ...advance,
    keys: advance.keys.map((meta) => ({ ...meta, isWritable: false })),
  });
  const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1n });

  it.each<[what: string, instructions: TransactionInstruction[]]>([
    ['an advance that is not first', [price, advance]],
    ['no advance', [transfer(5)]],
    ['one that cannot be written', [readonlyAdvance]],
  ])('%s: BlockhashNotFound', (_what, instructions) => {
    expect(judge(sent(...instructions), bankWith({}))).toBe('BlockhashNotFound');
  });

  it('no account: BlockhashNotFound', () => {
    expect(judge(sent(advance), bankAt({}))).toBe('BlockhashNotFound');
  });

  it('one that the next block would set it to, too: BlockhashNotFound', () => {
    const value = sha256('DURABLE_NONCE', decodeBase58(namedBlockhash('7')));
    const hash = (bytes: Uint8Array) => sentLegacy(encodeBase58(bytes) as Blockhash, [advance]);
    expect(judge(hash(value), bankWith({ value }))).toBe('BlockhashNotFound');
    const older = sha256('DURABLE_NONCE', decodeBase58(namedBlockhash('6')));
    expect(judge(hash(older), bankWith({ value: older }))).toBeUndefined();
  });

  it('an authority that signs, but not the first instruction: BlockhashNotFound', () => {
    const wrong = new TransactionInstruction({ ...advanceBy('bob') });
    const both = sentLegacy(NONCE, [wrong, transfer(5)], { signers: ['alice', 'bob'] });
    expect(judge(both, bankWith({}))).toBe('BlockhashNotFound');
    expect(judge(both, bankWith({ authority: keyOf('bob') }))).toBeUndefined();
  });

  it('an authority that is named, but does not sign: BlockhashNotFound', () => {
    const named = advanceBy('bob').keys.map((meta) => ({ ...meta, isSigner: false }));
    const unsigned = sentLegacy(NONCE, [new TransactionInstruction({ ...advance, keys: named })]);
    expect(judge(unsigned, bankWith({ authority: keyOf('bob') }))).toBe('BlockhashNotFound');
  });

  it('a transaction in the chain is found before its authority is asked for', () => {
    const landed = sent(advance, transfer(5));
    const loose = [recorded(landed, 6)];
    expect(judge(landed, bankWith({ authority: keyOf('bob') }, { loose }))).toBe('AlreadyProcessed');
    const resigned = { signature: namedSignature('another') };
    expect(judge(landed, bankWith({}, { loose: [recorded(landed, 6, resigned)] }))).toBe('AlreadyProcessed');
  });

  it.each<[what: string, instructions: TransactionInstruction[], address: Address | undefined]>([
    ['an advance', [advance, transfer(5)], namedAddress('nonce account')],
    ['one that is not first', [price, advance], undefined],
    ['one that cannot be written', [readonlyAdvance], undefined],
    ['no advance', [transfer(5)], undefined],
  ])('the account of %s', (_what, instructions, address) => {
    expect(nonceAddressOf(sanitize(sent(...instructions), bankAt({}).view))).toBe(address);
  });

  it('do not count where the blockhash is recent', () => {
    const recent = sentLegacy(HASH, [advance]);
    expect(judge(recent, bankWith({ authority: keyOf('bob') }))).toBeUndefined();
  });
});
