import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getNodeCodec } from '@codama/dynamic-codecs';
import { rootNodeFromAnchor } from '@codama/nodes-from-anchor';
import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../src/codec/base58.ts';
import { createNode, keypair, ledger, startNode } from '../../src/index.ts';
import { address } from '../../src/solana/address.ts';
import { Budget, IdlDataError, TooMuchError } from '../../src/solana/idl/budget.ts';
import { readDescribedAccount } from '../../src/solana/idl/describeAccount.ts';
import type { Idl, IdlInstructionAccount } from '../../src/solana/idl/idl.ts';
import { accountTypeOf, readFields } from '../../src/solana/idl/readFields.ts';
import {
  account,
  encoded,
  field,
  idlOf,
  type Node,
  num,
  number,
  omitted,
  program,
  read,
  root,
  struct,
} from '../support/codama.ts';
import { CODAMA_PROGRAM, ORACLE_ADDRESS, SYSTEM } from '../support/codamaProgram.ts';
import { MARKET, NEW_IDL, OLD_IDL } from '../support/idls.ts';
import { OLD_PROGRAM, PROGRAM } from '../support/marketProgram.ts';

const ALICE = keypair('alice').address;
const IDL = idlOf(CODAMA_PROGRAM);

const part = <K extends 'accounts' | 'instructions' | 'events'>(list: K, name: string, idl = IDL): Idl[K][number] =>
  (idl[list] as readonly Idl[K][number][]).find((each) => each.name === name)!;
const hexOf = (data: Buffer | readonly string[]) => (Buffer.isBuffer(data) ? data.toString('hex') : data);
const keyHex = (address: string) => Buffer.from(decodeBase58(address)).toString('hex');

/** Whatever keeps the bytes. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each) =>
      each?.type === 'Buffer' ? each.data : each instanceof Uint8Array ? [...each] : each,
    ),
  );

/** By the codec of Codama. */
function codamaHex(list: 'accounts' | 'instructions', name: string, value: object): string {
  const owner = CODAMA_PROGRAM.program as Node;
  const node = (owner[list] as readonly Node[]).find((each) => each.name === name);
  return Buffer.from(getNodeCodec([CODAMA_PROGRAM, owner, node] as never).encode(value)).toString('hex');
}

