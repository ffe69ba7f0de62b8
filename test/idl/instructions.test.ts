import { BN, BorshCoder, BorshInstructionCoder, EventParser, type Idl } from '@coral-xyz/anchor';
import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../src/codec/base58.ts';
import {
  createNode,
  type FailureJson,
  type FixtureError,
  keypair,
  type LedgerNode,
  ledger,
  sol,
} from '../../src/index.ts';
import { MARKET } from '../support/idls.ts';
import { OLD_PROGRAM, PROGRAM } from '../support/marketProgram.ts';

const ALICE = keypair('alice').address;
const KEY = new PublicKey(MARKET);

function derived(...seeds: readonly (string | Uint8Array)[]): string {
  return PublicKey.findProgramAddressSync(
    seeds.map((seed) => Buffer.from(seed)),
    KEY,
  )[0].toBase58();
}

function u64(value: number): Uint8Array {
  return new BN(value).toArrayLike(Buffer, 'le', 8);
}

const ALICES_7 = derived('order', new PublicKey(ALICE).toBytes(), u64(7));
const EVENT_AUTHORITY = derived('__event_authority');

const nodeOf = (transaction: object, idl: object = PROGRAM): Promise<LedgerNode> =>
  createNode({
    ledger: {
      programs: { market: { idl, address: MARKET } },
      accounts: {
        $alice: { sol: 5 },
        ...(idl === PROGRAM && {
          $order1: { program: 'market', account: 'Order', fields: { owner: '$alice', id: 300, feeAccount: '$fees' } },
        }),
      },
      slots: [{ slot: 10, transactions: [{ name: 't', ...transaction }] }],
    },
    dialect: 'agave',
  });

interface Shown {
  readonly meta: { readonly err: unknown; readonly logMessages: readonly string[] };
  readonly transaction: {
    readonly message: {
      readonly accountKeys: readonly {
        readonly pubkey: string;
        readonly signer: boolean;
        readonly writable: boolean;
      }[];
      readonly instructions: readonly { readonly accounts: readonly string[]; readonly data: string }[];
    };
  };
}

async function shown(node: LedgerNode): Promise<Shown> {
  const options = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 1, commitment: 'confirmed' } as const;
  return (await node.request('getTransaction', [node.signature('t'), options])) as unknown as Shown;
}

const PLACE = {
  'market.placeOrder': { args: { id: 7, price: '18446744073709551615', side: 'Sell' }, accounts: { owner: '$alice' } },
};

