import { describe, expect, it } from 'vitest';
import { JsonFloat, type JsonText, type JsonValue, stringifyJson } from '../../../src/codec/jsonText.ts';
import type { DialectName } from '../../../src/dialect.ts';
import type { Reward, TokenBalance, TransactionMeta } from '../../../src/solana/meta.ts';
import { BOTH_DIALECTS, membersOf, partOf } from '../../support/answers.ts';
import { callText, testNode } from '../../support/testNode.ts';
import { namedAddress, namedSignature, PAYER, RECIPIENT } from '../../support/transactions.ts';
import { entryIn } from './recordedVectors.ts';

const PROGRAM = namedAddress('program');
const MINT = namedAddress('mint');

function nodeOf(meta: Partial<TransactionMeta>) {
  return testNode({ blocks: [{ slot: 5, transactions: [{ name: 't', meta }] }] });
}

/** `meta` of getTransaction; `max` undefined: the request does not set a maximum version. */
async function metaOf(
  meta: Partial<TransactionMeta>,
  dialect: DialectName,
  encoding = 'json',
  max?: number,
): Promise<JsonText> {
  const config = JSON.stringify({ encoding, maxSupportedTransactionVersion: max });
  const text = await callText(nodeOf(meta), 'getTransaction', `["${namedSignature('t')}",${config}]`, dialect);
  return partOf(text, 'meta')!;
}

/** `meta` of the only entry of getBlock. */
async function metaInBlock(meta: Partial<TransactionMeta>, dialect: DialectName, config: string): Promise<JsonText> {
  return partOf(entryIn(await callText(nodeOf(meta), 'getBlock', `[5,${config}]`, dialect)), 'meta')!;
}

const REWARD: Reward = {
  pubkey: PAYER,
  lamports: -9223372036854775808n,
  postBalance: 0n,
  rewardType: null,
  commission: 7,
};
const REWARD_TEXT = `{"commission":7,"lamports":-9223372036854775808,"postBalance":0,"pubkey":"${PAYER}","rewardType":null}`;
const RETURN_DATA = { programId: PROGRAM, data: Buffer.from([1, 2, 3]) };
/** everything that may be recorded, or that may not have been */
const FULL = { rewards: [REWARD], returnData: RETURN_DATA };
const OLD: Partial<TransactionMeta> = {
  innerInstructions: null,
  logMessages: null,
  preTokenBalances: null,
  postTokenBalances: null,
  rewards: null,
};
const NOTHING_OPTIONAL = {
  computeUnitsConsumed: undefined,
  costUnits: undefined,
} as unknown as Partial<TransactionMeta>;

const AGAVE_MEMBERS =
  'computeUnitsConsumed costUnits err fee innerInstructions loadedAddresses logMessages postBalances postTokenBalances preBalances preTokenBalances returnData rewards status';
const ACCOUNTS_MEMBERS = 'err fee postBalances postTokenBalances preBalances preTokenBalances rewards status';
const SNAKE_MEMBERS = 'err fee post_balances post_token_balances pre_balances pre_token_balances';

const without = (members: string, ...names: readonly string[]) =>
  members
    .split(' ')
    .filter((name) => !names.includes(name))
    .join(' ');

