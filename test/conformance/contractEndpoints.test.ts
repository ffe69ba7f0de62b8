import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import { badParam, badParams, errorText, membersOf, partOf, unsupportedVersion } from '../support/answers.ts';
import { callText } from '../support/testNode.ts';
import { namedAddress, namedBlockhash, namedSignature, PAYER } from '../support/transactions.ts';
import {
  ACCOUNTS,
  account,
  ask,
  block,
  FAILURE,
  LOADED,
  PROGRAM,
  programAccounts,
  SHORT_DATA,
  signatures,
  signatureText,
  status,
  transaction,
  V1_NODE,
} from './contractLedger.ts';

/** Sections 3 and 4 of the contract: states and endpoints. */

const BAD_CONFIG = badParams('data did not match any variant of untagged enum RpcEncodingConfigWrapper');
const NO_PARAMS = errorText(-32602, '`params` should have at least 1 argument(s)');

const NAMES = [
  'purged',
  'plain',
  'failed',
  'memo',
  'full',
  'v0',
  'timeless',
  'old',
  'no meta',
  'confirmed',
  'processed',
];

/** Names of the listed transactions. */
function namesIn(list: string): string {
  const entries = JSON.parse(list) as { signature: string }[];
  return entries.map(({ signature }) => NAMES.find((name) => namedSignature(name) === signature)).join(', ');
}

describe('3 states', () => {
  it('row transaction outcome: success', async () => {
    const text = (await status('plain'))!;
    expect([partOf(text, 'err'), partOf(text, 'status')]).toEqual(['null', '{"Ok":null}']);
  });

  it('row transaction outcome: failure', async () => {
    const text = (await status('failed'))!;
    expect([partOf(text, 'err'), partOf(text, 'status')]).toEqual([FAILURE, `{"Err":${FAILURE}}`]);
  });

  it('row signature confirmation: unknown', async () => {
    expect(await status('nobody')).toBe('null');
  });

  it('row signature confirmation: confirmed', async () => {
    expect(partOf((await status('confirmed'))!, 'confirmations')).toBe('1');
  });

  it('row signature confirmation: finalized', async () => {
    expect(partOf((await status('plain'))!, 'confirmations')).toBe('null');
    expect(partOf((await status('plain'))!, 'confirmationStatus')).toBe('"finalized"');
  });

  it('row block and transaction visibility: not confirmed or not found', async () => {
    for (const slot of [99, 103, 108, 109]) expect(await block(slot)).toBe('null');
    for (const name of ['purged', 'processed', 'nobody']) expect(await transaction(name)).toBe('null');
  });

  it('row block and transaction visibility: confirmed', async () => {
    expect(partOf(await block(107), 'blockhash')).toBe(`"${namedBlockhash('107')}"`);
    expect(partOf(await transaction('confirmed'), 'slot')).toBe('107');
  });

  it('transitions, not shown: a ledger that stands still has none', async () => {
    const text = await block(101);
    expect(await block(101)).toBe(text);
  });
});

