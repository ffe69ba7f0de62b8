import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BN, BorshAccountsCoder, type Idl } from '@coral-xyz/anchor';
import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNode, keypair, type LedgerNode, ledger, sol, startNode } from '../../src/index.ts';
import { MARKET, NEW_IDL, OLD_IDL } from '../support/idls.ts';

const ALICE = keypair('alice').address;

const nodeWith = (account: object, idl: object = NEW_IDL): Promise<LedgerNode> =>
  createNode({
    ledger: ledger()
      .program('market', { idl, address: MARKET })
      .wallet('alice', sol(5))
      .account('order1', { program: 'market', account: 'Order', ...account })
      .block(10),
    dialect: 'agave',
  });

async function dataOf(node: LedgerNode): Promise<Buffer> {
  const { value } = await node.request('getAccountInfo', [node.address('order1'), { encoding: 'base64' }]);
  expect(value!.owner).toBe(MARKET);
  return Buffer.from(value!.data[0], 'base64');
}

const FULL = {
  owner: '$alice',
  maxPrice: '18446744073709551615',
  size: -5,
  side: { Limit: { price: 7 } },
  label: 'größe',
  tag: { hex: '01020304' },
  blob: [1, 2],
  fills: [{ at: 1 }, {}],
  parent: MARKET,
  rate: 1.5,
  open: true,
  steps: [-1, 2],
};
/** The same for the coder of Anchor. */
const ANCHOR = {
  owner: new PublicKey(ALICE),
  maxPrice: new BN('18446744073709551615'),
  size: new BN(-5),
  side: { Limit: { price: 7 } },
  label: 'größe',
  tag: [1, 2, 3, 4],
  blob: Buffer.of(1, 2),
  fills: [{ at: new BN(1) }, { at: new BN(0) }],
  parent: new PublicKey(MARKET),
  rate: 1.5,
  open: true,
  steps: [-1, 2],
};

/** The coder takes names in camelCase only. */
const camel = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll('"max_price"', '"maxPrice"'));

interface Given {
  readonly owner: string;
  readonly max_price: string;
  readonly size: string;
  readonly side: string | object;
  readonly tag: { readonly base64: string };
  readonly blob: { readonly base64: string };
  readonly fills: readonly { readonly at: string }[];
  readonly parent: string | null;
}

/** The same values in the types of Anchor's coder. */
function forAnchor<T extends Given>({ blob, fills, max_price, owner, parent, side, size, tag, ...others }: T): object {
  return {
    ...others,
    owner: new PublicKey(owner),
    maxPrice: new BN(max_price),
    size: new BN(size),
    side:
      typeof side === 'string'
        ? { [side]: {} }
        : 'Between' in side
          ? { Between: { ...(side.Between as object) } }
          : side,
    tag: [...Buffer.from(tag.base64, 'base64')],
    blob: Buffer.from(blob.base64, 'base64'),
    fills: fills.map(({ at }) => ({ at: new BN(at) })),
    parent: parent === null ? null : new PublicKey(parent),
  };
}

