import { describe, expect, it } from 'vitest';
import { addBlocks, type NewBlock } from '../../../src/ledger/moves/addBlocks.ts';
import { advance } from '../../../src/ledger/moves/advance.ts';
import { expireStatuses } from '../../../src/ledger/moves/cleanUp.ts';
import { reorg } from '../../../src/ledger/moves/reorg.ts';
import { type AccountOverride, setAccount } from '../../../src/ledger/moves/setAccount.ts';
import { setTips } from '../../../src/ledger/moves/setTips.ts';
import type { LedgerState } from '../../../src/ledger/state.ts';
import type { LiveLedger } from '../../../src/live/liveLedger.ts';
import { SUBSCRIPTIONS } from '../../../src/rpc/subscriptions/index.ts';
import type { Account } from '../../../src/solana/account.ts';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM, VOTE_PROGRAM } from '../../../src/solana/address.ts';
import { inSlot, NOW, notice, testHub } from '../../support/subscriptions.ts';
import { type BlockSpec, protocolFor, testAccount, testBlock, testLedger } from '../../support/testNode.ts';
import { namedAddress, namedSignature, PAYER } from '../../support/transactions.ts';

/** What each subscription says of a move, as whole texts. */

const ALICE = namedAddress('alice');
const BOB = namedAddress('bob');
const PROGRAM = namedAddress('program');
const ERR = { InstructionError: [0, { Custom: 1 }] };
const VOTE = {
  name: 'vote',
  accountKeys: [PAYER, VOTE_PROGRAM],
  instructions: [{ programIdIndex: 1, accounts: Uint8Array.of(0), data: Buffer.from('v') }],
  meta: { logMessages: ['vote'] },
};
const STATE = testLedger({
  blocks: [
    { slot: 8 },
    { slot: 9 },
    { slot: 10 },
    { slot: 11, transactions: [{ name: 'ahead' }] },
    { slot: 13, parentSlot: 11 },
  ],
  processed: 10,
  confirmed: 9,
  finalized: 8,
});

const account = (address: typeof ALICE, lamports: bigint, owner = SYSTEM_PROGRAM, data = '') =>
  testAccount({ address, lamports, owner, data: Buffer.from(data) });
const accountJson = (lamports: number, data: string, owner: string = SYSTEM_PROGRAM, space = 0) =>
  `{"lamports":${lamports},"data":${data},"owner":"${owner}","executable":false,"rentEpoch":18446744073709551615,"space":${space}}`;

/** A block on top. */
function add(block: BlockSpec, ...writes: NewBlock['writes']) {
  return (state: LedgerState, distance: Parameters<typeof addBlocks>[2]) =>
    addBlocks(state, [{ block: testBlock(block), writes }], distance);
}

async function watching(...subscriptions: readonly (readonly [kind: string, params?: string])[]) {
  const { connect, live } = testHub(STATE);
  const connection = connect();
  for (const [kind, params] of subscriptions) await connection.subscribe(kind, params);
  return { ...connection, connect, live };
}

const setFromOutside = (live: LiveLedger, set: Account, from: AccountOverride['from']) =>
  live.overrideAccount((state) => ({
    state: setAccount(state, set.address, set, from),
    set: { address: set.address, from },
  }));

const at = (commitment: string) => `{"commitment":"${commitment}"}`;

