import { setImmediate } from 'node:timers/promises';
import { AddressLookupTableAccount, PublicKey, TransactionInstruction } from '@solana/web3.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BytesError } from '../../../src/codec/bytes.ts';
import { RpcError } from '../../../src/errors.ts';
import { DEFAULT_VERSION } from '../../../src/nodeVersion.ts';
import { checkedState, createRunnable, firstError, MAX_LANDING_AGE } from '../../../src/rpc/sending/checks.ts';
import { sanitize } from '../../../src/rpc/sending/sanitizeSent.ts';
import { loadPackage } from '../../../src/runtime/litesvm/litesvmPackage.ts';
import { type Address, address, addressOf } from '../../../src/solana/address.ts';
import { decodeSentTransaction, MessageError, type SentTransaction } from '../../../src/solana/sentTransaction.ts';
import { BLOCKHASH, bankOn, execute } from '../../support/realExecution.ts';
import { fixedRunsOf } from '../../support/runs.ts';
import { keyOf, legacyBytes, v0Bytes } from '../../support/sentTransactions.ts';
import type { AccountSpec } from '../../support/testNode.ts';

/** Whatever is sent, and whatever is in the ledger: the process lives, which LiteSVM ends where it is given what it does not expect. */

const RUNS = Number(process.env.HOSTILE_RUNS ?? 200);
const { LiteSVM } = await loadPackage();
const svm = new LiteSVM();
const dataOf = (program: string): Uint8Array => {
  const account = svm.getAccount(program as never);
  return account.exists ? Uint8Array.from(account.data) : new Uint8Array();
};

const MEMO_CODE = dataOf('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const LOADERS = [
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
];
const PROGRAMS = [
  '11111111111111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'AddressLookupTab1e1111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
  'ZkE1Gama1Proof11111111111111111111111111111',
  ...LOADERS,
].map(address);
const SYSVARS = [
  'SysvarC1ock11111111111111111111111111111111',
  'SysvarRent111111111111111111111111111111111',
  'SysvarRecentB1ockHashes11111111111111111111',
  'SysvarS1otHashes111111111111111111111111111',
  'SysvarS1otHistory11111111111111111111111111',
  'SysvarStakeHistory1111111111111111111111111',
  'SysvarEpochSchedu1e111111111111111111111111',
  'SysvarEpochRewards1111111111111111111111111',
  'SysvarLastRestartS1ot1111111111111111111111',
  'Sysvar1nstructions1111111111111111111111111',
].map(address);
const PLAIN: readonly Address[] = Array.from({ length: 6 }, (_, i) => addressOf(new Uint8Array(32).fill(100 + i)));
const SIGNERS = ['alice', 'bob', 'carol'];
const ANY_KEY = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PLAIN) },
  { weight: 4, arbitrary: fc.constantFrom(...PROGRAMS) },
  { weight: 1, arbitrary: fc.constantFrom(...SYSVARS) },
  { weight: 3, arbitrary: fc.constantFrom(...SIGNERS.map(keyOf)) },
);
const ANY_CALL = fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...PROGRAMS) }, { weight: 1, arbitrary: ANY_KEY });

const u32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >> 24) & 255];
/** Mostly with a tag that the program knows, as u32 or as a byte. */
const ANY_DATA = fc.oneof(
  fc.tuple(fc.nat(20), fc.uint8Array({ maxLength: 120 })).map(([tag, rest]) => Uint8Array.from([...u32(tag), ...rest])),
  fc.tuple(fc.nat(45), fc.uint8Array({ maxLength: 120 })).map(([tag, rest]) => Uint8Array.from([tag, ...rest])),
  fc.uint8Array({ maxLength: 200 }),
);
const ANY_INSTRUCTION = fc.record({
  program: ANY_CALL,
  keys: fc.array(fc.record({ key: ANY_KEY, isWritable: fc.boolean(), isSigner: fc.boolean() }), { maxLength: 8 }),
  data: ANY_DATA,
});
const PROGRAM_POINTER = fc
  .constantFrom(...PLAIN)
  .map((key) => Uint8Array.from([2, 0, 0, 0, ...new PublicKey(key).toBytes()]));
const CODE_ACCOUNT = fc
  .constantFrom(MEMO_CODE, new Uint8Array())
  .map((code) => Uint8Array.from([3, 0, 0, 0, ...new Uint8Array(41), ...code]));