describe('which members metadata has', () => {
  it.each(['json', 'base64', 'base58', 'binary'])('agave, %s: all, whatever the maximum version', async (encoding) => {
    for (const max of [undefined, 0]) {
      expect(membersOf(await metaOf(FULL, 'agave', encoding, max)).join(' ')).toBe(AGAVE_MEMBERS);
    }
  });

  it('agave, jsonParsed: no loaded addresses', async () => {
    for (const max of [undefined, 0]) {
      expect(membersOf(await metaOf(FULL, 'agave', 'jsonParsed', max)).join(' ')).toBe(
        without(AGAVE_MEMBERS, 'loadedAddresses'),
      );
    }
  });

  it.each(['json', 'base64', 'base58'])(
    'contract, %s: loaded addresses with a maximum version only',
    async (encoding) => {
      expect(membersOf(await metaOf(FULL, 'contract', encoding, 0)).join(' ')).toBe(
        without(AGAVE_MEMBERS, 'costUnits'),
      );
      expect(membersOf(await metaOf(FULL, 'contract', encoding)).join(' ')).toBe(
        without(AGAVE_MEMBERS, 'costUnits', 'loadedAddresses'),
      );
    },
  );

  it('contract, jsonParsed: never', async () => {
    for (const max of [undefined, 0]) {
      expect(membersOf(await metaOf(FULL, 'contract', 'jsonParsed', max)).join(' ')).toBe(
        without(AGAVE_MEMBERS, 'costUnits', 'loadedAddresses'),
      );
    }
  });

  it.each([
    ['agave', '{"transactionDetails":"accounts"}', ACCOUNTS_MEMBERS],
    ['agave', '{"transactionDetails":"accounts","rewards":true}', ACCOUNTS_MEMBERS],
    ['agave', '{"transactionDetails":"accounts","rewards":false}', without(ACCOUNTS_MEMBERS, 'rewards')],
    ['agave', '{"transactionDetails":"accounts","encoding":"jsonParsed"}', ACCOUNTS_MEMBERS],
    ['contract', '{"transactionDetails":"accounts"}', SNAKE_MEMBERS],
    ['contract', '{"transactionDetails":"accounts","rewards":true}', SNAKE_MEMBERS],
    ['contract', '{"transactionDetails":"accounts","maxSupportedTransactionVersion":0}', SNAKE_MEMBERS],
  ] as const)('%s, %s', async (dialect, config, members) => {
    expect(membersOf(await metaInBlock(FULL, dialect, config)).join(' ')).toBe(members);
  });

  it.each(BOTH_DIALECTS)('%s: what was not recorded and is optional is absent', async (dialect) => {
    const members = membersOf(await metaOf(NOTHING_OPTIONAL, dialect));
    for (const name of ['computeUnitsConsumed', 'costUnits', 'returnData']) expect(members).not.toContain(name);
  });
});

describe('metadata of old recordings', () => {
  it.each(['json', 'jsonParsed', 'base64'])('agave, %s: null', async (encoding) => {
    const text = await metaOf(OLD, 'agave', encoding);
    for (const name of Object.keys(OLD)) expect(partOf(text, name)).toBe('null');
  });

  it('agave, accounts: null', async () => {
    const text = await metaInBlock(OLD, 'agave', '{"transactionDetails":"accounts"}');
    for (const name of ['preTokenBalances', 'postTokenBalances', 'rewards']) expect(partOf(text, name)).toBe('null');
  });

  it('contract: null, but for token balances, which are absent', async () => {
    const text = await metaOf(OLD, 'contract');
    for (const name of ['innerInstructions', 'logMessages', 'rewards']) expect(partOf(text, name)).toBe('null');
    for (const name of ['preTokenBalances', 'postTokenBalances']) expect(partOf(text, name)).toBeUndefined();
    const accounts = await metaInBlock(OLD, 'contract', '{"transactionDetails":"accounts"}');
    expect(membersOf(accounts).join(' ')).toBe(without(SNAKE_MEMBERS, 'pre_token_balances', 'post_token_balances'));
  });
});

describe('rewards of a transaction', () => {
  it.each([
    ['agave', '{}', `[${REWARD_TEXT}]`],
    ['agave', '{"rewards":true}', `[${REWARD_TEXT}]`],
    ['agave', '{"rewards":false}', 'null'],
    ['agave', '{"rewards":false,"encoding":"jsonParsed"}', 'null'],
    ['agave', '{"transactionDetails":"accounts"}', `[${REWARD_TEXT}]`],
    ['agave', '{"transactionDetails":"accounts","rewards":false}', undefined],
    ['contract', '{}', 'null'],
    ['contract', '{"rewards":false}', 'null'],
    ['contract', '{"rewards":true}', `[${REWARD_TEXT}]`],
  ] as const)('%s, getBlock with %s', async (dialect, config, rewards) => {
    expect(partOf(await metaInBlock({ rewards: [REWARD] }, dialect, config), 'rewards')).toBe(rewards);
  });

  it('commissionBps stands beside commission where it was recorded', async () => {
    const reward: Reward = { ...REWARD, commission: null, commissionBps: 700, rewardType: 'Voting' };
    expect(partOf(await metaOf({ rewards: [reward] }, 'agave'), 'rewards')).toBe(
      `[{"commission":null,"commissionBps":700,"lamports":-9223372036854775808,"postBalance":0,"pubkey":"${PAYER}","rewardType":"Voting"}]`,
    );
  });

  it.each(['Fee', 'Rent', 'Staking', 'Voting', 'DeactivatedStake', 'VATDebit', 'BlockRevenueSharing'])(
    'type %s',
    async (rewardType) => {
      const text = await metaOf({ rewards: [{ ...REWARD, rewardType }] }, 'agave');
      expect(partOf(text, 'rewards', 0, 'rewardType')).toBe(`"${rewardType}"`);
    },
  );
});

