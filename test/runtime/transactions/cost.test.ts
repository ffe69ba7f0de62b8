import { describe, expect, it } from 'vitest';
import { DEFAULT_VERSION, NODE_VERSIONS } from '../../../src/nodeVersion.ts';
import { costUnits } from '../../../src/runtime/costUnits.ts';
import { PRECOMPILES, SYSTEM_PROGRAM, VOTE_PROGRAM } from '../../../src/solana/address.ts';
import { fullAccountKeys, type LoadedAddresses, type Message, NONE_LOADED } from '../../../src/solana/transaction.ts';
import { namedAddress, namedBlockhash } from '../../support/transactions.ts';

const KEYS = [namedAddress('payer'), namedAddress('payee')];

/** A message of one writable signer, a writable account and a program, which gets `data`. */
function messageTo(program: string, data: Uint8Array, given: Partial<Message> = {}): Message {
  return {
    header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
    accountKeys: [...KEYS, program as (typeof KEYS)[0]],
    recentBlockhash: namedBlockhash('recent'),
    instructions: [{ programIdIndex: 2, accounts: Uint8Array.of(0, 1), data }],
    ...given,
  };
}

function cost(
  message: Message,
  { units = 0n, bytes = 0, loaded = NONE_LOADED as LoadedAddresses } = {},
  version = DEFAULT_VERSION,
): bigint {
  const execution = { loadedAccountsDataSize: bytes, units };
  return costUnits({ keys: fullAccountKeys(message, loaded), message }, execution, version);
}

const TRANSFER = messageTo(SYSTEM_PROGRAM, new Uint8Array(12));
/** a signature and two accounts that are locked for writing */
const BARE = 720n + 2n * 300n;

describe('what a transaction costs its block', () => {
  it('a transfer: as in an answer of a node', () => {
    expect(cost(TRANSFER, { units: 150n, bytes: 200 })).toBe(1481n);
  });

  it.each([
    [0, 0n],
    [1, 8n],
    [32_768, 8n],
    [32_769, 16n],
    [65_536, 16n],
  ])('%i bytes of loaded accounts count in pages', (bytes, more) => {
    expect(cost(messageTo(SYSTEM_PROGRAM, new Uint8Array()), { bytes })).toBe(BARE + more);
  });

  it.each([
    [3, 0n],
    [4, 1n],
    [7, 1n],
    [8, 2n],
  ])('%i bytes of instruction data count in units of four', (length, more) => {
    expect(cost(messageTo(SYSTEM_PROGRAM, new Uint8Array(length)))).toBe(BARE + more);
  });

  it('the data of all instructions is added up before it is divided', () => {
    const [instruction] = messageTo(SYSTEM_PROGRAM, new Uint8Array(3)).instructions;
    expect(cost({ ...TRANSFER, instructions: [instruction!, instruction!, instruction!] })).toBe(BARE + 2n);
  });

  it.each([['ed25519', 2_400n] as const, ['secp256k1', 6_690n] as const, ['secp256r1', 4_800n] as const])(
    '%s: every signature that is verified',
    (name, each) => {
      expect(cost(messageTo(PRECOMPILES[name], Uint8Array.of(3)))).toBe(BARE + 3n * each);
      expect(cost(messageTo(PRECOMPILES[name], new Uint8Array()))).toBe(BARE);
    },
  );

  it('every signer, and every account that may be written, those from lookup tables too', () => {
    const loaded = { writable: [namedAddress('w')], readonly: [namedAddress('r'), namedAddress('s')] };
    const lookup = { accountKey: namedAddress('table'), writableIndexes: [1], readonlyIndexes: [2, 3] };
    const message = messageTo(SYSTEM_PROGRAM, new Uint8Array(), {
      header: { numRequiredSignatures: 2, numReadonlySignedAccounts: 1, numReadonlyUnsignedAccounts: 1 },
      addressTableLookups: [
        {
          ...lookup,
          writableIndexes: Uint8Array.from(lookup.writableIndexes),
          readonlyIndexes: Uint8Array.from(lookup.readonlyIndexes),
        },
      ],
    });
    expect(cost(message, { loaded })).toBe(2n * 720n + 2n * 300n);
  });

  it('a program that the message asks to write is locked, though it cannot be written', () => {
    const header = { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 0 };
    expect(cost(messageTo(SYSTEM_PROGRAM, new Uint8Array(), { header }))).toBe(BARE + 300n);
  });

  it('a simple vote costs one and the same up to 4.2, and then what its parts cost', () => {
    const vote = messageTo(VOTE_PROGRAM, new Uint8Array(100));
    const voting = { units: 2_100n, bytes: 1_000_000 };
    for (const name of ['4.1', '4.2'] as const) expect(cost(vote, voting, NODE_VERSIONS[name])).toBe(3_428n);
    for (const name of ['4.3', '4.4'] as const)
      expect(cost(vote, voting, NODE_VERSIONS[name])).toBe(BARE + 25n + 2_100n + 31n * 8n);
    expect(cost({ ...vote, addressTableLookups: [] }, { units: 2_100n }, NODE_VERSIONS['4.2'])).toBe(
      BARE + 25n + 2_100n,
    );
  });
});
