import { Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import { sha256 } from '../../src/codec/bytes.ts';
import type { JsonObject } from '../../src/codec/jsonText.ts';
import { keypair } from '../../src/index.ts';
import { MARKET } from './idls.ts';

/** One program with an IDL, and a ledger in which it is called, writes events and fails. */

const discriminator = (hashed: string): number[] => [...sha256(hashed).subarray(0, 8)];

const SIDE = { defined: { name: 'Side' } };

/** Accounts, instructions, events and errors. */
export const DESCRIBED_IDL = {
  address: MARKET,
  metadata: { name: 'market', version: '0.1.0', spec: '0.1.0' },
  instructions: [
    {
      name: 'place_order',
      discriminator: discriminator('global:place_order'),
      accounts: [
        { name: 'owner', writable: true, signer: true },
        { name: 'order', writable: true },
        { name: 'pool', accounts: [{ name: 'vault', writable: true }] },
      ],
      args: [
        { name: 'price', type: 'u64' },
        { name: 'side', type: SIDE },
      ],
    },
    { name: 'settle', discriminator: discriminator('global:settle'), accounts: [{ name: 'order' }], args: [] },
  ],
  accounts: [
    { name: 'Order', discriminator: discriminator('account:Order') },
    { name: 'Position', discriminator: discriminator('account:Position') },
  ],
  events: [{ name: 'Filled', discriminator: discriminator('event:Filled') }],
  errors: [
    { code: 6000, name: 'OrderClosed', msg: 'The order is closed' },
    { code: 6001, name: 'SlippageExceeded', msg: 'Slippage exceeded' },
  ],
  types: [
    {
      name: 'Order',
      type: {
        kind: 'struct',
        fields: [
          { name: 'owner', type: 'pubkey' },
          { name: 'price', type: 'u64' },
          { name: 'side', type: SIDE },
        ],
      },
    },
    { name: 'Position', type: { kind: 'struct', fields: [{ name: 'size', type: 'i64' }] } },
    { name: 'Side', type: { kind: 'enum', variants: [{ name: 'Buy' }, { name: 'Sell' }] } },
    { name: 'Filled', type: { kind: 'struct', fields: [{ name: 'price', type: 'u64' }] } },
  ],
};

const u64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const bytesOf = (hashed: string, ...rest: Uint8Array[]) => Buffer.concat([Buffer.from(discriminator(hashed)), ...rest]);

/** `place_order` of a sale. */
const placeOrderData = (price: number): Buffer => bytesOf('global:place_order', u64(price), Buffer.of(1));
const filledLine = (price: number): string => `Program data: ${bytesOf('event:Filled', u64(price)).toString('base64')}`;

/** A program without an IDL, which calls the market. */
export const ROUTER = keypair('router').address;

const hex = (data: Buffer) => ({ hex: data.toString('hex') });
const placeOrder = (price: number) => ({
  raw: {
    program: MARKET,
    accounts: ['$alice sw', '$order1 w', '$vault w', '$bob'],
    data: hex(placeOrderData(price)),
  },
});
const route = {
  raw: { program: ROUTER, accounts: ['$alice sw', '$order1 w', '$vault w', '$bob', MARKET], data: { hex: '07' } },
};
const settle = { raw: { program: MARKET, accounts: ['$order1'], data: hex(bytesOf('global:settle')) } };

const failedWith = (code: number) => `failed: custom program error: 0x${code.toString(16)}`;
const order = (price: number) => ({
  program: 'market',
  account: 'Order',
  fields: { owner: '$alice', price, side: 'Buy' },
});

/** A script as a file has it. */
export const DESCRIBED_LEDGER: JsonObject = {
  programs: { market: { idl: DESCRIBED_IDL } },
  accounts: {
    $alice: { sol: 5 },
    $order1: order(10),
    $order2: order(11),
    $position: { program: 'market', account: 'Position', fields: { size: -3 } },
    $junk: { raw: { owner: MARKET, data: { hex: '0102' } } },
  },
  slots: [
    {
      slot: 10,
      transactions: [
        {
          name: 'placed',
          instructions: [placeOrder(12)],
          logs: [`Program ${MARKET} invoke [1]`, filledLine(12), `Program ${MARKET} success`],
        },
        {
          name: 'routed',
          instructions: [{ memo: 'hi' }, route],
          inner: [{ index: 1, instructions: [placeOrder(13), settle] }],
          logs: [
            `Program ${ROUTER} invoke [1]`,
            filledLine(1),
            `Program ${MARKET} invoke [2]`,
            filledLine(13),
            `Program ${MARKET} success`,
            `Program ${ROUTER} success`,
          ],
        },
      ],
    },
    {
      slot: 11,
      transactions: [
        {
          name: 'refused',
          instructions: [{ memo: 'hi' }, placeOrder(14)],
          err: { custom: 6001, instruction: 1 },
          payer: '$alice',
        },
        { name: 'framework', instructions: [settle], err: { custom: 3012, instruction: 0 }, payer: '$alice' },
        { name: 'unknown', instructions: [settle], err: { custom: 77, instruction: 0 }, payer: '$alice' },
        {
          name: 'inside',
          instructions: [route],
          err: { custom: 6000, instruction: 0 },
          logs: [
            `Program ${ROUTER} invoke [1]`,
            `Program ${MARKET} invoke [2]`,
            `Program ${MARKET} ${failedWith(6000)}`,
            `Program ${ROUTER} ${failedWith(6000)}`,
          ],
        },
        { name: 'outside', instructions: [route], err: { custom: 6000, instruction: 0 } },
      ],
    },
  ],
};

/** A call of `place_order` by the wallet alice, as a client sends it in base64. @param recentBlockhash default: one that is not known */
export function sentOrder(price: number, recentBlockhash: string = PublicKey.default.toBase58()): string {
  const payer = Keypair.fromSecretKey(keypair('alice').secretKey);
  const isWritable = true;
  const keys = ['order1', 'vault'].map((name) => ({
    pubkey: new PublicKey(keypair(name).address),
    isSigner: false,
    isWritable,
  }));
  const instruction = new TransactionInstruction({
    programId: new PublicKey(MARKET),
    keys: [{ pubkey: payer.publicKey, isSigner: true, isWritable }, ...keys],
    data: placeOrderData(price),
  });
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash });
  transaction.add(instruction).sign(payer);
  return transaction.serialize().toString('base64');
}
