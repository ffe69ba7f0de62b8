import { Connection, type MessageV0, PublicKey, type VersionedMessage, VersionedTransaction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from '../../src/codec/base58.ts';
import type { RunningNode } from '../../src/node/createNode.ts';
import { SAMPLE_SLOTS, sampleAccounts, sampleAddress, sampleBlockSlots, startSample } from '../support/sample.ts';

let node: RunningNode;
let connection: Connection;

beforeAll(async () => {
  node = await startSample();
  connection = new Connection(node.url, 'confirmed');
});
afterAll(() => node.close());

const SLOTS = sampleBlockSlots();
const V1_SLOT = 316;
const config = { maxSupportedTransactionVersion: 1 } as const;

/** What messages of every version have; bytes as hex, whichever class holds them. */
function partsOf(message: VersionedMessage): unknown {
  const { addressTableLookups, compiledInstructions, header, recentBlockhash, staticAccountKeys } = message;
  const instructions = compiledInstructions.map(({ data, ...instruction }) => ({
    ...instruction,
    data: Buffer.from(data).toString('hex'),
  }));
  const keys = staticAccountKeys.map((key) => key.toBase58());
  return { addressTableLookups, header, instructions, keys, recentBlockhash };
}

interface RecordedBlock {
  readonly transactions: readonly { readonly transaction: readonly [string, string] }[];
}

describe('blocks through @solana/web3.js', () => {
  it.each(SLOTS)('slot %i: base64 and base58 decode to the message that json shows', async (slot) => {
    const block = await connection.getBlock(slot, config);
    // base58 is only for clients that do not take version 1
    for (const encoding of slot === V1_SLOT ? (['base64'] as const) : (['base64', 'base58'] as const)) {
      const maxSupportedTransactionVersion = encoding === 'base64' ? 1 : 0;
      const raw = (await node.request('getBlock', [
        slot,
        { maxSupportedTransactionVersion, commitment: 'confirmed', encoding },
      ])) as RecordedBlock;
      expect(raw.transactions).toHaveLength(block!.transactions.length);
      raw.transactions.forEach(({ transaction: [text] }, i) => {
        const bytes = encoding === 'base64' ? Buffer.from(text, 'base64') : decodeBase58(text);
        const decoded = VersionedTransaction.deserialize(bytes);
        const { message, signatures } = block!.transactions[i]!.transaction;
        expect(partsOf(decoded.message)).toEqual(partsOf(message));
        expect(decoded.signatures.map((signature) => encodeBase58(signature))).toEqual(signatures);
      });
    }
  });

  it.each(SLOTS)('slot %i: parsed, accounts, signatures and none', async (slot) => {
    const parsed = await connection.getParsedBlock(slot, config);
    const { signatures } = await connection.getBlockSignatures(slot);
    expect(parsed.transactions.map(({ transaction }) => transaction.signatures[0])).toEqual(signatures);
    const accounts = await connection.getBlock(slot, { ...config, transactionDetails: 'accounts' });
    expect(accounts!.transactions.map(({ transaction }) => transaction.signatures[0])).toEqual(signatures);
    const none = await connection.getBlock(slot, { ...config, transactionDetails: 'none', rewards: false });
    expect(none).not.toHaveProperty('rewards');
    expect(none!.blockhash).toBe(parsed.blockhash);
  });

  it('is refused a v1 transaction that it does not ask for', async () => {
    const onlyV0 = { maxSupportedTransactionVersion: 0 };
    await expect(connection.getBlock(V1_SLOT, onlyV0)).rejects.toThrow('Transaction version (1) is not supported');
  });

  it('reports a skipped slot', async () => {
    await expect(connection.getBlock(SAMPLE_SLOTS.skipped)).rejects.toThrow('was skipped');
  });
});

describe('transactions through @solana/web3.js', () => {
  it('answers the batches of getTransactions and getParsedTransactions in order', async () => {
    const { signatures } = await connection.getBlockSignatures(304);
    const transactions = await connection.getTransactions(signatures, config);
    expect(transactions.map((transaction) => transaction!.transaction.signatures[0])).toEqual(signatures);
    const parsed = await connection.getParsedTransactions([...signatures, '1'.repeat(64)], config);
    expect(parsed.map((transaction) => transaction?.slot)).toEqual([304, 304, 304, undefined]);
    expect(await connection.getParsedTransactions([])).toEqual([]);
  });

  it.each(SLOTS)('slot %i: getParsedTransactions takes every transaction', async (slot) => {
    const { signatures } = await connection.getBlockSignatures(slot);
    const parsed = await connection.getParsedTransactions(signatures, config);
    expect(parsed.map((transaction) => transaction!.slot)).toEqual(signatures.map(() => slot));
  });

  it('builds a v0 message with its lookups and shows loadedAddresses', async () => {
    const { signatures } = await connection.getBlockSignatures(315);
    const transaction = await connection.getTransaction(signatures[0]!, config);
    expect(transaction!.version).toBe(0);
    expect((transaction!.transaction.message as MessageV0).addressTableLookups).toHaveLength(1);
    expect(transaction!.meta!.loadedAddresses!.writable.length).toBeGreaterThan(0);
    const parsed = await connection.getParsedTransaction(signatures[0]!, config);
    expect(parsed!.meta!.loadedAddresses).toBeUndefined();
    expect(parsed!.transaction.message.accountKeys.some(({ source }) => source === 'lookupTable')).toBe(true);
  });

  it('getSignatureStatuses and getSignaturesForAddress', async () => {
    const [info] = await connection.getSignaturesForAddress(new PublicKey(sampleAddress('alice')), { limit: 1 });
    const { value } = await connection.getSignatureStatus(info!.signature, { searchTransactionHistory: true });
    expect(value).toMatchObject({ slot: info!.slot, err: info!.err, confirmationStatus: 'finalized' });
  });
});

describe('accounts through @solana/web3.js', () => {
  it('getMultipleAccountsInfo and getMultipleParsedAccounts take every account of the sample', async () => {
    const keys = sampleAccounts().map((name) => new PublicKey(sampleAddress(name)));
    const raw = await connection.getMultipleAccountsInfo(keys);
    const { value: parsed } = await connection.getMultipleParsedAccounts(keys);
    raw.forEach((account, i) => {
      expect(account!.owner).toEqual(parsed[i]!.owner);
      expect(account!.lamports).toBe(parsed[i]!.lamports);
      const { data } = parsed[i]!;
      if (Buffer.isBuffer(data)) expect(data).toEqual(account!.data);
      else expect(data.space).toBe(account!.data.length);
    });
  });

  it.each([
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    'Stake11111111111111111111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    'Sysvar1111111111111111111111111111111111111',
    'BPFLoaderUpgradeab1e11111111111111111111111',
    'AddressLookupTab1e1111111111111111111111111',
    '11111111111111111111111111111111',
  ])('getParsedProgramAccounts and getProgramAccounts of %s agree', async (program) => {
    const parsed = await connection.getParsedProgramAccounts(new PublicKey(program));
    const raw = await connection.getProgramAccounts(new PublicKey(program));
    expect(raw.length).toBeGreaterThan(0);
    expect(parsed.map(({ pubkey }) => pubkey.toBase58())).toEqual(raw.map(({ pubkey }) => pubkey.toBase58()));
    const anyParsed = parsed.some(({ account }) => !Buffer.isBuffer(account.data));
    expect(anyParsed).toBe(true);
  });

  it('getProgramAccounts by mint, with a slice', async () => {
    const mint = sampleAddress('tokenMint');
    const found = await connection.getProgramAccounts(new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'), {
      dataSlice: { offset: 0, length: 32 },
      filters: [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: mint } }],
    });
    expect(found.length).toBeGreaterThan(1);
    for (const { account } of found) expect(new PublicKey(account.data).toBase58()).toBe(mint);
  });
});
