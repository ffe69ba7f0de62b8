import { describe, expect, it } from 'vitest';
import {
  ata,
  type BlockBuilder,
  keypair,
  type LedgerBuilder,
  lamports,
  ledger,
  pda,
  rawTokens,
  sol,
  type TransactionBuilder,
  tokens,
} from '../../../src/index.ts';
import { EXTENSION_ROWS } from '../../../src/solana/programs/splToken/extensionTable.ts';
import { keyOrNull, pubkey } from '../../../src/solana/pubkey.ts';

const BASE58 = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';

describe('keys', () => {
  it.each([
    ['a name', 'alice', '$alice'],
    ['a name with its mark', '$alice', '$alice'],
    ['base58 text', BASE58, BASE58],
    ['a derivation', ata('alice', 'usdc'), '$ata(alice,usdc)'],
    ['a named key pair, by its name, so that it can sign', keypair('alice'), '$alice'],
    ['what has an address', { address: BASE58 }, BASE58],
    ['what has base58 text', { toBase58: () => BASE58 }, BASE58],
    ['what is no address, as it stands', 'no address', '$no address'],
  ])('%s', (_what, key, text) => {
    expect(ledger().wallet(key, sol(1)).toJSON()).toEqual({ accounts: { [text]: { sol: 1 } } });
  });

  it.each([
    [ata('alice', BASE58, 'token2022'), `$ata(alice,${BASE58},token2022)`],
    [ata(pda('lending', 'vault'), 'usdc'), '$ata(pda($lending,"vault"),usdc)'],
    [pda('lending'), '$pda($lending)'],
    [
      pda(BASE58, 'a "quoted", (text)', 7, Uint8Array.of(0, 255), keypair('bob'), ata('bob', 'usdc')),
      `$pda(${BASE58},"a \\"quoted\\", (text)",7,0x00ff,$bob,$ata(bob,usdc))`,
    ],
  ])('derived: %s', (derived, word) => {
    expect([String(derived), JSON.stringify(derived)]).toEqual([word, JSON.stringify(word)]);
    expect(ledger().wallet(derived, sol(1)).toJSON()).toEqual({ accounts: { [word]: { sol: 1 } } });
  });
});

describe('amounts', () => {
  it.each([
    [sol(1), { sol: 1 }],
    [sol(0.5), { sol: 0.5 }],
    [sol('0.000000001'), { sol: '0.000000001' }],
    [sol(1e-9), { sol: '0.000000001' }],
    [sol(7n), { sol: '7' }],
    [lamports(5000), { lamports: 5000 }],
    [lamports(18446744073709551615n), { sol: '18446744073.709551615' }],
    [tokens(12.5, 'usdc'), { amount: 12.5, mint: '$usdc' }],
    [tokens('12.50'), { amount: '12.50' }],
    [rawTokens(12_500_000, 'usdc'), { amount: { raw: 12_500_000 }, mint: '$usdc' }],
  ])('%o', (amount, expected) => {
    expect(amount).toEqual(expected);
  });
});

describe('accounts', () => {
  it.each<[string, (l: LedgerBuilder) => LedgerBuilder, object]>([
    ['wallet', (l) => l.wallet('a', lamports(1)), { $a: { lamports: 1 } }],
    [
      'mint',
      (l) =>
        l.mint('m', {
          decimals: 6,
          authority: 'a',
          freezeAuthority: 'b',
          program: 'token2022',
          supply: tokens(10),
          lamports: sol(1),
        }),
      {
        $m: {
          mint: { decimals: 6, authority: '$a', freezeAuthority: '$b', program: '$token2022', supply: 10 },
          sol: 1,
        },
      },
    ],
    [
      'token account',
      (l) => l.tokenAccount('a', tokens('1.5', 'm'), { lamports: lamports(9) }),
      { '$ata(a,m)': { tokens: '1.5', lamports: 9 } },
    ],
    [
      'frozen token account',
      (l) => l.tokenAccount('a', tokens(1, 'm'), { frozen: true }),
      { '$ata(a,m)': { token: { mint: '$m', owner: '$a', amount: 1, frozen: true } } },
    ],
    [
      'delegated token account',
      (l) => l.tokenAccount('a', tokens(1, 'm'), { delegate: { to: 'b', ...tokens(1) } }),
      { '$ata(a,m)': { token: { mint: '$m', owner: '$a', amount: 1, delegate: { to: '$b', amount: 1 } } } },
    ],
    [
      'token account in full',
      (l) =>
        l.tokenAccount('a', tokens(1, 'm'), { address: 't', delegate: { to: 'b', ...rawTokens(5) }, frozen: true }),
      {
        $t: {
          token: { mint: '$m', owner: '$a', amount: 1, delegate: { to: '$b', amount: { raw: 5 } }, frozen: true },
        },
      },
    ],
    [
      'multisig',
      (l) => l.multisig('c', { required: 2, signers: ['a', 'b'], program: 'token2022' }),
      { $c: { multisig: { required: 2, signers: ['$a', '$b'], program: '$token2022' } } },
    ],
    [
      'nonce',
      (l) => l.nonce('n', { authority: 'a', nonce: BASE58 }),
      { $n: { nonce: { authority: '$a', nonce: BASE58 } } },
    ],
    [
      'lookup table',
      (l) => l.lookupTable('t', { addresses: ['a', BASE58], authority: 'b' }),
      { $t: { lookupTable: { addresses: ['$a', BASE58], authority: '$b' } } },
    ],
    [
      'raw',
      (l) => l.rawAccount('r', { owner: 'p', data: Uint8Array.of(0, 255), executable: true, rentEpoch: 7n }),
      { $r: { raw: { owner: '$p', data: { hex: '00ff' }, executable: true, rentEpoch: 7 } } },
    ],
    ['the last word on an account', (l) => l.wallet('a', sol(1)).wallet('a', sol(2)), { $a: { sol: 2 } }],
  ])('%s', (_what, build, accounts) => {
    expect(build(ledger()).toJSON()).toEqual({ accounts });
  });
});

