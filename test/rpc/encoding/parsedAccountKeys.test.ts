import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringifyJson } from '../../../src/codec/jsonText.ts';
import { annotateAccountKeys } from '../../../src/rpc/encoding/message.ts';
import {
  type Address,
  address,
  type Blockhash,
  CLOCK_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
} from '../../../src/solana/address.ts';
import type { LoadedAddresses, Message, MessageHeader, TransactionVersion } from '../../../src/solana/transaction.ts';

const NOTHING_LOADED: LoadedAddresses = { writable: [], readonly: [] };

interface Shape {
  readonly version?: TransactionVersion;
  /** required signatures, readonly signed, readonly unsigned */
  readonly header: readonly [number, number, number];
  readonly keys: readonly string[];
  readonly programs?: readonly number[];
  readonly loaded?: LoadedAddresses;
}

function messageOf(
  version: TransactionVersion,
  header: MessageHeader,
  accountKeys: readonly Address[],
  programs: readonly number[],
): Message {
  const config = { priorityFee: null, computeUnitLimit: null, loadedAccountsDataSizeLimit: null, heapSize: null };
  return {
    header,
    accountKeys,
    recentBlockhash: 'hash' as Blockhash,
    instructions: programs.map((programIdIndex) => ({
      programIdIndex,
      accounts: new Uint8Array(),
      data: new Uint8Array(),
    })),
    ...(version === 0 ? { addressTableLookups: [] } : {}),
    ...(version === 1 ? { transactionConfig: config } : {}),
  };
}

function annotate({ version = 'legacy', header, keys, programs = [], loaded = NOTHING_LOADED }: Shape) {
  const [numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts] = header;
  const counts = { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts };
  return annotateAccountKeys(messageOf(version, counts, keys.map(address), programs), loaded);
}

/** One letter a key: w writable signer, s readonly signer, W writable, - readonly; `+` before loaded keys. */
function rights(shape: Shape): string {
  const letters = annotate(shape).map(({ signer, source, writable }) => {
    const letter = signer ? (writable ? 'w' : 's') : writable ? 'W' : '-';
    return source === 'lookupTable' ? `+${letter}` : letter;
  });
  return letters.join('');
}

const LOADED: LoadedAddresses = { writable: [address('x'), address('y')], readonly: [address('z')] };

describe('annotateAccountKeys', () => {
  test('shape of an entry', () => {
    expect(stringifyJson(annotate({ header: [1, 0, 0], keys: ['a'] }))).toBe(
      '[{"pubkey":"a","signer":true,"source":"transaction","writable":true}]',
    );
  });

  test('the header splits the keys in four', () => {
    expect(rights({ header: [3, 1, 2], keys: ['a', 'b', 'c', 'd', 'e', 'f'] })).toBe('wwsW--');
    expect(rights({ header: [1, 0, 0], keys: ['a', 'b'] })).toBe('wW');
  });

  test('a header that counts more readonly keys than there are', () => {
    expect(rights({ header: [1, 2, 0], keys: ['a', 'b'] })).toBe('sW');
    expect(rights({ header: [1, 0, 9], keys: ['a', 'b'] })).toBe('w-');
  });

  test('a version 1 message is read like a legacy one', () => {
    expect(rights({ version: 1, header: [2, 1, 1], keys: ['a', 'b', 'c', 'd'], programs: [2] })).toBe('ws--');
  });

  test('loaded keys follow, the writable ones first, and never sign', () => {
    expect(rights({ version: 0, header: [1, 0, 1], keys: ['a', 'b'], loaded: LOADED })).toBe('w-+W+W+-');
    const pubkeys = annotate({ version: 0, header: [1, 0, 1], keys: ['a', 'b'], loaded: LOADED });
    expect(pubkeys.map(({ pubkey }) => pubkey)).toEqual(['a', 'b', 'x', 'y', 'z']);
  });

  test.each(['legacy', 1] as const)('only v0 loads keys: version %s', (version) => {
    expect(rights({ version, header: [1, 0, 1], keys: ['a', 'b'], loaded: LOADED })).toBe('w-');
  });

  test('reserved keys are never writable, loaded or not', () => {
    expect(rights({ header: [2, 0, 0], keys: ['a', SYSTEM_PROGRAM, CLOCK_SYSVAR, TOKEN_PROGRAM] })).toBe('ws-W');
    const loaded = { writable: [CLOCK_SYSVAR, address('x')], readonly: [] };
    expect(rights({ version: 0, header: [1, 0, 0], keys: ['a'], loaded })).toBe('w+-+W');
  });

  test('a key called as a program is not writable, the fee payer included', () => {
    expect(rights({ header: [1, 0, 0], keys: ['a', 'b', 'c'], programs: [2, 2] })).toBe('wW-');
    expect(rights({ header: [1, 0, 0], keys: ['a', 'b'], programs: [0] })).toBe('sW');
  });

  test('unless the upgradeable loader is among the keys, static or loaded', () => {
    expect(rights({ header: [1, 0, 1], keys: ['a', 'b', UPGRADEABLE_LOADER], programs: [1] })).toBe('wW-');
    const loaded = { writable: [], readonly: [UPGRADEABLE_LOADER] };
    expect(rights({ version: 0, header: [1, 0, 0], keys: ['a', 'b'], programs: [1], loaded })).toBe('wW+-');
    expect(rights({ version: 1, header: [1, 0, 0], keys: ['a', 'b'], programs: [1], loaded })).toBe('w-');
  });

  test('any header over any keys: every key once, in order, signers first', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const keys = fc.array(fc.constantFrom('a', 'b', SYSTEM_PROGRAM, UPGRADEABLE_LOADER), { maxLength: 12 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte), keys, fc.array(byte, { maxLength: 4 }), (header, names, programs) => {
        const entries = annotate({ header, keys: names, programs });
        expect(entries.map(({ pubkey }) => pubkey)).toEqual(names);
        expect(entries.filter(({ signer }) => signer).length).toBe(Math.min(header[0], names.length));
        expect(entries.some(({ pubkey, writable }) => pubkey === SYSTEM_PROGRAM && writable)).toBe(false);
        expect(entries.filter(({ signer, writable }) => signer && writable).length).toBeLessThanOrEqual(
          Math.max(0, header[0] - header[1]),
        );
      }),
    );
  });
});

const VECTORS = '../shared/vectors/message-accounts.json';

interface VectorRow {
  readonly name: string;
  readonly version: TransactionVersion;
  readonly header: MessageHeader;
  readonly staticKeys: readonly Address[];
  readonly loadedAddresses: LoadedAddresses | null;
  readonly programIdIndexes: readonly number[];
  readonly expected: ReturnType<typeof annotateAccountKeys>;
}

describe.skipIf(!existsSync(VECTORS))('annotateAccountKeys: shared vectors', () => {
  const rows: readonly VectorRow[] = existsSync(VECTORS) ? JSON.parse(readFileSync(VECTORS, 'utf8')) : [];

  test('there are some', () => {
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(rows)('$name', ({ version, header, staticKeys, loadedAddresses, programIdIndexes, expected }) => {
    const message = messageOf(version, header, staticKeys, programIdIndexes);
    const entries = annotateAccountKeys(message, loadedAddresses ?? NOTHING_LOADED);
    expect(stringifyJson(entries)).toBe(stringifyJson(expected));
  });
});
