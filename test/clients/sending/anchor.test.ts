import { AnchorError, BorshCoder, EventParser, type Idl } from '@coral-xyz/anchor';
import { PublicKey, SendTransactionError } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import { keypair, type NewSendRule } from '../../../src/index.ts';
import { reasonOf } from '../../support/clients.ts';
import { MARKET_ADDRESS, MARKET_IDL } from '../../support/marketIdl.ts';
import { logsOf, MARKET, marketNode, placeOrder, sendAs } from '../../support/marketNode.ts';
import { transferOf } from '../../support/web3Sender.ts';

/** What the client of Anchor makes of errors and events that send rules name. */

const SLIPPAGE = { code: 'SlippageExceeded', number: 6000 };

describe('an error by name', () => {
  it.each<[then: NewSendRule['then'], code: object, message: string, origin: unknown]>([
    [{ fail: { error: 'market.SlippageExceeded' } }, SLIPPAGE, 'The price moved too far', undefined],
    [{ fail: { error: 'market.SlippageExceeded', account: 'order' } }, SLIPPAGE, 'The price moved too far', 'order'],
    [
      { fail: { error: 'market.OrderClosed', source: 'programs/market/src/lib.rs:42' } },
      { code: 'OrderClosed', number: 6001 },
      'The order is closed',
      { file: 'programs/market/src/lib.rs', line: 42 },
    ],
    [
      { fail: { error: 'market.AccountNotInitialized', account: 'order' } },
      { code: 'AccountNotInitialized', number: 3012 },
      'The program expected this account to be already initialized',
      'order',
    ],
  ])('%j is what its client throws', async (then, code, message, origin) => {
    const node = await marketNode();
    await node.onSend({ match: { program: 'market' }, then });
    const error = await reasonOf(placeOrder(node).rpc());
    expect(error).toBeInstanceOf(AnchorError);
    const { error: read, program } = error as AnchorError;
    expect(program.toBase58()).toBe(MARKET_ADDRESS);
    expect(read).toEqual({ errorCode: code, errorMessage: message, comparedValues: undefined, origin });
  });

  it('is in the logs of the instruction that is sent, as the runtime has them', async () => {
    const node = await marketNode();
    await node.onSend({ then: { failLate: { error: 'market.SlippageExceeded', account: 'order' } } });
    const order = await placeOrder(node).instruction();
    const signature = await sendAs(node, [transferOf('alice', 'bob', 1_000_000_000), order]);
    const { meta } = (await node.request('getTransaction', [signature]))!;
    expect(meta!.err).toEqual({ InstructionError: [1, { Custom: 6000 }] });
    expect(meta!.logMessages).toEqual([
      'Program 11111111111111111111111111111111 invoke [1]',
      'Program 11111111111111111111111111111111 success',
      `Program ${MARKET_ADDRESS} invoke [1]`,
      'Program log: Instruction: PlaceOrder',
      'Program log: AnchorError caused by account: order. Error Code: SlippageExceeded. Error Number: 6000. Error Message: The price moved too far.',
      `Program ${MARKET_ADDRESS} failed: custom program error: 0x1770`,
    ]);
    expect(AnchorError.parse([...meta!.logMessages!])?.error.errorCode).toEqual(SLIPPAGE);
  });

  it('of an instruction of another program is one of a call within it', async () => {
    const node = await marketNode();
    await node.onSend({ then: { fail: { error: 'market.OrderClosed', instruction: 0 } } });
    const error = await reasonOf(sendAs(node, [transferOf('alice', 'bob', 1)]));
    expect(error).toBeInstanceOf(SendTransactionError);
    const { logs } = error as SendTransactionError;
    expect(logs).toEqual([
      'Program 11111111111111111111111111111111 invoke [1]',
      `Program ${MARKET_ADDRESS} invoke [2]`,
      'Program log: AnchorError occurred. Error Code: OrderClosed. Error Number: 6001. Error Message: The order is closed.',
      `Program ${MARKET_ADDRESS} failed: custom program error: 0x1771`,
      'Program 11111111111111111111111111111111 failed: custom program error: 0x1771',
    ]);
    expect(AnchorError.parse(logs!)?.program.toBase58()).toBe(MARKET_ADDRESS);
  });

  it('without an instruction concerns only transactions that call the program', async () => {
    const node = await marketNode();
    await node.onSend({ then: { fail: { error: 'market.SlippageExceeded' } } });
    await sendAs(node, [transferOf('alice', 'bob', 1_000_000_000)]);
    await expect(placeOrder(node).rpc()).rejects.toBeInstanceOf(AnchorError);
    expect(await node.listSendRules()).toEqual([
      { hits: 1, id: 'send-rule-1', rule: { then: { fail: { error: 'market.SlippageExceeded' } } } },
    ]);
  });

  it('has the logs and the units that are given', async () => {
    const node = await marketNode();
    const then = { failLate: { error: 'market.SlippageExceeded', logs: ['Program log: no'], units: 77 } } as const;
    await node.onSend({ then });
    const signature = await sendAs(node, [await placeOrder(node).instruction()]);
    const { meta } = (await node.request('getTransaction', [signature]))!;
    expect(meta).toMatchObject({ logMessages: ['Program log: no'], computeUnitsConsumed: 77 });
  });
});

