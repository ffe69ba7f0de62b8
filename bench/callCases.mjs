// What one call costs above Fastify itself.
import { busyAddress, largeBlocks, signatureOf, tokenAccountAddress, tokenAccounts } from './support/ledgers.mjs';
import { ask } from './support/load.mjs';
import { aboveBare, processorTime, rateOfBare, request, rounds, summary } from './support/measure.mjs';
import { startStillnode } from './support/servers.mjs';

const SAMPLE_BLOCK = 1000;
const BLOCKS = 8;

async function fiveAccounts() {
  const addresses = Array.from({ length: 5 }, (_, i) => tokenAccountAddress(i * 7));
  return {
    args: [await tokenAccounts(10_000)],
    body: request('getMultipleAccounts', [addresses, { encoding: 'base64' }]),
  };
}

async function transaction() {
  const config = { encoding: 'json', maxSupportedTransactionVersion: 0 };
  return {
    args: [await largeBlocks(BLOCKS)],
    body: request('getTransaction', [signatureOf(SAMPLE_BLOCK, 3), config]),
  };
}

async function statuses() {
  const signatures = Array.from({ length: 20 }, (_, i) => signatureOf(5, i * 3));
  return {
    args: [await busyAddress(10_000)],
    body: request('getSignatureStatuses', [signatures, { searchTransactionHistory: true }]),
  };
}

/** The processor time of a call to a fork over that of the same call to the main ledger. */
async function forkCall() {
  const node = await startStillnode(['--auto-fork']);
  const body = request('getSlot', []);
  const fork = { ...node, url: `${node.url}/fork/test` };
  await ask(fork.url, body);
  for (const ledger of [node, fork, node, fork]) await processorTime(ledger, { body });
  const ratios = await rounds(
    5,
    () => processorTime(fork, { body }),
    () => processorTime(node, { body }),
  );
  await node.stop();
  return summary(ratios);
}

const RATE =
  'requests for a second of processor time over a Fastify route that parses the body and sends the same bytes';
const OF_ROUTE = 'microseconds of processor time above a Fastify route that parses the body and sends the same bytes';

export const CALL_CASES = [
  {
    name: 'accounts',
    what: `getMultipleAccounts, 5 token accounts: ${RATE}`,
    bar: '>= 0.65',
    run: async () => rateOfBare(await fiveAccounts()),
  },
  {
    name: 'statuses',
    what: 'getSignatureStatuses, 20 signatures: the same rate',
    bar: '>= 0.60',
    run: async () => rateOfBare(await statuses()),
  },
  {
    name: 'transaction',
    what: 'getTransaction, json: the same rate',
    bar: '>= 0.65',
    run: async () => rateOfBare(await transaction()),
  },
  {
    name: 'call-slot',
    what: `getSlot: ${OF_ROUTE}`,
    bar: '<= 7',
    run: () => aboveBare({ args: [], body: request('getSlot', []) }),
  },
  {
    name: 'call-accounts',
    what: `getMultipleAccounts, 5 token accounts: ${OF_ROUTE}`,
    bar: '<= 12',
    run: async () => aboveBare(await fiveAccounts()),
  },
  {
    name: 'call-transaction',
    what: `getTransaction, json: ${OF_ROUTE}`,
    bar: '<= 14',
    run: async () => aboveBare(await transaction()),
  },
  {
    name: 'fork-call',
    what: 'getSlot of a ledger fork: processor time over that of the main ledger',
    bar: '<= 1.15',
    run: forkCall,
  },
];