describe('4.1 getBlock', () => {
  it('param 0 slot: a u64, required', async () => {
    expect(await ask('getBlock', '[]')).toBe(NO_PARAMS);
    expect(await ask('getBlock', '["101"]')).toBe(badParams('invalid type: string "101", expected u64'));
    expect(await ask('getBlock', '[-1]')).toBe(badParams('invalid value: integer `-1`, expected u64'));
  });

  it('param 1 configuration: an object, optional', async () => {
    expect(await ask('getBlock', '[101]')).toBe(await block(101, '{}'));
    expect(await ask('getBlock', '[101,null]')).toBe(await block(101, '{}'));
    expect(await block(101, '"base64"')).toBe(BAD_CONFIG);
  });

  it('field encoding: applies to each transaction; json by default', async () => {
    expect(await block(101)).toBe(await block(101, '{"encoding":"json"}'));
    const text = await block(101, '{"encoding":"base58"}');
    for (const i of [0, 1, 2]) expect(partOf(text, 'transactions', i, 'transaction', 1)).toBe('"base58"');
  });

  it('field transactionDetails: full, accounts, signatures, none; full by default', async () => {
    expect(await block(101)).toBe(await block(101, '{"transactionDetails":"full"}'));
    expect(membersOf(await block(101, '{"transactionDetails":"accounts"}'), 'transactions', 0, 'transaction')).toEqual([
      'accountKeys',
      'signatures',
    ]);
    expect(membersOf(await block(101, '{"transactionDetails":"signatures"}'))).toContain('signatures');
    expect(membersOf(await block(101, '{"transactionDetails":"none"}'))).not.toContain('transactions');
    expect(await block(101, '{"transactionDetails":"some"}')).toBe(BAD_CONFIG);
  });

  it('field maxSupportedTransactionVersion: the highest version to return', async () => {
    expect(partOf(await block(104, '{"maxSupportedTransactionVersion":0}'), 'transactions', 0, 'version')).toBe('0');
    expect(await block(104, '{"maxSupportedTransactionVersion":"0"}')).toBe(BAD_CONFIG);
  });

  it('rule 1: a block that is not confirmed is null', async () => {
    expect(await block(108)).toBe('null');
  });

  it('rule 2: a confirmed one is a block', async () => {
    expect(partOf(await block(107), 'parentSlot')).toBe('106');
  });

  it('rule 3: a version beyond the maximum is an error', async () => {
    const below = await callText(V1_NODE, 'getBlock', '[1,{"maxSupportedTransactionVersion":0}]');
    expect(below).toBe(unsupportedVersion(1));
    const text = await callText(V1_NODE, 'getBlock', '[1,{"maxSupportedTransactionVersion":1}]');
    expect(partOf(text, 'transactions', 0, 'version')).toBe('1');
  });

  it.each(['full', 'accounts', 'signatures', 'none'])(
    'rule 4: without a maximum any versioned transaction is that error, with details %s',
    async (details) => {
      expect(await block(104, `{"transactionDetails":"${details}"}`)).toBe(unsupportedVersion(0));
      expect(partOf(await block(101, `{"transactionDetails":"${details}"}`), 'parentSlot')).toBe('100');
    },
  );
});

describe('4.2 getTransaction', () => {
  it('param 0 signature: base58, required', async () => {
    expect(await ask('getTransaction', '[]')).toBe(NO_PARAMS);
    expect(await ask('getTransaction', '["0"]')).toBe(badParam('Invalid'));
    expect(await ask('getTransaction', `["${PAYER}"]`)).toBe(badParam('WrongSize'));
  });

  it('param 1 configuration: an object, optional', async () => {
    expect(await ask('getTransaction', `["${namedSignature('plain')}"]`)).toBe(await transaction('plain'));
    expect(await transaction('plain', '"base64"')).toBe(BAD_CONFIG);
  });

  it('field encoding: json by default', async () => {
    expect(await transaction('plain')).toBe(await transaction('plain', '{"encoding":"json"}'));
    expect(partOf(await transaction('plain', '{"encoding":"base64"}'), 'transaction', 1)).toBe('"base64"');
  });

  it('field maxSupportedTransactionVersion: the highest version to return', async () => {
    expect(await transaction('v0')).toBe(unsupportedVersion(0));
    expect(partOf(await transaction('v0', '{"maxSupportedTransactionVersion":0}'), 'version')).toBe('0');
  });

  it('rules: null when not found or not confirmed, otherwise a transaction', async () => {
    expect(await transaction('nobody')).toBe('null');
    expect(await transaction('processed')).toBe('null');
    expect(partOf(await transaction('confirmed'), 'slot')).toBe('107');
  });
});

describe('4.3 getSignatureStatuses', () => {
  it('each signature is the first of a transaction', async () => {
    expect(partOf((await status('plain'))!, 'slot')).toBe('101');
  });

  it('param 0 signatures: a list of base58, required', async () => {
    expect(await ask('getSignatureStatuses', '[]')).toBe(NO_PARAMS);
    expect(await ask('getSignatureStatuses', '[["0"]]')).toBe(badParam('Invalid'));
    expect(await ask('getSignatureStatuses', '["0"]')).toBe(badParams('invalid type: string "0", expected a sequence'));
  });

  it('param 1 configuration: searchTransactionHistory, whose meaning is not shown, changes nothing', async () => {
    const list = signatureText('plain', 'nobody');
    const text = await ask('getSignatureStatuses', `[${list}]`);
    for (const config of ['{}', '{"searchTransactionHistory":true}', '{"searchTransactionHistory":false}']) {
      expect(await ask('getSignatureStatuses', `[${list},${config}]`)).toBe(text);
    }
    expect(await ask('getSignatureStatuses', `[${list},{"searchTransactionHistory":1}]`)).toBe(
      badParams('invalid type: integer `1`, expected a boolean'),
    );
  });

  it('result: context, and one element a signature', async () => {
    expect(await ask('getSignatureStatuses', `[${signatureText('nobody', 'plain', 'nobody')}]`)).toBe(
      `{"context":{"slot":108},"value":[null,${await status('plain')},null]}`,
    );
  });
});