describe('events', () => {
  const FILLED = { maker: '$bob', price: '18446744073709551615', side: { Limit: { price: 5 } } };
  const eventsIn = (logs: readonly string[]) => [
    ...new EventParser(MARKET, new BorshCoder(MARKET_IDL as unknown as Idl)).parseLogs([...logs]),
  ];

  it('are what its client reads', async () => {
    const node = await marketNode();
    await node.onSend({
      match: { program: 'market' },
      then: { succeed: { emits: [{ 'market.Filled': FILLED }, { 'market.Filled': { ...FILLED, side: 'Buy' } }] } },
    });
    const order = await placeOrder(node).instruction();
    const logs = await logsOf(node, await sendAs(node, [transferOf('alice', 'bob', 1_000_000_000), order, order]));
    expect(logs.map((line) => line.replace(/: [A-Za-z\d+/=]{40,}$/, ': …'))).toEqual([
      'Program 11111111111111111111111111111111 invoke [1]',
      'Program 11111111111111111111111111111111 success',
      `Program ${MARKET_ADDRESS} invoke [1]`,
      'Program log: Instruction: PlaceOrder',
      'Program data: …',
      'Program data: …',
      `Program ${MARKET_ADDRESS} success`,
      `Program ${MARKET_ADDRESS} invoke [1]`,
      'Program log: Instruction: PlaceOrder',
      `Program ${MARKET_ADDRESS} success`,
    ]);
    const events = JSON.parse(JSON.stringify(eventsIn(logs)));
    const maker = keypair('bob').address;
    expect(events).toEqual([
      { name: 'Filled', data: { maker, price: 'ffffffffffffffff', side: { Limit: { price: 5, post_only: false } } } },
      { name: 'Filled', data: { maker, price: 'ffffffffffffffff', side: { Buy: {} } } },
    ]);
  });

  it('may be those of a certain instruction', async () => {
    const node = await marketNode();
    const emits = [
      { 'market.Filled': FILLED, instruction: 1 },
      { 'market.Filled': FILLED, instruction: 0 },
    ] as const;
    await node.onSend({ then: { succeed: { emits } } });
    const order = await placeOrder(node).instruction();
    const logs = await logsOf(node, await sendAs(node, [transferOf('alice', 'bob', 1_000_000_000), order]));
    expect(logs.map((line) => line.replace(/: [A-Za-z\d+/=]{40,}$/, ': …'))).toEqual([
      'Program 11111111111111111111111111111111 invoke [1]',
      `Program ${MARKET_ADDRESS} invoke [2]`,
      'Program data: …',
      `Program ${MARKET_ADDRESS} success`,
      'Program 11111111111111111111111111111111 success',
      `Program ${MARKET_ADDRESS} invoke [1]`,
      'Program log: Instruction: PlaceOrder',
      'Program data: …',
      `Program ${MARKET_ADDRESS} success`,
    ]);
    // its parser leaves out calls within calls
    expect(eventsIn(logs)).toHaveLength(1);
  });

  it('may be inner instructions, as `emit_cpi!` records them', async () => {
    const node = await marketNode();
    const emits = [{ 'market.Filled': FILLED }, { 'market.Filled': { ...FILLED, side: 'Buy' }, cpi: true }] as const;
    await node.onSend({ match: { program: 'market' }, then: { succeed: { emits } } });
    const [authority] = PublicKey.findProgramAddressSync([Buffer.from('__event_authority')], MARKET);
    const order = await placeOrder(node).instruction();
    // `#[event_cpi]` adds both
    for (const pubkey of [authority, MARKET]) order.keys.push({ pubkey, isSigner: false, isWritable: false });
    const signature = await sendAs(node, [order]);
    const options = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 } as const;
    const { meta } = (await node.request('getTransaction', [signature as never, options]))!;
    expect(eventsIn(meta!.logMessages!)).toHaveLength(1);
    const [call, ...others] = meta!.innerInstructions![0]!.instructions as unknown as { data: string }[];
    expect(others).toEqual([]);
    const data = Buffer.from(decodeBase58(call!.data));
    const event = new BorshCoder(MARKET_IDL as unknown as Idl).events.decode(data.subarray(8).toString('base64'));
    expect([data.subarray(0, 8).toString('hex'), event!.data.side]).toEqual(['e445a52e51cb9a1d', { Buy: {} }]);
    expect((await node.sent())[0]!.events).toMatchObject([
      { event: 'Filled', fields: { side: { Limit: {} } } },
      { event: 'Filled', fields: { side: 'Buy' } },
    ]);
  });

  it('are only of transactions that call the program', async () => {
    const node = await marketNode();
    await node.onSend({ then: { succeed: { emits: [{ 'market.Filled': FILLED }] } } });
    await sendAs(node, [transferOf('alice', 'bob', 1_000_000_000)]);
    expect((await node.listSendRules())[0]).toMatchObject({ hits: 0 });
  });
});

