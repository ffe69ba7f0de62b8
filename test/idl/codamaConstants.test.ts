import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';

import { createNode, type LedgerNode } from '../../src/index.ts';
import { programAddress } from '../../src/runtime/derive.ts';
import { address } from '../../src/solana/address.ts';
import { EVENT_AUTHORITY_SEED } from '../../src/solana/idl/programLogs.ts';
import { accountTypeOf, readFields } from '../../src/solana/idl/readFields.ts';
import {
  account,
  array,
  bytes,
  constant,
  encoded,
  field,
  fixed,
  fixedCount,
  hex,
  idlOf,
  link,
  type Node,
  num,
  number,
  omitted,
  root,
  struct,
} from '../support/codama.ts';
import { MARKET } from '../support/idls.ts';

/** Constant discriminators that are not among the fields of the data. */

const TAG = 'e445a52e51cb9a1d';
const at = (offset: number, given: Node): Node => ({ kind: 'constantDiscriminatorNode', offset, constant: given });
const byField = (name: string, offset: number): Node => ({ kind: 'fieldDiscriminatorNode', name, offset });
const tag = at(0, hex(TAG));
const byte = (offset = 0) => at(offset, constant(num('u8'), number(3)));
const units = field('units', num('u64'));
const hidden = (type: Node, ...prefix: readonly Node[]): Node => ({ kind: 'hiddenPrefixTypeNode', type, prefix });
const UNITS = '0700000000000000';
const definedTypes = [{ kind: 'definedTypeNode', name: 'inner', type: hidden(struct(units), hex(TAG)) }];

describe('constants of a discriminator', () => {
  it.each<[what: string, data: Node, discriminators: readonly Node[], expected: string]>([
    ['a byte', struct(units), [byte()], `03${UNITS}`],
    ['a tag and a byte', struct(units), [tag, byte(8)], `${TAG}03${UNITS}`],
    ['in any order', struct(units), [byte(8), tag], `${TAG}03${UNITS}`],
    ['of as many bytes as the first number', struct(units), [tag], `${TAG}${UNITS}`],
    ['that the data begin with', hidden(struct(units), hex(TAG), hex('03')), [tag, byte(8)], `${TAG}03${UNITS}`],
    ['as one, that the data begin with', hidden(struct(units), hex(`${TAG}03`)), [tag, byte(8)], `${TAG}03${UNITS}`],
    ['the first of which the data begin with', hidden(struct(units), hex(TAG)), [tag, byte(8)], `${TAG}03${UNITS}`],
    ['that a named type begins with', link('inner'), [tag, byte(8)], `${TAG}03${UNITS}`],
    [
      'before a field that is one',
      struct(field('kind', num('u8'), omitted(number(3))), units),
      [tag, byField('kind', 8)],
      `${TAG}03${UNITS}`,
    ],
    [
      'the second of which is a field of the data',
      struct(field('kind', num('u8'), omitted(number(3))), units),
      [tag, byte(8)],
      `${TAG}03${UNITS}`,
    ],
  ])('%s: are before the fields once, in the order of their offsets', (_what, data, discriminators, expected) => {
    const idl = idlOf(
      root({
        accounts: [account('it', data, ...discriminators)],
        events: [{ kind: 'eventNode', name: 'it', data, discriminators }],
        definedTypes,
      }),
    );
    for (const part of [idl.accounts[0]!, idl.events[0]!]) {
      const written = encoded(part, { units: 7 }) as Buffer;
      expect(written.toString('hex')).toBe(expected);
      expect(readFields(written, part)).toEqual({ units: '7' });
    }
    expect(accountTypeOf(Buffer.from(expected, 'hex'), idl)?.name).toBe('it');
    expect(accountTypeOf(Buffer.from(expected.replace(/^../, 'ff'), 'hex'), idl)).toBeUndefined();
  });

  it.each<[what: string, first: Node, given: unknown]>([
    ['bytes of just its length', field('tag', fixed(bytes, 8)), { hex: TAG }],
    ['a list of u8 of just its length', field('tag', array(num('u8'), fixedCount(8))), { hex: TAG }],
  ])('may be given as a field: %s', (_what, first, given) => {
    const idl = idlOf(root({ accounts: [account('it', struct(first, units), tag)] }));
    const written = encoded(idl.accounts[0]!, { tag: given, units: 7 }) as Buffer;
    expect(written.toString('hex')).toBe(TAG + UNITS);
    expect(accountTypeOf(written, idl)?.name).toBe('it');
    expect(accountTypeOf(Buffer.alloc(16), idl)).toBeUndefined();
  });

  it('behind fields are what data is recognized by', () => {
    const idl = idlOf(root({ accounts: [account('it', struct(units, field('kind', num('u8'))), byte(8))] }));
    expect((encoded(idl.accounts[0]!, { units: 7, kind: 3 }) as Buffer).toString('hex')).toBe(`${UNITS}03`);
    expect(accountTypeOf(Buffer.from(`${UNITS}03`, 'hex'), idl)?.name).toBe('it');
  });
});

