import { readdirSync } from 'node:fs';
import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from '../../../src/codec/base58.ts';
import { LedgerContents } from '../../../src/fixtures/merging/ledgerContents.ts';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import { pda } from '../../../src/script/building/keyBuilders.ts';
import { ledger } from '../../../src/script/building/ledgerBuilder.ts';
import { readScript } from '../../../src/script/format/script.ts';
import type { Account } from '../../../src/solana/account.ts';
import type { Address } from '../../../src/solana/address.ts';
import { compileScript } from '../../support/compileScript.ts';
import { HAS_CORPUS, readShared, SHARED } from '../../support/sharedFiles.ts';
import { AGAVE_41 } from '../../support/testNode.ts';
import { cursorOfText, problemsAt } from '../format/scripts.ts';

/** The metadata of a mint is the account that Metaplex makes. */

const METAPLEX = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s';
const COIN = namedKeyPair('coin');

interface Compiled {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly problems: readonly string[];
}

function compile(accounts: object): Compiled {
  const at = cursorOfText(JSON.stringify({ accounts }));
  const { script } = readScript(at, new LedgerContents());
  const found = new Map<string, Account>();
  compileScript(script, { block() {}, signature() {}, account: (account) => found.set(account.address, account) });
  return {
    accounts: found,
    problems: problemsAt(at).map((problem) => problem.replace(/^a\.ledger\.json:1:\d+: /, '')),
  };
}

function metadataOf(address: Address, mint: object, metadata: object): Account {
  const word = address === COIN.address ? '$coin' : address;
  const { accounts, problems } = compile({ [word]: { mint, metadata } });
  expect(problems).toEqual([]);
  return accounts.get(ledger().address(pda(METAPLEX, 'metadata', { address: METAPLEX }, { address })) as Address)!;
}

const key = (name: string) => decodeBase58(namedKeyPair(name).address);
const u32 = (value: number) => Buffer.of(value, 0, 0, 0);
/** as long as it may be */
const text = (value: string, bytes: number) => Buffer.concat([u32(bytes), Buffer.concat([Buffer.from(value)], bytes)]);

/** with the flag of the fee in its last byte */
function account(...parts: readonly Uint8Array[]): string {
  const data = Buffer.concat(
    parts.map((part) => Buffer.from(part)),
    607,
  );
  data[606] = 1;
  return data.toString('hex');
}

const hex = ({ data }: Account) => Buffer.from(data).toString('hex');

describe('the account of metadata', () => {
  it('has what CreateMetadataAccountV3 writes', () => {
    const made = metadataOf(COIN.address, { decimals: 6, authority: '$issuer' }, { name: 'Coin' });
    const [, edition] = PublicKey.findProgramAddressSync(
      [Buffer.from('metadata'), new PublicKey(METAPLEX).toBuffer(), key('coin'), Buffer.from('edition')],
      new PublicKey(METAPLEX),
    );
    expect(made).toMatchObject({ owner: METAPLEX, executable: false });
    expect(hex(made)).toBe(
      account(
        Buffer.of(4),
        key('issuer'),
        key('coin'),
        text('Coin', 32),
        text('', 10),
        text('', 200),
        // no fee, no creators, not sold, mutable, nonce, Fungible
        Buffer.of(0, 0, 0, 0, 1, 1, edition, 1, 2),
      ),
    );
  });

  it('has all that is given', () => {
    const made = metadataOf(
      COIN.address,
      { decimals: 0 },
      {
        name: 'Coin — ©',
        symbol: 'COIN',
        uri: 'https://coin.example/meta.json',
        sellerFeeBasisPoints: 513,
        creators: [
          { address: '$alice', share: 60, verified: true },
          { address: '$bob', share: 40 },
        ],
        updateAuthority: '$alice',
        isMutable: false,
        primarySaleHappened: true,
        collection: { key: '$family', verified: true },
      },
    );
    const nonce = made.data[1 + 64 + 36 + 14 + 204 + 2 + 5 + 2 * 34 + 3]!;
    expect(hex(made)).toBe(
      account(
        Buffer.of(4),
        key('alice'),
        key('coin'),
        text('Coin — ©', 32),
        text('COIN', 10),
        text('https://coin.example/meta.json', 200),
        Buffer.of(1, 2, 1, 2, 0, 0, 0),
        key('alice'),
        Buffer.of(1, 60),
        key('bob'),
        Buffer.of(0, 40),
        // sold, immutable, nonce, FungibleAsset, in a collection
        Buffer.of(1, 0, 1, nonce, 1, 1, 1, 1),
        key('family'),
      ),
    );
  });

  it.each([
    ['NonFungible', 0, [1, 0]],
    ['FungibleAsset', 6, [1, 1]],
    ['Fungible', 0, [1, 2]],
    [null, 0, [0, 0]],
  ])('tokenStandard %s', (tokenStandard, decimals, bytes) => {
    const made = metadataOf(COIN.address, { decimals, authority: '$issuer' }, { name: 'Coin', tokenStandard });
    expect([...made.data.subarray(326, 328)]).toEqual(bytes);
  });

  it('can pay for its rent, and holds the fee of Metaplex', () => {
    const at = cursorOfText(
      JSON.stringify({ accounts: { $coin: { mint: { decimals: 0, authority: '$a' }, metadata: { name: 'Coin' } } } }),
    );
    const { script } = readScript(at, new LedgerContents());
    const lamports: bigint[] = [];
    const sink = {
      block() {},
      signature() {},
      account: (made: Account) => made.owner === METAPLEX && lamports.push(made.lamports),
    };
    compileScript(script, sink, { protocol: AGAVE_41 });
    expect(lamports).toEqual([5_115_600n + 10_000_000n]);
  });

  it('belongs to a mint of Token-2022 too', () => {
    const mint = { decimals: 2, authority: '$issuer', extensions: { nonTransferable: {} } };
    expect(metadataOf(COIN.address, mint, { name: 'Coin' }).data[327]).toBe(2);
  });
});

