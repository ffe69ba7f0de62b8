import {
  address,
  type Base58EncodedBytes,
  createSolanaRpc,
  fetchJsonParsedAccounts,
  getBase58Encoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  isSolanaError,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SLOT_SKIPPED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
} from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledger, type RunningNode, sol, startNode } from '../../src/index.ts';
import { SAMPLE_SLOTS, sampleAccounts, sampleAddress, sampleBlockSlots, startSample } from '../support/sample.ts';

type Rpc = ReturnType<typeof createSolanaRpc>;
let node: RunningNode;
let rpc: Rpc;

beforeAll(async () => {
  node = await startSample();
  rpc = createSolanaRpc(node.url);
});
afterAll(() => node.close());

const TOKEN_PROGRAM = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const maxSupportedTransactionVersion = 1 as never;
const V1_SLOT = 316;

async function signaturesOf(slot: number): Promise<readonly Signature[]> {
  const block = await rpc.getBlock(BigInt(slot), { transactionDetails: 'signatures', rewards: false }).send();
  return (block as unknown as { signatures: Signature[] }).signatures;
}

describe('getBlock through @solana/kit', () => {
  it.each(sampleBlockSlots())('slot %i: the bytes decode to what json shows', async (slot) => {
    const config = { maxSupportedTransactionVersion } as const;
    const json = await rpc.getBlock(BigInt(slot), { ...config, encoding: 'json' }).send();
    const base64 = await rpc.getBlock(BigInt(slot), { ...config, encoding: 'base64' }).send();
    // base58 is only for clients that do not take version 1
    const base58 =
      slot === V1_SLOT
        ? undefined
        : await rpc.getBlock(BigInt(slot), { maxSupportedTransactionVersion: 0, encoding: 'base58' }).send();
    expect(json!.transactions).toHaveLength(base64!.transactions.length);
    json!.transactions.forEach(({ transaction }, i) => {
      const bytes = getBase64Encoder().encode(base64!.transactions[i]!.transaction[0]);
      if (base58) expect(getBase58Encoder().encode(base58.transactions[i]!.transaction[0])).toEqual(bytes);
      const message = getCompiledTransactionMessageDecoder().decode(getTransactionDecoder().decode(bytes).messageBytes);
      expect(message.staticAccounts).toEqual(transaction.message.accountKeys);
      expect(message.header.numSignerAccounts).toBe(transaction.message.header.numRequiredSignatures);
      expect(message.lifetimeToken).toBe(transaction.message.recentBlockhash);
    });
  });

  it('gives u64s as bigints, exact', async () => {
    const block = await rpc.getBlock(303n, { maxSupportedTransactionVersion, encoding: 'json' }).send();
    expect(block!.parentSlot).toBe(302n);
    expect(block!.transactions[0]!.meta!.fee).toBeTypeOf('bigint');
    expect(block!.rewards[0]!.rewardType).toBe('Fee');
  });

  it.each([
    ['a skipped slot', BigInt(SAMPLE_SLOTS.skipped), SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SLOT_SKIPPED],
    ['a slot that is only processed', 320n, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE],
    ['a future slot', 999n, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE],
    ['a v0 block', 315n, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION],
  ] as const)('refuses %s with the error that Kit knows', async (_what, slot, code) => {
    const error = await rpc
      .getBlock(slot)
      .send()
      .catch((reason: unknown) => reason);
    expect(isSolanaError(error, code)).toBe(true);
  });
});