describe('of a new block', () => {
  it('`receivedSignature` is told in the order of the block, and outcomes in that of the ids', async () => {
    const names = ['third', 'absent', 'first', 'second'];
    const config = '{"commitment":"processed","enableReceivedNotification":true}';
    const { live, told } = await watching(
      ...names.map((name) => ['signature', `["${namedSignature(name)}",${config}]`] as const),
    );
    const transactions = ['first', 'second', 'third'].map((name) => ({ name }));
    await live.move(add({ slot: 11, parentSlot: 10, transactions }));
    expect(told).toEqual([
      ...[2, 3, 0].map((id) => notice('signature', id, inSlot(11, '"receivedSignature"'))),
      ...[0, 2, 3].map((id) => notice('signature', id, inSlot(11, '{"err":null}'))),
    ]);
  });

  it('everything is told in its order: processed, confirmed, finalized; signatures last', async () => {
    const kinds = [
      ['signature', `["${namedSignature('pay')}",{"commitment":"processed","enableReceivedNotification":true}]`],
      ['logs', `["all",${at('processed')}]`],
      ['program', `["${SYSTEM_PROGRAM}",{"commitment":"processed","encoding":"base64"}]`],
      ['account', `["${ALICE}",{"commitment":"processed","encoding":"base64"}]`],
      ['root'],
      ['slotsUpdates'],
      ['slot'],
    ] as const;
    const { live, told } = await watching(...kinds);
    const pay = { name: 'pay', meta: { err: ERR, logMessages: ['a', 'b'] } };
    await live.move(add({ slot: 11, parentSlot: 10, transactions: [pay] }, account(ALICE, 5n)));
    const update = (type: string, slot: number, more = '') =>
      notice('slotsUpdates', 5, `{"type":"${type}","slot":${slot},${more}}`);
    const time = `"timestamp":${NOW}`;
    expect(told).toEqual([
      notice('slot', 6, '{"slot":11,"parent":10,"root":8}'),
      update('createdBank', 11, `"parent":10,${time}`),
      notice('signature', 0, inSlot(11, '"receivedSignature"')),
      update('completed', 11, time),
      update(
        'frozen',
        11,
        `${time},"stats":{"numTransactionEntries":1,"numSuccessfulTransactions":1,"numFailedTransactions":1,"maxTransactionsPerEntry":1}`,
      ),
      notice('account', 3, inSlot(11, accountJson(5, '["","base64"]'))),
      notice('program', 2, inSlot(11, `{"pubkey":"${ALICE}","account":${accountJson(5, '["","base64"]')}}`)),
      notice(
        'logs',
        1,
        inSlot(
          11,
          `{"signature":"${namedSignature('pay')}","err":{"InstructionError":[0,{"Custom":1}]},"logs":["a","b"]}`,
        ),
      ),
      notice('signature', 0, inSlot(11, '{"err":{"InstructionError":[0,{"Custom":1}]}}')),
      update('optimisticConfirmation', 10, time),
      update('root', 8, time),
      notice('root', 4, '8'),
      update('root', 9, time),
      notice('root', 4, '9'),
    ]);
  });

  it('the ledger answers with it before anything is told', async () => {
    const { client, live } = testHub(STATE);
    const tips: bigint[] = [];
    const subscriber = client({
      notified: () => tips.push(live.version.state.chains.processed.tip),
      ended: () => undefined,
    });
    subscriber.subscribe(SUBSCRIPTIONS[0]!, undefined, '[]');
    subscriber.replied();
    await new Promise((resolve) => setTimeout(resolve, 2));
    await live.move((state, distance) => advance(state, 1n, distance));
    expect(tips).toEqual([11n]);
  });

  it('an empty one has no entries', async () => {
    const { live, told } = await watching(['slotsUpdates']);
    await live.move(add({ slot: 11, parentSlot: 10 }));
    expect(told[2]).toContain(
      '"stats":{"numTransactionEntries":0,"numSuccessfulTransactions":0,"numFailedTransactions":0,"maxTransactionsPerEntry":0}',
    );
  });
});