describe('accounts by fields', () => {
  it.each([
    ['since 0.30', NEW_IDL],
    ['before 0.30', OLD_IDL],
  ])('have the bytes that Anchor writes: an IDL %s', async (_name, idl) => {
    const coder = new BorshAccountsCoder(camel(NEW_IDL) as Idl);
    const data = await dataOf(await nodeWith({ fields: FULL }, idl));
    expect(data.toString('hex')).toBe((await coder.encode('Order', ANCHOR)).toString('hex'));
  });

  it('are given back by name, the same bytes again', async () => {
    const node = await nodeWith({ fields: FULL });
    const told = await node.fields('order1');
    expect(told).toEqual({
      program: 'market',
      account: 'Order',
      fields: {
        owner: ALICE,
        max_price: '18446744073709551615',
        size: '-5',
        side: { Limit: { price: 7 } },
        label: 'größe',
        tag: { base64: 'AQIDBA==' },
        blob: { base64: 'AQI=' },
        fills: [{ at: '1' }, { at: '0' }],
        parent: MARKET,
        rate: 1.5,
        open: true,
        steps: [-1, 2],
      },
    });
    expect(await dataOf(await nodeWith({ fields: told.fields }))).toEqual(await dataOf(node));
  });

  it('what is left out is 0, false, empty or none', async () => {
    const { fields } = await (await nodeWith({ fields: { owner: '$alice', side: 'Buy' } })).fields('order1');
    expect(fields).toEqual({
      owner: ALICE,
      max_price: '0',
      size: '0',
      side: 'Buy',
      label: '',
      tag: { base64: 'AAAAAA==' },
      blob: { base64: '' },
      fills: [],
      parent: null,
      rate: 0,
      open: false,
      steps: [0, 0],
    });
  });

  it('take the space and the lamports that are given, and rent for all bytes otherwise', async () => {
    const fields = { owner: '$alice', side: { Between: [1, 2] } };
    const node = await nodeWith({ fields, space: 500 });
    const { value } = await node.request('getAccountInfo', [node.address('order1'), { encoding: 'base64' }]);
    const rent = await node.request('getMinimumBalanceForRentExemption', [500]);
    expect([value!.space, value!.lamports]).toEqual([500, rent]);
    expect((await node.fields('order1')).fields).toMatchObject({ side: { Between: [1, 2] } });
    const funded = await nodeWith({ fields, lamports: sol(3) });
    expect(await funded.request('getBalance', [funded.address('order1')])).toMatchObject({ value: 3e9 });
  });

  it('any values come back as they are, and are written as Anchor writes them', async () => {
    const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map(String);
    const i128 = fc.bigInt({ min: -(1n << 127n), max: (1n << 127n) - 1n }).map(String);
    const side = fc.oneof(
      fc.constant('Buy'),
      fc.nat(0xffffffff).map((price) => ({ Limit: { price } })),
      fc.tuple(fc.nat(255), fc.nat(65535)).map((Between) => ({ Between })),
    );
    const base64 = (size: object) =>
      fc.uint8Array(size).map((bytes) => ({ base64: Buffer.from(bytes).toString('base64') }));
    const fields = fc.record({
      owner: fc.constantFrom(ALICE, MARKET),
      max_price: u64,
      size: i128,
      side,
      label: fc.string({ unit: 'grapheme' }),
      tag: base64({ minLength: 4, maxLength: 4 }),
      blob: base64({ maxLength: 50 }),
      fills: fc.array(fc.record({ at: u64 }), { maxLength: 5 }),
      parent: fc.option(fc.constant(MARKET)),
      rate: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((rate) => !Object.is(rate, -0)),
      open: fc.boolean(),
      steps: fc.tuple(fc.integer({ min: -32768, max: 32767 }), fc.integer({ min: -32768, max: 32767 })),
    });
    const coder = new BorshAccountsCoder(camel(NEW_IDL) as Idl);
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        const node = await nodeWith({ fields: given });
        expect((await node.fields('order1')).fields).toEqual(given);
        const written = await coder.encode('Order', forAnchor(given));
        expect((await dataOf(node)).toString('hex')).toBe(written.toString('hex'));
      }),
      { numRuns: 60 },
    );
  });

  it('are set in a ledger that is served, in the same words', async () => {
    const node = await nodeWith({ fields: FULL });
    await node.setAccount('order2', {
      program: 'market',
      account: 'Order',
      fields: { owner: keypair('bob'), side: 'Buy', size: -(2n ** 100n), tag: Uint8Array.of(1, 2, 3, 4) },
    });
    expect(await node.fields('order2')).toMatchObject({
      fields: { owner: keypair('bob').address, size: `${-(2n ** 100n)}`, tag: { base64: 'AQIDBA==' } },
    });
    expect(await (await node.fork()).fields('order2')).toMatchObject({ account: 'Order' });
  });

  it('the IDL may be a file beside the script, which is no fixture itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stillnode-idl-'));
    writeFileSync(join(folder, 'market.json'), JSON.stringify(NEW_IDL));
    const order = { program: 'market', account: 'Order', fields: { owner: '$alice', side: 'Buy' } };
    const script = {
      programs: { market: { idl: './market.json' } },
      accounts: { $order1: order },
      slots: [{ slot: 5 }],
    };
    writeFileSync(join(folder, 'a.ledger.json'), JSON.stringify(script));
    const node = await startNode({ ledger: folder, dialect: 'agave' });
    expect(await node.fields('order1')).toMatchObject({ program: 'market' });
    expect([node.address('market'), node.warnings]).toEqual([MARKET, []]);
    await node.close();
  });
});

describe('a COption', () => {
  const withMint = (type: unknown) => ({
    ...NEW_IDL,
    types: [{ name: 'Order', type: { kind: 'struct', fields: [{ name: 'authority', type: { coption: type } }] } }],
  });

  // Source spl-token 8 state.rs pack_coption_key, pack_coption_u64
  it.each<[type: string, value: unknown, data: string]>([
    ['u64', 5, '010000000500000000000000'],
    ['u64', null, '000000000000000000000000'],
    ['pubkey', null, '00'.repeat(36)],
  ])('of %s: %s keeps the room of the item', async (type, authority, data) => {
    const node = await nodeWith({ fields: { authority } }, withMint(type));
    expect((await dataOf(node)).subarray(8).toString('hex')).toBe(data);
    expect(await node.fields('order1')).toMatchObject({
      fields: { authority: authority === null ? null : `${authority}` },
    });
  });

  it('of an item that has no fixed size cannot be given', async () => {
    const idl = withMint('string');
    const node = await createNode({ ledger: ledger().program('market', { idl }).block(1), dialect: 'agave' });
    expect(node.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('string has no fixed size, so that account'),
    ]);
  });
});

