import { describe, expect, it, onTestFinished } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { encodeBase64 } from '../../src/codec/base64.ts';
import { ledger, startNode } from '../../src/index.ts';
import { MARKET, NEW_IDL } from '../support/idls.ts';

/**
 * One client loads programs and accounts that describe more than anyone can read, another asks for the slot: each call of the first one is
 * answered or refused, without an internal error, and the second one gets its answers.
 */

const ORDER = encodeBase58(Uint8Array.from({ length: 32 }, () => 7));
const ORDER_BYTES = [134, 173, 223, 185, 77, 86, 28, 51];
const UNDERSCORES = '_'.repeat(45_000);

const struct = (...fields: readonly (readonly [name: string, type: unknown])[]) => ({
  kind: 'struct',
  fields: fields.map(([name, type]) => ({ name, type })),
});
const defined = (name: string) => ({ defined: { name } });
const EMPTY = { name: 'E', type: struct() };
const CUBE = { array: [{ array: [{ array: [defined('E'), 1000] }, 1000] }, 1000] };
const HOLDER = { name: 'Holder', type: struct(['cube', CUBE]) };
const doubling = (levels: number) =>
  Array.from({ length: levels }, (_, i) => {
    const type = { coption: i === levels - 1 ? 'u8' : defined(`T${i + 1}`) };
    return { name: `T${i}`, type: struct(['a', type], ['b', type]) };
  });

/** A program with an account `Order` and an instruction `put` that have one value of a type. */
const idlWith = (type: unknown, ...types: readonly object[]) => ({
  ...NEW_IDL,
  types: [{ name: 'Order', type: struct(['value', type]) }, ...types],
  instructions: [
    { name: 'put', discriminator: [1, 2, 3, 4, 5, 6, 7, 8], accounts: [], args: [{ name: 'value', type }] },
  ],
});

const raw = (data: Uint8Array) => ({
  raw: { owner: MARKET, data: { base64: encodeBase64(Buffer.concat([Buffer.from(ORDER_BYTES), data])) } },
});
const order = (fields: object) => ({ program: 'market', account: 'Order', fields });

async function ask(url: string, method: string, params: readonly unknown[]): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await response.json()) as Record<string, unknown>;
}

interface Hostile {
  readonly idl: object;
  readonly account: object;
  /** of a send rule for the instruction */
  readonly args: object;
}

const CASES: readonly (readonly [name: string, hostile: Hostile])[] = [
  ['a cube of values without bytes', { idl: idlWith(CUBE, EMPTY), account: order({}), args: { value: [] } }],
  [
    'such cubes in a map',
    {
      idl: idlWith({ hashMap: ['u8', defined('Holder')] }, HOLDER, EMPTY),
      account: order({ value: { 1: {} } }),
      args: { value: { 1: {} } },
    },
  ],
  [
    'a list of values without bytes',
    { idl: idlWith({ vec: defined('E') }, EMPTY), account: raw(Buffer.from('ffffffff', 'hex')), args: { value: [{}] } },
  ],
  ['types that double 26 times', { idl: idlWith(defined('T0'), ...doubling(26)), account: order({}), args: {} }],
  ['types that double 40 times', { idl: idlWith(defined('T0'), ...doubling(40)), account: order({}), args: {} }],
  [
    'a list of a million values',
    {
      idl: idlWith({ vec: 'u64' }),
      account: raw(Buffer.concat([Buffer.from('40420f00', 'hex'), Buffer.alloc(8_000_000)])),
      args: { value: [1] },
    },
  ],
  [
    'a name of many underscores',
    { idl: idlWith(struct([`a${UNDERSCORES}b`, 'u8'])), account: order({}), args: { value: { [UNDERSCORES]: 1 } } },
  ],
  [
    'a text of many zeros',
    {
      idl: idlWith('string'),
      account: raw(Buffer.concat([Buffer.from('400d0300', 'hex'), Buffer.alloc(200_000)])),
      args: {},
    },
  ],
];

describe('another client is answered while one sends', () => {
  it.each(CASES)('%s', { timeout: 60_000 }, async (_name, { account, args, idl }) => {
    const node = await startNode({ ledger: ledger().block(10), dialect: 'agave', maxBodyBytes: 16_000_000 });
    onTestFinished(() => node.close());
    const calls = [
      ['stillnode_load', [{ programs: { market: { idl, address: MARKET } } }, 'market.ledger.json']],
      ['stillnode_setAccount', [ORDER, account]],
      ['stillnode_fields', [ORDER]],
      ['stillnode_show', [ORDER]],
      ['stillnode_show', []],
      ['stillnode_onSend', [{ match: { instruction: 'market.put', args }, then: 'drop' }]],
    ] as const;
    for (const [method, params] of calls) {
      const hostile = ask(node.url, method, params);
      expect(await ask(node.url, 'getSlot', [])).toEqual({ jsonrpc: '2.0', id: 1, result: 10 });
      const { error, result } = (await hostile) as { error?: { code: number; message: string }; result?: unknown };
      expect([method, error === undefined || error.code !== -32603, error?.message]).toEqual([
        method,
        true,
        error?.message,
      ]);
      expect(error?.message ?? result).toBeDefined();
    }
  });
});