describe('a ledger with such an IDL', () => {
  const IDL = (data: Node, ...discriminators: readonly Node[]) =>
    root({
      instructions: [
        {
          kind: 'instructionNode',
          name: 'charge',
          accounts: [],
          arguments: [{ ...units, kind: 'instructionArgumentNode' }],
          discriminators: [byte()],
        },
      ],
      events: [{ kind: 'eventNode', name: 'charged', data, discriminators }],
    });
  const AUTHORITY = programAddress(address(MARKET), [EVENT_AUTHORITY_SEED]);
  const nodeOf = (idl: Node, event: object): Promise<LedgerNode> =>
    createNode({
      ledger: {
        programs: { market: { idl } },
        accounts: { $alice: { sol: 5 } },
        slots: [
          {
            slot: 10,
            transactions: [
              {
                name: 't',
                'market.charge': { args: { units: 7 }, remainingAccounts: [AUTHORITY, MARKET] },
                payer: '$alice',
                emits: [{ 'market.charged': { units: 7 }, ...event }],
              },
            ],
          },
        ],
      },
      dialect: 'agave',
    });
  interface Found {
    readonly meta: {
      readonly logMessages: readonly string[];
      readonly innerInstructions: readonly { readonly instructions: readonly { readonly data: string }[] }[];
    };
    readonly transaction: { readonly message: { readonly instructions: readonly { readonly data: string }[] } };
  }
  const found = async (node: LedgerNode): Promise<Found> =>
    (await node.request('getTransaction', [
      node.signature('t') as never,
      { encoding: 'jsonParsed', commitment: 'confirmed' },
    ])) as never;
  const eventsOf = async (node: LedgerNode) =>
    ((await node.show(node.signature('t'))) as never as { events: readonly object[] }).events;
  const base58 = (data: string) => encodeBase58(Buffer.from(data, 'hex'));

  it('writes its instructions with their constant', async () => {
    const { transaction } = await found(await nodeOf(IDL(struct(units), byte()), {}));
    expect(transaction.message.instructions.map(({ data }) => data)).toEqual([base58(`03${UNITS}`)]);
  });

  it.each<[what: string, idl: Node, data: string]>([
    ['a byte', IDL(struct(units), byte()), `03${UNITS}`],
    ['a tag and a byte', IDL(struct(units), tag, byte(8)), `${TAG}03${UNITS}`],
    ['a tag and a byte in a prefix', IDL(hidden(struct(units), hex(TAG), hex('03')), tag, byte(8)), `${TAG}03${UNITS}`],
  ])('writes and describes an event: %s', async (_what, idl, data) => {
    const fields = { program: 'market', event: 'charged', fields: { units: '7' } };
    const logging = await nodeOf(idl, {});
    const line = `Program data: ${Buffer.from(data, 'hex').toString('base64')}`;
    expect((await found(logging)).meta.logMessages).toContain(line);
    expect(await eventsOf(logging)).toMatchObject([fields]);
    const calling = await nodeOf(idl, { cpi: true });
    const calls = (await found(calling)).meta.innerInstructions.flatMap(({ instructions }) => instructions);
    expect(calls.map((call) => call.data)).toEqual([base58(data.startsWith(TAG) ? data : TAG + data)]);
    expect(await eventsOf(calling)).toMatchObject([fields]);
  });
});