const BROKEN_CODE = fc.tuple(fc.nat(MEMO_CODE.length - 1), fc.nat(255)).map(([at, byte]) => MEMO_CODE.with(at, byte));
const ANY_ACCOUNT_DATA = fc.oneof(
  fc.constantFrom(0, 4, 80, 82, 165, 170, 200, 5000).map((size) => new Uint8Array(size)),
  fc.uint8Array({ maxLength: 300 }),
  PROGRAM_POINTER,
  CODE_ACCOUNT,
  BROKEN_CODE,
  fc.constant(MEMO_CODE),
);
const ANY_ACCOUNT: fc.Arbitrary<AccountSpec> = fc.record({
  address: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PLAIN) }, { weight: 1, arbitrary: ANY_KEY }),
  lamports: fc.oneof(fc.bigInt(0n, 10n ** 11n), fc.constantFrom(0n, 1n, 2n ** 64n - 1n)),
  owner: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PROGRAMS) }, { weight: 1, arbitrary: ANY_KEY }),
  data: ANY_ACCOUNT_DATA,
  executable: fc.boolean(),
});
type AnyInstruction = typeof ANY_INSTRUCTION extends fc.Arbitrary<infer T> ? T : never;

function transactionOf(instructions: readonly AnyInstruction[], version: 'legacy' | 'v0' | 'table'): Uint8Array {
  const compiled = instructions.map(({ data, keys, program }) => {
    const metas = keys.map(({ isSigner, isWritable, key }) => ({
      pubkey: new PublicKey(key),
      isSigner: isSigner && SIGNERS.map(keyOf).includes(key),
      isWritable,
    }));
    return new TransactionInstruction({ programId: new PublicKey(program), keys: metas, data: Buffer.from(data) });
  });
  const signers = SIGNERS.filter(
    (name) =>
      name === 'alice' ||
      compiled.some(({ keys }) => keys.some((meta) => meta.isSigner && meta.pubkey.toBase58() === keyOf(name))),
  );
  if (version === 'legacy') return legacyBytes(BLOCKHASH, compiled, { signers });
  return v0Bytes(BLOCKHASH, compiled, { signers, tables: version === 'table' ? [TABLE] : [] });
}

const TABLE_KEY = addressOf(new Uint8Array(32).fill(99));
const TABLE = new AddressLookupTableAccount({
  key: new PublicKey(TABLE_KEY),
  state: {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: PLAIN.map((key) => new PublicKey(key)),
  },
});
const TABLE_ACCOUNT: AccountSpec = {
  address: TABLE_KEY,
  lamports: 10n ** 9n,
  owner: address('AddressLookupTab1e1111111111111111111111111'),
  data: Uint8Array.from([
    1,
    0,
    0,
    0,
    ...new Uint8Array(8).fill(255),
    ...new Uint8Array(44),
    ...PLAIN.flatMap((key) => [...new PublicKey(key).toBytes()]),
  ]),
};

/** What becomes of it: refused, or executed with this error. */
function outcomeOf(wire: Uint8Array, accounts: readonly AccountSpec[]): string {
  const distinct = new Map([...accounts, TABLE_ACCOUNT].map((account) => [account.address, account]));
  const bank = bankOn([...distinct.values()].filter((account) => account.address !== keyOf('alice')));
  const transaction = decoded(wire);
  if (transaction === undefined) return 'refused';
  try {
    const resolved = sanitize(transaction, bank.view);
    const state = checkedState(bank, bank.view);
    if (firstError(resolved, state, MAX_LANDING_AGE) !== undefined) return 'refused';
    const { err } = execute(createRunnable(resolved, state, MAX_LANDING_AGE), bank, { kind: 'succeed' });
    return JSON.stringify(err);
  } catch (error) {
    if (error instanceof RpcError) return 'refused';
    throw error;
  }
}

function decoded(wire: Uint8Array): SentTransaction | undefined {
  try {
    return decodeSentTransaction(wire, DEFAULT_VERSION);
  } catch (error) {
    if (error instanceof BytesError || error instanceof MessageError) return undefined;
    throw error;
  }
}

it('random transactions on random accounts', async () => {
  const seen = new Set<string>();
  const cases = fc.tuple(
    fc.array(ANY_INSTRUCTION, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('legacy' as const, 'v0' as const, 'table' as const),
    fc.array(ANY_ACCOUNT, { maxLength: 6 }),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 2 }) },
    ),
  );
  const property = fc.asyncProperty(cases, async ([instructions, version, accounts, mutations]) => {
    let wire = transactionOf(instructions, version);
    if (wire.length > 1232) return;
    // behind the signatures, which nobody looks at
    for (const [at, byte] of mutations) wire = wire.with(65 + (at % (wire.length - 65)), byte);
    const outcome = outcomeOf(wire, accounts);
    // machines that were given up are freed between two turns of the event loop
    await setImmediate();
    seen.add(outcome);
  });
  await fc.assert(property, { numRuns: fixedRunsOf(100, 60), seed: 1, endOnFailure: true });
  expect(seen).toContain('refused');
  expect(seen.size).toBeGreaterThan(10);
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
});