describe('4.4 getSignaturesForAddress', () => {
  it('lists transactions whose keys include the address, loaded ones too', async () => {
    for (const address of [PAYER, SYSTEM_PROGRAM, ...LOADED.writable, ...LOADED.readonly]) {
      expect(namesIn(await ask('getSignaturesForAddress', `["${address}"]`))).toContain('v0');
    }
    expect(await ask('getSignaturesForAddress', `["${namedAddress('nobody')}"]`)).toBe('[]');
  });

  it('goes back from the most recent confirmed block', async () => {
    expect(namesIn(await signatures('{"limit":1}'))).toBe('confirmed');
  });

  it('param 0 address: base58, required', async () => {
    expect(await ask('getSignaturesForAddress', '[]')).toBe(NO_PARAMS);
    expect(await ask('getSignaturesForAddress', '["0"]')).toBe(badParam('Invalid'));
    expect(await ask('getSignaturesForAddress', '["1"]')).toBe(badParam('WrongSize'));
  });

  it('param 1 configuration: an object, optional', async () => {
    expect(await ask('getSignaturesForAddress', `["${PAYER}"]`)).toBe(await signatures());
    expect(await signatures('"x"')).toBe(
      badParams('invalid type: string "x", expected struct RpcSignaturesForAddressConfig'),
    );
  });

  it.each([1, 2, 1000])('field limit: %d', async (limit) => {
    const all = JSON.parse(await signatures()) as unknown[];
    expect(JSON.parse(await signatures(`{"limit":${limit}}`))).toEqual(all.slice(0, limit));
  });

  it.each([0, 1001])('field limit: not %d', async (limit) => {
    expect(await signatures(`{"limit":${limit}}`)).toBe(errorText(-32602, 'Invalid limit; max 1000'));
  });

  it('field before: the search starts below that transaction', async () => {
    expect(namesIn(await signatures(`{"before":"${namedSignature('memo')}"}`))).toBe('failed, plain');
  });

  it('field until: the search stops at that transaction', async () => {
    expect(namesIn(await signatures(`{"until":"${namedSignature('timeless')}"}`))).toBe('confirmed, no meta, old');
    expect(namesIn(await signatures(`{"until":"${namedSignature('timeless')}","limit":2}`))).toBe('confirmed, no meta');
  });

  it('not shown: an unknown before has nothing below it, an unknown until stops nothing', async () => {
    expect(await signatures(`{"before":"${namedSignature('nobody')}"}`)).toBe('[]');
    expect(await signatures(`{"until":"${namedSignature('nobody')}"}`)).toBe(await signatures());
  });

  it('result: newest to oldest', async () => {
    expect(namesIn(await signatures())).toBe('confirmed, no meta, old, timeless, v0, full, memo, failed, plain');
  });
});

