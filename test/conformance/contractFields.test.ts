import bs58 from 'bs58';
import { decompress } from 'fzstd';
import { describe, expect, it } from 'vitest';
import { SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import { badParams, membersOf, partOf, TOO_LONG_FOR_BASE58 } from '../support/answers.ts';
import { namedBlockhash, namedSignature, PAYER, RECIPIENT } from '../support/transactions.ts';
import {
  ACCOUNTS,
  account,
  ask,
  block,
  FAILURE,
  LOADED,
  MINT,
  PROGRAM,
  programAccounts,
  SHORT_DATA,
  signatures,
  signatureText,
  status,
  TABLE,
  TIME,
  transaction,
} from './contractLedger.ts';

/** Section 2 of the contract: resources and their fields. */

const BAD_CONFIG = badParams('data did not match any variant of untagged enum RpcEncodingConfigWrapper');
const DATA58 = bs58.encode(SHORT_DATA);

describe('2.1 encoding values', () => {
  it.each(['json', 'jsonParsed', 'base58', 'base64'])('row transaction: %s', async (encoding) => {
    expect(partOf(await transaction('plain', `{"encoding":"${encoding}"}`), 'slot')).toBe('101');
    expect(partOf(await block(101, `{"encoding":"${encoding}"}`), 'parentSlot')).toBe('100');
  });

  it('row transaction: nothing else', async () => {
    for (const encoding of ['binary', 'base64+zstd', 'JSON', '']) {
      expect(await transaction('plain', `{"encoding":"${encoding}"}`)).toBe(BAD_CONFIG);
      expect(await block(101, `{"encoding":"${encoding}"}`)).toBe(BAD_CONFIG);
    }
  });

  it.each(['base58', 'base64', 'base64+zstd', 'jsonParsed'])('row account data: %s', async (encoding) => {
    expect(partOf((await account(ACCOUNTS.short, `{"encoding":"${encoding}"}`))!, 'space')).toBe('5');
    expect(partOf(await programAccounts(`{"encoding":"${encoding}"}`), 1)).toBeDefined();
  });

  it.each(['binary', 'json'])('row account data: not %s', async (encoding) => {
    const error = badParams(
      `unknown variant \`${encoding}\`, expected one of \`base58\`, \`base64\`, \`jsonParsed\`, \`base64+zstd\``,
    );
    expect(await ask('getMultipleAccounts', `[[],{"encoding":"${encoding}"}]`)).toBe(error);
    expect(await programAccounts(`{"encoding":"${encoding}"}`)).toBe(error);
  });

  it('rule 1: jsonParsed uses parsers, and the plain form where there is none', async () => {
    const parsed = await transaction('plain', '{"encoding":"jsonParsed"}');
    expect(partOf(parsed, 'transaction', 'message', 'instructions', 0, 'parsed')).toBe(
      `{"info":{"destination":"${RECIPIENT}","lamports":1000,"source":"${PAYER}"},"type":"transfer"}`,
    );
    const plain = await transaction('full', '{"encoding":"jsonParsed"}');
    expect(partOf(plain, 'transaction', 'message', 'instructions', 0)).toBe(
      `{"accounts":[1,0],"data":"${DATA58}","programIdIndex":2,"stackHeight":null}`,
    );
  });

  it.each(['base58', 'base64'])('rule 2: %s is the data and the name of the encoding', async (encoding) => {
    const text = partOf(await transaction('plain', `{"encoding":"${encoding}"}`), 'transaction')!;
    const [body, name] = JSON.parse(text) as [string, string];
    expect(name).toBe(encoding);
    const wire = encoding === 'base58' ? Buffer.from(bs58.decode(body)) : Buffer.from(body, 'base64');
    expect(wire.subarray(1, 65)).toEqual(Buffer.from(bs58.decode(namedSignature('plain'))));
    expect(wire).toHaveLength(215);
  });

  it('rule 3: base58 takes fewer than 129 bytes', async () => {
    expect(partOf((await account(ACCOUNTS.limit, '{"encoding":"base58"}'))!, 'data')).toBe(
      `["${bs58.encode(Buffer.alloc(128, 1))}","base58"]`,
    );
    expect(await ask('getMultipleAccounts', `[["${ACCOUNTS.over}"],{"encoding":"base58"}]`)).toBe(TOO_LONG_FOR_BASE58);
  });

  it('rule 3: base64 takes any size', async () => {
    expect(partOf((await account(ACCOUNTS.over, '{"encoding":"base64"}'))!, 'data')).toBe(
      `["${Buffer.alloc(129, 1).toString('base64')}","base64"]`,
    );
  });

  it('rule 3: base64+zstd is compressed, then base64', async () => {
    const text = partOf((await account(ACCOUNTS.over, '{"encoding":"base64+zstd"}'))!, 'data', 0)!;
    expect(Buffer.from(decompress(Buffer.from(JSON.parse(text) as string, 'base64')))).toEqual(Buffer.alloc(129, 1));
  });

  it('rule 3: jsonParsed has the state under the name of the program', async () => {
    const state =
      '{"info":{"epoch":0,"epochStartTimestamp":0,"leaderScheduleEpoch":0,"slot":0,"unixTimestamp":0},"type":"clock"}';
    expect(partOf((await account(ACCOUNTS.clock, '{"encoding":"jsonParsed"}'))!, 'data', 'sysvar')).toBe(state);
  });

  it('rule 3: jsonParsed without a parser falls back to base64', async () => {
    expect(partOf((await account(ACCOUNTS.short, '{"encoding":"jsonParsed"}'))!, 'data')).toBe('["AQIDBAU=","base64"]');
  });

  it.each(['base58', 'base64', 'base64+zstd'])(
    'rule 4: %s of an account is the data and the name',
    async (encoding) => {
      expect(partOf((await account(ACCOUNTS.short, `{"encoding":"${encoding}"}`))!, 'data', 1)).toBe(`"${encoding}"`);
      expect(partOf((await account(ACCOUNTS.short, `{"encoding":"${encoding}"}`))!, 'data', 2)).toBeUndefined();
    },
  );
});

describe('2.2 block', () => {
  it.each([
    ['blockhash', 101, `"${namedBlockhash('101')}"`],
    ['previousBlockhash', 101, `"${namedBlockhash('100')}"`],
    ['previousBlockhash of a block whose parent is cleaned up', 100, '"11111111111111111111111111111111"'],
    ['previousBlockhash over a skipped slot', 104, `"${namedBlockhash('102')}"`],
    ['parentSlot', 101, '100'],
    ['parentSlot over a skipped slot', 104, '102'],
    ['blockTime', 101, `${TIME + 101}`],
    ['blockTime that is unavailable', 105, 'null'],
    ['blockHeight', 101, '101'],
    ['blockHeight that is unavailable', 105, 'null'],
  ])('row %s', async (row, slot, value) => {
    const text = await block(slot, '{"maxSupportedTransactionVersion":0}');
    expect(partOf(text, row.split(' ')[0]!)).toBe(value);
  });

  it('row transactions: with details full, in block order', async () => {
    const text = await block(101, '{"transactionDetails":"full"}');
    for (const [i, name] of ['plain', 'failed', 'memo'].entries()) {
      expect(partOf(text, 'transactions', i, 'transaction', 'signatures')).toBe(signatureText(name));
    }
    expect(membersOf(text)).not.toContain('signatures');
  });

  it('row signatures: with details signatures, in block order', async () => {
    const text = await block(101, '{"transactionDetails":"signatures"}');
    expect(partOf(text, 'signatures')).toBe(signatureText('plain', 'failed', 'memo'));
    expect(membersOf(text)).not.toContain('transactions');
  });

  it('nothing that the contract does not name', async () => {
    expect(membersOf(await block(101))).toEqual([
      'blockHeight',
      'blockTime',
      'blockhash',
      'parentSlot',
      'previousBlockhash',
      'transactions',
    ]);
  });

  it('unit note: seconds, in all three operations', async () => {
    expect(partOf(await block(101), 'blockTime')).toBe(`${TIME + 101}`);
    expect(partOf(await transaction('plain'), 'blockTime')).toBe(`${TIME + 101}`);
    expect(partOf(await signatures('{"limit":1}'), 0, 'blockTime')).toBe(`${TIME + 107}`);
  });

  it('details accounts: signatures, an annotated list of accounts and the limited metadata', async () => {
    const text = await block(101, '{"transactionDetails":"accounts"}');
    const key = (pubkey: string, signer: boolean, writable: boolean) =>
      `{"pubkey":"${pubkey}","signer":${signer},"source":"transaction","writable":${writable}}`;
    const keys = `[${key(PAYER, true, true)},${key(RECIPIENT, false, true)},${key(SYSTEM_PROGRAM, false, false)}]`;
    const balances = '[1000000,1000000,1000000]';
    expect(partOf(text, 'transactions', 1)).toBe(
      `{"meta":{"err":${FAILURE},"fee":5000,"post_balances":${balances},"post_token_balances":[],"pre_balances":${balances},"pre_token_balances":[]},` +
        `"transaction":{"accountKeys":${keys},"signatures":${signatureText('failed')}}}`,
    );
    expect(membersOf(text)).not.toContain('signatures');
  });

  it('details none: neither transactions nor signatures', async () => {
    expect(membersOf(await block(101, '{"transactionDetails":"none"}'))).toEqual([
      'blockHeight',
      'blockTime',
      'blockhash',
      'parentSlot',
      'previousBlockhash',
    ]);
  });
});

describe('2.3 transaction entry', () => {
  const entry = async (config: string) => partOf(await block(104, config), 'transactions', 0)!;
  const JSON_FORM = '{"maxSupportedTransactionVersion":0}';

  it('row transaction', async () => {
    expect(membersOf(await entry(JSON_FORM), 'transaction')).toEqual(['message', 'signatures']);
    expect(partOf(await entry('{"encoding":"base64","maxSupportedTransactionVersion":0}'), 'transaction', 1)).toBe(
      '"base64"',
    );
  });

  it('row meta: an object, or null where none was recorded', async () => {
    expect(membersOf(await entry(JSON_FORM), 'meta')).toContain('fee');
    expect(partOf(await transaction('no meta'), 'meta')).toBe('null');
  });

  it('row version: a number, legacy, or absent where the request sets no maximum', async () => {
    expect(partOf(await entry(JSON_FORM), 'version')).toBe('0');
    expect(partOf(await block(101, JSON_FORM), 'transactions', 0, 'version')).toBe('"legacy"');
    expect(partOf(await block(101), 'transactions', 0, 'version')).toBeUndefined();
  });

  it.each([
    ['signatures', signatureText('plain')],
    ['message.header.numRequiredSignatures', '1'],
    ['message.header.numReadonlySignedAccounts', '0'],
    ['message.header.numReadonlyUnsignedAccounts', '1'],
    ['message.accountKeys', JSON.stringify([PAYER, RECIPIENT, SYSTEM_PROGRAM])],
    ['message.recentBlockhash', `"${namedBlockhash('recent')}"`],
    ['message.instructions', '[{"accounts":[0,1],"data":"3Bxs4ffTu9T19DNF","programIdIndex":2,"stackHeight":null}]'],
  ])('JSON form, row %s', async (row, value) => {
    expect(partOf(await transaction('plain'), 'transaction', ...row.split('.'))).toBe(value);
  });

  it('not shown: lookups of a versioned message', async () => {
    expect(partOf(await entry(JSON_FORM), 'transaction', 'message', 'addressTableLookups')).toBe(
      `[{"accountKey":"${TABLE}","readonlyIndexes":[1,2],"writableIndexes":[0]}]`,
    );
  });
});

describe('2.4 transaction status metadata', () => {
  const TOKENS = `[{"accountIndex":1,"mint":"${MINT}","owner":"${PAYER}","programId":"${PROGRAM}","uiTokenAmount":{"amount":"150","decimals":2,"uiAmount":1.5,"uiAmountString":"1.5"}}]`;

  it.each([
    ['err, success', 'plain', 'null'],
    ['err, failure', 'failed', FAILURE],
    ['fee', 'full', '18446744073709551615'],
    ['preBalances', 'full', '[18446744073709551615,0,1]'],
    ['postBalances', 'full', '[0,18446744073709551615,1]'],
    ['innerInstructions, not recorded', 'old', 'null'],
    ['preTokenBalances', 'full', TOKENS],
    ['preTokenBalances, not recorded', 'old', undefined],
    ['postTokenBalances', 'full', TOKENS],
    ['postTokenBalances, not recorded', 'old', undefined],
    ['logMessages', 'full', '["one","two"]'],
    ['logMessages, not recorded', 'old', 'null'],
    ['status, success', 'plain', '{"Ok":null}'],
    ['status, failure', 'failed', `{"Err":${FAILURE}}`],
    ['rewards', 'plain', 'null'],
    ['returnData', 'full', `{"data":["AQIDBAU=","base64"],"programId":"${PROGRAM}"}`],
    ['returnData, none', 'plain', undefined],
    ['computeUnitsConsumed', 'full', '9007199254740993'],
  ])('row %s', async (row, name, value) => {
    expect(partOf(await transaction(name), 'meta', row.split(',')[0]!)).toBe(value);
  });

  it('row loadedAddresses: where the request sets a maximum version', async () => {
    const config = '{"maxSupportedTransactionVersion":0}';
    expect(partOf(await transaction('v0', config), 'meta', 'loadedAddresses')).toBe(
      `{"readonly":${JSON.stringify(LOADED.readonly)},"writable":${JSON.stringify(LOADED.writable)}}`,
    );
  });

  it('row loadedAddresses: absent where it sets none, or for jsonParsed', async () => {
    expect(partOf(await transaction('plain'), 'meta', 'loadedAddresses')).toBeUndefined();
    const parsed = await transaction('v0', '{"encoding":"jsonParsed","maxSupportedTransactionVersion":0}');
    expect(partOf(parsed, 'meta', 'loadedAddresses')).toBeUndefined();
  });

  it('nothing that the contract does not name', async () => {
    expect(membersOf(await transaction('full', '{"maxSupportedTransactionVersion":0}'), 'meta')).toEqual([
      'computeUnitsConsumed',
      'err',
      'fee',
      'innerInstructions',
      'loadedAddresses',
      'logMessages',
      'postBalances',
      'postTokenBalances',
      'preBalances',
      'preTokenBalances',
      'returnData',
      'rewards',
      'status',
    ]);
  });

  it('not shown: elements of innerInstructions', async () => {
    expect(partOf(await transaction('full'), 'meta', 'innerInstructions')).toBe(
      `[{"index":0,"instructions":[{"accounts":[1,0],"data":"${DATA58}","programIdIndex":2,"stackHeight":2}]}]`,
    );
  });

  it('not shown: elements of the token balances', async () => {
    expect(membersOf(await transaction('full'), 'meta', 'preTokenBalances', 0)).toEqual([
      'accountIndex',
      'mint',
      'owner',
      'programId',
      'uiTokenAmount',
    ]);
  });

  it('not shown: the TransactionError', async () => {
    expect(partOf(await transaction('failed'), 'meta', 'err')).toBe('{"InstructionError":[0,{"Custom":1}]}');
  });
});

describe('2.5 transaction result', () => {
  it.each([
    ['slot', 'plain', '101'],
    ['blockTime', 'plain', `${TIME + 101}`],
    ['blockTime, unavailable', 'timeless', 'null'],
    ['meta, not recorded', 'no meta', 'null'],
    ['version, no maximum set', 'plain', undefined],
  ])('row %s', async (row, name, value) => {
    expect(partOf(await transaction(name), row.split(',')[0]!)).toBe(value);
  });

  it('rows transaction, meta and version: as the entry of the block', async () => {
    const config = '{"maxSupportedTransactionVersion":0}';
    const entry = partOf(await block(104, config), 'transactions', 0)!;
    const alone = await transaction('v0', config);
    for (const member of ['transaction', 'meta', 'version']) expect(partOf(alone, member)).toBe(partOf(entry, member));
    expect(membersOf(alone)).toEqual(['blockTime', 'meta', 'slot', 'transaction', 'version']);
  });
});

describe('2.6 signature status', () => {
  it.each([
    ['slot', 'plain', '101'],
    ['confirmations, finalized', 'plain', 'null'],
    ['confirmations, confirmed', 'confirmed', '1'],
    ['confirmations, processed', 'processed', '0'],
    ['err, success', 'plain', 'null'],
    ['err, failure', 'failed', FAILURE],
    ['confirmationStatus', 'plain', '"finalized"'],
    ['confirmationStatus, always', 'processed', '"finalized"'],
    ['status, success', 'plain', '{"Ok":null}'],
    ['status, failure', 'failed', `{"Err":${FAILURE}}`],
  ])('row %s', async (row, name, value) => {
    expect(partOf((await status(name))!, row.split(',')[0]!)).toBe(value);
  });

  it('nothing that the contract does not name', async () => {
    expect(membersOf((await status('plain'))!)).toEqual([
      'confirmationStatus',
      'confirmations',
      'err',
      'slot',
      'status',
    ]);
  });
});

describe('2.7 signature information', () => {
  const entry = async (name: string) => {
    const list = await signatures();
    const all = JSON.parse(list) as { signature: string }[];
    return partOf(
      list,
      all.findIndex(({ signature }) => signature === namedSignature(name)),
    )!;
  };

  it.each([
    ['signature', 'plain', `"${namedSignature('plain')}"`],
    ['slot', 'plain', '101'],
    ['err, success', 'plain', 'null'],
    ['err, failure', 'failed', FAILURE],
    ['memo', 'memo', '"[5] hello"'],
    ['memo, none', 'plain', 'null'],
    ['blockTime', 'plain', `${TIME + 101}`],
    ['blockTime, unavailable', 'timeless', 'null'],
    ['confirmationStatus', 'plain', '"finalized"'],
    ['confirmationStatus, always', 'confirmed', '"finalized"'],
  ])('row %s', async (row, name, value) => {
    expect(partOf(await entry(name), row.split(',')[0]!)).toBe(value);
  });

  it('nothing that the contract does not name', async () => {
    expect(membersOf(await entry('plain'))).toEqual([
      'blockTime',
      'confirmationStatus',
      'err',
      'memo',
      'signature',
      'slot',
    ]);
  });
});

describe('2.8 account', () => {
  it.each([
    ['lamports', '18446744073709551615'],
    ['owner', `"${PROGRAM}"`],
    ['data', '["AQIDBAU=","base64"]'],
    ['executable', 'true'],
    ['rentEpoch', '7'],
    ['space', '5'],
  ])('row %s', async (row, value) => {
    expect(partOf((await account(ACCOUNTS.short))!, row)).toBe(value);
  });

  it('row data: an object when parsed', async () => {
    expect(membersOf((await account(ACCOUNTS.clock, '{"encoding":"jsonParsed"}'))!, 'data')).toContain('sysvar');
  });

  it('row space: the data size whatever the slice', async () => {
    expect(partOf((await account(ACCOUNTS.short, '{"dataSlice":{"offset":0,"length":1}}'))!, 'space')).toBe('5');
  });

  it('nothing that the contract does not name', async () => {
    expect(membersOf((await account(ACCOUNTS.short))!)).toEqual([
      'data',
      'executable',
      'lamports',
      'owner',
      'rentEpoch',
      'space',
    ]);
  });

  it('elements of getProgramAccounts carry pubkey and account', async () => {
    const text = await programAccounts('{"filters":[{"dataSize":5}]}');
    expect(text).toBe(`[{"account":${await account(ACCOUNTS.short)},"pubkey":"${ACCOUNTS.short}"}]`);
  });
});

describe('2.9 response context', () => {
  it.each([
    ['getSignatureStatuses', 108],
    ['getMultipleAccounts', 106],
  ])('%s: context with slot, and value', async (method, slot) => {
    expect(await ask(method, '[[]]')).toBe(`{"context":{"slot":${slot}},"value":[]}`);
  });
});