describe.each(BOTH_DIALECTS)('parts of metadata (%s)', (dialect) => {
  it.each<[JsonValue]>([
    ['AccountInUse'],
    [{ InstructionError: [3, 'InvalidArgument'] }],
    [{ InstructionError: [0, { Custom: 4294967295 }] }],
    [{ DuplicateInstruction: 1 }],
    [{ InsufficientFundsForRent: { account_index: 2 } }],
    [{ ProgramExecutionTemporarilyRestricted: { account_index: 0 } }],
  ])('err %j stands in status too', async (err) => {
    const text = await metaOf({ err }, dialect);
    expect(partOf(text, 'err')).toBe(stringifyJson(err));
    expect(partOf(text, 'status')).toBe(`{"Err":${stringifyJson(err)}}`);
  });

  it('success', async () => {
    const text = await metaOf({}, dialect);
    expect(partOf(text, 'err')).toBe('null');
    expect(partOf(text, 'status')).toBe('{"Ok":null}');
  });

  it.each(['json', 'base58', 'jsonParsed'])('return data is base64 under %s', async (encoding) => {
    expect(partOf(await metaOf({ returnData: RETURN_DATA }, dialect, encoding), 'returnData')).toBe(
      `{"data":["AQID","base64"],"programId":"${PROGRAM}"}`,
    );
  });

  it('log lines are escaped as JSON asks and no further', async () => {
    expect(partOf(await metaOf({ logMessages: ['say "é/\u2028"\n\u0001', ''] }, dialect), 'logMessages')).toBe(
      '["say \\"é/\u2028\\"\\n\\u0001",""]',
    );
  });

  it('loaded addresses are in index order', async () => {
    const loadedAddresses = { writable: [RECIPIENT, PAYER], readonly: [MINT] };
    expect(partOf(await metaOf({ loadedAddresses }, dialect, 'json', 0), 'loadedAddresses')).toBe(
      `{"readonly":["${MINT}"],"writable":["${RECIPIENT}","${PAYER}"]}`,
    );
  });

  const amount = (uiAmount: number | null) => ({
    amount: '18446744073709551615',
    decimals: 6,
    uiAmount: uiAmount === null ? null : new JsonFloat(uiAmount),
    uiAmountString: '18446744073709.551615',
  });
  const balance = (uiAmount: number | null): TokenBalance => ({
    accountIndex: 1,
    mint: MINT,
    owner: PAYER,
    programId: PROGRAM,
    uiTokenAmount: amount(uiAmount),
  });
  const amountText = (uiAmount: string) =>
    `"uiTokenAmount":{"amount":"18446744073709551615","decimals":6,"uiAmount":${uiAmount},"uiAmountString":"18446744073709.551615"}`;

  it.each([
    [18446744073709.55, '18446744073709.55'],
    [1, '1.0'],
    [0.000001, '1e-6'],
    [0.00001, '0.00001'],
    [1e16, '1e+16'],
    [null, 'null'],
  ])('a token balance of %d', async (uiAmount, text) => {
    expect(partOf(await metaOf({ postTokenBalances: [balance(uiAmount)] }, dialect), 'postTokenBalances')).toBe(
      `[{"accountIndex":1,"mint":"${MINT}","owner":"${PAYER}","programId":"${PROGRAM}",${amountText(text)}}]`,
    );
  });

  it('a token balance of an old recording names neither owner nor program', async () => {
    const old: TokenBalance = { accountIndex: 255, mint: MINT, uiTokenAmount: amount(null) };
    expect(partOf(await metaOf({ preTokenBalances: [old] }, dialect), 'preTokenBalances')).toBe(
      `[{"accountIndex":255,"mint":"${MINT}",${amountText('null')}}]`,
    );
  });

  it('token balances stand whole under details accounts', async () => {
    const text = await metaInBlock({ preTokenBalances: [balance(1)] }, dialect, '{"transactionDetails":"accounts"}');
    expect(partOf(text, dialect === 'agave' ? 'preTokenBalances' : 'pre_token_balances')).toBe(
      `[{"accountIndex":1,"mint":"${MINT}","owner":"${PAYER}","programId":"${PROGRAM}",${amountText('1.0')}}]`,
    );
  });

  it('no calls inside are an empty list', async () => {
    expect(partOf(await metaOf({ innerInstructions: [] }, dialect), 'innerInstructions')).toBe('[]');
  });
});