// Anchor writes the second for a parameter that a type hands on
it.each([
  ['a number', { kind: 'const', value: '2' }, 2],
  ['the parameter of the type around it', { kind: 'type', type: { generic: 'N' } }, 3],
])('the length of an array is %s', async (_what, inner, length) => {
  const defined = (name: string, argument: object) => ({ defined: { name, generics: [argument] } });
  const generics = [{ kind: 'const', name: 'N', type: 'usize' }];
  const struct = (type: object) => ({ kind: 'struct', fields: [{ name: 'x', type }] });
  const types = [
    { name: 'Order', type: struct(defined('Outer', { kind: 'const', value: '3' })) },
    { name: 'Outer', generics, type: struct(defined('Inner', inner)) },
    { name: 'Inner', generics, type: struct({ array: ['u16', { generic: 'N' }] }) },
  ];
  const node = await nodeWith({ fields: {} }, { ...NEW_IDL, types });
  expect((await dataOf(node)).length).toBe(8 + 2 * length);
});

describe('a mistake is told at its place', () => {
  const PLACE = '/accounts/$order1';
  it.each<[what: string, account: object, message: string]>([
    [
      'a field',
      { fields: { owner: '$alice', side: 'Buy', maxPrize: 1 } },
      `${PLACE}/fields/maxPrize: unknown field (did you mean "maxPrice"?)`,
    ],
    [
      'a number',
      { fields: { owner: '$alice', side: 'Buy', maxPrice: -1 } },
      `${PLACE}/fields/maxPrice: expected u64 (0 to 18446744073709551615), found -1`,
    ],
    [
      'a variant',
      { fields: { owner: '$alice', side: 'Bye' } },
      `${PLACE}/fields/side: expected one of Buy, Limit, Between, found "Bye" (did you mean "Buy"?)`,
    ],
    [
      'a variant without its fields',
      { fields: { owner: '$alice', side: 'Limit' } },
      `${PLACE}/fields/side: Limit has fields (write {"Limit": …})`,
    ],
    [
      'a key that is left out',
      { fields: { side: 'Buy' } },
      `${PLACE}/fields/owner: expected publicKey, found no such member (it has no default)`,
    ],
    [
      'bytes',
      { fields: { owner: '$alice', side: 'Buy', tag: { hex: '01' } } },
      `${PLACE}/fields/tag: expected 4 bytes, found 1`,
    ],
    [
      'a list',
      { fields: { owner: '$alice', side: 'Buy', steps: [1] } },
      `${PLACE}/fields/steps: expected a list of 2, [i16; 2], found an array of 1`,
    ],
    [
      'a type',
      { account: 'Ordre', fields: {} },
      `${PLACE}/account: the IDL of market has no account Ordre (did you mean "Order"?)`,
    ],
    [
      'a program',
      { program: 'markt', fields: {} },
      `${PLACE}/program: the ledger has no program with an IDL markt (did you mean "market"?)`,
    ],
    [
      'the space',
      { fields: { owner: '$alice', side: 'Buy' }, space: 8 },
      `${PLACE}/space: expected a space of at least`,
    ],
  ])('%s', async (_what, account, message) => {
    await expect(nodeWith(account)).rejects.toThrow(message);
  });

  it.each<[what: string, idl: object, message: string]>([
    [
      'a type that is not known, where it is used',
      { ...NEW_IDL, types: [{ name: 'Order', type: { kind: 'alias', value: 'u7' } }] },
      `${PLACE}/account: the IDL of market has no account Order that can be read: the type u7 is not known`,
    ],
    [
      'no IDL',
      { a: 1 },
      '/programs/market/idl: expected an IDL of Anchor or Shank: an object with instructions, and metadata or name; or the root node of one of Codama, found an object with a',
    ],
  ])('of an IDL: %s', async (_what, idl, message) => {
    await expect(nodeWith({ fields: FULL }, idl)).rejects.toThrow(message);
  });

  it('an account whose type is not there is told as a warning, and cannot be given', async () => {
    const idl = { ...NEW_IDL, types: NEW_IDL.types.slice(0, 1) };
    const node = await createNode({ ledger: ledger().program('market', { idl }).block(1), dialect: 'agave' });
    expect(node.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('the IDL has no type Side, so that account Order cannot be given by fields'),
    ]);
    await expect(nodeWith({ fields: FULL }, idl)).rejects.toThrow('the IDL of market has no account Order');
  });

  it.each<[what: string, types: readonly object[], message: string]>([
    [
      'itself among its fields',
      [{ name: 'Order', type: { kind: 'struct', fields: [{ name: 'next', type: { defined: { name: 'Order' } } }] } }],
      'more than 64 values within each other',
    ],
    [
      'an endless array',
      [{ name: 'Order', type: { kind: 'struct', fields: [{ name: 'all', type: { array: ['u64', 4294967295] } }] } }],
      'expected a list of 4294967295, which no account can have',
    ],
    [
      'more bytes than an account',
      [{ name: 'Order', type: { kind: 'struct', fields: [{ name: 'all', type: { array: ['u64', 9_000_000] } }] } }],
      'more than 10485760 bytes, which no account has',
    ],
    [
      'itself as its alias',
      [{ name: 'Order', type: { kind: 'type', alias: { defined: { name: 'Order' } } } }],
      'the IDL of market has no account Order',
    ],
  ])('a type that has %s', async (_what, types, message) => {
    await expect(nodeWith({}, { ...NEW_IDL, types })).rejects.toThrow(message);
  });

  it('a file that is not there', async () => {
    const script = ledger().program('market', { idl: './no-such.json' }).block(1);
    await expect(createNode({ ledger: script })).rejects.toThrow(
      /\/programs\/market\/idl: .*no-such\.json cannot be read/,
    );
  });
});