describe('accounts of Codama', () => {
  it.each<[name: string, fields: object, codama: object]>([
    ['order', { owner: ALICE, price: 7 }, { kind: 'order', version: 2, owner: ALICE, price: 7n, reserved: [7, 8] }],
    ['book', { depth: 300 }, { depth: 300, kind: 'book' }],
    ['magic', { tag: { utf8: 'book' }, size: 1 }, { tag: ['utf8', 'book'], size: 1 }],
    ['vault', { mint: MARKET, amount: '18446744073709551615' }, { mint: MARKET, amount: 2n ** 64n - 1n }],
    ['seat', { flag: true, name: 'a' }, { flag: true, name: 'a' }],
  ])('%s: constants are filled in, and it is recognized by its data', (name, fields, codama) => {
    const type = part('accounts', name);
    const data = encoded(type, fields) as Buffer;
    expect(hexOf(data)).toBe(codamaHex('accounts', name, codama));
    expect(accountTypeOf(data, IDL)?.name).toBe(name);
    expect(hexOf(encoded(type, readFields(data, type)))).toBe(hexOf(data));
  });

  it('what is left out has its default', () => {
    const data = encoded(part('accounts', 'order'), { owner: ALICE }) as Buffer;
    expect(readFields(data, part('accounts', 'order'))).toEqual({ owner: ALICE, price: '5' });
  });

  it('a constant that has another value is shown', () => {
    const data = encoded(part('accounts', 'order'), { owner: ALICE }) as Buffer;
    data[data.length - 1] = 9;
    expect(readFields(data, part('accounts', 'order'))).toMatchObject({ reserved: { base64: 'Bwk=' } });
  });

  it.each<[what: string, fields: object, message: string]>([
    ['the discriminator', { owner: ALICE, kind: 'order' }, '/kind: kind is always "order" (leave it out)'],
    ['a constant', { owner: ALICE, version: 2 }, '/version: version is always 2 (leave it out)'],
    [
      'a constant between others',
      { owner: ALICE, reserved: [7, 8] },
      '/reserved: reserved is always {"base64":"Bwg="} (leave it out)',
    ],
    ['another name', { owner: ALICE, prise: 1 }, '/prise: unknown field (did you mean "price"?)'],
  ])('%s cannot be given', (_what, fields, message) => {
    expect(encoded(part('accounts', 'order'), fields)).toEqual([message]);
  });

  it.each<[what: string, data: string, name: string | undefined]>([
    ['constant bytes decide before a size', `0102${'00'.repeat(38)}`, 'order'],
    ['a size decides before data that can be read', '00'.repeat(40), 'vault'],
    ['data that can be read, with other bytes behind it', `0003616263${'00'.repeat(20)}`, 'seat'],
    ['no type', '05', undefined],
  ])('are recognized: %s', (_what, data, name) => {
    expect(accountTypeOf(Buffer.from(data, 'hex'), IDL)?.name).toBe(name);
  });

  it('a field that a discriminator names is a constant, whatever its default may be', () => {
    const tagged = struct(field('tag', num('u8'), { defaultValue: number(7) }), field('x', num('u8')));
    const data = account('a', tagged, { kind: 'fieldDiscriminatorNode', name: 'tag', offset: 0 });
    const idl = idlOf(root({ accounts: [data] }));
    expect(hexOf(encoded(idl.accounts[0]!, { x: 1 }))).toBe('0701');
    expect(encoded(idl.accounts[0]!, { tag: 8 })).toEqual(['/tag: tag is always 7 (leave it out)']);
  });

  it('an account of another size is recognized if it is all of the data', () => {
    const sized = account('a', struct(field('x', num('u16'))), { kind: 'sizeDiscriminatorNode', size: 9 });
    const idl = idlOf(root({ accounts: [sized] }));
    expect([2, 3, 9].map((length) => accountTypeOf(Buffer.alloc(length), idl)?.name)).toEqual(['a', undefined, 'a']);
  });

  it('an account that ends too early is of no type, also if that takes the whole budget', () => {
    const sized = account('a', struct(field('x', num('u16'))), { kind: 'sizeDiscriminatorNode', size: 9 });
    const data = Buffer.alloc(1);
    const idl = idlOf(root({ accounts: [sized] }));
    expect(() => accountTypeOf(data, idl, new Budget(1))).toThrow(new TooMuchError('more than 1 values'));
    expect(accountTypeOf(data, idl, new Budget(2))).toBeUndefined();
    const programs = [{ name: 'shop', address: address(SYSTEM), idl, source: null }];
    const owned = { owner: address(SYSTEM), data };
    expect(() => readDescribedAccount(owned, programs, '$x', new Budget(2))).toThrow(
      new IdlDataError('the data of $x begins as no account of shop does'),
    );
  });
});