describe('the line that an instruction begins with', () => {
  const TRANSFERRED = [
    'Program 11111111111111111111111111111111 invoke [1]',
    'Program 11111111111111111111111111111111 success',
  ];
  const CALLED = [`Program ${MARKET_ADDRESS} invoke [1]`, 'Program log: Instruction: PlaceOrder'];
  const WHOLE = [...CALLED, `Program ${MARKET_ADDRESS} success`];
  const LOGGED = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const;

  it.each<[what: string, then: NewSendRule['then'] | undefined]>([
    ['without a rule', undefined],
    ['of a rule that succeeds', 'succeed'],
    ['of a delayed one', { delay: 2 }],
  ])('is in the logs %s', async (_what, then) => {
    const node = await marketNode();
    if (then !== undefined) await node.onSend({ then });
    const transfer = transferOf('alice', 'bob', 1_000_000_000);
    const signature = await sendAs(node, [transfer, await placeOrder(node).instruction()]);
    await node.advance(2);
    const { meta } = (await node.request('getTransaction', [signature, LOGGED]))!;
    expect(meta!.logMessages).toEqual([...TRANSFERRED, ...WHOLE]);
  });

  it('is in the logs of a failure by any error, and of its preflight', async () => {
    const node = await marketNode();
    await node.onSend({ then: { fail: { custom: 7, instruction: 1 } } });
    const order = await placeOrder(node).instruction();
    const { logs } = (await reasonOf(sendAs(node, [order, order]))) as SendTransactionError;
    expect(logs).toEqual([...WHOLE, ...CALLED, `Program ${MARKET_ADDRESS} failed: custom program error: 0x7`]);
  });

  it('is in the logs of a simulation', async () => {
    const node = await marketNode();
    const { raw } = await placeOrder(node).simulate();
    expect(raw).toEqual(WHOLE);
  });

  it('is missing where the data is not that of an instruction', async () => {
    const node = await marketNode();
    const order = await placeOrder(node).instruction();
    order.data = order.data.subarray(1);
    expect(await logsOf(node, await sendAs(node, [order]))).toEqual([WHOLE[0], WHOLE[2]]);
  });
});
