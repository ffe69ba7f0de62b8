import { describe, expect, it } from 'vitest';
import { createNode, keypair, type LedgerNode, ledger, sol } from '../../src/index.ts';
import { MARKET, NEW_IDL, OLD_IDL } from '../support/idls.ts';

/** IDLs as other tools write them: words that are read like others, and words that only leave out what needs them. */

const field = (type: unknown) => ({ kind: 'struct', fields: [{ name: 'value', type }] });
const idlWith = (type: unknown, others: object = {}) => ({
  ...NEW_IDL,
  types: [{ name: 'Order', type: field(type), ...others }],
});

function marketNode(idl: object, fields?: object): Promise<LedgerNode> {
  const script = ledger().program('market', { idl, address: MARKET }).wallet('alice', sol(5));
  const account = { program: 'market', account: 'Order', fields: fields ?? {} };
  return createNode({ ledger: (fields ? script.account('order1', account) : script).block(10), dialect: 'agave' });
}

async function hexOf(node: LedgerNode): Promise<string> {
  const { value } = await node.request('getAccountInfo', [node.address('order1'), { encoding: 'base64' }]);
  return Buffer.from(value!.data[0], 'base64').toString('hex');
}

/** A ledger with a transaction of one instruction. */
function calling(idl: object, instruction: object, others: object = {}): Promise<LedgerNode> {
  const script = {
    programs: { market: { idl, address: MARKET } },
    accounts: { $alice: { sol: 5 } },
    slots: [{ slot: 10, transactions: [{ instructions: [instruction], ...others }] }],
  };
  return createNode({ ledger: script as never, dialect: 'agave' });
}

const DISCRIMINATOR = '86addfb94d561c33';

describe('a word that other tools write', () => {
  it.each<[what: string, type: unknown, value: unknown, hex: string, read: unknown]>([
    ['a tuple', { tuple: ['u8', 'u16'] }, [1, 2], '010200', [1, 2]],
    ['a map', { hashMap: ['u8', 'u16'] }, { 1: 2 }, '01000000010200', [[1, 2]]],
    ['a sorted map', { bTreeMap: ['u8', 'u16'] }, [[1, 2]], '01000000010200', [[1, 2]]],
    ['a set', { hashSet: 'u8' }, [3], '0100000003', [3]],
    ['a sorted set', { bTreeSet: 'u16' }, [3], '010000000300', [3]],
  ])('%s is read', async (_what, type, value, hex, read) => {
    const node = await marketNode(idlWith(type), { value });
    expect(node.warnings).toEqual([]);
    expect(await hexOf(node)).toBe(`${DISCRIMINATOR}${hex}`);
    expect((await node.fields('order1')).fields).toEqual({ value: read });
  });

  it.each(['borsh', 'bytemuck', 'bytemuckunsafe'])('the serialization %s is read', async (serialization) => {
    const node = await marketNode(idlWith('u16', { serialization }), { value: 5 });
    expect([await hexOf(node), node.warnings]).toEqual([`${DISCRIMINATOR}0500`, []]);
  });

  it.each<[what: string, idl: object, pointer: string, reason: string]>([
    [
      'a serialization of its own',
      idlWith('u8', { serialization: { custom: 'mine' } }),
      '/types/0/serialization',
      'the serialization {"custom":"mine"} is not known',
    ],
    ['a type', idlWith('u7'), '/types/0/type/fields/0/type', 'the type u7 is not known'],
    ['a form of types', idlWith({ deque: 'u8' }), '/types/0/type/fields/0/type', 'the type deque is not known'],
    ['a type of its own', idlWith({ custom: 'mine' }), '/types/0/type/fields/0/type', 'the type custom is not known'],
    [
      'a kind of types',
      { ...NEW_IDL, types: [{ name: 'Order', type: { kind: 'union' } }] },
      '/types/0/type',
      'a type of the kind union is not known',
    ],
  ])('%s that is not known leaves out what needs it', async (_what, idl, pointer, reason) => {
    const node = await marketNode(idl);
    expect(node.warnings.map(({ message, pointer: place }) => [place, message])).toEqual([
      [`/programs/market/idl${pointer}`, `${reason}, so that account Order cannot be given by fields`],
    ]);
    await expect(marketNode(idl, {})).rejects.toThrow(
      `/accounts/$order1/account: the IDL of market has no account Order that can be read: ${reason}`,
    );
  });

  it('in an argument or an event leaves out the instruction or the event', async () => {
    const args = [{ name: 'a', type: 'u7' }];
    const idl = {
      ...NEW_IDL,
      instructions: [
        { name: 'open', discriminator: [1], accounts: [], args },
        { name: 'close', discriminator: [2], accounts: [], args: ['u8'] },
      ],
      events: [{ name: 'Opened', discriminator: [3] }],
      types: [...NEW_IDL.types, { name: 'Opened', type: field('u7') }],
    };
    const node = await marketNode(idl);
    expect(node.warnings.map(({ message }) => message)).toEqual([
      'the type u7 is not known, so that instruction open cannot be given by name',
      'the arguments have no names, so that instruction close cannot be given by name',
      'the type u7 is not known, so that event Opened cannot be given by name',
    ]);
    await expect(calling(idl, { 'market.open': {} })).rejects.toThrow(
      'the IDL of market has no instruction open that can be read: the type u7 is not known',
    );
  });

  it('that nothing needs is no matter', async () => {
    const types = [...NEW_IDL.types, { name: 'Other', type: field('u7') }];
    expect((await marketNode({ ...NEW_IDL, types })).warnings).toEqual([]);
  });
});

