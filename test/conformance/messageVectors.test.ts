import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../src/codec/base58.ts';
import { stringifyJson } from '../../src/codec/jsonText.ts';
import type { Address } from '../../src/solana/address.ts';
import type { LoadedAddresses, MessageHeader, TransactionVersion } from '../../src/solana/transaction.ts';
import { HAS_VECTORS, vectorRows } from '../support/sharedFiles.ts';
import { callText, testNode } from '../support/testNode.ts';
import { namedSignature, PAYER, type TransactionSpec } from '../support/transactions.ts';

interface MemoRow {
  readonly name: string;
  readonly accountKeys: readonly Address[];
  readonly instructions: readonly { readonly programIdIndex: number; readonly dataBase58: string }[];
  readonly expected: string | null;
}

interface KeysRow {
  readonly name: string;
  readonly version: TransactionVersion | 'v0' | 'v1';
  readonly header: MessageHeader;
  readonly staticKeys: readonly Address[];
  readonly loadedAddresses: LoadedAddresses | null;
  readonly programIdIndexes: readonly number[];
  readonly expected: readonly { readonly [key: string]: string | boolean }[];
}

const MEMOS = vectorRows('memo-extraction.json') as unknown as readonly MemoRow[];
const KEYS = vectorRows('message-accounts.json') as unknown as readonly KeysRow[];

describe.skipIf(!HAS_VECTORS)('memo vectors through getSignaturesForAddress', () => {
  it('has rows', () => expect(MEMOS.length).toBeGreaterThan(0));

  it.each(MEMOS.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const transaction: TransactionSpec = {
      name: 't',
      accountKeys: [PAYER, ...row.accountKeys],
      numReadonlyUnsigned: 0,
      instructions: row.instructions.map(({ dataBase58, programIdIndex }) => ({
        programIdIndex: programIdIndex + 1,
        accounts: new Uint8Array(),
        data: decodeBase58(dataBase58),
      })),
    };
    const node = testNode({ blocks: [{ slot: 5, transactions: [transaction] }] }, 'agave');
    const text = await callText(node, 'getSignaturesForAddress', `["${PAYER}"]`);
    expect(text).toContain(`"memo":${stringifyJson(row.expected)},"signature":"${namedSignature('t')}"`);
  });
});

describe.skipIf(!HAS_VECTORS)('account key vectors through getTransaction and getBlock', () => {
  it('has rows', () => expect(KEYS.length).toBeGreaterThan(0));

  // a fee payer that is also the program never gets into a block: that row is for the encoder's own test
  const inBlocks = KEYS.filter(({ programIdIndexes }) => !programIdIndexes.includes(0));

  it.each(inBlocks.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const node = testNode({ blocks: [{ slot: 5, transactions: [transactionOf(row)] }] }, 'agave');
    const keys = `"accountKeys":${stringifyJson(row.expected)}`;
    const config = '"maxSupportedTransactionVersion":1';
    const parsed = await callText(
      node,
      'getTransaction',
      `["${namedSignature('t')}",{"encoding":"jsonParsed",${config}}]`,
    );
    expect(parsed).toContain(keys);
    expect(await callText(node, 'getBlock', `[5,{"transactionDetails":"accounts",${config}}]`)).toContain(keys);
  });
});

function transactionOf({ header, loadedAddresses, programIdIndexes, staticKeys, version }: KeysRow): TransactionSpec {
  const indexesUpTo = (count: number) => Uint8Array.from({ length: count }, (_, i) => i);
  const loaded = loadedAddresses ?? { writable: [], readonly: [] };
  const lookups = {
    accountKey: staticKeys[0]!,
    writableIndexes: indexesUpTo(loaded.writable.length),
    readonlyIndexes: indexesUpTo(loaded.readonly.length),
  };
  return {
    name: 't',
    version: typeof version === 'string' && version !== 'legacy' ? (Number(version.slice(1)) as 0 | 1) : version,
    numSigners: header.numRequiredSignatures,
    header,
    accountKeys: staticKeys,
    instructions: programIdIndexes.map((programIdIndex) => ({
      programIdIndex,
      accounts: new Uint8Array(),
      data: new Uint8Array(),
    })),
    lookups: loaded.writable.length + loaded.readonly.length === 0 ? [] : [lookups],
    meta: { loadedAddresses: loaded },
  };
}