describe('account', () => {
  it.each([
    ['{"commitment":"processed"}', '"3ZpVkU"'],
    ['{"commitment":"processed","encoding":"base58"}', '["3ZpVkU","base58"]'],
    ['{"commitment":"processed","encoding":"base64"}', '["ZGF0YQ==","base64"]'],
    // the slice has no effect
    ['{"commitment":"processed","encoding":"base64","dataSlice":{"offset":0,"length":1}}', '["ZGF0YQ==","base64"]'],
    ['{"commitment":"processed","encoding":"jsonParsed"}', '["ZGF0YQ==","base64"]'],
  ])('in %s', async (config, data) => {
    const { live, told } = await watching(['account', `["${ALICE}",${config}]`]);
    await live.move(add({ slot: 11, parentSlot: 10 }, account(ALICE, 5n, PROGRAM, 'data')));
    expect(told).toEqual([notice('account', 0, inSlot(11, accountJson(5, data, PROGRAM, 4)))]);
  });

  it.each([
    ['base64', { offset: 1, length: 2 }, '["YXQ=","base64"]'],
    ['base64', { offset: 3, length: 0 }, '["","base64"]'],
    ['base58', { offset: 9, length: 9 }, '["","base58"]'],
    ['binary', { offset: 0, length: 1 }, '"2j"'],
    // data that no parser takes
    ['jsonParsed', { offset: 0, length: 1 }, '["ZA==","base64"]'],
  ])('Agave 4.4 cuts the data: %s, %o', async (encoding, dataSlice, data) => {
    const { connect, live } = testHub({ ...STATE, protocol: protocolFor('4.4', 'genesis') });
    const { subscribe, told } = connect();
    const config = JSON.stringify({ commitment: 'processed', encoding, dataSlice });
    await subscribe('account', `["${ALICE}",${config}]`);
    await subscribe('program', `["${PROGRAM}",${config}]`);
    await live.move(add({ slot: 11, parentSlot: 10 }, account(ALICE, 5n, PROGRAM, 'data')));
    const shown = accountJson(5, data, PROGRAM, 4);
    expect(told).toEqual([
      notice('account', 0, inSlot(11, shown)),
      notice('program', 1, inSlot(11, `{"pubkey":"${ALICE}","account":${shown}}`)),
    ]);
  });

  it.each([
    ['', '"error: data too large for bs58 encoding"'],
    [',"encoding":"base58"', '["error: data too large for bs58 encoding","base58"]'],
  ])('data that is too long for base58 is no error%s', async (config, data) => {
    const { live, told } = await watching(['account', `["${ALICE}",{"commitment":"processed"${config}}]`]);
    await live.move(add({ slot: 11, parentSlot: 10 }, account(ALICE, 5n, PROGRAM, 'x'.repeat(129))));
    expect(told).toEqual([notice('account', 0, inSlot(11, accountJson(5, data, PROGRAM, 129)))]);
  });

  it.each([
    ['', '""'],
    [',"encoding":"base58"', '["","base58"]'],
    [',"encoding":"base64"', '["","base64"]'],
    [',"encoding":"base64+zstd"', '["KLUv/SAAAQAA","base64+zstd"]'],
    [',"encoding":"jsonParsed"', '["","base64"]'],
  ])('that was closed is empty%s', async (config, data) => {
    const { live, told } = await watching(['account', `["${ALICE}",{"commitment":"processed"${config}}]`]);
    await live.move(add({ slot: 11, parentSlot: 10 }, account(ALICE, 5n)));
    told.length = 0;
    await live.move(add({ slot: 12, parentSlot: 11 }, account(ALICE, 0n, PROGRAM, 'x')));
    const empty = `{"lamports":0,"data":${data},"owner":"11111111111111111111111111111111","executable":false,"rentEpoch":0,"space":0}`;
    expect(told).toEqual([notice('account', 0, inSlot(12, empty))]);
  });

  it('that was closed in the block that made it is not told', async () => {
    const { live, told } = await watching(['account', `["${ALICE}",{"commitment":"processed"}]`]);
    await live.move(add({ slot: 11, parentSlot: 10 }, account(ALICE, 0n)));
    await live.move(add({ slot: 12, parentSlot: 11 }, account(ALICE, 5n)));
    expect(told).toEqual([notice('account', 0, inSlot(12, accountJson(5, '""')))]);
  });

  it('parsed, in the order of the struct and with sorted members inside', async () => {
    const mint = Buffer.alloc(82);
    mint[44] = 3;
    mint[45] = 1;
    const { live, told } = await watching([
      'account',
      `["${ALICE}",{"commitment":"processed","encoding":"jsonParsed"}]`,
    ]);
    const written = testAccount({ address: ALICE, lamports: 5n, owner: TOKEN_PROGRAM, data: mint });
    await live.move(add({ slot: 11, parentSlot: 10 }, written));
    const parsed =
      '{"program":"spl-token","parsed":{"info":{"decimals":3,"freezeAuthority":null,"isInitialized":true,"mintAuthority":null,"supply":"0"},"type":"mint"},"space":82}';
    expect(told).toEqual([notice('account', 0, inSlot(11, accountJson(5, parsed, TOKEN_PROGRAM, 82)))]);
  });

  it('is told of a write that changes nothing, and of no other account', async () => {
    const same = account(ALICE, 5n);
    const { live, told } = await watching(['account', `["${ALICE}",${at('processed')}]`]);
    await live.move(add({ slot: 11, parentSlot: 10 }, same, account(BOB, 1n)));
    await live.move(add({ slot: 12, parentSlot: 11 }, account(BOB, 2n)));
    await live.move(add({ slot: 13, parentSlot: 12 }, same));
    expect(told).toEqual([11, 13].map((slot) => notice('account', 0, inSlot(slot, accountJson(5, '""')))));
  });

  it('is told once a slot at each commitment, when that reaches it', async () => {
    const { live, told } = await watching(['account', `["${ALICE}",${at('confirmed')}]`], ['account', `["${ALICE}"]`]);
    await live.move(add({ slot: 11, parentSlot: 10 }, account(ALICE, 5n)));
    expect(told).toEqual([]);
    await live.move((state, distance) => advance(state, 1n, distance));
    expect(told).toEqual([notice('account', 0, inSlot(11, accountJson(5, '""')))]);
    await live.move((state, distance) => advance(state, 1n, distance));
    expect(told.slice(1)).toEqual([notice('account', 1, inSlot(11, accountJson(5, '""')))]);
  });

  it('that is set from outside is told at every commitment, with its tip', async () => {
    const { live, told } = await watching(
      ['account', `["${ALICE}"]`],
      ['account', `["${ALICE}",${at('confirmed')}]`],
      ['account', `["${ALICE}",${at('processed')}]`],
    );
    await live.move((state) => setAccount(state, ALICE, account(ALICE, 7n), 'always'));
    expect(told).toEqual([
      notice('account', 2, inSlot(10, accountJson(7, '""'))),
      notice('account', 1, inSlot(9, accountJson(7, '""'))),
      notice('account', 0, inSlot(8, accountJson(7, '""'))),
    ]);
  });

  it.each([
    ['always', [10, 9, 8]],
    ['processed', [10]],
  ] as const)('that is set from outside to what it is (%s) is told where the write is read', async (from, slots) => {
    const { live, told } = await watching(
      ['account', `["${ALICE}",${at('processed')}]`],
      ['account', `["${ALICE}",${at('confirmed')}]`],
      ['account', `["${ALICE}"]`],
      ['account', `["${BOB}",${at('processed')}]`],
    );
    await live.move((state) => setAccount(state, ALICE, account(ALICE, 7n), 'always'));
    told.length = 0;
    for (let i = 0; i < 2; i++) await setFromOutside(live, account(ALICE, 7n), from);
    const once = slots.map((slot, id) => notice('account', id, inSlot(slot, accountJson(7, '""'))));
    expect(told).toEqual([...once, ...once]);
  });

  it('that is not there and is deleted from outside is told', async () => {
    const { live, told } = await watching(['account', `["${ALICE}",${at('processed')}]`]);
    await live.overrideAccount((state) => ({
      state: setAccount(state, ALICE, null, 'always'),
      set: { address: ALICE, from: 'always' },
    }));
    const closed =
      '{"lamports":0,"data":"","owner":"11111111111111111111111111111111","executable":false,"rentEpoch":0,"space":0}';
    expect(told).toEqual([notice('account', 0, inSlot(10, closed))]);
  });

  it('reads as before where its block is dropped', async () => {
    const { live, told } = await watching(['account', `["${ALICE}",${at('processed')}]`]);
    await live.move(add({ slot: 11, parentSlot: 10 }, account(ALICE, 5n)));
    told.length = 0;
    await live.move((state) => reorg(state, 11n).state);
    const closed =
      '{"lamports":0,"data":"","owner":"11111111111111111111111111111111","executable":false,"rentEpoch":0,"space":0}';
    expect(told).toEqual([notice('account', 0, inSlot(10, closed))]);
  });
});

