import { createHash } from 'node:crypto';
import { MARKET } from './idls.ts';

/** A made-up program with everything that an IDL of Anchor may say of instructions, in both forms. */

function discriminator(kind: string, name: string): number[] {
  return [...createHash('sha256').update(`${kind}:${name}`).digest().subarray(0, 8)];
}

const ORDER = [
  { name: 'owner', type: 'pubkey' },
  { name: 'id', type: 'u64' },
  { name: 'fee_account', type: 'pubkey' },
];
const SIDE = { kind: 'enum', variants: [{ name: 'Buy' }, { name: 'Sell' }] };

/** Since 0.30. */
export const PROGRAM = {
  address: MARKET,
  metadata: { name: 'market', version: '0.1.0', spec: '0.1.0' },
  instructions: [
    {
      name: 'place_order',
      discriminator: discriminator('global', 'place_order'),
      accounts: [
        { name: 'owner', writable: true, signer: true },
        {
          name: 'order',
          writable: true,
          pda: {
            seeds: [
              { kind: 'const', value: [...Buffer.from('order')] },
              { kind: 'account', path: 'owner' },
              { kind: 'arg', path: 'id' },
            ],
          },
        },
        { name: 'referrer', optional: true },
        { name: 'system_program', address: '11111111111111111111111111111111' },
        { name: 'event_authority', pda: { seeds: [{ kind: 'const', value: [...Buffer.from('__event_authority')] }] } },
        { name: 'program' },
      ],
      args: [
        { name: 'id', type: 'u64' },
        { name: 'price', type: 'u64' },
        { name: 'side', type: { defined: { name: 'Side' } } },
      ],
    },
    {
      name: 'cancel',
      discriminator: discriminator('global', 'cancel'),
      accounts: [
        {
          name: 'group',
          accounts: [
            { name: 'order', writable: true },
            { name: 'owner', signer: true, relations: ['order'] },
          ],
        },
        {
          name: 'fees',
          pda: {
            seeds: [
              { kind: 'const', value: [...Buffer.from('fees')] },
              { kind: 'account', path: 'group.order.id', account: 'Order' },
              { kind: 'arg', path: 'reason' },
            ],
          },
        },
      ],
      args: [{ name: 'reason', type: 'string' }],
    },
  ],
  accounts: [{ name: 'Order', discriminator: discriminator('account', 'Order') }],
  events: [{ name: 'Filled', discriminator: discriminator('event', 'Filled') }],
  errors: [
    { code: 6000, name: 'Closed', msg: 'The market is closed' },
    { code: 6001, name: 'SlippageExceeded', msg: 'The price moved' },
  ],
  types: [
    { name: 'Order', type: { kind: 'struct', fields: ORDER } },
    { name: 'Side', type: SIDE },
    {
      name: 'Filled',
      type: {
        kind: 'struct',
        fields: [
          { name: 'price', type: 'u64' },
          { name: 'taker', type: { option: 'pubkey' } },
        ],
      },
    },
  ],
};

/** The same program before 0.30. */
export const OLD_PROGRAM = {
  version: '0.1.0',
  name: 'market',
  instructions: [
    {
      name: 'placeOrder',
      accounts: [
        { name: 'owner', isMut: true, isSigner: true },
        {
          name: 'order',
          isMut: true,
          isSigner: false,
          pda: {
            seeds: [
              { kind: 'const', type: 'string', value: 'order' },
              { kind: 'account', type: 'publicKey', path: 'owner' },
              { kind: 'arg', type: 'u64', path: 'id' },
            ],
          },
        },
        { name: 'referrer', isMut: false, isSigner: false, isOptional: true },
        { name: 'systemProgram', isMut: false, isSigner: false },
        { name: 'eventAuthority', isMut: false, isSigner: false },
        { name: 'program', isMut: false, isSigner: false },
      ],
      args: [
        { name: 'id', type: 'u64' },
        { name: 'price', type: 'u64' },
        { name: 'side', type: { defined: 'Side' } },
      ],
    },
  ],
  events: [
    {
      name: 'Filled',
      fields: [
        { name: 'price', type: 'u64', index: false },
        { name: 'taker', type: { option: 'publicKey' }, index: false },
      ],
    },
  ],
  errors: PROGRAM.errors,
  types: [{ name: 'Side', type: SIDE }],
};
