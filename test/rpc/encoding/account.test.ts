import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import {
  type Address,
  addressOf,
  CLOCK_SYSVAR,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/solana/address.ts';
import { mint, tokenAccount } from '../../solana/programs/accounts/splTokenBytes.ts';
import { BOTH_DIALECTS, partOf } from '../../support/answers.ts';
import { type AccountSpec, callText, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const SYSVAR = 'Sysvar1111111111111111111111111111111111111' as Address;
const ADDRESS = namedAddress('account');
const MINT = addressOf(Buffer.alloc(32, 1));
const OWNER = addressOf(Buffer.alloc(32, 2));

function clockData(): Buffer {
  const data = Buffer.alloc(40);
  data.writeBigUInt64LE(18446744073709551615n, 0);
  data.writeBigInt64LE(-1n, 8);
  data.writeBigUInt64LE(3n, 16);
  data.writeBigUInt64LE(4n, 24);
  data.writeBigInt64LE(1_700_000_000n, 32);
  return data;
}

const CLOCK: AccountSpec = { address: CLOCK_SYSVAR, owner: SYSVAR, data: clockData() };
const CLOCK_PARSED =
  '{"info":{"epoch":3,"epochStartTimestamp":-1,"leaderScheduleEpoch":4,"slot":18446744073709551615,"unixTimestamp":1700000000},"type":"clock"}';

async function parsed(
  accounts: readonly AccountSpec[],
  dialect: DialectName,
  config = '',
): Promise<string | undefined> {
  const params = `[["${accounts[0]!.address}"],{"encoding":"jsonParsed"${config}}]`;
  return partOf(await callText(testNode({ accounts }), 'getMultipleAccounts', params, dialect), 'value', 0, 'data');
}

describe('parsed account data', () => {
  it('agave: parsed, program and space', async () => {
    expect(await parsed([CLOCK], 'agave')).toBe(`{"parsed":${CLOCK_PARSED},"program":"sysvar","space":40}`);
  });

  it('contract: also under the name of the program', async () => {
    expect(await parsed([CLOCK], 'contract')).toBe(
      `{"parsed":${CLOCK_PARSED},"program":"sysvar","space":40,"sysvar":${CLOCK_PARSED}}`,
    );
  });

  it('contract: in key order where the program sorts first', async () => {
    const info = `{"info":{"decimals":2,"freezeAuthority":null,"isInitialized":true,"mintAuthority":null,"supply":"0"},"type":"mint"}`;
    const account = { address: MINT, owner: TOKEN_PROGRAM, data: mint({ decimals: 2 }) };
    expect(await parsed([account], 'contract')).toBe(
      `{"parsed":${info},"program":"spl-token","space":82,"spl-token":${info}}`,
    );
  });

  it.each(BOTH_DIALECTS)('%s: a slice changes nothing', async (dialect) => {
    for (const dataSlice of ['{"offset":0,"length":0}', '{"offset":8,"length":1}', '[100,100]']) {
      expect(await parsed([CLOCK], dialect, `,"dataSlice":${dataSlice}`)).toBe(await parsed([CLOCK], dialect));
    }
  });

  it.each(BOTH_DIALECTS)('%s: the members around it are those of any account', async (dialect) => {
    const params = `[["${CLOCK_SYSVAR}"],{"encoding":"jsonParsed"}]`;
    const text = await callText(testNode({ accounts: [CLOCK] }), 'getMultipleAccounts', params, dialect);
    expect(partOf(text, 'value', 0)!.replace(/"data":.*,"executable"/, '"executable"')).toBe(
      `{"executable":false,"lamports":1000000,"owner":"${SYSVAR}","rentEpoch":18446744073709551615,"space":40}`,
    );
  });
});

describe.each(BOTH_DIALECTS)('data that no parser takes (%s)', (dialect) => {
  const DATA = Buffer.from([1, 2, 3, 4]);

  it.each([
    ['a program without a parser', namedAddress('program')],
    ['a parser that fails', SYSVAR],
  ])('%s: base64', async (_what, owner) => {
    expect(await parsed([{ address: ADDRESS, owner, data: DATA }], dialect)).toBe('["AQIDBA==","base64"]');
  });

  it('is sliced', async () => {
    const account = { address: ADDRESS, owner: namedAddress('program'), data: DATA };
    expect(await parsed([account], dialect, ',"dataSlice":{"offset":1,"length":2}')).toBe('["AgM=","base64"]');
    expect(await parsed([account], dialect, ',"dataSlice":{"offset":9,"length":2}')).toBe('["","base64"]');
  });

  it.each([TOKEN_PROGRAM, TOKEN_2022_PROGRAM])('is whole for a token program (%s)', async (owner) => {
    const account = { address: ADDRESS, owner, data: DATA };
    expect(await parsed([account], dialect, ',"dataSlice":{"offset":1,"length":2}')).toBe('["AQIDBA==","base64"]');
  });

  it('may be longer than base58 allows', async () => {
    const data = Buffer.alloc(129, 1);
    expect(await parsed([{ address: ADDRESS, owner: namedAddress('program'), data }], dialect)).toBe(
      `["${data.toString('base64')}","base64"]`,
    );
  });

  it('empty data is empty text', async () => {
    expect(await parsed([{ address: ADDRESS }], dialect)).toBe('["","base64"]');
  });
});

describe.each(BOTH_DIALECTS)('a token account and its mint (%s)', (dialect) => {
  const account: AccountSpec = { address: ADDRESS, owner: TOKEN_PROGRAM, data: tokenAccount({ amount: 150n }) };
  const FALLBACK = `["${tokenAccount({ amount: 150n }).toString('base64')}","base64"]`;
  const INFO = (amount: string) =>
    `{"info":{"isNative":false,"mint":"${MINT}","owner":"${OWNER}","state":"initialized","tokenAmount":${amount}},"type":"account"}`;

  it('decimals come from the mint', async () => {
    const text = await parsed([account, { address: MINT, owner: TOKEN_PROGRAM, data: mint({ decimals: 2 }) }], dialect);
    const info = INFO('{"amount":"150","decimals":2,"uiAmount":1.5,"uiAmountString":"1.5"}');
    const member = dialect === 'contract' ? `,"spl-token":${info}` : '';
    expect(text).toBe(`{"parsed":${info},"program":"spl-token","space":165${member}}`);
  });

  it('without the mint it falls back', async () => {
    expect(await parsed([account], dialect)).toBe(FALLBACK);
  });

  it.each([
    ['without lamports', { lamports: 0n, data: mint({ decimals: 2 }) }],
    ['that is not initialised', { data: mint({ isInitialized: 0 }) }],
    ['that is no mint', { data: Buffer.alloc(10) }],
    ['that is empty', {}],
  ])('with a mint %s it falls back', async (_what, given) => {
    expect(await parsed([account, { address: MINT, owner: TOKEN_PROGRAM, ...given }], dialect)).toBe(FALLBACK);
  });

  it('uninitialised it falls back, whole whatever the slice', async () => {
    const data = tokenAccount({ state: 0 });
    const accounts = [
      { address: ADDRESS, owner: TOKEN_PROGRAM, data },
      { address: MINT, owner: TOKEN_PROGRAM, data: mint() },
    ];
    expect(await parsed(accounts, dialect, ',"dataSlice":[0,1]')).toBe(`["${data.toString('base64')}","base64"]`);
  });
});