describe('4.5 getProgramAccounts', () => {
  const pubkeysIn = (text: string) => (JSON.parse(text) as { pubkey: string }[]).map(({ pubkey }) => pubkey);
  const byBytes = [ACCOUNTS.short, ACCOUNTS.limit].toSorted((a, b) => Buffer.compare(bs58.decode(a), bs58.decode(b)));

  it('returns all accounts owned by the program', async () => {
    expect(pubkeysIn(await programAccounts())).toEqual(byBytes);
  });

  it('param 0 pubkey: base58, required', async () => {
    expect(await ask('getProgramAccounts', '[]')).toBe(NO_PARAMS);
    expect(await ask('getProgramAccounts', '["0"]')).toBe(badParam('Invalid'));
  });

  it('param 1 configuration: an object, optional', async () => {
    expect(await ask('getProgramAccounts', `["${PROGRAM}"]`)).toBe(await programAccounts());
    expect(await programAccounts('"x"')).toBe(
      badParams('invalid type: string "x", expected struct RpcProgramAccountsConfig'),
    );
  });

  it('field encoding: base64 by default', async () => {
    expect(await programAccounts()).toBe(await programAccounts('{"encoding":"base64"}'));
  });

  it.each(['base58', 'base64', 'base64+zstd'])('field dataSlice: with %s', async (encoding) => {
    const config = `{"encoding":"${encoding}","dataSlice":{"offset":1,"length":2},"filters":[{"dataSize":5}]}`;
    const whole = await account(ACCOUNTS.short, `{"encoding":"${encoding}","dataSlice":{"offset":1,"length":2}}`);
    expect(partOf(await programAccounts(config), 0, 'account')).toBe(whole);
    if (encoding === 'base64') expect(partOf(whole!, 'data', 0)).toBe('"AgM="');
  });

  it('field dataSlice: both members are needed', async () => {
    expect(await programAccounts('{"dataSlice":{"length":1}}')).toBe(badParams('missing field `offset`'));
    expect(await programAccounts('{"dataSlice":{"offset":1}}')).toBe(badParams('missing field `length`'));
  });

  it('field filters: an account meets all of them', async () => {
    const both = `{"filters":[{"dataSize":5},{"memcmp":{"offset":0,"bytes":"${bs58.encode(Buffer.of(1))}"}}]}`;
    expect(pubkeysIn(await programAccounts(both))).toEqual([ACCOUNTS.short]);
    expect(await programAccounts('{"filters":[{"dataSize":5},{"dataSize":128}]}')).toBe('[]');
  });

  it('filter memcmp: offset and base58 bytes', async () => {
    const at = (offset: number, bytes: Uint8Array) =>
      programAccounts(`{"filters":[{"memcmp":{"offset":${offset},"bytes":"${bs58.encode(bytes)}"}}]}`);
    expect(pubkeysIn(await at(2, SHORT_DATA.subarray(2)))).toEqual([ACCOUNTS.short]);
    expect(pubkeysIn(await at(127, Buffer.of(1)))).toEqual([ACCOUNTS.limit]);
    expect(await at(128, Buffer.of(1))).toBe('[]');
  });

  it('filter dataSize: the size of the data', async () => {
    expect(pubkeysIn(await programAccounts('{"filters":[{"dataSize":128}]}'))).toEqual([ACCOUNTS.limit]);
  });

  it('result: an array without a context', async () => {
    expect(await ask('getProgramAccounts', `["${namedAddress('nobody')}"]`)).toBe('[]');
  });

  it('not shown: the other form of the result is asked for with withContext', async () => {
    expect(await programAccounts('{"withContext":true}')).toBe(
      `{"context":{"slot":106},"value":${await programAccounts()}}`,
    );
  });
});

describe('4.6 getMultipleAccounts', () => {
  const list = (...addresses: readonly string[]) => JSON.stringify(addresses);

  it('param 0 pubkeys: a list of base58, required', async () => {
    expect(await ask('getMultipleAccounts', '[]')).toBe(NO_PARAMS);
    expect(await ask('getMultipleAccounts', '[["0"]]')).toBe(badParam('Invalid'));
  });

  it('param 1 configuration: an object, optional', async () => {
    expect(await ask('getMultipleAccounts', `[["${ACCOUNTS.short}"]]`)).toBe(
      `{"context":{"slot":106},"value":[${await account(ACCOUNTS.short)}]}`,
    );
    expect(await ask('getMultipleAccounts', '[[],"x"]')).toBe(
      badParams('invalid type: string "x", expected struct RpcAccountInfoConfig'),
    );
  });

  it('field encoding: base64 by default', async () => {
    expect(await account(ACCOUNTS.short)).toBe(await account(ACCOUNTS.short, '{"encoding":"base64"}'));
  });

  it('field dataSlice: length and offset', async () => {
    expect(partOf((await account(ACCOUNTS.short, '{"dataSlice":{"offset":3,"length":9}}'))!, 'data')).toBe(
      '["BAU=","base64"]',
    );
    expect(
      partOf((await account(ACCOUNTS.short, '{"encoding":"base58","dataSlice":{"offset":3,"length":9}}'))!, 'data'),
    ).toBe(`["${bs58.encode(SHORT_DATA.subarray(3))}","base58"]`);
  });

  it('result: one element an address, in order, null for what does not exist', async () => {
    const [short, limit] = [await account(ACCOUNTS.short), await account(ACCOUNTS.limit)];
    expect(
      await ask('getMultipleAccounts', `[${list(ACCOUNTS.limit, ACCOUNTS.missing, ACCOUNTS.short, ACCOUNTS.limit)}]`),
    ).toBe(`{"context":{"slot":106},"value":[${limit},null,${short},${limit}]}`);
  });
});
