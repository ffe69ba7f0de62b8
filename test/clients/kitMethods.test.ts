import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  createSolanaRpc,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  type SolanaRpcApi,
} from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningNode } from '../../src/node/createNode.ts';
import { startClientLedger } from '../support/clientLedger.ts';
import { ACCOUNT_CALLS } from './kitAccountCalls.ts';
import { BLOCK_CALLS, CLUSTER_CALLS, type KitCall } from './kitChainCalls.ts';
import { SEND_CALLS } from './kitSendCalls.ts';

/** Methods of Kit that this node does not have, and why. */
const NOT_SERVED = {
  getAgGenesisCert: 'of nodes that run Alpenglow, later than 4.1',
} as const satisfies Partial<Record<keyof SolanaRpcApi, string>>;

/** The type wants a call for every other method that Kit knows. */
const CALLS: Readonly<Record<Exclude<keyof SolanaRpcApi, keyof typeof NOT_SERVED>, KitCall>> = {
  ...BLOCK_CALLS,
  ...CLUSTER_CALLS,
  ...ACCOUNT_CALLS,
  ...SEND_CALLS,
};

/** At run time Kit takes any name for a method, so they are told by its declarations, a file each. */
function methodsOfKit(): string[] {
  const packages = ['@solana/kit', '@solana/rpc', '@solana/rpc-api'];
  const entry = packages.reduce((from, name) => createRequire(from).resolve(name), import.meta.url);
  return readdirSync(join(dirname(entry), 'types'))
    .filter((file) => /^[a-zA-Z]+\.d\.ts$/.test(file) && file !== 'index.d.ts')
    .map((file) => file.replace('.d.ts', ''));
}

describe('every method of createSolanaRpc', () => {
  let node: RunningNode;
  let rpc: ReturnType<typeof createSolanaRpc>;

  beforeAll(async () => {
    node = await startClientLedger();
    rpc = createSolanaRpc(node.url);
  });
  afterAll(() => node.close());

  it('is called below, or listed as not served', () => {
    expect(methodsOfKit().sort()).toEqual([...Object.keys(CALLS), ...Object.keys(NOT_SERVED)].sort());
  });

  it.each(Object.entries(CALLS))('%s gives what the ledger holds', async (_method, [call, value]) => {
    // what one of them sends, the others do not see
    const { url } = await node.fork();
    expect(await call(createSolanaRpc(url!))).toStrictEqual(value);
  });

  it.each(Object.entries(NOT_SERVED))('%s is not there: %s', async (method, _reason) => {
    const call = rpc[method as 'getHealth'];
    const error = await call()
      .send()
      .catch((reason: unknown) => reason);
    expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND)).toBe(true);
  });
});