describe('instructions of Codama', () => {
  const place = part('instructions', 'placeOrder');

  it('constants before the arguments are the discriminator, and defaults are filled in', () => {
    expect(Buffer.from(place.discriminator).toString('hex')).toBe('030102');
    const data = hexOf(encoded({ ...place, type: place.args }, { id: 1, note: 'a', bump: 4 }));
    expect(data).toBe('030102' + '01000000' + '0100000061' + '0900000000000000' + '01' + '04');
    // Codama's codec writes every number as little-endian
    const codama = { kind: 3, subkind: 0x0201, id: 1, note: 'a', fee: 9n, end: 1, bump: 4 };
    expect(data).toBe(codamaHex('instructions', 'placeOrder', codama));
    expect(encoded({ ...place, type: place.args }, { end: 1 })).toEqual(['/end: end is always 1 (leave it out)']);
  });

  it('accounts have what they are by default', () => {
    const source = ({ path, source: given }: IdlInstructionAccount) => [path.join('.'), given];
    const publicKey = { kind: 'publicKey' };
    expect(Object.fromEntries(place.accounts.map(source))).toEqual({
      owner: undefined,
      order: {
        kind: 'pda',
        pda: {
          name: 'order',
          program: undefined,
          seeds: [
            { kind: 'constant', bytes: Buffer.from('order') },
            { kind: 'value', name: 'owner', type: publicKey, source: { kind: 'account', path: ['owner'] } },
            {
              kind: 'value',
              name: 'id',
              type: { kind: 'integer', bytes: 4, isSigned: false },
              source: { kind: 'argument', path: ['id'] },
            },
            { kind: 'constant', bytes: Buffer.from('x') },
          ],
        },
      },
      payer: undefined,
      receiver: { kind: 'account', path: ['owner'] },
      feed: {
        kind: 'pda',
        pda: {
          name: 'feed',
          program: { kind: 'address', address: ORACLE_ADDRESS },
          seeds: [{ kind: 'constant', bytes: Buffer.from('feed') }],
        },
      },
      self: { kind: 'program' },
      oracle: { kind: 'address', address: ORACLE_ADDRESS },
      market: { kind: 'program' },
      system: { kind: 'address', address: SYSTEM },
      mint: { kind: 'field', account: ['order'], field: ['mint'] },
      other: undefined,
      referrer: undefined,
      inline: {
        kind: 'pda',
        pda: {
          name: 'inline',
          program: { kind: 'account', path: ['oracle'] },
          seeds: [{ kind: 'value', name: 'programId', type: publicKey, source: { kind: 'program' } }],
        },
      },
      lost: undefined,
    });
  });

  it('accounts sign, are writable and may be left out as the IDL says', () => {
    const flags = place.accounts.map(({ isEitherSigner, isOptional, isSigner, isWritable, path }) => [
      path[0],
      `${isSigner ? 's' : ''}${isEitherSigner ? 'e' : ''}${isWritable ? 'w' : ''}${isOptional ? 'o' : ''}`,
    ]);
    expect(flags.filter(([, given]) => given !== '')).toEqual([
      ['owner', 'sew'],
      ['order', 'w'],
      ['payer', 's'],
      ['referrer', 'o'],
    ]);
    expect(IDL.instructions.map(({ optionalAccounts }) => optionalAccounts)).toEqual(['omitted', undefined]);
  });

  it('derived addresses, events and errors have their names', () => {
    expect(
      IDL.pdas.map(({ name, seeds }) => [name, seeds.map((seed) => (seed.kind === 'value' ? seed.name : seed.bytes))]),
    ).toEqual([
      ['order', [Buffer.from('order'), 'owner', 'id', 'note']],
      ['inline', ['programId']],
    ]);
    const filled = part('events', 'filled');
    expect(hexOf(encoded(filled, { price: 1 }))).toBe('e4450100000000000000');
    expect(hexOf(encoded(part('events', 'pair'), [1, 2]))).toBe('0102');
    expect(IDL.errors).toEqual([{ code: 6001, name: 'slippageExceeded', message: 'The price moved' }]);
    expect([IDL.address, IDL.framework]).toEqual([MARKET, undefined]);
  });
});