describe('instructions', () => {
  it.each<[string, (b: BlockBuilder) => { toJSON(): unknown }, object]>([
    ['transfer', (b) => b.transfer('a', 'b', sol(1)), { from: '$a', to: '$b', sol: 1 }],
    [
      'createAccount',
      (b) => b.createAccount({ from: 'a', account: 'n', owner: 'p', space: 10, lamports: lamports(5) }),
      { from: '$a', account: '$n', owner: '$p', space: 10, lamports: 5 },
    ],
    [
      'transferTokens',
      (b) => b.transferTokens('a', 'b', tokens(1, 'm'), { authority: 'c' }),
      { from: '$a', to: '$b', authority: '$c', amount: 1, mint: '$m' },
    ],
    [
      'transferChecked',
      (b) => b.transferChecked('a', 'b', rawTokens(1, 'm')),
      { from: '$a', to: '$b', amount: { raw: 1 }, mint: '$m' },
    ],
    [
      'mintTo',
      (b) => b.mintTo('a', tokens(1, 'm'), { authority: 'c' }),
      { to: '$a', authority: '$c', amount: 1, mint: '$m' },
    ],
    [
      'burn',
      (b) => b.burn('a', tokens(1, 'm'), { authority: 'c' }),
      { from: '$a', authority: '$c', amount: 1, mint: '$m' },
    ],
    [
      'approve',
      (b) => b.approve(ata('a', 'm'), 'b', tokens(1, 'm'), { authority: 'c' }),
      { from: '$ata(a,m)', to: '$b', authority: '$c', amount: 1 },
    ],
    [
      'closeTokenAccount',
      (b) => b.closeTokenAccount('t', 'a', { authority: 'c' }),
      { account: '$t', to: '$a', authority: '$c' },
    ],
    [
      'createMint',
      (b) => b.createMint('m', { decimals: 2, authority: 'a', program: 'token2022', payer: 'b' }),
      { mint: '$m', decimals: 2, authority: '$a', program: '$token2022', payer: '$b' },
    ],
    [
      'createTokenAccount',
      (b) => b.createTokenAccount('t', { mint: 'm', owner: 'a', payer: 'b' }),
      { account: '$t', mint: '$m', owner: '$a', payer: '$b' },
    ],
    [
      'createAssociatedAccount',
      (b) => b.createAssociatedAccount('a', 'm', { payer: 'b', idempotent: true }),
      { owner: '$a', mint: '$m', payer: '$b', idempotent: true },
    ],
    ['memo', (b) => b.memo('hi', { signers: ['a'] }), { text: 'hi', signers: ['$a'] }],
    ['advanceNonce', (b) => b.advanceNonce('n', 'a'), { nonce: '$n', authority: '$a' }],
    [
      'raw',
      (b) => b.raw('p', { accounts: [{ address: 'a', signer: true, writable: true }], data: { base64: 'AP8=' } }),
      { program: '$p', accounts: [{ address: '$a', signer: true, writable: true }], data: { base64: 'AP8=' } },
    ],
  ])('%s', (word, build, expected) => {
    const json = ledger()
      .block(1, (b) => build(b) as ReturnType<BlockBuilder['memo']>)
      .toJSON();
    expect(json).toEqual({ slots: [{ slot: 1, transactions: [{ [word]: expected }] }] });
  });

  it('a memo alone is text', () => {
    expect(
      ledger()
        .block(1, (b) => b.memo('hi'))
        .toJSON().slots,
    ).toEqual([{ slot: 1, transactions: [{ memo: 'hi' }] }]);
  });
});