describe('an instruction by its name', () => {
  it.each([
    ['since 0.30', PROGRAM],
    ['before 0.30', OLD_PROGRAM],
  ])('has the data that Anchor writes, and the accounts that follow from the IDL: %s', async (_name, idl) => {
    const { meta, transaction } = await shown(await nodeOf(PLACE, idl));
    const [instruction] = transaction.message.instructions;
    const coder = new BorshInstructionCoder(PROGRAM as unknown as Idl);
    const args = { id: new BN(7), price: new BN('18446744073709551615'), side: { Sell: {} } };
    expect(Buffer.from(coder.encode('place_order', args)).toString('hex')).toBe(
      Buffer.from(decodeBase58(instruction!.data)).toString('hex'),
    );
    const system = '11111111111111111111111111111111';
    expect(instruction!.accounts).toEqual([ALICE, ALICES_7, MARKET, system, EVENT_AUTHORITY, MARKET]);
    expect(transaction.message.accountKeys.map(({ pubkey, signer, writable }) => [pubkey, signer, writable])).toEqual([
      [ALICE, true, true],
      [ALICES_7, false, true],
      [MARKET, false, false],
      [system, false, false],
      [EVENT_AUTHORITY, false, false],
    ]);
    expect(meta).toMatchObject({
      err: null,
      logMessages: [
        `Program ${MARKET} invoke [1]`,
        'Program log: Instruction: PlaceOrder',
        `Program ${MARKET} success`,
      ],
    });
  });

  it('takes accounts from groups, relations, fields of accounts, texts as seeds, and more accounts', async () => {
    const accounts = { group: { order: '$order1' } };
    const node = await nodeOf({
      'market.cancel': { args: { reason: 'too late' }, accounts, remainingAccounts: ['$bob w'] },
    });
    const [instruction] = (await shown(node)).transaction.message.instructions;
    const order = node.address('order1');
    const bob = keypair('bob').address;
    expect(instruction!.accounts).toEqual([order, ALICE, derived('fees', u64(300), 'too late'), bob]);
    expect(Buffer.from(decodeBase58(instruction!.data)).subarray(8)).toEqual(Buffer.from('\x08\0\0\0too late'));
  });

  it('may be one of several, and one that another calls', async () => {
    const node = await nodeOf({
      instructions: [{ memo: 'hi' }, { raw: { program: '$router', accounts: ['$alice sw', '$order1 w', MARKET] } }],
      inner: [
        {
          index: 1,
          instructions: [{ 'market.cancel': { accounts: { group: { order: '$order1' }, fees: '$alice' } } }],
        },
      ],
    });
    const { logMessages } = (await shown(node)).meta;
    const router = keypair('router').address;
    expect(logMessages.slice(-5)).toEqual([
      `Program ${router} invoke [1]`,
      `Program ${MARKET} invoke [2]`,
      'Program log: Instruction: Cancel',
      `Program ${MARKET} success`,
      `Program ${router} success`,
    ]);
  });

  it('is added to a ledger that is served, and written by the builder, in the same words', async () => {
    const script = ledger()
      .program('market', { idl: PROGRAM })
      .wallet('alice', sol(5))
      .block(10, (b) =>
        b
          .call('market.placeOrder', {
            args: { id: 7n, price: 2n ** 64n - 1n, side: 'Sell' },
            accounts: { owner: keypair('alice'), referrer: null },
          })
          .named('t'),
      );
    const node = await createNode({ ledger: script, dialect: 'agave' });
    const built = (await shown(node)).transaction.message.instructions[0]!;
    expect(built).toEqual((await shown(await nodeOf(PLACE))).transaction.message.instructions[0]);
    const { signature } = await node.addTransaction((t) =>
      t.call('market.placeOrder', { args: { side: 'Buy' }, accounts: { owner: 'alice' } }),
    );
    const [status] = (await node.request('getSignatureStatuses', [[signature], { searchTransactionHistory: true }]))
      .value;
    expect(status).toMatchObject({ err: null, slot: 11 });
  });
});

describe('accounts of an instruction of Codama', () => {
  const account = (name: string, more: object = {}) => ({
    kind: 'instructionAccountNode',
    name,
    isSigner: false,
    isWritable: false,
    ...more,
  });
  const clock = { kind: 'publicKeyValueNode', publicKey: 'SysvarC1ock11111111111111111111111111111111' };
  const idlOf = (optionalAccountStrategy: string) => ({
    kind: 'rootNode',
    standard: 'codama',
    version: '1.0.0',
    program: {
      kind: 'programNode',
      name: 'market',
      publicKey: MARKET,
      version: '1.0.0',
      instructions: [
        {
          kind: 'instructionNode',
          name: 'touch',
          optionalAccountStrategy,
          accounts: [
            account('authority', { isSigner: 'either' }),
            account('referrer', { isOptional: true }),
            account('clock', { isOptional: true, defaultValue: clock }),
          ],
          arguments: [],
        },
      ],
      errors: [{ kind: 'errorNode', name: 'closed', code: 7, message: 'The market is closed' }],
    },
    additionalPrograms: [],
  });
  const accountsOf = async (strategy: string, accounts: object) => {
    const node = await createNode({
      ledger: {
        programs: { market: { idl: idlOf(strategy) } },
        accounts: { $alice: { sol: 5 }, $council: { multisig: { required: 1, signers: ['$alice'] } } },
        slots: [{ slot: 10, transactions: [{ name: 't', payer: '$alice', 'market.touch': { accounts } }] }],
      },
      dialect: 'agave',
    });
    const { message } = (await shown(node)).transaction;
    const signers = message.accountKeys.filter(({ signer }) => signer).map(({ pubkey }) => pubkey);
    return { accounts: message.instructions[0]!.accounts, signers, council: node.address('council') };
  };

  it('an optional one that is left out is the program, or is omitted, as the IDL says; one with a default has it', async () => {
    const given = { authority: '$alice' };
    expect((await accountsOf('programId', given)).accounts).toEqual([ALICE, MARKET, clock.publicKey]);
    expect((await accountsOf('omitted', given)).accounts).toEqual([ALICE, clock.publicKey]);
    expect((await accountsOf('omitted', { ...given, clock: null })).accounts).toEqual([ALICE]);
  });

  it('a program without a framework logs nothing of its errors', async () => {
    const failing = (err: FailureJson) =>
      createNode({
        ledger: {
          programs: { market: { idl: idlOf('omitted') } },
          accounts: { $alice: { sol: 5 } },
          slots: [
            { slot: 10, transactions: [{ name: 't', 'market.touch': { accounts: { authority: '$alice' } }, err }] },
          ],
        },
        dialect: 'agave',
      });
    const { meta } = await shown(await failing('market.closed'));
    expect(meta).toMatchObject({
      err: { InstructionError: [0, { Custom: 7 }] },
      logMessages: [`Program ${MARKET} invoke [1]`, `Program ${MARKET} failed: custom program error: 0x7`],
    });
    await expect(failing({ error: 'market.closed', account: 'clock' })).rejects.toThrow(
      '/err/error: the log of market does not say where an error comes from',
    );
  });

  it('one that may sign does, if it is a wallet', async () => {
    expect((await accountsOf('omitted', { authority: '$bob' })).signers).toEqual([ALICE, keypair('bob').address]);
    const { accounts, council, signers } = await accountsOf('omitted', { authority: '$council', clock: null });
    expect([accounts, signers]).toEqual([[council], [ALICE]]);
  });
});

