import { createHash } from 'node:crypto';

/** The IDL of a made-up program of Anchor, with instructions, accounts, events and errors. */

/** The bytes that something of Anchor begins with. */
function discriminator(space: string, name: string): number[] {
  return [...createHash('sha256').update(`${space}:${name}`).digest().subarray(0, 8)];
}

export const MARKET_ADDRESS = 'Market1111111111111111111111111111111111111';

export const MARKET_IDL = {
  address: MARKET_ADDRESS,
  metadata: { name: 'market', version: '0.1.0', spec: '0.1.0' },
  instructions: [
    {
      name: 'place_order',
      discriminator: discriminator('global', 'place_order'),
      accounts: [
        { name: 'order', writable: true },
        { name: 'owner', signer: true },
      ],
      args: [
        { name: 'price', type: 'u64' },
        { name: 'max_size', type: 'u128' },
        { name: 'side', type: { defined: { name: 'Side' } } },
        { name: 'maker', type: 'pubkey' },
        { name: 'label', type: 'string' },
        { name: 'tag', type: { array: ['u8', 4] } },
        { name: 'steps', type: { vec: 'i16' } },
        { name: 'parent', type: { option: 'pubkey' } },
        { name: 'options', type: { defined: { name: 'Options' } } },
      ],
    },
    {
      name: 'cancel_order',
      discriminator: discriminator('global', 'cancel_order'),
      accounts: [{ name: 'order', writable: true }],
      args: [],
    },
  ],
  accounts: [{ name: 'Order', discriminator: discriminator('account', 'Order') }],
  events: [{ name: 'Filled', discriminator: discriminator('event', 'Filled') }],
  errors: [
    { code: 6000, name: 'SlippageExceeded', msg: 'The price moved too far' },
    { code: 6001, name: 'OrderClosed', msg: 'The order is closed' },
  ],
  types: [
    {
      name: 'Order',
      type: {
        kind: 'struct',
        fields: [
          { name: 'owner', type: 'pubkey' },
          { name: 'price', type: 'u64' },
        ],
      },
    },
    {
      name: 'Side',
      type: {
        kind: 'enum',
        variants: [
          { name: 'Buy' },
          {
            name: 'Limit',
            fields: [
              { name: 'price', type: 'u32' },
              { name: 'post_only', type: 'bool' },
            ],
          },
          { name: 'Between', fields: ['u8', 'u16'] },
        ],
      },
    },
    {
      name: 'Options',
      type: {
        kind: 'struct',
        fields: [
          { name: 'is_ioc', type: 'bool' },
          { name: 'rate', type: 'f64' },
          { name: 'blob', type: 'bytes' },
        ],
      },
    },
    {
      name: 'Filled',
      type: {
        kind: 'struct',
        fields: [
          { name: 'maker', type: 'pubkey' },
          { name: 'price', type: 'u64' },
          { name: 'side', type: { defined: { name: 'Side' } } },
        ],
      },
    },
  ],
};
