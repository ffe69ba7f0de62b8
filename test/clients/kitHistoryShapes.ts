import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compressTransactionMessageUsingAddressLookupTables,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase58Decoder,
  getBase64Decoder,
  getSignatureFromTransaction,
  getTransactionEncoder,
  getUtf8Encoder,
  type Instruction,
  pipe,
  type Signature,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { namedKeyPair } from '../../src/runtime/names/namedKeys.ts';

/**
 * What `kit.ledger.yaml` says, in the shapes in which Kit hands it to its users. Signatures and bytes are Kit's own: it makes and
 * signs the same transactions once more.
 */

const named = (name: string): Address => address(namedKeyPair(name).address);
const ALICE = named('alice');
export const BOB: Address = named('bob');
const CAROL = named('carol');
const TABLE = named('table');
const SYSTEM = address('11111111111111111111111111111111');
const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** of the recorded block, and of slots 101 and 102 */
const HASHES = [
  'EdqM52SpXCn5c1uozuvuH5o9Tcr41kYeCWz4Ymu6ngbt',
  '2YEjAFv9Vx1TuEj23T9ixw2sHzQjrZTxKN8oSJ6n72GT',
  '4jhZ8esHCpp2wjdyV4bMh2DTB9mTYq1kXity9rgw7iAc',
] as [Blockhash, Blockhash, Blockhash];

const SOL = 1_000_000_000n;

/** A transaction as Kit makes it. */
export interface KitTransaction {
  readonly signature: Signature;
  readonly base58: string;
  readonly base64: string;
}

function transferData(lamports: bigint): Uint8Array {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2);
  data.writeBigUInt64LE(lamports, 4);
  return data;
}

function transfer(to: Address, lamports: bigint): Instruction {
  const accounts = [
    { address: ALICE, role: AccountRole.WRITABLE_SIGNER },
    { address: to, role: AccountRole.WRITABLE },
  ];
  return { programAddress: SYSTEM, accounts, data: transferData(lamports) };
}

async function signed(
  version: 'legacy' | 0,
  blockhash: Blockhash,
  ...instructions: readonly Instruction[]
): Promise<KitTransaction> {
  const alice = await createKeyPairSignerFromPrivateKeyBytes(namedKeyPair('alice').seed);
  const lifetime = { blockhash, lastValidBlockHeight: 0n };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(alice, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (living) => appendTransactionMessageInstructions(instructions, living),
  );
  const transaction = await signTransactionMessageWithSigners(
    version === 0
      ? compressTransactionMessageUsingAddressLookupTables(message, { [TABLE]: [CAROL] })
      : { ...message, version },
  );
  const bytes = getTransactionEncoder().encode(transaction);
  return {
    signature: getSignatureFromTransaction(transaction),
    base58: getBase58Decoder().decode(bytes),
    base64: getBase64Decoder().decode(bytes),
  };
}

/** 1 SOL to bob, in slot 101. */
export const LEGACY: KitTransaction = await signed('legacy', HASHES[0], transfer(BOB, SOL));
/** 2 SOL to carol, whom a lookup table names, in slot 102. */
export const V0: KitTransaction = await signed(0, HASHES[1], transfer(CAROL, 2n * SOL));

/** 1 SOL to bob, which fails, in slot 411. */
export function failedPayment(previousBlockhash: Blockhash): Promise<KitTransaction> {
  return signed('legacy', previousBlockhash, transfer(BOB, SOL));
}

/** 3 SOL to bob with a memo, in slot 412. */
export function notedPayment(previousBlockhash: Blockhash): Promise<KitTransaction> {
  const memo = { programAddress: MEMO, data: getUtf8Encoder().encode('rent') };
  return signed('legacy', previousBlockhash, transfer(BOB, 3n * SOL), memo);
}

export const ENCODINGS = ['json', 'jsonParsed', 'base58', 'base64'] as const;
type Encoding = (typeof ENCODINGS)[number];
type Which = 'legacy' | 0;

/** alice, bob or carol, and the system program */
const BALANCES = {
  legacy: { pre: [10n * SOL, 0n, 1n], post: [9n * SOL - 5000n, SOL, 1n] },
  0: { pre: [9n * SOL - 5000n, 1n, 0n], post: [7n * SOL - 10_000n, 1n, 2n * SOL] },
} as const;

function balancesOf(which: Which) {
  const { pre, post } = BALANCES[which];
  return { fee: 5000n, postBalances: post, postTokenBalances: [], preBalances: pre, preTokenBalances: [] };
}