describe('events and errors by their names', () => {
  it('an event is in the logs of the first instruction of its program, as Anchor reads it', async () => {
    const emits = [
      { 'market.Filled': { price: 10 } },
      { 'market.Filled': { price: 11, taker: '$alice' }, instruction: 1 },
    ];
    const node = await nodeOf({ instructions: [PLACE, PLACE], emits });
    const { logMessages } = (await shown(node)).meta;
    const events = [...new EventParser(KEY, new BorshCoder(PROGRAM as unknown as Idl)).parseLogs([...logMessages])];
    expect(events.map(({ data, name }) => [name, `${data.price}`, data.taker && `${data.taker}`])).toEqual([
      ['Filled', '10', null],
      ['Filled', '11', ALICE],
    ]);
    expect(logMessages.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      `Program ${MARKET}`,
      'Program log:',
      'Program data:',
      `Program ${MARKET}`,
      `Program ${MARKET}`,
      'Program log:',
      'Program data:',
      `Program ${MARKET}`,
    ]);
  });

  const FAILED = [`Program ${MARKET} invoke [1]`, 'Program log: Instruction: PlaceOrder'];
  const TEXT = 'Error Code: SlippageExceeded. Error Number: 6001. Error Message: The price moved.';
  it.each<[what: string, err: unknown, code: number, line: string]>([
    ['by its name', 'market.SlippageExceeded', 6001, `AnchorError occurred. ${TEXT}`],
    [
      'at an account',
      { error: 'market.SlippageExceeded', account: 'order' },
      6001,
      `AnchorError caused by account: order. ${TEXT}`,
    ],
    [
      'in a line',
      { error: 'market.SlippageExceeded', source: 'programs/market/src/lib.rs:42' },
      6001,
      `AnchorError thrown in programs/market/src/lib.rs:42. ${TEXT}`,
    ],
    [
      'of the framework',
      { error: 'market.AccountNotInitialized', account: 'order', instruction: 0 },
      3012,
      'AnchorError caused by account: order. Error Code: AccountNotInitialized. Error Number: 3012. Error Message: The program expected this account to be already initialized.',
    ],
  ])('an error %s has its code and the lines of Anchor', async (_what, err, code, line) => {
    const { meta } = await shown(await nodeOf({ ...PLACE, err }));
    expect(meta.err).toEqual({ InstructionError: [0, { Custom: code }] });
    const failed = `Program ${MARKET} failed: custom program error: 0x${code.toString(16)}`;
    expect(meta.logMessages).toEqual([...FAILED, `Program log: ${line}`, failed]);
  });

  it('the error is that of the first instruction that calls the program, after its events', async () => {
    const instructions = [{ memo: 'hi' }, PLACE, PLACE];
    const node = await nodeOf({ instructions, emits: [{ 'market.Filled': {} }], err: 'market.Closed' });
    const { err, logMessages } = (await shown(node)).meta;
    expect(err).toEqual({ InstructionError: [1, { Custom: 6000 }] });
    const beginnings = [
      'Program log: Instruction: ',
      'Program data: ',
      'Program log: AnchorError ',
      `Program ${MARKET} failed: `,
    ];
    expect(logMessages.slice(-4).map((line, i) => line.slice(0, beginnings[i]!.length))).toEqual(beginnings);
  });
});