describe('program', () => {
  it('tells each account that was written, ascending by address, if it belongs to the program and passes the filters', async () => {
    const { live, told } = await watching([
      'program',
      `["${PROGRAM}",{"commitment":"processed","encoding":"base64","filters":[{"dataSize":4},{"memcmp":{"offset":1,"bytes":"YQ==","encoding":"base64"}}]}]`,
    ]);
    const names = ['a', 'b', 'c'].map(namedAddress);
    const sorted = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    await live.move(
      add(
        { slot: 11, parentSlot: 10 },
        ...names.map((name) => account(name, 1n, PROGRAM, 'data')),
        account(ALICE, 1n, PROGRAM, 'dXta'),
        account(BOB, 1n, SYSTEM_PROGRAM, 'data'),
      ),
    );
    const expected = sorted.map((name) =>
      notice(
        'program',
        0,
        inSlot(11, `{"pubkey":"${name}","account":${accountJson(1, '["ZGF0YQ==","base64"]', PROGRAM, 4)}}`),
      ),
    );
    expect(told).toEqual(expected);
  });

  it('says nothing of an account that was closed, and the system program does', async () => {
    const { live, told } = await watching(
      ['program', `["${PROGRAM}",${at('processed')}]`],
      ['program', `["${SYSTEM_PROGRAM}",${at('processed')}]`],
    );
    await live.move(add({ slot: 11, parentSlot: 10 }, account(ALICE, 0n, PROGRAM, 'data')));
    const closed =
      '{"lamports":0,"data":"","owner":"11111111111111111111111111111111","executable":false,"rentEpoch":0,"space":0}';
    expect(told).toEqual([notice('program', 1, inSlot(11, `{"pubkey":"${ALICE}","account":${closed}}`))]);
  });

  it('leaves out token accounts that do not parse, where they are to be parsed', async () => {
    const { live, told } = await watching(
      ['program', `["${TOKEN_PROGRAM}",{"commitment":"processed","encoding":"jsonParsed"}]`],
      ['program', `["${PROGRAM}",{"commitment":"processed","encoding":"jsonParsed"}]`],
    );
    await live.move(
      add({ slot: 11, parentSlot: 10 }, account(ALICE, 1n, TOKEN_PROGRAM, 'x'), account(BOB, 1n, PROGRAM, 'x')),
    );
    expect(told.map((text) => JSON.parse(text).params.subscription as number)).toEqual([1]);
  });

  it('tells of an account that is set from outside, if it belongs to the program now, and nothing of a reorganisation', async () => {
    const { live, told } = await watching(['program', `["${PROGRAM}",${at('processed')}]`]);
    await live.move((state) => setAccount(state, ALICE, account(ALICE, 7n, PROGRAM), 'always'));
    expect(told).toEqual([
      notice('program', 0, inSlot(10, `{"pubkey":"${ALICE}","account":${accountJson(7, '""', PROGRAM)}}`)),
    ]);
    await live.move((state) => setAccount(state, ALICE, account(ALICE, 7n), 'always'));
    await live.move(add({ slot: 11, parentSlot: 10 }, account(ALICE, 8n, PROGRAM)));
    told.length = 0;
    await live.move((state) => reorg(state, 11n).state);
    expect(told).toEqual([]);
  });
});