describe('an IDL of Anchor that became one of Codama', () => {
  const converted = (idl: object): Idl => idlOf(rootNodeFromAnchor(idl as never));
  const FULL = {
    owner: ALICE,
    maxPrice: '18446744073709551615',
    size: -5,
    label: 'größe',
    tag: { hex: '01020304' },
    blob: [1, 2],
    fills: [{ at: 1 }, {}],
    parent: MARKET,
    rate: 1.5,
    open: true,
    steps: [-1, 2],
  };

  it.each([
    ['since 0.30', NEW_IDL],
    ['before 0.30', { ...OLD_IDL, metadata: { address: MARKET, origin: 'anchor' } }],
  ])('gives accounts the same bytes: %s', (_name, idl) => {
    const [codama, anchor] = [converted(idl), idlOf(idl)];
    const data = encoded(part('accounts', 'order', codama), { ...FULL, side: { limit: { price: 7 } } });
    expect(hexOf(data)).toBe(
      hexOf(encoded(part('accounts', 'Order', anchor), { ...FULL, side: { limit: { price: 7 } } })),
    );
    expect(accountTypeOf(data as Buffer, codama)?.name).toBe('order');
  });

  it('gives instructions, events, errors and derived addresses the same form', () => {
    const [codama, anchor] = [converted(PROGRAM), idlOf(PROGRAM)];
    const args = { id: 7, price: 8, side: 'sell' };
    const [ours, theirs] = [part('instructions', 'placeOrder', codama), part('instructions', 'place_order', anchor)];
    expect(hexOf(encoded({ ...ours, type: ours.args }, args))).toBe(
      hexOf(encoded({ ...theirs, type: theirs.args }, args)),
    );
    expect(
      ours.accounts.slice(0, 4).map(({ isOptional, isSigner, isWritable }) => [isOptional, isSigner, isWritable]),
    ).toEqual(
      theirs.accounts.slice(0, 4).map(({ isOptional, isSigner, isWritable }) => [isOptional, isSigner, isWritable]),
    );
    expect(plain(ours.accounts[1]!.source)).toEqual(plain(theirs.accounts[1]!.source));
    const filled = (idl: Idl, name: string) => hexOf(encoded(part('events', name, idl), { price: 1, taker: null }));
    expect(filled(codama, 'filled')).toBe(filled(anchor, 'Filled'));
    expect([codama.errors, codama.framework]).toEqual([anchor.errors, 'anchor']);
    expect(codama.pdas.map(({ seeds }) => seeds.length)).toEqual([3, 1]);
  });

  it('also before 0.30', () => {
    const idl = { ...OLD_PROGRAM, metadata: { address: MARKET, origin: 'anchor' } };
    const discriminatorIn = (given: Idl) => plain(part('instructions', 'placeOrder', given).discriminator);
    expect(discriminatorIn(converted(idl))).toEqual(discriminatorIn(idlOf(idl)));
  });

  it('gives transactions the same instruction and the same logs', async () => {
    const shown = async (idl: object) => {
      const place = {
        args: { id: 7, price: 8, side: 'sell' },
        accounts: { owner: '$alice', program: '$market', systemProgram: SYSTEM },
      };
      const node = await createNode({
        ledger: {
          programs: { market: { idl } },
          accounts: { $alice: { sol: 5 } },
          slots: [{ slot: 10, transactions: [{ name: 't', 'market.placeOrder': place }] }],
        },
        dialect: 'agave',
      });
      return node.request('getTransaction', [node.signature('t'), { encoding: 'jsonParsed', commitment: 'confirmed' }]);
    };
    expect(await shown(rootNodeFromAnchor(PROGRAM as never))).toEqual(await shown(PROGRAM));
  });
});

describe('a ledger with an IDL of Codama', () => {
  it('has its accounts by fields, and gives them back', async () => {
    const node = await createNode({
      ledger: ledger()
        .program('market', { idl: CODAMA_PROGRAM })
        .account('order1', { program: 'market', account: 'order', fields: { owner: '$alice' } })
        .block(10),
      dialect: 'agave',
    });
    expect(await node.fields('order1')).toEqual({
      program: 'market',
      account: 'order',
      fields: { owner: ALICE, price: '5' },
    });
    const { value } = await node.request('getAccountInfo', [node.address('order1'), { encoding: 'base64' }]);
    expect(Buffer.from(value!.data[0], 'base64').toString('hex')).toBe(`0102${keyHex(ALICE)}05000000000000000708`);
  });

  it('may have its file beside the script, which is no fixture itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stillnode-codama-'));
    writeFileSync(join(folder, 'market.json'), JSON.stringify(CODAMA_PROGRAM));
    const script = { programs: { market: { idl: './market.json' } }, slots: [{ slot: 5 }] };
    writeFileSync(join(folder, 'a.ledger.json'), JSON.stringify(script));
    const node = await startNode({ ledger: folder, dialect: 'agave' });
    expect([node.address('market'), node.warnings]).toEqual([MARKET, []]);
    await node.close();
  });
});