describe('an event with `cpi: true`', () => {
  const emits = [{ 'market.Filled': { price: 10 }, cpi: true }];
  const keyed = { ...PLACE, emits };
  const innerOf = async (node: LedgerNode, signature: string) => {
    const options = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 1, commitment: 'confirmed' } as const;
    const found = (await node.request('getTransaction', [signature as never, options])) as never as {
      meta: {
        logMessages: string[];
        innerInstructions: { index: number; instructions: { programId: string; accounts: string[]; data: string }[] }[];
      };
    };
    return found.meta;
  };

  it('is an inner instruction, in which the program calls itself, as `emit_cpi!` records it', async () => {
    const node = await nodeOf(keyed);
    const { innerInstructions, logMessages } = await innerOf(node, node.signature('t'));
    const [call, ...others] = innerInstructions[0]!.instructions;
    expect([innerInstructions.length, innerInstructions[0]!.index, others]).toEqual([1, 0, []]);
    expect([call!.programId, call!.accounts]).toEqual([MARKET, [EVENT_AUTHORITY]]);
    // Source anchor 0.31 lang/src/event.rs
    const data = Buffer.from(decodeBase58(call!.data));
    expect(data.subarray(0, 8).toString('hex')).toBe('e445a52e51cb9a1d');
    const coder = new BorshCoder(PROGRAM as unknown as Idl);
    const event = coder.events.decode(data.subarray(8).toString('base64'))!;
    expect([event.name, `${event.data.price}`]).toEqual(['Filled', '10']);
    expect(logMessages).toEqual([
      `Program ${MARKET} invoke [1]`,
      'Program log: Instruction: PlaceOrder',
      `Program ${MARKET} invoke [2]`,
      `Program ${MARKET} success`,
      `Program ${MARKET} success`,
    ]);
  });

  it('is described as the event that it is', async () => {
    const node = await nodeOf({ ...keyed, emits: [{ 'market.Filled': { price: 9 } }, ...emits] });
    const shownNow = (await node.show(node.signature('t'))) as never as {
      events: { event: string; fields: object }[];
      instructions: object[];
    };
    const named = shownNow.events.map(({ event, fields }) => [event, fields]);
    expect(named).toMatchObject([
      ['Filled', { price: '9' }],
      ['Filled', { price: '10' }],
    ]);
    expect(shownNow.instructions.length).toBe(1);
  });

  it('needs the address that signs it among the accounts of the transaction', async () => {
    const raw = { program: MARKET, accounts: ['$alice sw'] };
    await expect(nodeOf({ raw, emits })).rejects.toThrow(
      `/slots/0/transactions/0/emits/0/market.Filled: \`${EVENT_AUTHORITY}\` is not an account of this transaction (give it to instruction 0, which calls this one)`,
    );
  });

  it('is written by the builder', async () => {
    const script = ledger()
      .program('market', { idl: PROGRAM, address: MARKET })
      .wallet('alice', sol(5))
      .block(10, (b) =>
        b
          .call('market.placeOrder', PLACE['market.placeOrder'])
          .emits('market.Filled', { price: 10 }, { cpi: true })
          .named('t'),
      );
    const node = await createNode({ ledger: script, dialect: 'agave' });
    const { innerInstructions } = await innerOf(node, node.signature('t'));
    const given = await nodeOf(keyed);
    expect(innerInstructions).toEqual((await innerOf(given, given.signature('t'))).innerInstructions);
  });
});

it('events and errors of an instruction of another program are of a call within it', async () => {
  const raw = { program: '$router', accounts: ['$alice sw', MARKET] };
  const emits = [{ 'market.Filled': {}, instruction: 0 }];
  const node = await nodeOf({ raw, emits, err: { error: 'market.Closed', instruction: 0 } });
  const { err, logMessages } = (await shown(node)).meta;
  const router = keypair('router').address;
  expect(err).toEqual({ InstructionError: [0, { Custom: 6000 }] });
  expect(logMessages.map((line) => line.replace(/: [A-Za-z\d+/]{20,}=*$/, ': …'))).toEqual([
    `Program ${router} invoke [1]`,
    `Program ${MARKET} invoke [2]`,
    'Program data: …',
    `Program ${MARKET} success`,
    `Program ${MARKET} invoke [2]`,
    'Program log: AnchorError occurred. Error Code: Closed. Error Number: 6000. Error Message: The market is closed.',
    `Program ${MARKET} failed: custom program error: 0x1770`,
    `Program ${router} failed: custom program error: 0x1770`,
  ]);
});

