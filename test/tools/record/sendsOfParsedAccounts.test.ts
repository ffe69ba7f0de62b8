import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { expect, it, onTestFinished } from 'vitest';
import { ByteWriter } from '../../../src/codec/bytes.ts';
import { keypair, type LedgerNode, ledger, type NewAccount, sol, tokens } from '../../../src/index.ts';
import { TOKEN_2022_PROGRAM } from '../../../src/solana/address.ts';
import { answerOf, askText, base64Params, CLUSTER_SLOT, clusterFork, connectionOf } from '../../support/clusterFork.ts';
import { keyOf, signedOf } from '../../support/web3Sender.ts';

/** Sends that need accounts which the ledger has as jsonParsed alone, with extensions, whose bytes do not follow from that form. */

const FEE = { newerTransferFee: { maximumFee: 5_000_000, transferFeeBasisPoints: 100 } };

const CLUSTER = ledger()
  .wallet('alice', sol(5))
  .mint('coin', { decimals: 6, authority: 'alice', extensions: { transferFeeConfig: FEE } })
  .tokenAccount('alice', tokens(50, 'coin'))
  .tokenAccount('bob', tokens(1, 'coin'))
  .block(CLUSTER_SLOT);

const MINT_WITH_OTHER_FEE = {
  mint: {
    decimals: 6,
    authority: '$alice',
    supply: 51,
    extensions: { transferFeeConfig: { newerTransferFee: { maximumFee: 5_000_000, transferFeeBasisPoints: 200 } } },
  },
};

const OWN = ledger().wallet('alice', sol(3)).blocks({ from: 198, to: 200 });

const KEYS = ['$ata(alice,coin)', 'coin', '$ata(bob,coin)'];

const accountParams = (address: string, encoding: string) => [address, { encoding }] as const;

/** A fork of the cluster whose ledger has recorded the token and its accounts as jsonParsed. */
async function parsedFork() {
  const fork = await clusterFork(CLUSTER);
  const addresses = KEYS.map((key) => fork.cluster.address(key));
  const recorded = mkdtempSync(join(tmpdir(), 'parsed-'));
  onTestFinished(() => rmSync(recorded, { recursive: true }));
  const answers: string[] = [];
  for (const address of addresses) {
    const params = accountParams(address, 'jsonParsed');
    const response = await fork.cluster.requestText('getAccountInfo', params as never);
    answers.push(response);
    const exchange = `{"request":{"method":"getAccountInfo","params":${JSON.stringify(params)}},"response":{"jsonrpc":"2.0","id":1,"result":${response}}}`;
    writeFileSync(join(recorded, `${address}.json`), exchange);
  }
  const ownLedger = { ledger: [OWN, recorded] };
  return { ...fork, addresses, answers, ownLedger };
}

/** A token transfer of alice to bob. */
function transfer(addresses: readonly string[], amount: bigint): TransactionInstruction {
  const [from, mint, to] = addresses.map((address) => new PublicKey(address));
  const keys = [from, mint, to].map((pubkey) => ({ pubkey: pubkey!, isSigner: false, isWritable: true }));
  return {
    programId: new PublicKey(TOKEN_2022_PROGRAM),
    keys: [...keys, { pubkey: keyOf('alice'), isSigner: true, isWritable: false }],
    data: Buffer.from(new ByteWriter(10).u8(12).u64(amount).u8(6).bytes()),
  };
}

async function send(node: LedgerNode, addresses: readonly string[], amount = 1_000_000n): Promise<string> {
  const { wire } = await signedOf(connectionOf(node), [transfer(addresses, amount)]);
  return answerOf(node, 'sendTransaction', base64Params(wire));
}

const amountOf = async (node: LedgerNode, address: string) =>
  (await node.request('getTokenAccountBalance', [address])).value.amount;

/** The account in jsonParsed without the slot of the answer. */
const parsedOf = async (node: LedgerNode, address: string) =>
  valueIn(await node.requestText('getAccountInfo', accountParams(address, 'jsonParsed') as never));

const valueIn = (answer: string) => answer.slice(answer.indexOf('"value":'));