interface Recorded {
  readonly pubkey: string;
  readonly account: { readonly owner: string; readonly data: readonly [string, string] };
}

/** Accounts of releases that made them longer. */
const OLD_BYTES = 679;
const REAL: readonly Recorded[] = (HAS_CORPUS ? readdirSync(`${SHARED}/corpus/accounts`) : [])
  .map((file) => readShared(`corpus/accounts/${file}`) as unknown as Recorded)
  .filter(({ account: { data, owner } }) => owner === METAPLEX && Buffer.from(data[0], 'base64').length === OLD_BYTES);

describe.skipIf(!HAS_CORPUS)('recorded accounts of Metaplex', () => {
  it('are there', () => {
    expect(REAL.length).toBeGreaterThan(1);
  });

  it.each(REAL)('$pubkey is the account that a script gives to the same mint', ({ account: { data }, pubkey }) => {
    const real = Buffer.from(data[0], 'base64');
    const textAt = (offset: number) => {
      const end = offset + 4 + real.readUInt32LE(offset);
      return {
        value: real
          .subarray(offset + 4, end)
          .toString()
          .replaceAll('\0', ''),
        end,
      };
    };
    const name = textAt(65);
    const symbol = textAt(name.end);
    const uri = textAt(symbol.end);
    const made = metadataOf(
      encodeBase58(real.subarray(33, 65)) as Address,
      { decimals: 6 },
      {
        name: name.value,
        symbol: symbol.value,
        uri: uri.value,
        updateAuthority: encodeBase58(real.subarray(1, 33)),
        tokenStandard: null,
      },
    );
    expect(made.address).toBe(pubkey);
    // but for the flag of the fee
    expect(hex(made).slice(0, -2)).toBe(real.subarray(0, 606).toString('hex'));
  });
});

describe('what is wrong with metadata', () => {
  const AT = '/accounts/$coin/metadata';
  const creators = (...shares: readonly number[]) => shares.map((share, i) => ({ address: `$creator${i}`, share }));

  it.each<[metadata: unknown, problems: readonly string[]]>([
    [null, [': expected an object, found null']],
    [{ symbol: 'C' }, ['/name: expected a string, found no such member']],
    [
      { name: 'x'.repeat(33), symbol: '©'.repeat(6), uri: 'x'.repeat(201), url: '' },
      [
        '/name: a text of 33 bytes, at most 32 allowed',
        '/symbol: a text of 12 bytes, at most 10 allowed',
        '/uri: a text of 201 bytes, at most 200 allowed',
        '/url: unknown member (did you mean "uri"?)',
      ],
    ],
    [
      { name: 'Coin', sellerFeeBasisPoints: 10_001 },
      ['/sellerFeeBasisPoints: expected an integer from 0 to 10000 (basis points), found 10001'],
    ],
    [{ name: 'Coin', creators: [] }, ['/creators: 0 creators, 1 to 5 allowed']],
    [{ name: 'Coin', creators: creators(20, 20, 20, 20, 10, 10) }, ['/creators: 6 creators, 1 to 5 allowed']],
    [
      { name: 'Coin', creators: creators(60, 41) },
      ['/creators: the shares of the creators sum to 101, and should sum to 100'],
    ],
    [
      { name: 'Coin', creators: [creators(50)[0], creators(50)[0]] },
      ['/creators/1/address: duplicate creator `$creator0`'],
    ],
    [
      { name: 'Coin', tokenStandard: 'Fungibel' },
      ['/tokenStandard: expected "NonFungible" or "FungibleAsset" or "Fungible", found "Fungibel"'],
    ],
    [
      { name: 'Coin', collection: { verified: 1 } },
      [
        '/collection/key: expected an address, or a name such as "$alice", found no such member',
        '/collection/verified: expected true or false, found 1',
      ],
    ],
  ])('%j', (metadata, problems) => {
    const { problems: found } = compile({ $coin: { mint: { decimals: 6, authority: '$issuer' }, metadata } });
    expect(found.toSorted()).toEqual(problems.map((problem) => `${AT}${problem}`).toSorted());
  });

  it('without an authority', () => {
    expect(compile({ $coin: { mint: { decimals: 6 }, metadata: { name: 'Coin' } } }).problems).toEqual([
      `${AT}: expected updateAuthority, since the mint has no authority (add updateAuthority or authority)`,
    ]);
  });

  it('without a mint', () => {
    expect(compile({ $coin: { sol: 1, metadata: { name: 'Coin' } } }).problems).toEqual([
      `${AT}: metadata belongs to a mint (write it beside "mint")`,
    ]);
  });

  it('whose account is there already', () => {
    const word = `$pda(${METAPLEX},"metadata",${METAPLEX},$coin)`;
    const coin = { mint: { decimals: 6, authority: '$issuer' }, metadata: { name: 'Coin' } };
    expect(compile({ [word]: { sol: 1 }, $coin: coin }).problems).toEqual([
      `/accounts/${word}: duplicate account \`${word}\``,
    ]);
  });
});
