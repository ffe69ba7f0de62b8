import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../src/dialect.ts';
import { RpcError } from '../../../src/errors.ts';
import type { AccountOptions } from '../../../src/rpc/encoding/account.ts';
import { AccountTexts } from '../../../src/rpc/encoding/accountTexts.ts';
import type { Account } from '../../../src/solana/account.ts';
import { SYSTEM_PROGRAM } from '../../../src/solana/address.ts';
import { errorText } from '../../support/answers.ts';
import { bundleNode } from '../../support/bundles.ts';
import { ALICE, BOB, base64, sendNode, signed, WALLETS } from '../../support/sends.ts';
import { transfer } from '../../support/sentTransactions.ts';
import { type AccountSpec, callText, THREE_TIPS, testAccount, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

/** The limit for the accounts of one result: as for a batch, 32 MiB by default. */

const BASE64: AccountOptions = {
  encoding: 'base64',
  dataSlice: undefined,
  dialect: DIALECTS.agave,
  zstd: undefined,
  parsing: undefined,
};

/** An account that counts how often it is encoded. */
function countedAccount(name: string, bytes: number): { account: Account; encoded: () => number } {
  let count = 0;
  const account = { ...testAccount({ address: namedAddress(name), data: new Uint8Array(bytes) }) };
  Object.defineProperty(account, 'executable', {
    get: () => {
      count += 1;
      return false;
    },
  });
  return { account, encoded: () => count };
}

const refusal = (maxBytes: number) =>
  `The accounts of this result come to more than ${maxBytes} bytes: ask for fewer accounts or for a dataSlice, or raise --max-batch-bytes`;

describe('the accounts of one result', () => {
  it('are encoded once if they are equal', () => {
    const { account, encoded } = countedAccount('a', 3);
    const [first, ...others] = new AccountTexts().encode([account, undefined, account, account], BASE64);
    expect(others).toEqual(['null', first, first]);
    expect(encoded()).toBe(1);
  });

  it('are encoded again where they have changed', () => {
    const account = testAccount({ address: ALICE, lamports: 1n });
    const texts = new AccountTexts();
    const lamports = [account, { ...account, lamports: 2n }].flatMap((state) => texts.encode([state], BASE64));
    expect(lamports.map((text) => JSON.parse(text).lamports)).toEqual([1, 2]);
  });

  it('are refused before one is encoded, if their data say that they are too large', () => {
    const { account, encoded } = countedAccount('a', 300);
    const texts = new AccountTexts(1199);
    expect(() => texts.encode([account, account, account], BASE64)).toThrow(refusal(1199));
    expect(() => texts.encodeList(SYSTEM_PROGRAM, [account, account, account], BASE64)).toThrow(refusal(1199));
    expect(encoded()).toBe(0);
  });

  it('may have exactly as many bytes as the limit, in all lists of the result together', () => {
    const { account } = countedAccount('a', 0);
    const { length } = new AccountTexts().encode([account], BASE64)[0]!;
    const texts = new AccountTexts(2 * length);
    for (let i = 0; i < 2; i++) expect(texts.encode([account], BASE64)).toHaveLength(1);
    expect(() => texts.encode([account], BASE64)).toThrow(refusal(2 * length));
  });

  it('count only the slice that is shown', () => {
    const { account } = countedAccount('a', 3000);
    const sliced = { ...BASE64, dataSlice: { offset: 0n, length: 3n } };
    expect(new AccountTexts(1000).encode([account], sliced)[0]).toContain('"data":["AAAA","base64"]');
  });

  it('have an error with a reason', () => {
    const { account } = countedAccount('a', 300);
    const refused = () => new AccountTexts(1).encode([account], BASE64);
    expect(refused).toThrow(new RpcError(-32603, refusal(1), { reason: 'resultTooLarge' }));
  });
});

const LARGE = 10 * 2 ** 20;
const OWNER = namedAddress('owner');
const LARGE_ACCOUNTS: readonly AccountSpec[] = ['one', 'two', 'three'].map((name) => ({
  address: namedAddress(name),
  owner: OWNER,
  data: new Uint8Array(LARGE),
}));
const ONE = LARGE_ACCOUNTS[0]!.address;
const REFUSED = errorText(-32603, refusal(32 * 2 ** 20), '{"reason":"resultTooLarge"}');

describe('a result of 42 MB', () => {
  const node = testNode({ ...THREE_TIPS, accounts: LARGE_ACCOUNTS });

  it.each([
    ['getMultipleAccounts', `[${JSON.stringify(Array(3).fill(ONE))}]`],
    ['getProgramAccounts', `["${OWNER}",{"encoding":"base64"}]`],
    ['getProgramAccounts', `["${OWNER}",{"encoding":"jsonParsed"}]`],
  ])('is refused: %s %s', async (method, params) => {
    expect(await callText(node, method, params, 'agave')).toBe(REFUSED);
  });

  it('is shown in part, or compressed', async () => {
    const [twice, zstd] = await Promise.all([
      callText(node, 'getMultipleAccounts', `[["${ONE}","${ONE}"]]`),
      callText(node, 'getMultipleAccounts', `[${JSON.stringify(Array(100).fill(ONE))},{"encoding":"base64+zstd"}]`),
    ]);
    expect(twice.length).toBeGreaterThan(2 * LARGE);
    expect(zstd.match(/base64\+zstd/g)).toHaveLength(100);
  });

  it('is refused by simulateTransaction', async () => {
    const { simulate } = sendNode({ accounts: [...WALLETS, ...LARGE_ACCOUNTS] });
    const accounts = JSON.stringify({ encoding: 'base64', addresses: Array(3).fill(ONE) });
    expect(await simulate(signed([transfer(5)]), `"accounts":${accounts}`)).toBe(REFUSED);
  });

  it('is refused by simulateBundle', async () => {
    const { call } = bundleNode({ accounts: [...WALLETS, ...LARGE_ACCOUNTS] });
    const shown = [{ encoding: 'base64', addresses: [ONE, BOB, ONE] }, null];
    const bundle = [signed([transfer(5)]), signed([transfer(6)])].map(base64);
    const config = { preExecutionAccountsConfigs: [null, shown[0]], postExecutionAccountsConfigs: shown };
    const params = [{ encodedTransactions: bundle }, config];
    expect(await call('simulateBundle', JSON.stringify(params))).toBe(REFUSED);
  });

  it('is refused by an explanation too', async () => {
    const answer = await node.explain('getMultipleAccounts', [Array(3).fill(ONE)]);
    expect(answer).toEqual({
      answer: { error: { code: -32603, message: refusal(32 * 2 ** 20), data: { reason: 'resultTooLarge' } } },
      why: [refusal(32 * 2 ** 20)],
    });
  });
});
