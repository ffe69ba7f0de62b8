// npm run screens: writes the pictures of docs/inspector.md, with the Chromium of this machine. Look at them before they are committed.
import { mkdirSync } from 'node:fs';
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import { chromium } from 'playwright-core';
import { keypair, ledger, sol, startNode, tokens } from '../dist/index.js';

const FOLDER = 'docs/images';
const SIZE = { width: 1100, height: 640 };

const script = ledger({ cluster: 'localnet', send: { confirm: 'manual' } })
  .wallet('alice', sol(5))
  .wallet('bob', sol(1))
  .mint('usdc', { decimals: 6, authority: 'alice' })
  .tokenAccount('alice', tokens(100, 'usdc'))
  .tokenAccount('bob', tokens(1200, 'usdc'))
  .block(100, (b) => b.transfer('alice', 'bob', sol(1)).named('rent'))
  .block(101, (b) => b.memo('hello').payer('bob').named('note'))
  .block(102, (b) =>
    b
      .transferTokens('alice', 'bob', tokens(12.5, 'usdc'))
      .named('coffee')
      .tx((t) => t.transfer('bob', 'alice', sol(0.1)).fail({ custom: 1 }).named('refused')),
  )
  .block(104)
  .block(105);

const node = await startNode({ ledger: script, dialect: 'agave' });
await node.setTips({ processed: 105, confirmed: 104, finalized: 102 });
await fetch(node.url, { headers: { accept: 'text/html' } });
const payment = await use(new Connection(node.url, { disableRetryOnRateLimit: true }));

/** What an app does: it pays, the payment is dropped, and it meets a limit. */
async function use(connection) {
  const alice = Keypair.fromSecretKey(keypair('alice').secretKey);
  const bob = new PublicKey(keypair('bob').address);
  await connection.getBalance(bob);
  const { blockhash } = await connection.getLatestBlockhash('processed');
  const transfer = SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: bob, lamports: 250_000_000 });
  const transaction = new Transaction({ feePayer: alice.publicKey, recentBlockhash: blockhash }).add(transfer);
  transaction.sign(alice);
  const signature = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
  await connection.getSignatureStatuses([signature]);
  await node.advance();
  const { processed } = await node.getTips();
  await node.reorg(processed - 1);
  await node.addBlock();
  await node.addBlock();
  await connection.getSignatureStatuses([signature]);
  await node.fail('getSlot', { http: { status: 429 } }, { times: 1 });
  await connection.getSlot().catch(() => undefined);
  await connection.getAccountInfo(new PublicKey(keypair('nobody').address));
  return signature;
}

const SCREENS = {
  timeline: '#/',
  transaction: `#/tx/${payment}`,
  slot: '#/slot/102',
  account: '#/account/$bob',
  calls: '#/calls',
  call: '#/call/7',
};

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const colorScheme of ['light', 'dark']) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme });
  for (const [name, hash] of Object.entries(SCREENS)) {
    await page.goto(`${node.url}/${hash}`);
    await page.getByText('● live').waitFor();
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}.png` });
  }
}
await browser.close();
await node.close();