describe('a root node with a mistake', () => {
  const bad = (value: Node, type = num('u8')) => account('bad', struct(field('x', type, omitted(value))));
  const instruction = (members: object): Node => ({ kind: 'instructionNode', name: 'bad', ...members });

  it.each<[what: string, node: object, errors: readonly string[]]>([
    ['no program', { kind: 'rootNode' }, ['/program: expected a programNode, found no such member']],
    [
      'an address',
      root({ publicKey: 'abc' }),
      ['/program/publicKey: expected an address (base58 of 32 bytes), found "abc" (it is base58 of 3 bytes)'],
    ],
    ['a list', root({ accounts: 1 }), ['/program/accounts: expected a list, found 1']],
    ['a type without a name', root({ definedTypes: [{}] }), ['/program/definedTypes/0/name: a text is expected here']],
    [
      'a program without a name',
      root({}, { kind: 'programNode' }),
      ['/additionalPrograms/0/name: a text is expected here'],
    ],
  ])('%s: is refused', (_what, node, errors) => {
    const { errors: found, idl } = read(node);
    expect([found, idl]).toEqual([errors, undefined]);
  });

  it.each<[what: string, members: object, warnings: readonly string[]]>([
    [
      'a default that is not of its type',
      { accounts: [bad(number(300))] },
      [
        '/program/accounts/0/data/fields/0/defaultValue: the value is not of its type: expected u8 (0 to 255), found 300, so that account bad cannot be given by fields',
      ],
    ],
    [
      'a key that is not an address',
      { accounts: [bad({ kind: 'publicKeyValueNode', publicKey: 'abc' }, { kind: 'publicKeyTypeNode' })] },
      [
        '/program/accounts/0/data/fields/0/defaultValue: the value is not of its type: abc is not an address, so that account bad cannot be given by fields',
      ],
    ],
    [
      'a type that is used twice and cannot be read',
      {
        accounts: ['a', 'b'].map((name) =>
          account(name, struct(field('x', { kind: 'definedTypeLinkNode', name: 't' }))),
        ),
        definedTypes: [{ kind: 'definedTypeNode', name: 't', type: num('u7') }],
      },
      ['a', 'b'].map(
        (name) =>
          `/program/definedTypes/0/type/format: the number format u7 is not known, so that account ${name} cannot be given by fields`,
      ),
    ],
    [
      'an argument',
      { instructions: [instruction({ arguments: [field('x', num('u7'))] })] },
      [
        '/program/instructions/0/arguments/0/type/format: the number format u7 is not known, so that instruction bad cannot be given by name',
      ],
    ],
    [
      'an event',
      { events: [{ kind: 'eventNode', name: 'bad', data: num('u7') }] },
      ['/program/events/0/data/format: the number format u7 is not known, so that event bad cannot be given by name'],
    ],
    [
      'a seed',
      { pdas: [{ kind: 'pdaNode', name: 'bad', seeds: [{ kind: 'pdaSeedNode', type: num('u8') }] }] },
      ['/program/pdas/0/seeds/0: pdaSeedNode is not known, so that pda bad cannot be given by name'],
    ],
    [
      'an error',
      { errors: [{ kind: 'errorNode', name: 'bad', code: -1 }] },
      ['/program/errors/0/code: a whole number from 0 is expected here, so that error bad cannot be given by name'],
    ],
    [
      'an offset',
      { accounts: [account('bad', struct(field('x', num('u8'))), { kind: 'sizeDiscriminatorNode' })] },
      [
        '/program/accounts/0/discriminators/0/size: a whole number from 0 is expected here, so that account bad cannot be given by fields',
      ],
    ],
  ])('%s: is left out with a warning', (_what, members, warnings) => {
    const { errors, warnings: found } = read(root(members, program({}, 'oracle')));
    expect([errors, found]).toEqual([[], warnings]);
  });
});