describe('a derived address by its name', () => {
  const addressOf = async (word: string) => {
    const node = await createNode({
      ledger: ledger().program('market', { idl: PROGRAM }).wallet('alice', sol(1)).block(1),
    });
    return node.address(word);
  };
  it.each([
    ['its seeds by name', '$pda(market.order,owner=$alice,id=7)', ALICES_7],
    ['in any order', '$pda(market.order, id = 7, owner = alice)', undefined],
    ['without seeds', '$pda(market.eventAuthority)', EVENT_AUTHORITY],
    ['a text', '$pda(market.fees,id=300,reason="too late")', derived('fees', u64(300), 'too late')],
    ['bytes', '$pda(market.fees,id=300,reason=0x6869)', derived('fees', u64(300), 'hi')],
  ])('%s', async (_what, word, expected) => {
    if (expected === undefined)
      return expect(addressOf(word)).rejects.toThrow('the seed owner must be an address or a $name');
    expect(await addressOf(word)).toBe(expected);
  });

  it('a variant of an enum is no name of an account', async () => {
    const book = {
      name: 'book',
      pda: {
        seeds: [
          { kind: 'const', value: [...Buffer.from('book')] },
          { kind: 'arg', path: 'side' },
        ],
      },
    };
    const [placeOrder, ...others] = PROGRAM.instructions;
    const idl = {
      ...PROGRAM,
      instructions: [{ ...placeOrder!, accounts: [...placeOrder!.accounts, book] }, ...others],
    };
    const word = '$pda(market.book,side=Sell)';
    const node = await createNode({
      ledger: ledger()
        .program('market', { idl })
        .wallet('Sells', sol(1))
        .wallet(word, sol(2))
        .block(1, (b) => b.transfer('Sells', 'Sells', sol(0))),
    });
    const expected = derived('book', Uint8Array.of(1));
    expect(node.warnings).toEqual([]);
    expect(node.names.get(word)).toBe(expected);
    expect(node.address('$pda( market.book, side = Sell )')).toBe(expected);
    expect(await node.request('stillnode_address', ['$pda(market.book, side=Sell)'])).toBe(expected);
  });
});

it('a mistake in what an account follows from is told once', async () => {
  const problems = async (args: object, accounts: object) => {
    const error = await nodeOf({ 'market.placeOrder': { args, accounts } }).catch((thrown: FixtureError) => thrown);
    return (error as FixtureError).problems.map(
      ({ message, pointer }) => `${pointer?.split('/').slice(-2).join('/')}: ${message}`,
    );
  };
  expect(await problems({ id: -1, side: 'Buy' }, { owner: '$alice' })).toEqual([
    'args/id: expected u64 (0 to 18446744073709551615), found -1',
  ]);
  expect(await problems({ side: 'Buy' }, {})).toEqual([
    'accounts/owner: expected an address for the account owner, found no such member',
  ]);
});

