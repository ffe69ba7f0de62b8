import { describe, expect, it } from 'vitest';
import { encodeBase64 } from '../../src/codec/base64.ts';
import type { JsonValue } from '../../src/codec/jsonText.ts';
import { readIdl } from '../../src/idl/readIdl.ts';
import { createNode, type LedgerNode, ledger } from '../../src/index.ts';
import { IdlDataError } from '../../src/solana/idl/budget.ts';
import { camelCase } from '../../src/solana/idl/idlNames.ts';
import { readFields } from '../../src/solana/idl/readFields.ts';
import { Cursor, newReading } from '../../src/syntax/cursor.ts';
import {
  account,
  array,
  bytes,
  field,
  fixed,
  idlOf,
  num,
  prefixed,
  prefixedCount,
  remainder,
  root,
  struct,
  text,
} from '../support/codama.ts';
import { MARKET, NEW_IDL } from '../support/idls.ts';

/** What an IDL and data of others may cost: without bounds these tests do not end. */

const ORDER = [134, 173, 223, 185, 77, 86, 28, 51];
const structOf = (type: unknown) => ({ kind: 'struct', fields: [{ name: 'value', type }] });
const defined = (name: string) => ({ defined: { name } });
const idlWith = (type: unknown, ...types: readonly object[]) => ({
  ...NEW_IDL,
  types: [{ name: 'Order', type: structOf(type) }, ...types],
});

function nodeWith(idl: object): Promise<LedgerNode> {
  return createNode({ ledger: ledger().program('market', { idl, address: MARKET }).block(10), dialect: 'agave' });
}

const order = (fields: object) => ({ program: 'market', account: 'Order', fields });
const raw = (data: Uint8Array) => ({
  raw: { owner: MARKET, data: { base64: encodeBase64(Buffer.concat([Buffer.from(ORDER), data])) } },
});

describe('a string', () => {
  it.each([
    ['ff', 'bytes that no text has'],
    ['c3', 'a character that is cut'],
    ['eda080', 'half of a pair of UTF-16'],
  ])('of the bytes %s is no string: %s', async (hex) => {
    const node = await nodeWith(idlWith('string'));
    const data = Buffer.from(`${(hex.length / 2).toString(16).padStart(2, '0')}000000${hex}`, 'hex');
    await node.setAccount('order1', raw(data));
    await expect(node.fields('order1')).rejects.toThrow(
      'the data of $order1 is no Order of market: these bytes are not UTF-8',
    );
  });

  it('keeps a byte-order mark', async () => {
    const node = await nodeWith(idlWith('string'));
    await node.setAccount('order1', raw(Buffer.from('04000000efbbbf61', 'hex')));
    expect((await node.fields('order1')).fields).toEqual({ value: '\ufeffa' });
  });
});

describe('values without bytes', () => {
  const EMPTY = { name: 'E', type: { kind: 'struct', fields: [] } };
  const CUBE = { array: [{ array: [{ array: [defined('E'), 1000] }, 1000] }, 1000] };

  it('are few', async () => {
    const node = await nodeWith(idlWith(CUBE, EMPTY));
    await node.setAccount('order1', order({}));
    await expect(node.fields('order1')).rejects.toThrow('the data of $order1 is not read: more than 1064 values');
  });

  it('in a list of data are few', async () => {
    const node = await nodeWith(idlWith({ vec: defined('E') }, EMPTY));
    await node.setAccount('order1', raw(Buffer.from('ffffffff', 'hex')));
    await expect(node.fields('order1')).rejects.toThrow('the data of $order1 is not read: more than 1096 values');
    await node.setAccount('order2', order({ value: [{}, {}] }));
    expect((await node.fields('order2')).fields).toEqual({ value: [{}, {}] });
  });
});

describe('types that double', () => {
  const doubling = (levels: number) =>
    Array.from({ length: levels }, (_, i) => {
      const type = i === levels - 1 ? 'u8' : defined(`T${i + 1}`);
      const fields = ['a', 'b'].map((name) => ({ name, type: { coption: type } }));
      return { name: `T${i}`, type: { kind: 'struct', fields } };
    });

  it.each([26, 40])('%i times are left out', async (levels) => {
    const node = await nodeWith(idlWith(defined('T0'), ...doubling(levels)));
    expect(node.warnings.map(({ message }) => message)).toEqual([
      'more than 40000 values, so that account Order cannot be given by fields',
    ]);
  });

  it('a few times are read', async () => {
    const node = await nodeWith(idlWith(defined('T0'), ...doubling(4)));
    await node.setAccount('order1', order({}));
    expect((await node.fields('order1')).fields).toEqual({ value: { a: null, b: null } });
  });

  it.each<[levels: number, message: string | RegExp]>([
    [5, /expected a list of 2, \(\(+u8, u8\).*…\)/],
    [40, 'has no account Order that can be read: more than 40000 values'],
  ])('%i times by their parameters are cut in texts, or left out', async (count, message) => {
    const pair = { generic: 'T' };
    const levels = Array.from({ length: count }, (_, i) => ({
      name: `P${i}`,
      generics: [{ kind: 'type', name: 'T' }],
      type: {
        kind: 'type',
        alias:
          i === count - 1
            ? pair
            : { defined: { name: `P${i + 1}`, generics: [{ kind: 'type', type: { tuple: [pair, pair] } }] } },
      },
    }));
    const type = { defined: { name: 'P0', generics: [{ kind: 'type', type: 'u8' }] } };
    const node = await nodeWith(idlWith(type, ...levels));
    await expect(node.setAccount('order1', order({ value: 1 }))).rejects.toThrow(message);
  });
});

