/** IDLs of one made-up program, in both forms of Anchor. */

const FIELDS = (key: string, side: unknown) => [
  { name: 'owner', type: key },
  { name: 'max_price', type: 'u64' },
  { name: 'size', type: 'i128' },
  { name: 'side', type: side },
  { name: 'label', type: 'string' },
  { name: 'tag', type: { array: ['u8', 4] } },
  { name: 'blob', type: 'bytes' },
  { name: 'fills', type: { vec: { defined: { name: 'Fill' } } } },
  { name: 'parent', type: { option: key } },
  { name: 'rate', type: 'f64' },
  { name: 'open', type: 'bool' },
  { name: 'steps', type: { array: ['i16', 2] } },
];

const SIDE = {
  kind: 'enum',
  variants: [
    { name: 'Buy' },
    { name: 'Limit', fields: [{ name: 'price', type: 'u32' }] },
    { name: 'Between', fields: ['u8', 'u16'] },
  ],
};
const FILL = { kind: 'struct', fields: [{ name: 'at', type: 'u64' }] };

export const MARKET = 'Market1111111111111111111111111111111111111';

/** Since 0.30. */
export const NEW_IDL = {
  address: MARKET,
  metadata: { name: 'market', version: '0.1.0', spec: '0.1.0' },
  instructions: [],
  accounts: [{ name: 'Order', discriminator: [134, 173, 223, 185, 77, 86, 28, 51] }],
  types: [
    { name: 'Order', type: { kind: 'struct', fields: FIELDS('pubkey', { defined: { name: 'Side' } }) } },
    { name: 'Side', type: SIDE },
    { name: 'Fill', type: FILL },
  ],
};

/** Before 0.30. */
export const OLD_IDL = {
  version: '0.1.0',
  name: 'market',
  instructions: [],
  accounts: [
    {
      name: 'Order',
      type: {
        kind: 'struct',
        fields: FIELDS('publicKey', { defined: 'Side' }).map(({ name, type }) =>
          name === 'fills' ? { name, type: { vec: { defined: 'Fill' } } } : { name, type },
        ),
      },
    },
  ],
  types: [
    { name: 'Side', type: SIDE },
    { name: 'Fill', type: FILL },
  ],
};
