import { PublicKey } from '@solana/web3.js';
import { describe, expect, test } from 'vitest';
import { associatedAddress } from '../../../src/runtime/derive.ts';
import { collectNames, keysByName } from '../../../src/runtime/names/collectNames.ts';
import { keyPairOf, namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import { Names } from '../../../src/runtime/names/names.ts';
import { NewAddresses } from '../../../src/runtime/names/newAddresses.ts';
import { address, addressOf, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { WELL_KNOWN } from '../../../src/solana/wellKnown.ts';
import type { KeyNode, Place } from '../../../src/syntax/values.ts';

const alice = namedKeyPair('alice').address;
const usdc = namedKeyPair('usdc').address;

function place() {
  const reports: string[] = [];
  const report = (message: string, hint?: string) =>
    void reports.push(hint === undefined ? message : `${message} (${hint})`);
  const at: Place = { refuse: report, warn: report };
  return { reports, at };
}

function resolve(value: string, names = new Names()) {
  const { reports, at } = place();
  return { address: names.resolve({ value, at }), reports };
}

const pda = (program: string, seeds: readonly Uint8Array[]) =>
  PublicKey.findProgramAddressSync([...seeds], new PublicKey(program))[0].toBase58();
const programKey = namedKeyPair('program').address;

describe('words for addresses', () => {
  test.each([
    ['base58 text', alice, alice],
    ['a name', '$alice', alice],
    ['a well-known name', '$token2022', TOKEN_2022_PROGRAM],
    ['a name with a dash', '$ata-program', WELL_KNOWN.associatedToken],
    ['an associated account', '$ata(alice,usdc)', associatedAddress(alice, usdc, TOKEN_PROGRAM)],
    ['the same with dollars and spaces', '$ata( $alice , $usdc )', associatedAddress(alice, usdc, TOKEN_PROGRAM)],
    ['one of a wallet in base58', `$ata(${alice},usdc)`, associatedAddress(alice, usdc, TOKEN_PROGRAM)],
    ['one of another token program', '$ata(alice,usdc,token2022)', associatedAddress(alice, usdc, TOKEN_2022_PROGRAM)],
    ['a program address without seeds', '$pda(program)', pda(programKey, [])],
    ['one of text', '$pda(program,"va, \\"ult")', pda(programKey, [Buffer.from('va, "ult')])],
    ['one of bytes and a byte', '$pda($program, 0x00ff, 7)', pda(programKey, [Buffer.of(0, 0xff), Buffer.of(7)])],
    ['one of an address', '$pda(program,$alice)', pda(programKey, [new PublicKey(alice).toBytes()])],
    [
      'one of a program address',
      '$pda(program,$pda(program,1))',
      pda(programKey, [new PublicKey(pda(programKey, [Buffer.of(1)])).toBytes()]),
    ],
    [
      'an account of a program address',
      '$ata($pda(program,1),usdc)',
      associatedAddress(address(pda(programKey, [Buffer.of(1)])), usdc, TOKEN_PROGRAM),
    ],
  ])('%s: %s', (_, word, expected) => {
    expect(resolve(word)).toEqual({ address: expected, reports: [] });
  });

  test.each([
    [
      'alice',
      'expected an address (base58 of 32 bytes) or a $name, found "alice" (a name starts with a dollar: $alice)',
    ],
    ['1111', 'expected an address (base58 of 32 bytes) or a $name, found "1111"'],
    ['$', '"$" is not an address (write $name, $ata(owner,mint) or $pda(program,seed,…))'],
    ['$a b', '"$a b" is not an address (write $name, $ata(owner,mint) or $pda(program,seed,…))'],
    ['$ata(alice,usdc', '"$ata(alice,usdc" is not an address (write $name, $ata(owner,mint) or $pda(program,seed,…))'],
    ['$ata(alice)', '$ata(…) takes an owner, a mint and, if need be, a token program (as in $ata(alice,usdc))'],
    ['$ata("alice",usdc)', 'expected an address, found a seed'],
    ['$atta(alice,usdc)', '$atta(…) is not a derivation (did you mean $ata(…)?)'],
    ['$address(alice)', '$address(…) is not a derivation (there are $ata(owner,mint) and $pda(program,seed,…))'],
    ['$pda()', '$pda(…) takes a program and its seeds (as in $pda($program,"vault"))'],
    [
      '$pda(program,vault)',
      'vault could be a text or a name (as a seed, text is quoted ("vault") and a name has a dollar ($vault))',
    ],
    [
      '$pda(program,256)',
      '256 is not a seed (a seed is a byte from 0 to 255, bytes as 0x00ff, quoted text, or an address)',
    ],
    [`$pda(program,"${'x'.repeat(33)}")`, 'a seed of 33 bytes, where a program address takes 32'],
  ])('%s is refused', (word, message) => {
    expect(resolve(word)).toEqual({ address: undefined, reports: [message] });
  });
});

test('a well-known name that is misspelled is a key, and likely a typo', () => {
  expect(resolve('$sytem')).toEqual({
    address: namedKeyPair('sytem').address,
    reports: ['`$sytem` is a new key (did you mean $system?)'],
  });
  expect(resolve('$token1').reports).toEqual([]);
});

describe('keys', () => {
  const seed = new Uint8Array(32).fill(7);
  const names = (name: string, key: KeyNode['key']) => {
    const { at, reports } = place();
    return { names: new Names(collectNames({ keys: keysByName([{ name, at, key }]) })), reports };
  };

  test('an address has no secret', () => {
    const given = names('treasury', { kind: 'address', address: addressOf(seed) });
    expect(resolve('$treasury', given.names).address).toBe(addressOf(seed));
    expect(given.names.signer(addressOf(seed))).toBeUndefined();
  });

  test('a seed signs', () => {
    const given = names('treasury', { kind: 'seed', seed });
    const treasury = resolve('$treasury', given.names).address!;
    expect(treasury).toBe(keyPairOf(seed).address);
    expect(given.names.signer(treasury)?.secretKey).toEqual(keyPairOf(seed).secretKey);
  });

  test('a well-known name is taken', () => {
    const { reports } = names('token', { kind: 'seed', seed });
    expect(reports).toEqual([`$token is ${TOKEN_PROGRAM} already (give the key another name)`]);
  });
});

const nested = (levels: number) => `${'$ata('.repeat(levels)}alice${',usdc)'.repeat(levels)}`;

test('derivations are nested 16 deep at most', () => {
  let account = alice;
  for (let level = 0; level < 16; level++) account = associatedAddress(account, usdc, TOKEN_PROGRAM);
  expect(resolve(nested(16))).toEqual({ address: account, reports: [] });
  for (const word of [nested(17), nested(12_000), '$ata('.repeat(12_000)])
    expect(resolve(word)).toEqual({ address: undefined, reports: ['derivations are nested deeper than 16 levels'] });
});

describe('a limit for new addresses', () => {
  const TOO_MANY =
    'more than 3 new names and derivations in one call (use several calls, or write addresses in base58)';
  const limited = (ledgerNames?: ReadonlyMap<string, typeof alice>) =>
    new Names(collectNames({ keys: [['treasury', { address: usdc }]], ledgerNames }), new NewAddresses(3));

  test('counts names and derivations, each name once', () => {
    const names = limited();
    for (const word of ['$alice', '$bob', '$alice', '$ata(alice,bob)', '$ata(alice,bob)'])
      expect(resolve(word, names).reports).toEqual([]);
    expect(resolve('$carol', names)).toEqual({ address: undefined, reports: [TOO_MANY] });
  });

  test.each([
    ['names within a derivation', '$pda(a,$b,$c)'],
    ['derivations within one', '$ata($pda(token),$pda($pda(token)))'],
  ])('counts %s', (_what, word) => {
    expect(resolve(word, limited()).reports).toEqual([TOO_MANY]);
  });

  test('counts neither keys nor addresses, and no names that every cluster or the ledger has', () => {
    const names = limited(new Map([['$alice', alice]]));
    for (const word of ['$treasury', usdc, '$token', '$alice', '$a', '$b', '$c'])
      expect(resolve(word, names).reports).toEqual([]);
    expect(names.signer(alice)?.address).toBe(alice);
  });

  test('is reported once', () => {
    const names = limited();
    const reports = ['$a', '$b', '$c', '$d', '$e', '$ata(a,b)', usdc].map((word) => resolve(word, names).reports);
    expect(reports.flat()).toEqual([TOO_MANY]);
  });
});

test('a word like another is looked for in the first 20 mistakes only', () => {
  const names = new Names();
  resolve('$usdc', names);
  const isWanted = (address: string) => address === usdc;
  for (let i = 0; i < 20; i++) expect(names.similarText('$usdt', isWanted)).toBe('$usdc');
  expect(names.similarText('$usdt', isWanted)).toBeUndefined();
});

test('addresses are shown as they were written', () => {
  const names = new Names();
  resolve('$alice', names);
  resolve('$usdc', names);
  expect(names.show(alice)).toBe('`$alice`');
  expect(names.show(names.associated(alice, usdc, TOKEN_PROGRAM))).toBe('`$ata(alice,usdc)`');
  expect(names.show(names.associated(alice, usdc, TOKEN_2022_PROGRAM))).toBe(
    `\`$ata(alice,usdc,${TOKEN_2022_PROGRAM})\``,
  );
  expect(names.show(TOKEN_PROGRAM)).toBe(`\`${TOKEN_PROGRAM}\``);
});
