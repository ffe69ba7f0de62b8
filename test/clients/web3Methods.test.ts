import { Connection, PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningNode } from '../../src/node/createNode.ts';
import { startClientLedger } from '../support/clientLedger.ts';
import { namedBlockhash, PAYER } from '../support/transactions.ts';
import { ACCOUNT_READS, CHAIN_READS, CLUSTER_READS } from './web3Calls.ts';

const CALLS = { ...ACCOUNT_READS, ...CLUSTER_READS, ...CHAIN_READS };

const payer = new PublicKey(PAYER);
/** Methods that ask for what the node does not have. */
const REFUSED: Readonly<Record<string, (connection: Connection) => Promise<unknown>>> = {
  getConfirmedSignaturesForAddress: (connection) => connection.getConfirmedSignaturesForAddress(payer, 29, 30),
  getConfirmedSignaturesForAddress2: (connection) => connection.getConfirmedSignaturesForAddress2(payer),
  getFeeCalculatorForBlockhash: (connection) => connection.getFeeCalculatorForBlockhash(namedBlockhash('38')),
  getStakeActivation: (connection) => connection.getStakeActivation(payer),
};

/** Methods that are not called, and why. */
const NOT_CALLED: Readonly<Record<string, string>> = {
  requestAirdrop: 'in test/clients/sending, like the next four',
  sendEncodedTransaction: 'called by sendRawTransaction',
  sendRawTransaction: 'sends',
  sendTransaction: 'signs, then calls sendRawTransaction',
  simulateTransaction: 'simulates',
  confirmTransaction: 'waits for a subscription, and so do the private parts of it',
  confirmTransactionUsingBlockHeightExceedanceStrategy: 'private',
  confirmTransactionUsingDurableNonceStrategy: 'private',
  confirmTransactionUsingLegacyTimeoutStrategy: 'private',
  getCancellationPromise: 'private',
  getTransactionConfirmationPromise: 'private',
};
const SUBSCRIPTION = /^(?:on[A-Z]|remove[A-Z]\w*Listener$)/;

/** What a user of a connection can call: methods, and the functions that the constructor makes. */
function methodsOf(connection: Connection): string[] {
  const descriptors = {
    ...Object.getOwnPropertyDescriptors(Connection.prototype),
    ...Object.getOwnPropertyDescriptors(connection),
  };
  return Object.entries(descriptors)
    .filter(([name, { value }]) => typeof value === 'function' && name !== 'constructor' && !name.startsWith('_'))
    .map(([name]) => name);
}

/** Keys as text, bytes as numbers, as JSON writes them; a bigint as the double next to it. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_name, member) => (typeof member === 'bigint' ? Number(member) : member)));

describe('every method of Connection', () => {
  let node: RunningNode;
  let connection: Connection;

  beforeAll(async () => {
    node = await startClientLedger();
    connection = new Connection(node.url, 'confirmed');
  });
  afterAll(() => node.close());

  it('is called below, or listed as not called', () => {
    const methods = methodsOf(connection).filter((name) => !SUBSCRIPTION.test(name));
    expect(methods.sort()).toEqual([...Object.keys({ ...CALLS, ...REFUSED, ...NOT_CALLED })].sort());
  });

  it.each(Object.entries(CALLS))('%s gives what the ledger holds', async (_method, [call, value]) => {
    expect(plain(await call(connection))).toEqual(value);
  });

  it.each(Object.entries(REFUSED))('%s is not there', async (_method, call) => {
    await expect(call(connection)).rejects.toThrow('Method not found');
  });
});
