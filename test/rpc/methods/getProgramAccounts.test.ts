import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import {
  type Address,
  addressOf,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/solana/address.ts';
import { mint, tokenAccount } from '../../solana/programs/accounts/splTokenBytes.ts';
import {
  BOTH_DIALECTS,
  badParam,
  badParams,
  errorText,
  partOf,
  TOO_LONG_FOR_BASE58,
  tooManyParams,
  tooOld,
} from '../../support/answers.ts';
import { type AccountSpec, callText, THREE_TIPS, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const PROGRAM = namedAddress('program');
const FIRST = addressOf(Buffer.alloc(32, 1));
const SECOND = addressOf(Buffer.alloc(32, 2));

const accounts: readonly AccountSpec[] = [
  { address: SECOND, owner: PROGRAM, lamports: 18446744073709551615n, data: Buffer.from('later') },
  { address: FIRST, owner: PROGRAM, lamports: 1n, executable: true, rentEpoch: 0n },
  { address: namedAddress('broke'), owner: PROGRAM, lamports: 0n },
  { address: namedAddress('of somebody else') },
];
const NODE = testNode({
  ...THREE_TIPS,
  accounts,
});

const ask = (params: string, dialect: DialectName) => callText(NODE, 'getProgramAccounts', params, dialect);
const askWith = (config: string, dialect: DialectName) => ask(`["${PROGRAM}",${config}]`, dialect);

const entryText = (spec: AccountSpec, data: string) =>
  `{"account":{"data":${data},"executable":${spec.executable ?? false},"lamports":${spec.lamports},"owner":"${spec.owner}",` +
  `"rentEpoch":${spec.rentEpoch ?? 18446744073709551615n},"space":${spec.data?.length ?? 0}},"pubkey":"${spec.address}"}`;
const LIST = (first: string, second: string) =>
  `[${entryText(accounts[1]!, first)},${entryText(accounts[0]!, second)}]`;
const BASE64_LIST = LIST('["","base64"]', '["bGF0ZXI=","base64"]');

describe.each(BOTH_DIALECTS)('getProgramAccounts params (%s)', (dialect) => {
  it.each([
    ['[]', errorText(-32602, '`params` should have at least 1 argument(s)')],
    ['null', errorText(-32602, '`params` should have at least 1 argument(s)')],
    ['{}', errorText(-32602, '`params` should be an array')],
    [`["${PROGRAM}",null,null]`, tooManyParams(2, 3)],
    ['[null]', badParams('invalid type: null, expected a string')],
    [`[["${PROGRAM}"]]`, badParams('invalid type: sequence, expected a string')],
    ['["0"]', badParam('Invalid')],
    [`["${PROGRAM}1"]`, badParam('WrongSize')],
  ])('%s is refused', async (params, error) => {
    expect(await ask(params, dialect)).toBe(error);
  });

  it.each([
    ['"base64"', badParams('invalid type: string "base64", expected struct RpcProgramAccountsConfig')],
    ['[]', badParams('invalid type: sequence, expected struct RpcProgramAccountsConfig')],
    ['1', badParams('invalid type: integer `1`, expected struct RpcProgramAccountsConfig')],
    ['{"filters":5}', badParams('invalid type: integer `5`, expected a sequence')],
    ['{"filters":{}}', badParams('invalid type: map, expected a sequence')],
    ['{"sortResults":1}', badParams('invalid type: integer `1`, expected a boolean')],
    ['{"withContext":"true"}', badParams('invalid type: string "true", expected a boolean')],
    ['{"encoding":1}', badParams('invalid type: integer `1`, expected string or map')],
    ['{"dataSlice":true}', badParams('invalid type: boolean `true`, expected struct UiDataSliceConfig')],
    ['{"minContextSlot":1.5}', badParams('invalid type: floating point `1.5`, expected u64')],
    // its own members before those of the account part, each group in alphabetical order
    [
      '{"dataSlice":1,"encoding":1,"filters":1,"sortResults":1,"withContext":1}',
      badParams('invalid type: integer `1`, expected a sequence'),
    ],
    [
      '{"dataSlice":1,"encoding":1,"sortResults":1,"withContext":2}',
      badParams('invalid type: integer `1`, expected a boolean'),
    ],
    ['{"dataSlice":1,"encoding":1,"withContext":2}', badParams('invalid type: integer `2`, expected a boolean')],
    [
      '{"dataSlice":1,"encoding":2,"minContextSlot":"3"}',
      badParams('invalid type: integer `1`, expected struct UiDataSliceConfig'),
    ],
    ['{"encoding":2,"minContextSlot":"3"}', badParams('invalid type: integer `2`, expected string or map')],
    ['{"commitment":"processed","minContextSlot":8}', tooOld(7)],
    ['{"commitment":"confirmed","minContextSlot":7}', tooOld(6)],
    ['{"minContextSlot":6}', tooOld(5)],
  ])('a configuration of %s is refused', async (config, error) => {
    expect(await askWith(config, dialect)).toBe(error);
  });

  it('decodes everything before it looks at the program, and looks at the program before filters', async () => {
    expect(await ask('["0",{"encoding":1}]', dialect)).toBe(
      badParams('invalid type: integer `1`, expected string or map'),
    );
    const tooMany = JSON.stringify(Array(5).fill({ dataSize: 1 }));
    expect(await ask(`["0",{"filters":${tooMany}}]`, dialect)).toBe(badParam('Invalid'));
    expect(await ask(`["${PROGRAM}",{"filters":${tooMany},"minContextSlot":99}]`, dialect)).toBe(
      errorText(-32602, 'Too many filters provided; max 4'),
    );
  });

  it.each([
    '{"filters":null,"withContext":null,"sortResults":null,"dataSlice":null,"commitment":null,"minContextSlot":null}',
    '{"filters":[],"withContext":false,"sortResults":true}',
    '{"sortResults":false}',
    '{"commitment":"bogus","changedSinceSlot":99,"unheardOf":1}',
    '{"minContextSlot":5}',
    '{"commitment":"processed","minContextSlot":7}',
  ])('a configuration of %s changes nothing', async (config) => {
    const withEncoding = config.replace('{', '{"encoding":"base64",');
    expect(await askWith(withEncoding, dialect)).toBe(BASE64_LIST);
  });
});

describe('getProgramAccounts encoding', () => {
  it('defaults to base64 in the contract', async () => {
    expect(await ask(`["${PROGRAM}"]`, 'contract')).toBe(BASE64_LIST);
    expect(await askWith('{"encoding":null}', 'contract')).toBe(BASE64_LIST);
  });

  it('defaults to the legacy binary in agave', async () => {
    const binary = LIST('""', `"${bs58.encode(Buffer.from('later'))}"`);
    expect(await ask(`["${PROGRAM}"]`, 'agave')).toBe(binary);
    expect(await askWith('{"encoding":"binary"}', 'agave')).toBe(binary);
  });

  it('knows binary in agave only', async () => {
    expect(await askWith('{"encoding":"binary"}', 'contract')).toBe(
      badParams('unknown variant `binary`, expected one of `base58`, `base64`, `jsonParsed`, `base64+zstd`'),
    );
    expect(await askWith('{"encoding":"json"}', 'agave')).toBe(
      badParams('unknown variant `json`, expected one of `binary`, `base58`, `base64`, `jsonParsed`, `base64+zstd`'),
    );
  });

  const big = testNode({
    accounts: [
      { address: FIRST, owner: PROGRAM, data: Buffer.alloc(129) },
      { address: SECOND, owner: PROGRAM, data: Buffer.alloc(128) },
    ],
  });

  it('one account too long for base58 fails the call, in agave without any encoding too', async () => {
    expect(await callText(big, 'getProgramAccounts', `["${PROGRAM}"]`, 'agave')).toBe(TOO_LONG_FOR_BASE58);
    for (const dialect of BOTH_DIALECTS) {
      const params = `["${PROGRAM}",{"encoding":"base58"}]`;
      expect(await callText(big, 'getProgramAccounts', params, dialect)).toBe(TOO_LONG_FOR_BASE58);
    }
    expect(partOf(await callText(big, 'getProgramAccounts', `["${PROGRAM}"]`, 'contract'), 0, 'account', 'space')).toBe(
      '129',
    );
  });

  it.each(BOTH_DIALECTS)('%s: an account that a filter leaves out fails nothing', async (dialect) => {
    const params = `["${PROGRAM}",{"encoding":"base58","filters":[{"dataSize":128}]}]`;
    const text = await callText(big, 'getProgramAccounts', params, dialect);
    expect(partOf(text, 0, 'account', 'data')).toBe(`["${'1'.repeat(128)}","base58"]`);
  });
});

describe('getProgramAccounts answers', () => {
  it.each([
    ['contract', '{"slot":5}'],
    ['agave', '{"apiVersion":"4.1.0","slot":5}'],
  ] as const)('%s: withContext wraps the list', async (dialect, context) => {
    expect(await askWith('{"withContext":true,"encoding":"base64"}', dialect)).toBe(
      `{"context":${context},"value":${BASE64_LIST}}`,
    );
    expect(await askWith('{"withContext":true,"commitment":"processed","filters":[{"dataSize":99}]}', dialect)).toBe(
      `{"context":${context.replace('5', '7')},"value":[]}`,
    );
  });

  it.each(BOTH_DIALECTS)('%s: a program without accounts has an empty list', async (dialect) => {
    expect(await ask(`["${namedAddress('nobody')}"]`, dialect)).toBe('[]');
  });

  it.each(BOTH_DIALECTS)('%s: ascending by the bytes of the address, not by its text', async (dialect) => {
    // 43 characters from 'z' on are a smaller number than 44 from 'A' on, and leading zeros are the smallest
    const bytes = [
      Buffer.alloc(32, 0xff),
      Buffer.concat([Buffer.of(0, 0), Buffer.alloc(30, 0xff)]),
      Buffer.concat([Buffer.of(0), Buffer.alloc(31, 0xff)]),
      Buffer.concat([Buffer.of(5), Buffer.alloc(31)]),
      Buffer.concat([Buffer.of(6), Buffer.alloc(31)]),
      Buffer.concat([Buffer.of(0x80), Buffer.alloc(31)]),
      Buffer.alloc(32),
    ];
    const node = testNode({ accounts: bytes.map((key) => ({ address: addressOf(key), owner: PROGRAM })) });
    const text = await callText(node, 'getProgramAccounts', `["${PROGRAM}",{"encoding":"base64"}]`, dialect);
    const sorted = bytes.toSorted(Buffer.compare).map((key) => bs58.encode(key));
    expect((JSON.parse(text) as { pubkey: string }[]).map(({ pubkey }) => pubkey)).toEqual(sorted);
    expect(sorted).not.toEqual(sorted.toSorted());
  });
});

describe.each(BOTH_DIALECTS)('getProgramAccounts jsonParsed (%s)', (dialect) => {
  const MINT = addressOf(Buffer.alloc(32, 1));
  const at = (byte: number) => addressOf(Buffer.alloc(32, byte));
  const nativeAccount = Buffer.concat([bs58.decode(NATIVE_MINT), tokenAccount({ amount: 5n }).subarray(32)]);

  const pubkeys = async (specs: readonly AccountSpec[], program: Address, config = '"encoding":"jsonParsed"') => {
    const text = await callText(
      testNode({ accounts: specs }),
      'getProgramAccounts',
      `["${program}",{${config}}]`,
      dialect,
    );
    return (JSON.parse(text) as { pubkey: string }[]).map(({ pubkey }) => pubkey);
  };

  it.each([TOKEN_PROGRAM, TOKEN_2022_PROGRAM])('leaves out what a token program (%s) cannot parse', async (owner) => {
    const specs: AccountSpec[] = [
      { address: MINT, owner, data: mint({ decimals: 2 }) },
      { address: at(10), owner, data: tokenAccount() },
      { address: at(11), owner, data: tokenAccount({ state: 0 }) },
      { address: at(12), owner, data: Buffer.alloc(10) },
      { address: at(13), owner, data: Buffer.concat([Buffer.alloc(32, 77), tokenAccount().subarray(32)]) },
    ];
    expect(await pubkeys(specs, owner)).toEqual([MINT, at(10)]);
    expect(await pubkeys(specs, owner, '"encoding":"base64"')).toHaveLength(5);
    // a slice changes nothing of that
    expect(await pubkeys(specs, owner, '"encoding":"jsonParsed","dataSlice":{"offset":0,"length":1}')).toEqual([
      MINT,
      at(10),
    ]);
  });

  it('shows unparsable accounts of other programs as base64', async () => {
    const text = await askWith('{"encoding":"jsonParsed"}', dialect);
    expect(text).toBe(BASE64_LIST);
  });

  it('knows the mint of wrapped SOL without its account', async () => {
    const specs = [{ address: at(10), owner: TOKEN_PROGRAM, data: nativeAccount }];
    expect(await pubkeys(specs, TOKEN_PROGRAM)).toEqual([at(10)]);
    const node = testNode({ accounts: specs });
    const text = await callText(node, 'getProgramAccounts', `["${TOKEN_PROGRAM}",{"encoding":"jsonParsed"}]`, dialect);
    expect(partOf(text, 0, 'account', 'data', 'parsed', 'info', 'tokenAmount')).toBe(
      '{"amount":"5","decimals":9,"uiAmount":5e-9,"uiAmountString":"0.000000005"}',
    );
    // where single accounts are asked for, it is a mint like any other
    const single = await callText(node, 'getMultipleAccounts', `[["${at(10)}"],{"encoding":"jsonParsed"}]`, dialect);
    expect(partOf(single, 'value', 0, 'data', 1)).toBe('"base64"');
  });
});
