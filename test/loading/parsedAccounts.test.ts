import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { JsonFloat, type JsonObject, type JsonValue, stringifyJson } from '../../src/codec/json.ts';
import { parseJson } from '../../src/codec/parseJson.ts';
import { createNode, type LedgerNode } from '../../src/index.ts';
import { rebuilt } from '../../src/loading/parsedAccounts/rebuild.ts';
import { address, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/model/address.ts';
import { accountOfParsed } from '../../src/model/recordedAccount.ts';
import { nodeOver } from '../../src/node.ts';
import { PARSERS } from '../../src/programs/index.ts';
import { mintBytes, tokenAccountBytes } from '../../src/runtime/accounts/layouts.ts';
import { notRecordedText } from '../support/answers.ts';
import { expectRoundTrip } from './dump/roundTrip.ts';
import { type Files, K1, K2, LOOKUP_TABLE, load, problemsOf, SYSTEM } from './samples.ts';

const MINT_PARSED = {
  info: { decimals: 2, freezeAuthority: null, isInitialized: true, mintAuthority: K2, supply: '500' },
  type: 'mint',
};
const AMOUNT = { amount: '150', decimals: 2, uiAmount: new JsonFloat(1.5), uiAmountString: '1.5' };
const TOKEN_INFO = { isNative: false, mint: LOOKUP_TABLE, owner: K2, state: 'initialized', tokenAmount: AMOUNT };
const EXTENSIONS = [{ extension: 'immutableOwner' }];
const STAKE = { parsed: { info: { meta: null }, type: 'initialized' }, program: 'stake', space: 200 };
const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111';

function parsedAccount(owner: string, data: JsonValue, pubkey = K1): JsonObject {
  const fields = { executable: false, lamports: 9, owner, rentEpoch: 18446744073709551615n };
  return { pubkey, account: { ...fields, data } };
}

const token = (info: object = {}, space = 165): JsonObject => ({
  parsed: { info: { ...TOKEN_INFO, ...info } as JsonObject, type: 'account' },
  program: 'spl-token',
  space,
});
const ofToken = (info?: object, space?: number) => parsedAccount(TOKEN_PROGRAM, token(info, space));

async function nodeOf(files: Files): Promise<LedgerNode> {
  return nodeOver(await load(files), { cacheMb: 0, dialect: 'agave' });
}

/** The text of an answer, or of its error. */
async function ask(node: LedgerNode, method: string, ...params: JsonValue[]): Promise<string> {
  const reply = await node.dispatch(stringifyJson({ jsonrpc: '2.0', id: 1, method, params }));
  return reply.replace(/^\{"jsonrpc":"2.0","(?:result":|error":)/, '').replace(/,"id":1\}\n$/, '');
}

const unknown = (pubkey = K1) =>
  notRecordedText(
    `Account ${pubkey} was recorded as jsonParsed, so its bytes are not known: record it with encoding base64`,
  );
const inContext = (value: string) => `{"context":{"apiVersion":"4.1.0","slot":0},"value":${value}}`;
const shown = (data: JsonValue, owner: string, space: number) =>
  `{"data":${stringifyJson(data)},"executable":false,"lamports":9,"owner":"${owner}","rentEpoch":18446744073709551615,"space":${space}}`;

describe('an account that was recorded as jsonParsed', () => {
  it('is answered as it was recorded', async () => {
    const node = await nodeOf({ 'a.json': parsedAccount(STAKE_PROGRAM, STAKE) });
    expect(await ask(node, 'getAccountInfo', K1, { encoding: 'jsonParsed' })).toBe(
      inContext(shown(STAKE, STAKE_PROGRAM, 200)),
    );
    expect(await ask(node, 'getMultipleAccounts', [K1], { encoding: 'jsonParsed' })).toBe(
      inContext(`[${shown(STAKE, STAKE_PROGRAM, 200)}]`),
    );
    expect(await ask(node, 'getBalance', K1)).toBe(inContext('9'));
  });

  it('has the member that the contract adds', async () => {
    const loaded = await load({ 'a.json': parsedAccount(STAKE_PROGRAM, STAKE) });
    const node = nodeOver(loaded, { cacheMb: 0, dialect: 'contract' });
    const data = { ...STAKE, stake: STAKE.parsed! };
    expect(await ask(node, 'getMultipleAccounts', [K1], { encoding: 'jsonParsed' })).toBe(
      `{"context":{"slot":0},"value":[${shown(data, STAKE_PROGRAM, 200)}]}`,
    );
  });

  it.each(['base58', 'base64', 'base64+zstd'])('is refused in %s', async (encoding) => {
    const node = await nodeOf({ 'a.json': parsedAccount(STAKE_PROGRAM, STAKE) });
    expect(await ask(node, 'getAccountInfo', K1, { encoding })).toBe(unknown());
    expect(await ask(node, 'getMultipleAccounts', [K2, K1], { encoding })).toBe(unknown());
  });

  it('is selected by its size, and refused where a filter needs its bytes', async () => {
    const node = await nodeOf({ 'a.json': parsedAccount(STAKE_PROGRAM, STAKE) });
    const filtered = (...filters: JsonValue[]) =>
      ask(node, 'getProgramAccounts', STAKE_PROGRAM, { encoding: 'jsonParsed', filters });
    const found = `[{"account":${shown(STAKE, STAKE_PROGRAM, 200)},"pubkey":"${K1}"}]`;
    expect(await filtered()).toBe(found);
    expect(await filtered({ dataSize: 200 })).toBe(found);
    expect(await filtered({ dataSize: 201 })).toBe('[]');
    expect(await filtered({ memcmp: { offset: 199, bytes: '11' } })).toBe('[]');
    expect(await filtered({ memcmp: { offset: 12, bytes: K2 } })).toBe(unknown());
    expect(await filtered({ dataSize: 1 }, { memcmp: { offset: 12, bytes: K2 } })).toBe('[]');
  });

  it('is explained as what the ledger lacks', async () => {
    const node = await nodeOf({ 'a.json': parsedAccount(STAKE_PROGRAM, STAKE) });
    const why = `Account ${K1} was recorded as jsonParsed, so its bytes are not known: record it with encoding base64`;
    expect(await ask(node, 'stillnode_explain', 'getAccountInfo', [K1, { encoding: 'base64' }])).toBe(
      `{"answer":{"error":${unknown()}},"why":["${why}"]}`,
    );
    const filtered = (...filters: JsonValue[]) =>
      ask(node, 'stillnode_explain', 'getProgramAccounts', [STAKE_PROGRAM, { encoding: 'jsonParsed', filters }]);
    const none = (...sentences: string[]) => stringifyJson({ answer: { result: [] }, why: sentences });
    const all = `1 of 1 account of ${STAKE_PROGRAM} fails`;
    const sizes = `${all} the dataSize 201: it has 200 bytes`;
    expect(await filtered({ dataSize: 201 })).toBe(none(sizes));
    expect(await filtered({ dataSize: 201 }, { memcmp: { offset: 12, bytes: K2 } })).toBe(none(sizes));
    expect(await filtered({ memcmp: { offset: 199, bytes: '11' } })).toBe(
      none(`${all} the memcmp at offset 199, because its data ends before byte 201`),
    );
  });

  it.each<[string, JsonObject]>([
    ['account file', parsedAccount(STAKE_PROGRAM, STAKE)],
    ['flat', { pubkey: K1, ...(parsedAccount(STAKE_PROGRAM, STAKE).account as JsonObject) }],
    ['in a list', { accounts: [parsedAccount(STAKE_PROGRAM, STAKE)] }],
    ['snapshot', { [K1]: parsedAccount(STAKE_PROGRAM, STAKE).account! }],
    [
      'answer',
      {
        method: 'getAccountInfo',
        params: [K1],
        result: { context: { slot: 5 }, value: parsedAccount(STAKE_PROGRAM, STAKE).account! },
      },
    ],
  ])('%s', async (_name, value) => {
    const { counts, state, warnings } = await load({ 'a.json': value });
    expect({ counts, warnings }).toEqual({
      counts: { files: 1, blocks: 0, transactions: 0, accounts: 1 },
      warnings: [],
    });
    await expectRoundTrip(state);
  });

  it.each<[string, JsonObject, string]>([
    [
      'without its size',
      { parsed: {}, program: 'stake' },
      '/account/data/space: expected an integer from 0 to 4294967295 (u32), found no such member',
    ],
    ['of no program', { parsed: {}, space: 3 }, '/account/data/program: expected a string, found no such member'],
    [
      'of more bytes than there are',
      { parsed: {}, program: 'stake', space: 10485761 },
      '/account/data/space: expected at most 10485760 bytes, found 10485761',
    ],
    [
      'of another form',
      { program: 'stake', space: 3 },
      '/account/data/parsed: expected what jsonParsed shows of the data, found no such member (record the account with encoding base64)',
    ],
  ])('%s is refused', async (_name, data, message) => {
    const problems = await problemsOf({ 'a.json': parsedAccount(STAKE_PROGRAM, data) });
    expect(problems.map((problem) => problem.replace(/^a\.json:1:\d+: /, ''))).toEqual([message]);
  });

  it('is refused if it is a sysvar, whose bytes other answers need', async () => {
    const data = { parsed: { info: {}, type: 'clock' }, program: 'sysvar', space: 40 };
    expect(await problemsOf({ 'a.json': parsedAccount('Sysvar1111111111111111111111111111111111111', data) })).toEqual([
      'a.json:1:1: other answers need the bytes of a sysvar, and jsonParsed does not hold them (record it with encoding base64)',
    ]);
  });

  it('agrees with a recording of its bytes, which count more', async () => {
    const data = ['AQID', 'base64'];
    const form = (space: number) => ({ ...STAKE, space });
    const files = (space: number): Files => ({
      'a.json': parsedAccount(STAKE_PROGRAM, form(space)),
      'b.json': parsedAccount(STAKE_PROGRAM, data),
    });
    const node = await nodeOf(files(3));
    expect(await ask(node, 'getAccountInfo', K1, { encoding: 'base64' })).toBe(
      inContext(shown(data, STAKE_PROGRAM, 3)),
    );
    expect(await problemsOf(files(4))).toEqual([
      `a.json:1:1: account ${K1} is recorded twice with different content; the other is at b.json:1:1`,
    ]);
  });

  it('is refused by a script that needs its bytes', async () => {
    const script = `slots: [{slot: 5, transactions: [{transfer: {from: $alice, to: ${K1}, sol: 1}}]}]\naccounts: {$alice: {sol: 9}}`;
    const files = { 'a.json': parsedAccount(STAKE_PROGRAM, STAKE), 's.ledger.yaml': script };
    const problems = await problemsOf(files);
    expect(problems).toEqual([
      `s.ledger.yaml:1:45: /slots/0/transactions/0/transfer: account ${K1} was recorded as jsonParsed, so its bytes are not known (record it with encoding base64)`,
    ]);
  });
});

describe('bytes that follow from jsonParsed', () => {
  const data = (text: string) => (parseJson(text) as { value: { data: [string] } }).value.data[0];

  it('are those that the node has whose answer it is', async () => {
    const made = await createNode({
      dialect: 'agave',
      ledger: {
        accounts: {
          $alice: { sol: 5 },
          $usdc: { mint: { decimals: 6, authority: '$issuer', supply: '7', program: '$token2022' } },
          $coin: { mint: { decimals: 2, freezeAuthority: '$issuer' } },
          '$ata(alice,coin)': { tokens: '1.25' },
          $frozen: {
            token: {
              mint: '$coin',
              owner: '$bob',
              amount: '2',
              delegate: { to: '$carol', amount: '0.5' },
              frozen: true,
            },
          },
          $wrapped: { token: { mint: '$wsol', owner: '$bob', amount: '1' } },
          $both: { multisig: { required: 2, signers: ['$alice', '$bob'] } },
          $nonce: { nonce: { authority: '$alice' } },
          $table: { lookupTable: { addresses: ['$alice', '$bob'], authority: '$alice' } },
          $frozenTable: { lookupTable: { addresses: ['$alice'] } },
        },
        cluster: 'mainnet',
      },
    });
    const names = [
      '$usdc',
      '$coin',
      '$ata(alice,coin)',
      '$frozen',
      '$wrapped',
      '$both',
      '$nonce',
      '$table',
      '$frozenTable',
    ];
    const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s';
    for (const pubkey of [...names.map((name) => made.address(name)), metadataProgram]) {
      const parsed = await made.requestText('getAccountInfo', [pubkey, { encoding: 'jsonParsed' }]);
      expect(parsed).toContain('"parsed"');
      const request = { method: 'getAccountInfo', params: [pubkey, { encoding: 'jsonParsed' }] };
      const { state } = await load({ 'a.json': { ...request, result: parseJson(parsed) } });
      const again = nodeOver(
        { state, counts: { files: 1, blocks: 0, transactions: 0, accounts: 1 }, warnings: [] },
        { cacheMb: 0, dialect: 'agave' },
      );
      const base64 = (node: LedgerNode) => node.requestText('getAccountInfo', [pubkey, { encoding: 'base64' }]);
      expect(data(await base64(again)), pubkey).toBe(data(await base64(made)));
      expect(await again.requestText('getAccountInfo', [pubkey, { encoding: 'jsonParsed' }])).toBe(parsed);
      await expectRoundTrip(state);
    }
  });

  const u64 = fc.bigInt(0n, 2n ** 64n - 1n);
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => address(encodeBase58(bytes)));
  const program = fc.constantFrom(TOKEN_PROGRAM, TOKEN_2022_PROGRAM);
  const delegate = fc.option(fc.record({ to: key, amount: u64 }), { nil: undefined });
  const bytes = fc.oneof(
    fc
      .record({
        mint: key,
        owner: key,
        amount: u64,
        delegate,
        isFrozen: fc.boolean(),
        nativeReserve: fc.option(u64, { nil: undefined }),
        closeAuthority: fc.option(key, { nil: undefined }),
      })
      .map((fields) => tokenAccountBytes({ ...fields, extensions: [] })),
    fc
      .record({
        decimals: fc.integer({ min: 0, max: 12 }),
        supply: u64,
        authority: fc.option(key),
        freezeAuthority: fc.option(key),
      })
      .map(mintBytes),
  );

  it('of tokens and mints are those that the parser was given', () => {
    fc.assert(
      fc.property(bytes, program, fc.integer({ min: 0, max: 12 }), (known, owner, decimals) => {
        const account = { address: address(K1), lamports: 1n, owner, executable: false, rentEpoch: 0n };
        const mintOf = () => ({ decimals, unixTimestamp: 0n });
        const form = PARSERS.parseAccount({ ...account, data: known }, { mintOf })!;
        const parsed = { ...form, space: known.length, known: new Uint8Array() };
        const found = rebuilt(accountOfParsed(account, parsed), parsed);
        expect(Buffer.from(found.data).toString('hex')).toBe(Buffer.from(known).toString('hex'));
      }),
    );
  });

  it.each<[string, JsonObject]>([
    ['an amount that a tool has rounded', ofToken({ tokenAmount: { ...AMOUNT, amount: '100', uiAmount: 1 } })],
    ['an old node without uiAmountString', ofToken({ tokenAmount: { amount: '150', decimals: 2 } })],
    ['a tool that writes null', ofToken({ delegate: null })],
  ])('are there in spite of %s', async (_name, value) => {
    const node = await nodeOf({ 'a.json': value });
    expect(await ask(node, 'getAccountInfo', K1, { encoding: 'base64' })).toContain('"base64"]');
  });

  it.each<[string, JsonObject]>([
    ['a size that differs', ofToken({}, 166)],
    ['a member that no parser gives', ofToken({ more: 1 })],
    ['a state that no parser gives', ofToken({ state: 'uninitialized' })],
    ['an amount that is none', ofToken({ tokenAmount: { ...AMOUNT, amount: '-1' } })],
    ['an owner that is no address', ofToken({ owner: 'bob' })],
    ['an owner of another program', parsedAccount(STAKE_PROGRAM, token())],
  ])('are not there with %s, and the account is kept', async (_name, value) => {
    const node = await nodeOf({ 'a.json': value });
    const { owner, data } = value.account as { owner: string; data: { space: number } & JsonObject };
    expect(await ask(node, 'getAccountInfo', K1, { encoding: 'base64' })).toBe(unknown());
    expect(await ask(node, 'getAccountInfo', K1, { encoding: 'jsonParsed' })).toBe(
      inContext(shown(data, owner, data.space)),
    );
  });

  it('show the account as it was recorded while its mint is not there, and by its mint once it is', async () => {
    const rounded = ofToken({ tokenAmount: { ...AMOUNT, amount: '100', uiAmount: 1, uiAmountString: '1' } });
    const mint = parsedAccount(TOKEN_PROGRAM, { parsed: MINT_PARSED, program: 'spl-token', space: 82 }, LOOKUP_TABLE);
    const amount = async (files: Files) =>
      /"uiAmount":([\d.]+)/.exec(await ask(await nodeOf(files), 'getAccountInfo', K1, { encoding: 'jsonParsed' }))?.[1];
    expect(await amount({ 'a.json': rounded })).toBe('1');
    expect(await amount({ 'a.json': rounded, 'm.json': mint })).toBe('1.0');
    const node = await nodeOf({ 'a.json': rounded, 'm.json': mint });
    expect(await ask(node, 'getTokenAccountBalance', K1)).toBe(
      inContext('{"amount":"100","decimals":2,"uiAmount":1.0,"uiAmountString":"1"}'),
    );
    expect(await ask(node, 'getTokenSupply', LOOKUP_TABLE)).toBe(
      inContext('{"amount":"500","decimals":2,"uiAmount":5.0,"uiAmountString":"5"}'),
    );
  });

  it('show the account as it was recorded where the bytes of its mint are not known', async () => {
    const mintInfo = { ...MINT_PARSED.info, extensions: [{ extension: 'nonTransferable' }] };
    const mint = { parsed: { info: mintInfo, type: 'mint' }, program: 'spl-token-2022', space: 170 };
    const data = { ...token(), program: 'spl-token-2022' };
    const node = await nodeOf({
      'a.json': parsedAccount(TOKEN_2022_PROGRAM, data),
      'm.json': parsedAccount(TOKEN_2022_PROGRAM, mint, LOOKUP_TABLE),
    });
    const account = shown(data, TOKEN_2022_PROGRAM, 165);
    expect(await ask(node, 'getAccountInfo', K1, { encoding: 'jsonParsed' })).toBe(inContext(account));
    expect(
      await ask(node, 'getTokenAccountsByOwner', K2, { programId: TOKEN_2022_PROGRAM }, { encoding: 'jsonParsed' }),
    ).toBe(inContext(`[{"account":${account},"pubkey":"${K1}"}]`));
    expect(await ask(node, 'getTokenSupply', LOOKUP_TABLE)).toBe(unknown(LOOKUP_TABLE));
  });

  it('are known up to the extensions, so that the account is found by owner and by mint', async () => {
    const data = { ...token({ extensions: EXTENSIONS }, 170), program: 'spl-token-2022' };
    const node = await nodeOf({ 'a.json': parsedAccount(TOKEN_2022_PROGRAM, data) });
    const byOwner = (owner: string) =>
      ask(node, 'getTokenAccountsByOwner', owner, { programId: TOKEN_2022_PROGRAM }, { encoding: 'jsonParsed' });
    const found = inContext(`[{"account":${shown(data, TOKEN_2022_PROGRAM, 170)},"pubkey":"${K1}"}]`);
    expect(await byOwner(K2)).toBe(found);
    expect(await byOwner(LOOKUP_TABLE)).toBe(inContext('[]'));
    expect(await ask(node, 'getAccountInfo', K1, { encoding: 'base64' })).toBe(unknown());
    const filters = [{ memcmp: { offset: 168, bytes: '2' } }];
    expect(await ask(node, 'getProgramAccounts', TOKEN_2022_PROGRAM, { encoding: 'jsonParsed', filters })).toBe(
      unknown(),
    );
  });

  it('are none where the data have none', async () => {
    const node = await nodeOf({ 'a.json': parsedAccount(SYSTEM, { parsed: {}, program: 'system', space: 0 }) });
    expect(await ask(node, 'getAccountInfo', K1, { encoding: 'base64' })).toBe(
      inContext(shown(['', 'base64'], SYSTEM, 0)),
    );
  });
});