it('programs are told of an account that is set from outside to what it is', async () => {
  const { live, told } = await watching(
    ['program', `["${PROGRAM}",${at('processed')}]`],
    ['program', `["${PROGRAM}",${at('confirmed')}]`],
    ['program', `["${SYSTEM_PROGRAM}",${at('processed')}]`],
  );
  await live.move((state) => setAccount(state, ALICE, account(ALICE, 7n, PROGRAM), 'always'));
  told.length = 0;
  await setFromOutside(live, account(ALICE, 7n, PROGRAM), 'processed');
  const text = inSlot(10, `{"pubkey":"${ALICE}","account":${accountJson(7, '""', PROGRAM)}}`);
  expect(told).toEqual([notice('program', 0, text)]);
});

describe('logs', () => {
  const BLOCK = {
    slot: 11,
    parentSlot: 10,
    transactions: [
      { name: 'first', meta: { logMessages: ['1'] } },
      VOTE,
      { name: 'unrecorded', meta: null },
      { name: 'without', meta: { logMessages: null } },
      { name: 'other', accountKeys: [BOB, ALICE, SYSTEM_PROGRAM], meta: { logMessages: ['"quoted"'] } },
    ],
  };

  it.each([
    ['"all"', ['first', 'other']],
    ['"allWithVotes"', ['first', 'vote', 'other']],
    [`{"mentions":["${ALICE}"]}`, ['other']],
    [`{"mentions":["${VOTE_PROGRAM}"]}`, ['vote']],
    [`{"mentions":["${namedAddress('nobody')}"]}`, []],
  ])('%s', async (filter, names) => {
    const { live, told } = await watching(['logs', `[${filter},${at('processed')}]`]);
    await live.move(add(BLOCK));
    const signatures = told.map((text) => JSON.parse(text).params.result.value.signature as string);
    expect(signatures).toEqual(names.map((name) => namedSignature(name)));
  });

  it('are the texts of the transaction', async () => {
    const { live, told } = await watching(['logs', `[{"mentions":["${ALICE}"]},${at('processed')}]`]);
    await live.move(add(BLOCK));
    const value = `{"signature":"${namedSignature('other')}","err":null,"logs":["\\"quoted\\""]}`;
    expect(told).toEqual([notice('logs', 0, inSlot(11, value))]);
  });

  it('are told again when a tip comes back, and the slot is not', async () => {
    const { live, told } = await watching(['logs', `["all",${at('processed')}]`], ['slot']);
    await live.move(add(BLOCK));
    const first = [...told];
    await live.moveTipsByHand((state) => setTips(state, { processed: 10n }));
    expect(told).toEqual(first);
    await live.moveTipsByHand((state) => setTips(state, { processed: 11n }));
    expect(told.slice(first.length)).toEqual(first.slice(1));
  });
});