describe('transactions', () => {
  const everything = (t: TransactionBuilder) =>
    t
      .named('payment')
      .repeat(3)
      .payer('a')
      .signers('b', 'c')
      .version(0)
      .lookupTables('t')
      .computeUnitLimit(1000)
      .computeUnitPrice(5n)
      .fail({ custom: 6001 })
      .fee(10_000n)
      .logs('one', 'two')
      .computeUnits(450)
      .returnData('p', { utf8: 'x' })
      .inner(0, (i) => i.transfer('a', 'b', sol(1)).memo('y'))
      .inner(1, (i) => i.memo('z'))
      .balance('a', sol(3))
      .balance('b', lamports(4));
  const members = {
    name: 'payment',
    repeat: 3,
    payer: '$a',
    signers: ['$b', '$c'],
    version: 0,
    lookupTables: ['$t'],
    computeUnitLimit: 1000,
    computeUnitPrice: 5,
    err: { custom: 6001 },
    fee: 10_000,
    logs: ['one', 'two'],
    computeUnits: 450,
    returnData: { program: '$p', data: { utf8: 'x' } },
    inner: [
      { index: 0, instructions: [{ transfer: { from: '$a', to: '$b', sol: 1 } }, { memo: 'y' }] },
      { index: 1, instructions: [{ memo: 'z' }] },
    ],
    balances: { $a: { sol: 3 }, $b: { lamports: 4 } },
  };
  const transactionsOf = (build: Parameters<LedgerBuilder['block']>[1]) => {
    const [slot] = ledger().block(1, build).toJSON().slots!;
    return slot !== undefined && 'transactions' in slot ? slot.transactions : undefined;
  };

  it('one instruction is written in short, others as a list', () => {
    expect(transactionsOf((b) => b.tx((t) => everything(t.memo('hi'))))).toEqual([{ memo: 'hi', ...members }]);
    expect(transactionsOf((b) => b.tx((t) => everything(t.memo('hi').memo('ho'))))).toEqual([
      { instructions: [{ memo: 'hi' }, { memo: 'ho' }], ...members },
    ]);
    expect(transactionsOf((b) => b.tx((t) => t.payer('a')))).toEqual([{ instructions: [], payer: '$a' }]);
  });

  it('what is said in a block is said of the last transaction', () => {
    const build = (b: BlockBuilder) =>
      b
        .memo('1')
        .payer('a')
        .tx((t) => t.memo('2').memo('3'))
        .fee(1)
        .memo('4')
        .repeat(2);
    expect(transactionsOf(build)).toEqual([
      { memo: '1', payer: '$a' },
      { instructions: [{ memo: '2' }, { memo: '3' }], fee: 1 },
      { memo: '4', repeat: 2 },
    ]);
  });

  it('the last word counts', () => {
    expect(transactionsOf((b) => b.memo('1').fee(1).fee(2).logs('a').logs('b'))).toEqual([
      { memo: '1', fee: 2, logs: ['b'] },
    ]);
  });
});

describe('slots', () => {
  it('a block after a fork hangs on the block before the fork', () => {
    const { slots } = ledger().block(100).fork(101).fork(102).block(103).block(104).toJSON();
    expect(slots).toEqual([
      { slot: 100 },
      { slot: 101 },
      { slot: 102, parent: 100 },
      { slot: 103, parent: 100 },
      { slot: 104 },
    ]);
  });

  it('the block before a fork may be the last of a range', () => {
    const { slots } = ledger()
      .blocks({ from: 10, to: 19n as never, every: 4 })
      .skip(19)
      .fork(20)
      .blocks({ from: 21, to: 22 })
      .toJSON();
    expect(slots!.at(-1)).toEqual({ from: 21, to: 22, parent: 18 });
  });

  it('a fork of several blocks, and a fork that says its parent', () => {
    const { slots } = ledger()
      .block(1)
      .block(2)
      .fork({ slot: 3, parent: 1 })
      .fork({ slot: 4, parent: 3 })
      .block(5)
      .toJSON();
    expect(slots!.slice(2)).toEqual([
      { slot: 3, parent: 1 },
      { slot: 4, parent: 3 },
      { slot: 5, parent: 2 },
    ]);
    expect(ledger().fork({ slot: 9, parent: 7 }).block(10).toJSON().slots).toEqual([
      { slot: 9, parent: 7 },
      { slot: 10, parent: 7 },
    ]);
  });

  it('a fork without a parent is refused', () => {
    expect(() => ledger().skip(1).fork(9)).toThrow(
      new RangeError('no block comes before the fork at slot 9: give its parent, fork({ slot, parent })'),
    );
  });
});