function metaOf(which: Which, encoding: Encoding) {
  return {
    ...balancesOf(which),
    computeUnitsConsumed: 150n,
    costUnits: 1481n,
    err: null,
    innerInstructions: [],
    ...(encoding !== 'jsonParsed' && { loadedAddresses: { readonly: [], writable: which === 0 ? [CAROL] : [] } }),
    logMessages: [`Program ${SYSTEM} invoke [1]`, `Program ${SYSTEM} success`],
    rewards: [],
    status: { Ok: null },
  };
}

/** Lookups as they stand in a message; a legacy one has no such member. */
function lookupsOf(which: Which) {
  if (which === 'legacy') return {};
  return { addressTableLookups: [{ accountKey: TABLE, readonlyIndexes: [], writableIndexes: [0] }] };
}

function messageOf(which: Which) {
  const [accountKeys, accounts, programIdIndex] =
    which === 'legacy' ? [[ALICE, BOB, SYSTEM], [0, 1], 2] : [[ALICE, SYSTEM], [0, 2], 1];
  const lamports = which === 'legacy' ? SOL : 2n * SOL;
  const data = getBase58Decoder().decode(transferData(lamports));
  return {
    accountKeys,
    ...lookupsOf(which),
    header: { numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1, numRequiredSignatures: 1 },
    instructions: [{ accounts, data, programIdIndex, stackHeight: 1 }],
    recentBlockhash: which === 'legacy' ? HASHES[0] : HASHES[1],
  };
}

function annotatedKeys(which: Which) {
  const payer = { pubkey: ALICE, signer: true, source: 'transaction', writable: true };
  const program = { pubkey: SYSTEM, signer: false, source: 'transaction', writable: false };
  const bob = { pubkey: BOB, signer: false, source: 'transaction', writable: true };
  const carol = { pubkey: CAROL, signer: false, source: 'lookupTable', writable: true };
  return which === 'legacy' ? [payer, bob, program] : [payer, program, carol];
}

function parsedMessageOf(which: Which) {
  const [destination, lamports] = which === 'legacy' ? [BOB, SOL] : [CAROL, 2n * SOL];
  const parsed = { info: { destination, lamports, source: ALICE }, type: 'transfer' };
  return {
    accountKeys: annotatedKeys(which),
    ...lookupsOf(which),
    instructions: [{ parsed, program: 'system', programId: SYSTEM, stackHeight: 1 }],
    recentBlockhash: which === 'legacy' ? HASHES[0] : HASHES[1],
  };
}

function bodyOf(which: Which, encoding: Encoding) {
  const transaction = which === 'legacy' ? LEGACY : V0;
  if (encoding === 'base58' || encoding === 'base64') return [transaction[encoding], encoding];
  const message = encoding === 'json' ? messageOf(which) : parsedMessageOf(which);
  return { message, signatures: [transaction.signature] };
}

/** With its version where the client names one that it allows. */
export function fullShape(which: Which, encoding: Encoding, isVersionAllowed: boolean): object {
  const version = isVersionAllowed ? { version: which } : {};
  return { meta: metaOf(which, encoding), transaction: bodyOf(which, encoding), ...version };
}

/** The same as getTransaction hands it out. */
export function transactionShape(which: Which, encoding: Encoding, isVersionAllowed: boolean): object {
  const slot = which === 'legacy' ? 101n : 102n;
  return {
    ...fullShape(which, encoding, isVersionAllowed),
    blockTime: 1_760_000_000n,
    slot,
    transactionIndex: 0n,
  };
}

/** Under transactionDetails accounts. */
export function accountsShape(which: Which, isVersionAllowed: boolean): object {
  const { signature } = which === 'legacy' ? LEGACY : V0;
  return {
    meta: { ...balancesOf(which), err: null, rewards: [], status: { Ok: null } },
    transaction: { accountKeys: annotatedKeys(which), signatures: [signature] },
    ...(isVersionAllowed && { version: which }),
  };
}

/** The members that every form of the block of a transaction has. */
export function blockShape(which: Which): object {
  const [slot, index] = which === 'legacy' ? [101n, 1] : [102n, 2];
  return {
    blockHeight: slot - 10n,
    blockTime: 1_760_000_000n,
    blockhash: HASHES[index],
    parentSlot: slot - 1n,
    previousBlockhash: HASHES[index - 1],
  };
}