describe('slots', () => {
  it('each block of several is told, and a slot without one is not', async () => {
    const { live, told } = await watching(['slot'], ['root']);
    await live.move((state, distance) => advance(state, 4n, distance));
    expect(told).toEqual([
      notice('slot', 0, '{"slot":11,"parent":10,"root":8}'),
      ...['8', '9', '9', '10'].map((slot) => notice('root', 1, slot)),
      notice('slot', 0, '{"slot":13,"parent":11,"root":10}'),
      ...['10', '11'].map((slot) => notice('root', 1, slot)),
      notice('slot', 0, '{"slot":14,"parent":13,"root":11}'),
    ]);
    told.length = 0;
    await live.move((state, distance) => advance(state, 3n, distance, { skip: true }));
    expect(told).toEqual(['11', '13', '13', '14'].map((slot) => notice('root', 1, slot)));
  });

  it('a tip that moves alone tells what is its own; the root before is told once more', async () => {
    const { live, told } = await watching(['slot'], ['root'], ['slotsUpdates']);
    await live.moveTipsByHand((state) => setTips(state, { confirmed: 10n }));
    expect(told).toEqual([notice('slotsUpdates', 2, `{"type":"optimisticConfirmation","slot":10,"timestamp":${NOW}}`)]);
    told.length = 0;
    await live.moveTipsByHand((state) => setTips(state, { finalized: 10n }));
    expect(told).toEqual(
      [8, 9, 10].flatMap((slot) => [
        notice('slotsUpdates', 2, `{"type":"root","slot":${slot},"timestamp":${NOW}}`),
        notice('root', 1, `${slot}`),
      ]),
    );
  });

  it('after a snapshot has come back, new blocks are told again', async () => {
    const { live, told } = await watching(['slot']);
    const id = await live.snapshot();
    for (let i = 0; i < 2; i++) {
      await live.move((state, distance) => advance(state, 1n, distance));
      await live.revert(id);
    }
    const text = notice('slot', 0, '{"slot":11,"parent":10,"root":8}');
    expect(told).toEqual([text, text]);
  });
});

it('a block that has been told once is told again after a reset', async () => {
  const { live, told } = await watching(['slot']);
  const show = (processed: bigint) => live.moveTipsByHand((state) => setTips(state, { processed }));
  for (const processed of [11n, 10n, 11n, 10n]) await show(processed);
  expect(told).toHaveLength(1);
  await live.reset();
  await show(11n);
  expect(told).toHaveLength(2);
});