describe('an IDL before 0.30', () => {
  const old = (name: string) => ({ ...OLD_IDL, accounts: [{ name, type: field('u8') }] });

  // Source pyth-solana-receiver-sdk 0.4: the discriminator of PriceUpdateV2
  it.each([
    ['priceUpdateV2', '22f123639d7ef4cd'],
    ['PriceUpdateV2', '22f123639d7ef4cd'],
    ['price_update_v2', '22f123639d7ef4cd'],
  ])('has the discriminator of the name in Rust: %s', async (account, expected) => {
    const script = ledger()
      .program('market', { idl: old(account), address: MARKET })
      .account('order1', { program: 'market', account, fields: { value: 1 } });
    expect(await hexOf(await createNode({ ledger: script.block(1), dialect: 'agave' }))).toBe(`${expected}01`);
  });

  it('may name an account in another that comes before it', async () => {
    const accounts = [
      { name: 'Order', type: field({ defined: 'Inner' }) },
      { name: 'Inner', type: field('u8') },
    ];
    const node = await marketNode({ ...OLD_IDL, accounts }, { value: { value: 7 } });
    expect([await hexOf(node), node.warnings]).toEqual([`${DISCRIMINATOR}07`, []]);
  });
});

it.each<[what: string, idl: object]>([
  ['an empty address', { ...NEW_IDL, address: '' }],
  ['an empty address in its metadata', { ...OLD_IDL, metadata: { address: '' } }],
])('%s is that of the ledger, or follows from the name', async (_what, idl) => {
  const fields = { owner: keypair('alice').address, side: 'Buy' };
  const ownerIn = async (program: object) => {
    const script = ledger()
      .program('market', { idl, ...program })
      .account('order1', { program: 'market', account: 'Order', fields });
    const node = await createNode({ ledger: script.block(1), dialect: 'agave' });
    expect(node.warnings).toEqual([]);
    return (await node.request('getAccountInfo', [node.address('order1'), { encoding: 'base64' }])).value!.owner;
  };
  expect(await ownerIn({ address: MARKET })).toBe(MARKET);
  expect(await ownerIn({})).toBe(keypair('market').address);
});

describe('a member in two spellings', () => {
  const TWICE = 'is given twice, as';
  const idl = {
    ...NEW_IDL,
    instructions: [
      {
        name: 'fill',
        discriminator: [1],
        accounts: [{ name: 'filled_by', signer: true }],
        args: [{ name: 'filled_amount', type: 'u64' }],
      },
    ],
    types: [{ name: 'Order', type: { kind: 'struct', fields: [{ name: 'filled_amount', type: 'u64' }] } }],
  };
  const called = (call: object) => calling(idl, { 'market.fill': call });

  it('of an account is a mistake', async () => {
    await expect(marketNode(idl, { filled_amount: 1, filledAmount: 2 })).rejects.toThrow(
      `/accounts/$order1/fields/filledAmount: filledAmount ${TWICE} filled_amount too`,
    );
  });

  it('of the arguments and the accounts of an instruction is a mistake', async () => {
    await expect(
      called({ args: { filledAmount: 1, filled_amount: 1 }, accounts: { filledBy: '$alice' } }),
    ).rejects.toThrow(`/args/filled_amount: filled_amount ${TWICE} filledAmount too`);
    await expect(called({ accounts: { filledBy: '$alice', filled_by: '$alice' } })).rejects.toThrow(
      `/accounts/filled_by: filled_by ${TWICE} filledBy too`,
    );
  });

  it('of the arguments of a rule is a mistake', async () => {
    const node = await marketNode(idl);
    const args = { filledAmount: 1, filled_amount: 1 };
    await expect(node.onSend({ match: { instruction: 'market.fill', args }, then: 'succeed' })).rejects.toThrow(
      `args.filled_amount: filled_amount ${TWICE} filledAmount too`,
    );
  });
});

it('an error without a message logs its name, one with an empty message logs that', async () => {
  const idl = {
    ...NEW_IDL,
    instructions: [{ name: 'open', discriminator: [1], accounts: [], args: [] }],
    errors: [
      { code: 6000, name: 'OrderClosed' },
      { code: 6001, name: 'Silent', msg: '' },
    ],
  };
  const lineOf = async (name: string) => {
    const node = await calling(idl, { 'market.open': {} }, { name: 'a', err: `market.${name}`, payer: '$alice' });
    const { meta } = (await node.request('getTransaction', [node.signature('a')]))!;
    return meta!.logMessages!.find((line) => line.includes('AnchorError'));
  };
  expect(await lineOf('OrderClosed')).toBe(
    'Program log: AnchorError occurred. Error Code: OrderClosed. Error Number: 6000. Error Message: OrderClosed.',
  );
  expect(await lineOf('Silent')).toBe(
    'Program log: AnchorError occurred. Error Code: Silent. Error Number: 6001. Error Message: .',
  );
});