describe('the whole', () => {
  it('no step changes the one before', () => {
    const start = ledger({ finalized: 5 }).wallet('alice', sol(5)).block(1).fork(2);
    const before = start.toJSON();
    start.with({ slotsBehind: 3 }).tips({ finalized: 4 }).wallet('alice', sol(1)).include('x').key('a', BASE58);
    start.block(3).skip(4).fork(5);
    expect(start.toJSON()).toEqual(before);
    expect(before).toEqual({
      finalized: 5,
      accounts: { $alice: { sol: 5 } },
      slots: [{ slot: 1 }, { slot: 2 }],
    });
  });

  it('bigints are numbers where that is exact, and digits in the text where it is not', () => {
    const script = ledger({ finalized: 5n as never, supply: { ...SUPPLY, total: 2n ** 60n } }).skip(
      1n as never,
      2n as never,
    );
    expect(script.toJSON()).toMatchObject({ finalized: 5, slots: [{ skipped: [1, 2] }], supply: { total: 2n ** 60n } });
    expect(`${script}`).toContain('"finalized":5,"supply":{"circulating":0,"nonCirculating":0,');
    expect(`${script}`).toContain('"total":1152921504606846976}');
    expect(() => JSON.stringify(script)).toThrow(TypeError);
  });

  it('its text is what JSON.stringify writes', () => {
    const script = ledger({ finalized: 5 })
      .wallet('alice', sol(0.1))
      .block(5, (b) => b.memo('"ü\n').payer('alice'));
    expect(`${script}`).toBe(JSON.stringify(script));
  });
});

const SUPPLY = { circulating: 0, nonCirculating: 0, nonCirculatingAccounts: [] };

describe('extensions and metadata', () => {
  it('have addresses as every key can be given', () => {
    const script = ledger()
      .mint('coin', {
        decimals: 6,
        extensions: {
          transferFeeConfig: {
            withdrawWithheldAuthority: null,
            newerTransferFee: { maximumFee: 2n ** 60n, transferFeeBasisPoints: 5 },
          },
          transferHook: { authority: keypair('issuer'), programId: { address: BASE58 } },
          tokenMetadata: { name: 'Coin', additionalMetadata: [['key', 'mint']] },
        },
        metadata: {
          name: 'Coin',
          updateAuthority: 'issuer',
          creators: [{ address: 'alice', share: 100 }],
          collection: { key: 'family' },
        },
      })
      .tokenAccount('alice', tokens(1, 'coin'), { extensions: { memoTransfer: {} } });
    expect(script.toJSON()).toEqual({
      accounts: {
        $coin: {
          mint: {
            decimals: 6,
            extensions: {
              transferFeeConfig: {
                withdrawWithheldAuthority: null,
                newerTransferFee: { maximumFee: 2n ** 60n, transferFeeBasisPoints: 5 },
              },
              transferHook: { authority: '$issuer', programId: BASE58 },
              tokenMetadata: { name: 'Coin', additionalMetadata: [['key', 'mint']] },
            },
          },
          metadata: {
            name: 'Coin',
            updateAuthority: '$issuer',
            creators: [{ address: '$alice', share: 100 }],
            collection: { key: '$family' },
          },
        },
        '$ata(alice,coin)': {
          token: { mint: '$coin', owner: '$alice', amount: 1, extensions: { memoTransfer: {} } },
        },
      },
    });
  });

  it('members of extensions that are addresses take keys, and no others do', () => {
    const fields = Object.values(EXTENSION_ROWS).flatMap((row) =>
      row?.kind === 'mint'
        ? Object.entries(row.value?.members ?? {}).map((field) => [row.name, ...field] as const)
        : [],
    );
    for (const [extension, name, field] of fields) {
      const isAddress = field === keyOrNull || field === pubkey;
      const extensions = { [extension]: { [name]: isAddress ? keypair('alice') : 'alice' } };
      const { accounts = {} } = ledger().mint('coin', { decimals: 6, extensions }).toJSON();
      const written = { [extension]: { [name]: isAddress ? '$alice' : 'alice' } };
      expect(accounts.$coin).toEqual({ mint: { decimals: 6, extensions: written } });
    }
    expect(fields.length).toBeGreaterThan(40);
  });
});
