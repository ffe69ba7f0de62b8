import { expect, it } from 'vitest';
import { decodeBase58 } from '../../src/codec/base58.ts';
import { createNode, type LedgerNode } from '../../src/index.ts';
import { MARKET } from '../support/idls.ts';

/** IDLs of Shank: a discriminant of a byte before the arguments, and nothing before the fields of an account. */

const struct = (...fields: readonly object[]) => ({ kind: 'struct', fields });

const OPEN = {
  name: 'Open',
  discriminant: { type: 'u8', value: 7 },
  accounts: [
    { name: 'owner', isMut: true, isSigner: true },
    { name: 'delegate', isMut: false, isSigner: false, isOptionalSigner: true },
    { name: 'referrer', isMut: false, isSigner: false, isOptional: true },
  ],
  args: [{ name: 'seats', type: 'u16' }],
};

const IDL = {
  version: '0.1.0',
  name: 'tickets',
  instructions: [OPEN, { name: 'Close', accounts: [], args: [] }],
  accounts: [
    { name: 'Booth', type: struct({ name: 'owner', type: 'publicKey' }, { name: 'seats', type: 'u16' }) },
    { name: 'Ticket', type: struct({ name: 'seat', type: 'u16' }) },
  ],
  errors: [{ code: 3, name: 'SoldOut', msg: 'No seats are left' }],
  metadata: { origin: 'shank', address: MARKET },
};

const nodeOf = (idl: object, transaction: object): Promise<LedgerNode> =>
  createNode({
    ledger: {
      programs: { tickets: { idl, address: MARKET } },
      accounts: {
        $alice: { sol: 5 },
        $bob: { sol: 5 },
        $booth: { program: 'tickets', account: 'Booth', fields: { owner: '$alice', seats: 300 } },
      },
      slots: [{ slot: 10, transactions: [{ name: 't', ...transaction }] }],
    },
    dialect: 'agave',
  });

interface Call {
  readonly meta: { readonly err: unknown; readonly logMessages: readonly string[] };
  readonly keys: readonly { readonly pubkey: string; readonly signer: boolean }[];
  readonly instruction: { readonly accounts: readonly string[]; readonly data: string };
}

async function callOf(node: LedgerNode): Promise<Call> {
  const options = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 1, commitment: 'confirmed' } as const;
  const { meta, transaction } = (await node.request('getTransaction', [node.signature('t'), options])) as never as {
    meta: Call['meta'];
    transaction: { message: { accountKeys: Call['keys']; instructions: Call['instruction'][] } };
  };
  return { meta, keys: transaction.message.accountKeys, instruction: transaction.message.instructions[0]! };
}

async function boothData(node: LedgerNode): Promise<Buffer> {
  const { value } = await node.request('getAccountInfo', [node.address('booth'), { encoding: 'base64' }]);
  return Buffer.from(value!.data[0], 'base64');
}

const CALL = { 'tickets.Open': { args: { seats: 300 }, accounts: { owner: '$alice', delegate: '$bob' } } };

it('an instruction begins with its discriminant', async () => {
  const node = await nodeOf(IDL, CALL);
  const { instruction, keys, meta } = await callOf(node);
  const [alice, bob] = [node.address('alice'), node.address('bob')];
  expect(Buffer.from(decodeBase58(instruction.data)).toString('hex')).toBe('072c01');
  expect(instruction.accounts).toEqual([alice, bob, MARKET]);
  expect(keys.filter(({ signer }) => signer).map(({ pubkey }) => pubkey)).toEqual([alice, bob]);
  // no framework wrote the program
  expect(meta.logMessages).toEqual([`Program ${MARKET} invoke [1]`, `Program ${MARKET} success`]);
});

it('an instruction without a discriminant has its index', async () => {
  const { instruction } = await callOf(await nodeOf(IDL, { payer: '$alice', 'tickets.Close': {} }));
  expect(Buffer.from(decodeBase58(instruction.data)).toString('hex')).toBe('01');
});

it('an account is its fields, and is recognized by its length', async () => {
  const node = await nodeOf(IDL, CALL);
  const data = await boothData(node);
  expect([data.length, data.subarray(32).toString('hex')]).toEqual([34, '2c01']);
  expect(await node.fields('booth')).toMatchObject({
    account: 'Booth',
    fields: { owner: node.address('alice'), seats: 300 },
  });
});

it('the discriminant alone says that an IDL is of Shank', async () => {
  const node = await nodeOf({ ...IDL, metadata: { address: MARKET } }, CALL);
  expect((await boothData(node)).length).toBe(34);
});

it('optional accounts are left out where the IDL has the older rule', async () => {
  const instructions = [{ ...OPEN, legacyOptionalAccountsStrategy: true }];
  const { instruction } = await callOf(await nodeOf({ ...IDL, instructions }, CALL));
  expect(instruction.accounts.length).toBe(2);
});

it('an error has the number of the IDL', async () => {
  const node = await nodeOf(IDL, { ...CALL, err: 'tickets.SoldOut' });
  expect((await callOf(node)).meta.err).toEqual({ InstructionError: [0, { Custom: 3 }] });
});

it('a discriminant of a type that is not known leaves out the instruction', async () => {
  const instructions = [{ ...OPEN, discriminant: { type: 'u7', value: 7 } }];
  const node = await nodeOf({ ...IDL, instructions }, { payer: '$alice', memo: 'a' });
  expect(node.warnings.map(({ message, pointer }) => [pointer, message])).toEqual([
    [
      '/programs/tickets/idl/instructions/0/discriminant/type',
      'the type u7 is not known, so that instruction Open cannot be given by name',
    ],
  ]);
});