describe('programs and accounts outside of scripts', () => {
  const ORDER = { program: 'market', account: 'Order', fields: { owner: ALICE, side: 'Buy' } };

  function folderOf(files: Readonly<Record<string, unknown>>): string {
    const folder = mkdtempSync(join(tmpdir(), 'stillnode-idl-'));
    for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(value));
    return folder;
  }

  it('ledger.json names programs, and a file has an account of one', async () => {
    const folder = folderOf({
      'ledger.json': { programs: { market: { idl: './market.json' } } },
      'market.json': NEW_IDL,
      'order.json': { pubkey: ALICE, sol: 3, ...ORDER },
    });
    const node = await startNode({ ledger: folder, dialect: 'agave' });
    expect(node.warnings).toEqual([]);
    expect(await node.fields(ALICE)).toMatchObject({ account: 'Order', fields: { owner: ALICE } });
    expect(await node.request('getBalance', [ALICE])).toMatchObject({ value: 3e9 });
    // it is no script, so that nothing of the node is made up
    await expect(node.request('getGenesisHash')).rejects.toThrow('genesisHash');
    await node.close();
  });

  it('a dump has them, with their IDLs', async () => {
    const node = await nodeWith({ fields: FULL });
    const dumped = [...(await node.dump())];
    const files = Object.fromEntries(dumped.map(({ name, text }) => [name.replaceAll('/', '-'), JSON.parse(text)]));
    const names = Object.keys(files).filter((name) => name !== 'ledger.json');
    const again = await createNode({
      ledger: folderOf({
        'ledger.json': files['ledger.json'],
        ...Object.fromEntries(names.map((name) => [name, files[name]])),
      }),
      dialect: 'agave',
    });
    expect(await again.fields(node.address('order1'))).toEqual(await node.fields('order1'));
  });

  it('a served ledger takes an account of a file, and a program, too', async () => {
    const node = await nodeWith({ fields: FULL });
    await node.load({ pubkey: ALICE, ...ORDER });
    expect(await node.fields(ALICE)).toMatchObject({ fields: { side: 'Buy' } });
  });

  it.each<[what: string, file: object, message: string]>([
    [
      'a program',
      { pubkey: ALICE, ...ORDER, program: 'markt' },
      'order.json:1:2: /program: the ledger has no program with an IDL markt (did you mean "market"?)',
    ],
    ['an address', { pubkey: 5, ...ORDER }, '/pubkey: expected an address'],
    [
      'a member',
      { pubkey: ALICE, ...ORDER, space: 'x' },
      '/space: expected an integer from 0 to 4294967295 (u32), found "x"',
    ],
    ['another member', { pubkey: ALICE, ...ORDER, spaces: 1 }, '/spaces: unknown member (did you mean "space"?)'],
  ])('a mistake in such a file is told at its place: %s', async (_what, file, message) => {
    const folder = folderOf({ 'ledger.json': { programs: { market: { idl: NEW_IDL } } }, 'order.json': file });
    await expect(createNode({ ledger: folder })).rejects.toThrow(message.replace('order.json:1:2: ', ''));
  });
});
