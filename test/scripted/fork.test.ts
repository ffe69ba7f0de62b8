import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSolanaRpc } from '@solana/kit';
import { afterAll, describe, expect, it } from 'vitest';
import { startNode } from '../../src/node.ts';
import { reasonOf } from '../support/clients.ts';
import { addressOf, type Client, clientOf, FOLDER, signaturesAt } from './ledgers.ts';

const FILE = 'fork.ledger.yaml';
const BOB = addressOf('bob');

/** The ledger as long as slot 102 was the newest one. */
async function clientBefore(): Promise<Client> {
  const folder = mkdtempSync(join(tmpdir(), 'stillnode-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = join(folder, FILE);
  writeFileSync(path, readFileSync(`${FOLDER}/${FILE}`, 'utf8').replace(/^ *- \{slot: 103.*\n/m, ''));
  const node = await startNode({ ledger: [path], dialect: 'agave' });
  afterAll(() => node.close());
  return createSolanaRpc(node.url);
}

const before = await clientBefore();
const after = await clientOf(FILE);
const [kept] = await signaturesAt(before, 101n);
const [dropped] = await signaturesAt(before, 102n);

async function seenBy(rpc: Client) {
  const [listed, statuses, transaction, balance, slots] = await Promise.all([
    rpc.getSignaturesForAddress(BOB).send(),
    rpc.getSignatureStatuses([kept!, dropped!], { searchTransactionHistory: true }).send(),
    rpc.getTransaction(dropped!, { encoding: 'json', maxSupportedTransactionVersion: 0 }).send(),
    rpc.getBalance(BOB).send(),
    rpc.getBlocks(101n, 103n).send(),
  ]);
  return {
    listed: listed.map(({ signature }) => signature),
    statuses: statuses.value.map((status) => status?.slot),
    transaction: transaction?.slot,
    balance: balance.value,
    slots,
  };
}

describe('a payment in a slot that the cluster then leaves aside', () => {
  it('was there', async () => {
    expect(await seenBy(before)).toStrictEqual({
      listed: [dropped, kept],
      statuses: [101n, 102n],
      transaction: 102n,
      balance: 3_000_000_000n,
      slots: [101n, 102n],
    });
  });

  it('is gone: its signature, its block and its money', async () => {
    expect(await seenBy(after)).toStrictEqual({
      listed: [kept],
      statuses: [101n, undefined],
      transaction: undefined,
      balance: 1_000_000_000n,
      slots: [101n, 103n],
    });
    expect(await reasonOf(after.getBlock(102n).send())).toHaveProperty(
      'context.__serverMessage',
      'Slot 102 was skipped, or missing due to ledger jump to recent snapshot',
    );
  });

  it('is no place to page from', async () => {
    const reason = await reasonOf(after.getSignaturesForAddress(BOB, { before: dropped! }).send());
    expect(reason).toHaveProperty('context.__serverMessage', `Transaction ${dropped} not found`);
  });
});
