import { describe, expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from '../../src/codec/base58.ts';
import { type JsonObject, stringifyJson } from '../../src/codec/jsonText.ts';
import type { Address } from '../../src/solana/address.ts';
import type { CompiledInstruction } from '../../src/solana/transaction.ts';
import { HAS_VECTORS, vectorRows } from '../support/sharedFiles.ts';
import { callText, protocolFor, testNode } from '../support/testNode.ts';
import { namedSignature, PAYER, type TransactionSpec } from '../support/transactions.ts';

interface Row {
  readonly name: string;
  readonly programId: Address;
  readonly accountKeys: readonly Address[];
  readonly accounts: readonly number[];
  readonly dataBase58: string;
  readonly profile?: 'both' | 'R41' | 'NEXT';
  /** native rows: the whole instruction object; token rows: `parsed`, or null for what must not parse */
  readonly expected: JsonObject | null;
  /** token rows: the text of `parsed` */
  readonly expectedText?: string | null;
}

/** Parsed by a snapshot before the release of 4.1, and by no release. */
const NOT_RELEASED = ['bpf-upgradeable-loader/migrate', 'bpf-upgradeable-loader/extendProgramChecked 5 accounts'];
const NATIVE = (vectorRows('instructions-native.json') as unknown as readonly Row[]).map((row) =>
  NOT_RELEASED.includes(row.name) ? { ...row, expected: null } : row,
);
const ALL_TOKEN = vectorRows('instructions-token.json') as unknown as readonly Row[];
const TOKEN = ALL_TOKEN.filter(({ profile }) => profile !== 'NEXT');
const NEWEST_TOKEN = ALL_TOKEN.filter(({ profile }) => profile !== 'R41');

/** Most rows fit a transaction of their own; a message holds at most 1,232 bytes. */
const MAX_TOP_LEVEL_BYTES = 1232 - 200;

describe.skipIf(!HAS_VECTORS)('every instruction vector through the public methods', () => {
  it('has rows', () => {
    expect(NATIVE.length).toBeGreaterThan(100);
    expect(TOKEN.length).toBeGreaterThan(250);
  });

  describe.each([
    ['native', NATIVE, '4.1'],
    ['token', TOKEN, '4.1'],
    ['native', NATIVE, '4.3'],
    ['token', NEWEST_TOKEN, '4.3'],
  ] as const)('%s', (_kind, rows, version) => {
    const protocol = protocolFor(version, 'genesis');
    const cases = rows.map((row) => [row.name, row] as const);

    it.each(cases.filter(([, row]) => topLevelBytes(row) <= MAX_TOP_LEVEL_BYTES))(
      '%s: getTransaction',
      async (_name, row) => {
        const node = testNode({ blocks: [{ slot: 5, transactions: [topLevel(row)] }], protocol }, 'agave');
        const text = await callText(node, 'getTransaction', `["${namedSignature('t')}",{"encoding":"jsonParsed"}]`);
        expect(text).toContain(`"instructions":[${instructionText(row, 1)}],"recentBlockhash"`);
      },
    );

    it.each(cases)('%s: getBlock, as an inner instruction', async (_name, row) => {
      const node = testNode({ blocks: [{ slot: 5, transactions: [inner(row)] }], protocol }, 'agave');
      const text = await callText(node, 'getBlock', '[5,{"encoding":"jsonParsed","maxSupportedTransactionVersion":0}]');
      expect(text).toContain(`"innerInstructions":[{"index":0,"instructions":[${instructionText(row, 2)}]}]`);
    });
  });
});

function instructionText(row: Row, stackHeight: number): string {
  if (row.expected !== null && 'stackHeight' in row.expected) return stringifyJson({ ...row.expected, stackHeight });
  if (row.expected === null) {
    const accounts = row.accounts.map((index) => row.accountKeys[index]!);
    return stringifyJson({ accounts, data: row.dataBase58, programId: row.programId, stackHeight });
  }
  return `{"parsed":${row.expectedText},"program":"spl-token","programId":"${row.programId}","stackHeight":${stackHeight}}`;
}

/** The fee payer goes first: a row's own first key may be its program, which a fee payer cannot be. */
function keysOf({ accountKeys }: Row): readonly Address[] {
  return [PAYER, ...accountKeys];
}

function instructionOf({ accountKeys, accounts, dataBase58, programId }: Row): CompiledInstruction {
  return {
    programIdIndex: accountKeys.indexOf(programId) + 1,
    accounts: Uint8Array.from(accounts, (index) => index + 1),
    data: decodeBase58(dataBase58),
  };
}

function topLevelBytes(row: Row): number {
  return keysOf(row).length * 32 + row.accounts.length + decodeBase58(row.dataBase58).length;
}

function topLevel(row: Row): TransactionSpec {
  return { name: 't', accountKeys: keysOf(row), instructions: [instructionOf(row)], numReadonlyUnsigned: 0 };
}

/** Inner instructions are bound by no packet: the keys come from a lookup table, so that any number fits. */
function inner(row: Row): TransactionSpec {
  const keys = row.accountKeys;
  const programIdIndex = keys.indexOf(row.programId) + 2;
  const accounts = Uint8Array.from(row.accounts, (index) => index + 2);
  const instruction = { programIdIndex, accounts, data: decodeBase58(row.dataBase58), stackHeight: 2 };
  return {
    name: 't',
    version: 0,
    accountKeys: [PAYER, CALLER],
    instructions: [{ programIdIndex: 1, accounts: new Uint8Array(), data: new Uint8Array() }],
    numReadonlyUnsigned: 1,
    lookups: [
      { accountKey: CALLER, writableIndexes: Uint8Array.from(keys, (_key, i) => i), readonlyIndexes: new Uint8Array() },
    ],
    meta: {
      innerInstructions: [{ index: 0, instructions: [instruction] }],
      loadedAddresses: { writable: keys, readonly: [] },
    },
  };
}

const CALLER = encodeBase58(new Uint8Array(32).fill(77)) as Address;