describe('a mistake is told at its place', () => {
  const at = (transaction: object) => nodeOf(transaction);
  const PLACED = '/slots/0/transactions/0';
  it.each<[what: string, transaction: object, message: string]>([
    [
      'program',
      { 'markt.placeOrder': {} },
      `${PLACED}/markt.placeOrder: the ledger has no program with an IDL markt (did you mean "market"?)`,
    ],
    [
      'instruction',
      { 'market.placeOder': {} },
      `${PLACED}/market.placeOder: the IDL of market has no instruction placeOder (did you mean "place_order"?)`,
    ],
    [
      'argument',
      { 'market.placeOrder': { args: { side: 'Buy', prize: 1 }, accounts: { owner: '$alice' } } },
      `${PLACED}/market.placeOrder/args/prize: unknown field (did you mean "price"?)`,
    ],
    [
      'argument without a default',
      { 'market.placeOrder': { accounts: { owner: '$alice' } } },
      `${PLACED}/market.placeOrder/args/side: expected Side, found no such member (it has no default)`,
    ],
    [
      'account',
      { 'market.placeOrder': { args: { side: 'Buy' }, accounts: { ower: '$alice' } } },
      `${PLACED}/market.placeOrder/accounts/ower: unknown account (did you mean "owner"?)`,
    ],
    [
      'account that does not follow',
      { 'market.placeOrder': { args: { side: 'Buy' } } },
      `${PLACED}/market.placeOrder/accounts/owner: expected an address for the account owner, found no such member (it has no default)`,
    ],
    [
      'account of a group',
      { 'market.cancel': { accounts: { group: { odrer: '$order1' } } } },
      `${PLACED}/market.cancel/accounts/group/odrer: unknown account (did you mean "order"?)`,
    ],
    [
      'field of an account',
      { 'market.cancel': { accounts: { group: { order: '$alice', owner: '$alice' } } } },
      `${PLACED}/market.cancel/accounts/fees: fees does not follow from the IDL: \`$alice\` has no field id in the ledger (give its address)`,
    ],
    [
      'event',
      { ...PLACE, emits: [{ 'market.Filed': {} }] },
      `${PLACED}/emits/0/market.Filed: the IDL of market has no event Filed (did you mean "Filled"?)`,
    ],
    [
      'field of an event',
      { ...PLACE, emits: [{ 'market.Filled': { price: -1 } }] },
      `${PLACED}/emits/0/market.Filled/price: expected u64 (0 to 18446744073709551615), found -1`,
    ],
    [
      'event without its program',
      { memo: '', payer: '$alice', emits: [{ 'market.Filled': {} }] },
      `${PLACED}/emits/0/market.Filled: no instruction of this transaction calls market`,
    ],
    [
      'event of an instruction that is not there',
      { ...PLACE, emits: [{ 'market.Filled': {}, instruction: 1 }] },
      `${PLACED}/emits/0/market.Filled: there is no instruction 1: there is 1`,
    ],
    [
      'events beside logs',
      { ...PLACE, logs: [], emits: [{ 'market.Filled': {} }] },
      `${PLACED}/emits: \`emits\` cannot be given beside \`logs\``,
    ],
    [
      'two events in one',
      { ...PLACE, emits: [{ 'market.Filled': {}, 'market.Other': {} }] },
      `${PLACED}/emits/0/market.Other: expected one event, such as {"market.Filled": {fields}}`,
    ],
    [
      'error',
      { ...PLACE, err: 'market.SlippageExceded' },
      `${PLACED}/err: the IDL of market has no error SlippageExceded (did you mean "SlippageExceeded"?)`,
    ],
    [
      'error in two places',
      { ...PLACE, err: { error: 'market.Closed', account: 'a', source: 'b:1' } },
      `${PLACED}/err/source: \`source\` cannot be given beside \`account\` (leave out one of them)`,
    ],
    [
      'origin of an error beside logs',
      { ...PLACE, logs: [], err: { error: 'market.Closed', account: 'a' } },
      `${PLACED}/err/account: \`account\` cannot be given beside \`logs\` (put the line of the error into \`logs\`, or leave out \`logs\`)`,
    ],
    [
      'error without its program',
      { memo: '', payer: '$alice', err: 'market.Closed' },
      `${PLACED}/err: no instruction of this transaction calls market`,
    ],
    [
      'derived address',
      { memo: '', payer: '$alice', signers: ['$pda(market.ordr,id=1)'] },
      'the IDL of market has no derived address ordr (did you mean "order"?)',
    ],
    [
      'seeds',
      { memo: '', payer: '$pda(market.order,id=1)' },
      '$pda(market.order,…) takes owner=…,id=… (as in $pda(market.order,owner=…,id=…))',
    ],
    [
      'seed of another type',
      { memo: '', payer: '$pda(market.order,owner=$alice,id=-1)' },
      'the seed id must be u64 (0 to 18446744073709551615)',
    ],
    [
      'seed by name without an IDL',
      { memo: '', payer: '$pda($alice,id=1)' },
      'id has its place in $pda(program.name, seed=…) (the program needs an IDL)',
    ],
  ])('%s', async (_what, transaction, message) => {
    await expect(at(transaction)).rejects.toThrow(message);
  });
});