it('a signature is told with its own slot, also where the tip goes further at once', async () => {
  const { live, told } = await watching(['signature', `["${namedSignature('ahead')}",${at('processed')}]`]);
  await live.move((state, distance) => advance(state, 3n, distance));
  expect(told).toEqual([notice('signature', 0, inSlot(11, '{"err":null}'))]);
});

describe('where a ledger goes back', () => {
  const EVERY = [
    ['slot'],
    ['slotsUpdates'],
    ['root'],
    ['logs', `["allWithVotes",${at('processed')}]`],
    ['program', `["${SYSTEM_PROGRAM}",${at('processed')}]`],
    ['signature', `["${namedSignature('never')}",${at('processed')}]`],
    ['account', `["${ALICE}",${at('processed')}]`],
    ['account', `["${BOB}",${at('processed')}]`],
  ] as const;
  const back = (slot: number) => notice('account', 6, inSlot(slot, accountJson(1, '""')));

  const moves: readonly (readonly [string, (live: LiveLedger) => Promise<unknown>])[] = [
    ['setTips', (live) => live.moveTipsByHand((state) => setTips(state, { processed: 11n }))],
    ['reorg', (live) => live.move((state) => reorg(state, 12n).state)],
  ];
  it.each(moves)('%s tells the accounts that read differently, and nothing else', async (_verb, move) => {
    const { live, told } = await watching(...EVERY);
    await live.move(add({ slot: 11, parentSlot: 10 }, account(ALICE, 1n), account(BOB, 1n)));
    await live.move(add({ slot: 12, parentSlot: 11 }, account(ALICE, 2n)));
    told.length = 0;
    await move(live);
    expect(told).toEqual([back(11)]);
  });

  it('revert and reset too', async () => {
    const { live, told } = await watching(...EVERY);
    await live.move(add({ slot: 11, parentSlot: 10 }, account(ALICE, 1n)));
    const id = await live.snapshot();
    await live.move(add({ slot: 12, parentSlot: 11 }, account(ALICE, 2n)));
    told.length = 0;
    await live.revert(id);
    expect(told).toEqual([back(11)]);
    told.length = 0;
    await live.reset();
    const closed =
      '{"lamports":0,"data":"","owner":"11111111111111111111111111111111","executable":false,"rentEpoch":0,"space":0}';
    expect(told).toEqual([notice('account', 6, inSlot(10, closed))]);
  });

  it('another ledger tells nothing of its blocks, and the transactions that somebody waits for', async () => {
    const { live, told } = await watching(...EVERY);
    const transactions = [{ name: 'never' }];
    await live.replace(testLedger({ blocks: [{ slot: 30 }, { slot: 31, transactions }], processed: 31 }));
    expect(told).toEqual([notice('signature', 5, inSlot(31, '{"err":null}'))]);
  });
});

describe('signature', () => {
  const outcome = (id: number, slot: number) => notice('signature', id, inSlot(slot, '{"err":null}'));

  it('is told at each commitment when that reaches its slot', async () => {
    const { live, told } = await watching(
      ...['processed', 'confirmed', 'finalized'].map(
        (word) => ['signature', `["${namedSignature('ahead')}",${at(word)}]`] as const,
      ),
    );
    for (let i = 0; i < 3; i++) await live.move((state, distance) => advance(state, 1n, distance));
    expect(told).toEqual([outcome(0, 11), outcome(1, 11), outcome(2, 11)]);
  });

  it('that is known is told with the tip of the commitment', async () => {
    const { connect, live } = testHub(STATE);
    await live.move((state, distance) => advance(state, 3n, distance));
    const one = connect();
    await one.subscribe('signature', `["${namedSignature('ahead')}",${at('processed')}]`);
    expect(one.told).toEqual([outcome(0, 13)]);
  });

  it('that is forgotten is not', async () => {
    const { connect, live } = testHub(STATE);
    await live.move((state, distance) => advance(state, 6n, distance));
    await live.move(expireStatuses);
    const one = connect();
    await one.subscribe('signature', `["${namedSignature('ahead')}"]`);
    expect(one.told).toEqual([]);
  });
});
