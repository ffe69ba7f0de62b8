import {
  account,
  array,
  constant,
  field,
  fixed,
  fixedCount,
  link,
  type Node,
  num,
  number,
  omitted,
  prefixed,
  program,
  publicKey,
  root,
  struct,
  text,
  tuple,
} from './codama.ts';

/** A made-up program with everything that an IDL of Codama may say of accounts, instructions and derived addresses. */

const value = (kind: string, others: object = {}): Node => ({ kind, ...others });
const byField = (name: string, offset = 0) => value('fieldDiscriminatorNode', { name, offset });
const bySize = (size: number) => value('sizeDiscriminatorNode', { size });
const string = (given: string) => value('stringValueNode', { string: given });
const variable = (name: string, type: Node) => value('variablePdaSeedNode', { name, type });
const constantSeed = (type: Node, given: Node) => value('constantPdaSeedNode', { type, value: given });
const kindOf = (variant: string) => value('enumValueNode', { enum: link('kind'), variant });
const argument = (name: string, type: Node, others: object = {}) =>
  value('instructionArgumentNode', { name, type, ...others });
const seed = (name: string, given: Node) => value('pdaSeedValueNode', { name, value: given });
const accountValue = (name: string) => value('accountValueNode', { name });
const argumentValue = (name: string) => value('argumentValueNode', { name });
const input = (name: string, defaultValue?: Node, others: object = {}) =>
  value('instructionAccountNode', {
    name,
    isSigner: false,
    isWritable: false,
    isOptional: false,
    ...others,
    ...(defaultValue && { defaultValue }),
  });

export const ORACLE_ADDRESS = 'Ticker1111111111111111111111111111111111111';
export const SYSTEM = '11111111111111111111111111111111';

const ACCOUNTS = [
  account(
    'order',
    struct(
      field('kind', link('kind'), omitted(kindOf('order'))),
      field('version', num('u8'), omitted(number(2))),
      field('owner', publicKey),
      field('price', num('u64'), { defaultValue: number(5), defaultValueStrategy: 'optional' }),
      field(
        'reserved',
        array(num('u8'), fixedCount(2)),
        omitted(value('arrayValueNode', { items: [number(7), number(8)] })),
      ),
    ),
    byField('kind'),
  ),
  account(
    'book',
    struct(field('depth', num('u16')), field('kind', link('kind'), omitted(kindOf('book')))),
    byField('kind', 2),
  ),
  account(
    'magic',
    struct(field('tag', fixed(value('bytesTypeNode'), 4)), field('size', num('u8'))),
    value('constantDiscriminatorNode', { offset: 0, constant: constant(num('u32'), number(0x6b6f6f62)) }),
  ),
  account('vault', struct(field('mint', publicKey), field('amount', num('u64'))), bySize(40)),
  account(
    'seat',
    struct(field('flag', value('booleanTypeNode', { size: num('u8') })), field('name', prefixed(text(), num('u8')))),
  ),
];

const ORDER_PDA = value('pdaNode', {
  name: 'order',
  seeds: [
    constantSeed(text(), string('order')),
    variable('owner', publicKey),
    variable('id', num('u32')),
    variable('note', text()),
  ],
});

const PLACE = value('instructionNode', {
  name: 'placeOrder',
  optionalAccountStrategy: 'omitted',
  arguments: [
    argument('kind', num('u8'), omitted(number(3))),
    argument('subkind', num('u16', 'be'), omitted(number(258))),
    argument('id', num('u32')),
    argument('note', prefixed(text())),
    argument('fee', num('u64'), { defaultValue: number(9), defaultValueStrategy: 'optional' }),
    argument('end', num('u8'), omitted(number(1))),
    argument('bump', num('u8'), { defaultValue: value('accountBumpValueNode', { name: 'order' }) }),
  ],
  discriminators: [byField('kind'), byField('subkind', 1)],
  accounts: [
    input('owner', value('identityValueNode'), { isSigner: 'either', isWritable: true }),
    input(
      'order',
      value('pdaValueNode', {
        pda: value('pdaLinkNode', { name: 'order' }),
        seeds: [seed('owner', accountValue('owner')), seed('id', argumentValue('id')), seed('note', string('x'))],
      }),
      { isWritable: true },
    ),
    input('payer', value('payerValueNode'), { isSigner: true }),
    input('receiver', accountValue('owner')),
    input(
      'feed',
      value('pdaValueNode', {
        pda: value('pdaLinkNode', { name: 'feed', program: value('programLinkNode', { name: 'oracle' }) }),
        seeds: [],
      }),
    ),
    input('self', value('programIdValueNode')),
    input('oracle', value('programLinkNode', { name: 'oracle' })),
    input('market', value('programLinkNode', { name: 'market' })),
    input('system', value('publicKeyValueNode', { publicKey: SYSTEM, identifier: 'systemProgram' })),
    input('mint', value('accountFieldValueNode', { account: 'order', path: 'mint' })),
    input('other', value('conditionalValueNode', { condition: accountValue('owner') })),
    input('referrer', undefined, { isOptional: true }),
    input(
      'inline',
      value('pdaValueNode', {
        pda: value('pdaNode', {
          name: 'inline',
          programId: SYSTEM,
          seeds: [constantSeed(publicKey, value('programIdValueNode'))],
        }),
        seeds: [],
        programId: accountValue('oracle'),
      }),
    ),
    input('lost', value('pdaValueNode', { pda: value('pdaLinkNode', { name: 'nowhere' }), seeds: [] })),
  ],
});

const ORACLE = program(
  {
    publicKey: ORACLE_ADDRESS,
    pdas: [value('pdaNode', { name: 'feed', seeds: [constantSeed(text(), string('feed'))] })],
  },
  'oracle',
);

const MEMBERS = {
  accounts: ACCOUNTS,
  instructions: [PLACE, value('instructionNode', { name: 'stop', arguments: [], accounts: [] })],
  definedTypes: [
    value('definedTypeNode', {
      name: 'kind',
      type: value('enumTypeNode', {
        size: num('u8'),
        variants: ['none', 'order', 'book'].map((name) => value('enumEmptyVariantTypeNode', { name })),
      }),
    }),
  ],
  pdas: [ORDER_PDA],
  events: [
    value('eventNode', {
      name: 'filled',
      data: value('hiddenPrefixTypeNode', {
        type: struct(field('price', num('u64'))),
        prefix: [
          constant(fixed(value('bytesTypeNode'), 2), value('bytesValueNode', { encoding: 'base16', data: 'e445' })),
        ],
      }),
      discriminators: [],
    }),
    value('eventNode', { name: 'pair', data: tuple(num('u8'), num('u8')) }),
  ],
  errors: [value('errorNode', { name: 'slippageExceeded', code: 6001, message: 'The price moved' })],
};

export const CODAMA_PROGRAM = root(MEMBERS, ORACLE);
