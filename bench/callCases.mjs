// What one call costs above Fastify itself.
import { largeBlocks, signatureOf, tokenAccountAddress, tokenAccounts } from './support/ledgers.mjs';
import { aboveBare, request } from './support/measure.mjs';

const SAMPLE_BLOCK = 1000;
const BLOCKS = 8;

export async function fiveAccounts() {
  const addresses = Array.from({ length: 5 }, (_, i) => tokenAccountAddress(i * 7));
  return {
    args: [await tokenAccounts(10_000)],
    body: request('getMultipleAccounts', [addresses, { encoding: 'base64' }]),
  };
}

export async function transaction() {
  const config = { encoding: 'json', maxSupportedTransactionVersion: 0 };
  return {
    args: [await largeBlocks(BLOCKS)],
    body: request('getTransaction', [signatureOf(SAMPLE_BLOCK, 3), config]),
  };
}

const OF_ROUTE = 'microseconds of processor time above a Fastify route that parses the body and sends the same bytes';

export const CALL_CASES = [
  {
    name: 'call-slot',
    what: `getSlot: ${OF_ROUTE}`,
    bar: '<= 8',
    run: () => aboveBare({ args: [], body: request('getSlot', []) }),
  },
  {
    name: 'call-accounts',
    what: `getMultipleAccounts, 5 token accounts: ${OF_ROUTE}`,
    bar: '<= 14',
    run: async () => aboveBare(await fiveAccounts()),
  },
  {
    name: 'call-transaction',
    what: `getTransaction, json: ${OF_ROUTE}`,
    bar: '<= 12',
    run: async () => aboveBare(await transaction()),
  },
];