describe('transactions through @solana/kit', () => {
  it.each(sampleBlockSlots())('slot %i: getTransaction gives what the block holds', async (slot) => {
    const config = { maxSupportedTransactionVersion, encoding: 'jsonParsed' } as const;
    const block = await rpc.getBlock(BigInt(slot), config).send();
    for (const [i, signature] of (await signaturesOf(slot)).entries()) {
      const transaction = await rpc.getTransaction(signature, config).send();
      expect(transaction!.slot).toBe(BigInt(slot));
      expect(transaction!.meta).toEqual(block!.transactions[i]!.meta);
      expect(transaction!.transaction).toEqual(block!.transactions[i]!.transaction);
    }
  });

  it('getSignatureStatuses tells what became of each', async () => {
    const signatures = [(await signaturesOf(305))[0]!, (await signaturesOf(319))[0]!, '1'.repeat(64) as Signature];
    const { context, value } = await rpc.getSignatureStatuses(signatures, { searchTransactionHistory: true }).send();
    expect(context.slot).toBe(BigInt(SAMPLE_SLOTS.processed));
    expect(value[0]).toMatchObject({ confirmationStatus: 'finalized', confirmations: null, slot: 305n });
    expect(value[0]!.err).toEqual({ InstructionError: [0n, { Custom: 1n }] });
    expect(value[1]).toMatchObject({ confirmationStatus: 'finalized', confirmations: null, err: null, slot: 319n });
    expect(value[2]).toBeNull();
  });

  it('getSignatureStatuses tells how far each has come under Tower', async () => {
    const script = ledger({ processed: 102, confirmed: 101, finalized: 100, consensus: 'tower' })
      .wallet('alice', sol(9))
      .block(100, (b) => b.transfer('alice', 'bob', sol(1)).named('first'))
      .block(101, (b) => b.transfer('alice', 'bob', sol(2)).named('second'))
      .block(102, (b) => b.transfer('alice', 'bob', sol(3)).named('third'));
    await using tower = await startNode({ ledger: script, dialect: 'agave' });
    const signatures = ['first', 'second', 'third'].map((name) => tower.signature(name) as Signature);
    const { value } = await createSolanaRpc(tower.url).getSignatureStatuses(signatures).send();
    expect(value).toMatchObject([
      { confirmationStatus: 'finalized', confirmations: null, slot: 100n },
      { confirmationStatus: 'confirmed', confirmations: 1n, slot: 101n },
      { confirmationStatus: 'processed', confirmations: 0n, slot: 102n },
    ]);
  });

  it('getSignaturesForAddress pages without loss or repetition', async () => {
    const alice = address(sampleAddress('alice'));
    const whole = await rpc.getSignaturesForAddress(alice).send();
    expect(whole.length).toBeGreaterThan(20);
    const pages: Signature[] = [];
    for (;;) {
      const before = pages.at(-1);
      const page = await rpc.getSignaturesForAddress(alice, { limit: 7, ...(before ? { before } : {}) }).send();
      if (page.length === 0) break;
      pages.push(...page.map(({ signature }) => signature));
    }
    expect(pages).toEqual(whole.map(({ signature }) => signature));
    const until = whole[5]!.signature;
    expect(await rpc.getSignaturesForAddress(alice, { until }).send()).toEqual(whole.slice(0, 5));
  });

  it('finds a transaction by an address that a lookup table brought', async () => {
    const carol = await rpc.getSignaturesForAddress(address(sampleAddress('carol'))).send();
    const [throughTable] = await signaturesOf(315);
    expect(carol.map(({ signature }) => signature)).toContain(throughTable);
  });

  it('shows the memo of the call that writes one', async () => {
    const infos = await rpc.getSignaturesForAddress(address(sampleAddress('alice'))).send();
    const withMemo = infos.filter(({ memo }) => memo !== null);
    expect(withMemo.length).toBeGreaterThan(0);
    for (const { memo, signature } of withMemo) {
      const transaction = await rpc
        .getTransaction(signature, { maxSupportedTransactionVersion, encoding: 'jsonParsed' })
        .send();
      const texts = transaction!.transaction.message.instructions.flatMap((instruction) =>
        'parsed' in instruction && typeof instruction.parsed === 'string' ? [instruction.parsed as string] : [],
      );
      expect(memo).toBe(texts.map((text) => `[${Buffer.byteLength(text)}] ${text}`).join('; '));
    }
  });
});

describe('accounts through @solana/kit', () => {
  it('fetchJsonParsedAccounts takes every account of the sample', async () => {
    const addresses = sampleAccounts().map((name) => address(sampleAddress(name)));
    const accounts = await fetchJsonParsedAccounts(rpc, addresses);
    expect(accounts.every(({ exists }) => exists)).toBe(true);
    const programs = new Set(
      accounts.flatMap((account) =>
        account.exists && 'parsedAccountMeta' in account.data
          ? [(account.data.parsedAccountMeta as { program: string }).program]
          : [],
      ),
    );
    expect([...programs].sort()).toEqual(
      [
        'address-lookup-table',
        'bpf-upgradeable-loader',
        'nonce',
        'spl-token',
        'spl-token-2022',
        'stake',
        'vote',
      ].sort(),
    );
  });

  it('getMultipleAccounts keeps order, holes and all digits of rentEpoch', async () => {
    const alice = address(sampleAddress('alice'));
    const { value } = await rpc.getMultipleAccounts([alice, address(`${'1'.repeat(31)}2`), alice]).send();
    expect(value[1]).toBeNull();
    expect(value[0]).toEqual(value[2]);
    expect(value[0]).toMatchObject({
      data: ['', 'base64'],
      executable: false,
      rentEpoch: 18446744073709551615n,
      space: 0n,
    });
  });

  it.each(['base58', 'base64', 'base64+zstd'] as const)('getProgramAccounts with %s and filters', async (encoding) => {
    const alice = sampleAddress('alice') as string as Base58EncodedBytes;
    const accounts = await rpc
      .getProgramAccounts(TOKEN_PROGRAM, {
        encoding: encoding as 'base64',
        dataSlice: { offset: 32, length: 32 },
        filters: [{ dataSize: 165n }, { memcmp: { bytes: alice, encoding: 'base58', offset: 32n } }],
      })
      .send();
    expect(accounts.map(({ pubkey }) => pubkey as string).sort()).toEqual(
      [sampleAddress('aliceToken'), sampleAddress('aliceWrappedSol')].sort(),
    );
    expect(accounts[0]!.account.data[1]).toBe(encoding);
    if (encoding === 'base58') expect(accounts[0]!.account.data[0]).toBe(alice);
  });
});