it('the bytes are asked for once; until the send, and after a reset, the accounts are answered as they were recorded', async () => {
  const { addresses, answers, cluster, ownLedger, proxy, run } = await parsedFork();
  const node = await run({}, ownLedger);
  const [from, mint, to] = addresses as [string, string, string];
  expect(await send(node, addresses)).toMatch(/^"result":/);
  expect(proxy.texts()).toEqual([askText(addresses.toSorted())]);
  expect([await amountOf(node, from), await amountOf(node, to)]).toEqual(['49000000', '1990000']);
  expect(await send(node, addresses)).toMatch(/^"result":/);
  expect(proxy.calls).toHaveLength(1);
  expect(await parsedOf(node, mint)).toBe(valueIn(answers[1]!));
  await node.reset();
  expect(await Promise.all(addresses.map((address) => parsedOf(node, address)))).toEqual(answers.map(valueIn));
  const base64 = accountParams(from, 'base64') as never;
  expect(valueIn(await node.requestText('getAccountInfo', base64))).toBe(
    valueIn(await cluster.requestText('getAccountInfo', base64)),
  );
  expect(proxy.calls).toHaveLength(1);
});

it.each<[state: string, key: string, account: NewAccount | null]>([
  ['another amount', '$ata(alice,coin)', { token: { mint: '$coin', owner: '$alice', amount: 7 } }],
  ['another fee, which changes the extensions alone', 'coin', MINT_WITH_OTHER_FEE],
  ['no account any more', '$ata(bob,coin)', null],
])('upstream has %s: the send is refused with the address, and what is recorded stays', async (_, key, account) => {
  const { addresses, answers, cluster, ownLedger, proxy, run } = await parsedFork();
  const changed = cluster.address(key);
  await cluster.setAccount(changed, account);
  const node = await run({}, ownLedger);
  const answer = await send(node, addresses);
  expect(answer).toBe(
    `"error":{"code":-32603,"message":"Account ${changed} was recorded as jsonParsed, and upstream no longer has it as it was recorded, so its bytes are not known: record it again, with encoding base64","data":{"reason":"notRecorded"}}`,
  );
  expect((await node.sent()).map(({ error, fate }) => ({ error, fate }))).toEqual([
    { ...JSON.parse(`{${answer}}`), fate: { fate: 'refused' } },
  ]);
  expect(await Promise.all(addresses.map((address) => parsedOf(node, address)))).toEqual(answers.map(valueIn));
  expect(await send(node, addresses)).toBe(answer);
  expect(proxy.calls).toHaveLength(1);
  await node.setAccount(changed, account ?? { token: { mint: '$coin', owner: '$bob', amount: 1 } });
  expect(await send(node, addresses)).toMatch(/^"result":/);
  expect(proxy.calls).toHaveLength(1);
});

it('a recording has the bytes, and the second run needs no network; without them it is refused', async () => {
  const { addresses, cluster, folder, ownLedger, proxy, run, runOffline } = await parsedFork();
  const refused = await send(await runOffline(ownLedger), addresses);
  expect(refused).toMatch(
    /^"error":{"code":-32603,"message":"Account \w+ was recorded as jsonParsed, so its bytes are not known: record it with encoding base64","data":{"reason":"notRecorded"}}$/,
  );
  const online = await send(await run({ record: folder }, ownLedger), addresses);
  expect(online).toMatch(/^"result":/);
  proxy.forget();
  const offline = await runOffline(ownLedger);
  expect(await send(offline, addresses)).toBe(online);
  expect(await amountOf(offline, cluster.address(KEYS[2]!))).toBe('1990000');
  expect(proxy.calls).toEqual([]);
});

it('reasons of a simulation name what would be asked', async () => {
  const { addresses, ownLedger, proxy, run } = await parsedFork();
  const node = await run({}, ownLedger);
  const [from, mint] = addresses as [string, string, string];
  const carol = keypair('carol').address;
  const { wire } = await signedOf(connectionOf(node), [transfer([from, mint, carol], 1n)]);
  const { why } = await node.explain('simulateTransaction', [...base64Params(wire)]);
  expect(why.toSorted()).toEqual([
    `Account ${from} was recorded as jsonParsed, so its bytes are not known: record it with encoding base64`,
    'so far the ledger alone: the call itself looks into what is recorded of upstream, and asks upstream where the mode lets it',
    `the ledger does not know ${carol}`,
    `the ledger does not know the bytes of ${from}, ${mint}`,
  ]);
  expect(proxy.calls).toEqual([]);
});