describe('what is written', () => {
  it('has the same default for all items of an array', async () => {
    const node = await nodeWith(idlWith({ array: ['u64', 1_000_000] }));
    await node.setAccount('order1', order({}));
    const { value } = await node.request('getAccountInfo', [
      node.address('order1'),
      { encoding: 'base64', dataSlice: { offset: 0, length: 0 } },
    ]);
    expect(value!.space).toBe(8_000_008);
  });

  it('has bounds, also by defaults', async () => {
    const fields = Array.from({ length: 1000 }, (_, i) => ({ name: `f${i}`, type: 'u8' }));
    const wide = { name: 'Wide', type: { kind: 'struct', fields } };
    const node = await nodeWith(idlWith({ vec: defined('Wide') }, wide));
    const value = Array.from({ length: 1000 }, () => ({}));
    await expect(node.setAccount('order1', order({ value }))).rejects.toThrow(
      /value\.39\.f\d+: more than 40000 values/,
    );
  });

  it('reports mistakes until they are many', async () => {
    const node = await nodeWith(idlWith({ vec: 'u8' }));
    const value = Array.from({ length: 10_000 }, () => 300);
    await expect(node.setAccount('order1', order({ value }))).rejects.toThrow('found 300; and 78 more');
  });
});

it('an account of 10 MB is refused where it has too many values, and is read where it has few', async () => {
  const data = Buffer.alloc(10 * 1024 * 1024 - 8);
  data.writeUInt32LE((data.length - 4) / 8, 0);
  const many = await nodeWith(idlWith({ vec: 'u64' }));
  await many.setAccount('order1', raw(data));
  await expect(many.fields('order1')).rejects.toThrow('the data of $order1 is not read: more than 40000 values');
  const shown = await many.request('stillnode_show', ['$order1']);
  expect(shown).toMatchObject({ described: null, leftOut: { described: 2 } });
  const few = await nodeWith(idlWith({ array: ['u8', data.length] }));
  await few.setAccount('order1', raw(data));
  expect((await few.fields('order1')).fields).toEqual({ value: { base64: data.toString('base64') } });
});

it('accounts that are shown together have one bound, and those beyond it are counted', async () => {
  const node = await nodeWith(idlWith({ vec: 'u64' }));
  const data = Buffer.alloc(4 + 8 * 30_000);
  data.writeUInt32LE(30_000, 0);
  for (const name of ['order1', 'order2', 'order3']) await node.setAccount(name, raw(data));
  const { accounts, leftOut } = JSON.parse(await node.requestText('stillnode_show', []));
  const described = accounts.map((account: { described: object | null }) => account.described);
  expect(described.filter((each: object | null) => each !== null)).toHaveLength(1);
  expect(leftOut.described).toBe(2);
});

it('a text of an account of 10 MB is not read', async () => {
  const data = Buffer.alloc(10 * 1024 * 1024 - 8);
  data.writeUInt32LE(data.length - 4, 0);
  const node = await nodeWith(idlWith('string'));
  await node.setAccount('order1', raw(data));
  await expect(node.fields('order1')).rejects.toThrow('the data of $order1 is not read: more than 40000 values');
});

describe('a size in data', () => {
  const only = (value: ReturnType<typeof num>) => {
    const idl = idlOf(root({ accounts: [account('a', struct(field('value', value)))] }));
    return (hex: string) => readFields(Buffer.from(hex, 'hex'), idl.accounts[0]!);
  };

  it.each([
    ['of a text', prefixed(text(), num('i8'))],
    ['of bytes', prefixed(bytes, num('i8'))],
    ['of a list', array(num('u8'), prefixedCount(num('i8')))],
    ['of a value', prefixed(array(num('u8'), remainder), num('i8'))],
  ])('%s is not negative', (_what, type) => {
    expect(() => only(type)('ff00')).toThrow(new IdlDataError('a length of -1'));
    expect(() => only(type)('8000')).toThrow(new IdlDataError('a length of -128'));
  });

  it('of a text may be filled up with zeros', () => {
    const size = 1_000_000;
    const data = Buffer.alloc(size);
    data[size - 1] = 0x61;
    expect(only(fixed(text(), size))(data.toString('hex'))).toEqual({ value: data.toString() });
    data[size - 1] = 0;
    expect(only(fixed(text(), size))(data.toString('hex'))).toEqual({ value: '' });
  });
});

it('names of many underscores are compared at once', () => {
  const many = '_'.repeat(1_000_000);
  expect([camelCase(`a${many}`), camelCase(`a${many}b`), camelCase(`${many}b`)]).toEqual([`a${many}`, 'aB', 'b']);
});

it('each derived address of an IDL of Codama is found without a search through the others', () => {
  const count = 200;
  let reads = 0;
  const pdas = Array.from({ length: count }, (_, i) => ({
    kind: 'pdaNode',
    get name() {
      reads++;
      return `pda${i}`;
    },
    seeds: [],
  }));
  const accounts = pdas.map((_, i) => ({
    kind: 'instructionAccountNode',
    name: `account${i}`,
    isWritable: false,
    isSigner: false,
    defaultValue: { kind: 'pdaValueNode', pda: { kind: 'pdaLinkNode', name: `pda${i}` }, seeds: [] },
  }));
  const instruction = { kind: 'instructionNode', name: 'put', accounts, arguments: [] };
  // not through JSON text, so that the names are counted
  const value = root({ pdas, instructions: [instruction] }) as unknown as JsonValue;
  const idl = readIdl(new Cursor(value, {}, newReading()));
  expect(idl!.instructions[0]!.accounts).toHaveLength(count);
  expect([reads >= count, reads < 5 * count]).toEqual([true, true]);
});
