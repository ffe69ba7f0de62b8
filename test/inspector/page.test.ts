import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { keypair, ledger, sol, startNode } from '../../src/index.ts';
import { describeInBrowser, openPage, settled } from '../support/browser.ts';
import { DESCRIBED_LEDGER } from '../support/describedIdl.ts';
import { NEW_IDL } from '../support/idls.ts';
import { openMoves, SCRIPT, show, started, textOf, withTips } from '../support/inspected.ts';

const ALICE = keypair('alice').address;
const BOB = keypair('bob').address;

const slots = (page: Page, kind: string) => page.locator(`.slot.${kind}`).count();
const tipOf = (page: Page, name: string) =>
  page.getByRole('slider', { name: `${name} tip` }).getAttribute('aria-valuenow');

describeInBrowser('the inspector in Chromium', () => {
  it('shows the slots of the timeline, with their tips', async () => {
    const node = await withTips();
    const page = await openPage(node.url);
    await page.locator('.slot').first().waitFor();
    expect([await slots(page, 'block'), await slots(page, 'skipped'), await slots(page, 'ahead')]).toEqual([4, 1, 1]);
    expect([await tipOf(page, 'processed'), await tipOf(page, 'finalized')]).toEqual(['104', '101']);
    await page.getByText('● live').waitFor();
  });

  it('moves the tip on the screen when the page, or a test, advances: without a reload', async () => {
    const node = await withTips();
    const page = await openPage(node.url);
    await openMoves(page);
    await page.getByRole('button', { name: 'advance' }).click();
    await page.getByRole('slider', { name: 'processed tip' }).getByText('processed 105').waitFor();
    await node.advance();
    await page.getByRole('slider', { name: 'processed tip' }).getByText('processed 106').waitFor();
    expect((await node.getTips()).processed).toBe(106);
  });

  it('has tips that the arrow keys move', async () => {
    const node = await withTips();
    const page = await openPage(node.url);
    await page.getByRole('slider', { name: 'confirmed tip' }).press('ArrowRight');
    await page.getByText('confirmed 103').first().waitFor();
    expect(await node.getTips()).toMatchObject({ confirmed: 103 });
  });

  it('redraws a reorganization, and what was dropped keeps its place', async () => {
    const node = await withTips();
    const page = await openPage(node.url);
    await page.locator('.slot[data-slot="104"]').click();
    await page.getByRole('button', { name: 'reorg here' }).click();
    await page.locator('.slot.dropped').waitFor();
    expect(await page.locator('.slot.dropped').getAttribute('data-slot')).toBe('104');
    await show(page, '#/session');
    expect(await page.locator('pre').textContent()).toContain('await node.reorg(104);');
  });

  it('shows a slot, a transaction and an account as the verbs answer them', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/slot/102`);
    await page.getByRole('link', { name: 'refused' }).waitFor();
    expect(await textOf(page)).toContain('failed: instruction 0 (system transfer): custom error 6001 (0x1771)');
    await page.getByRole('link', { name: 'refused' }).click();
    await page.getByText('transfer', { exact: true }).waitFor();
    const transaction = (await node.request('stillnode_show', ['refused'])) as { signature: string };
    expect(await textOf(page)).toContain(transaction.signature);
    await show(page, '#/account/$bob');
    await page.getByText('At each commitment').waitFor();
    await page
      .getByText('1.99999 SOL')
      .waitFor({ timeout: 5000 })
      .catch(() => undefined);
    const { kind } = (await node.request('stillnode_show', ['$bob'])) as { kind: string };
    const { value } = await node.request('getBalance', [BOB, { commitment: 'processed' }]);
    const text = await textOf(page);
    expect(text).toContain(kind);
    expect(text).toContain(`"lamports": ${value}`);
  });

  it('lists all transactions in one line each, without votes, and accounts by kind', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/transactions`);
    await page.getByText('4 of 4').waitFor();
    const summaries = await page.locator('tbody .summary').allTextContents();
    expect(summaries).toEqual(['memo "x"', 'bob → alice 0.1 SOL', 'memo "hello"', 'alice → bob 1 SOL']);
    await show(page, '#/accounts');
    await page.getByRole('heading', { name: 'wallet' }).waitFor();
    const row = page.getByRole('region', { name: 'token', exact: true }).locator('tbody tr');
    expect(await row.locator('td').allTextContents()).toEqual([
      '$ata(alice,usdc)',
      '100 $usdc of $alice',
      expect.stringMatching(/^(\$token|Tokenk…Q5DA)$/),
      '0.00203928 SOL',
      '165',
    ]);
  });

  it('shows the fields of an account whose program has an IDL', async () => {
    const order = { program: 'market', account: 'Order', fields: { owner: '$alice', side: 'Buy', maxPrice: 12 } };
    const script = ledger().program('market', { idl: NEW_IDL }).wallet('alice', sol(5)).account('order1', order);
    const node = await started({ ledger: script.block(10) });
    const page = await openPage(`${node.url}#/account/$order1`);
    await page.getByRole('heading', { name: 'market: Order' }).waitFor();
    expect(await textOf(page)).toContain('"max_price": "12"');
  });

  it('shows instructions, events and errors of programs with an IDL by name', async () => {
    const node = await started({ ledger: DESCRIBED_LEDGER as object });
    const page = await openPage(`${node.url}#/tx/routed`);
    await page.getByText('place_order', { exact: true }).waitFor();
    await page.getByText('Filled', { exact: true }).waitFor();
    expect(await textOf(page)).toContain('"price": "13"');
    await show(page, '#/tx/refused');
    await page.getByText('market: SlippageExceeded (6001), "Slippage exceeded"').waitFor();
    await show(page, '#/slot/11');
    await page.getByText('market: OrderClosed (6000)').waitFor();
    await show(page, '#/account/$market');
    await page.getByRole('heading', { name: 'IDL of market' }).waitFor();
    expect(await textOf(page)).toContain('place_order, settle');
  });

  it('every text of a hostile IDL stays text', async () => {
    const evil = '<img src=x onerror="window.evil=1"><script>window.evil=1</script>';
    const names = /"(SlippageExceeded|Slippage exceeded|Filled|settle|place_order|price|Order)"/g;
    const text = JSON.stringify(DESCRIBED_LEDGER).replaceAll(names, (name) => JSON.stringify(name.slice(1, -1) + evil));
    const node = await started({ ledger: JSON.parse(text) as object });
    const page = await openPage(node.url);
    for (const hash of ['#/tx/routed', '#/tx/refused', '#/slot/11', '#/account/$market', '#/account/$order1']) {
      await show(page, hash);
      await settled(page);
      expect(await page.evaluate("[window.evil, document.querySelectorAll('img, main script').length]")).toEqual([
        undefined,
        0,
      ]);
    }
    await page.getByText(`Order${evil}`).first().waitFor();
  });

  it('a call has the reason of its moment, and a result that is null is written so', async () => {
    const node = await withTips();
    await node.request('getTransaction', [node.signature('refused')]);
    await node.setTips({ finalized: 102 });
    const page = await openPage(`${node.url}#/call/1`);
    await page.getByRole('heading', { name: 'Call 1: getTransaction null' }).waitFor();
    expect(await textOf(page)).toContain('it is in slot 102, and the finalized tip is 101');
    await show(page, '#/calls');
    await page.getByRole('link', { name: 'getTransaction null' }).waitFor();
  });

  it('shows an account once for the commitments at which it is equal', async () => {
    const node = await withTips();
    await node.setTips({ finalized: 102 });
    const page = await openPage(`${node.url}#/account/$bob`);
    await page.getByRole('heading', { name: 'processed, confirmed, finalized' }).waitFor();
    await node.setAccount('bob', sol(7), { from: 'processed' });
    await page.getByRole('heading', { name: 'confirmed, finalized', exact: true }).waitFor();
    expect(await page.locator('.side h3').allTextContents()).toEqual(['processed', 'confirmed, finalized']);
  });

  it('shows calls below the slot that was the processed one, with their outcome', async () => {
    const node = await withTips();
    const page = await openPage(node.url);
    await page.locator('.slot').first().waitFor();
    await new Connection(node.url).getAccountInfo(new PublicKey(keypair('nobody').address));
    await node.advance();
    await new Connection(node.url).getBlockHeight();
    await page.locator('.mark.result').waitFor();
    expect(await page.locator('.mark title').allTextContents()).toEqual([
      'call 1: getAccountInfo, null',
      'call 2: getBlockHeight, result',
    ]);
    await page.locator('.mark.null').click();
    await page.getByRole('heading', { name: 'Call 1: getAccountInfo null' }).waitFor();
  });

  it('shows subscriptions of apps, and what they were told', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/subscriptions`);
    await page.getByText('No subscriptions yet').waitFor();
    const slots = node.subscribe('slot');
    await node.advance();
    await slots.next();
    await node.advance();
    await page.getByRole('heading', { name: 'slotSubscribe' }).getByText('● open').waitFor();
    await page.getByText('2 notifications').waitFor();
    expect(await page.locator('details[open] pre').textContent()).toContain('"slot": 106');
    await slots.return();
    await node.advance();
    await page.getByText('○ ended').waitFor();
  });

  it('has a form for each fault', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/rules`);
    const form = page.getByRole('form', { name: 'a new fault' });
    const rules: object[] = [];
    for (const [kind, label, number, then] of [
      ['http', 'status', '503', { http: { status: 503 } }],
      ['error', 'code', '-32005', { rpcError: { code: -32005, message: 'Node is unhealthy' } }],
      ['delay', 'milliseconds', '5', { delayMs: 5 }],
      ['stale', 'slots behind', '2', { stale: 2 }],
      ['reset', undefined, '', { reset: true }],
      ['garbage', undefined, '', { garbage: true }],
    ] as const) {
      await form.getByLabel('calls of').fill('getSlot');
      await form.getByLabel('get').selectOption(kind);
      if (label !== undefined) await form.getByRole('spinbutton', { name: label }).fill(number);
      await form.getByLabel('times').fill('3');
      await form.getByRole('button', { name: 'add this fault' }).click();
      rules.push({ match: { method: 'getSlot', times: 3 }, then });
      await page.getByText(`fault-${rules.length}`).waitFor();
      expect((await node.listFaults()).map(({ rule }) => rule)).toEqual(rules);
    }
  });

  it('sets an account in the words of scripts', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/account/${ALICE}`);
    await page.getByLabel('As in a script').fill('{ "sol": 7 }');
    await page.getByRole('button', { name: 'set', exact: true }).click();
    await page.getByText('7 SOL').first().waitFor();
    expect(await node.request('getBalance', [ALICE, { commitment: 'processed' }])).toMatchObject({ value: 7e9 });
  });

  it('tells of calls as they come, of a 429 and of the rule that decided', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('No calls yet').waitFor();
    await node.fail('getSlot', { http: { status: 429 } }, { times: 1 });
    await new Connection(node.url, { disableRetryOnRateLimit: true }).getSlot().catch(() => undefined);
    await page.getByText('fault 429').click();
    await page.getByText('A rule that a test has added decided: 429.').waitFor();
    await show(page, '#/rules');
    await page.getByText('"status": 429').first().waitFor();
  });

  it('shows question, answer and reason of a call, and answers it otherwise', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('No calls yet').waitFor();
    await new Connection(node.url).getAccountInfo(new PublicKey(keypair('nobody').address));
    await page.getByRole('link', { name: 'getAccountInfo' }).click();
    await page.getByText('Answer this otherwise').waitFor();
    const { why } = await node.explain('getAccountInfo', [keypair('nobody').address]);
    await page.locator('.why').getByText(why[0]!).waitFor();
    await page.locator('textarea').fill('{"match":{"method":"getSlot"},"then":{"result":7}}');
    await page.getByRole('button', { name: 'add', exact: true }).click();
    await page.getByText('fault-1').waitFor();
    expect(await new Connection(node.url).getSlot()).toBe(7);
  });

  it('follows a payment from its send to the reorganization that drops it', async () => {
    const wallets = ledger({ send: { confirm: 'manual' } })
      .wallet('alice', sol(5))
      .wallet('bob', sol(1));
    const node = await started({ ledger: wallets.block(105) });
    const page = await openPage(`${node.url}#/rules`);
    const connection = new Connection(node.url);
    const alice = Keypair.fromSecretKey(keypair('alice').secretKey);
    const { blockhash } = await connection.getLatestBlockhash('processed');
    const payment = new Transaction({ feePayer: alice.publicKey, recentBlockhash: blockhash }).add(
      SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: new PublicKey(BOB), lamports: 7 }),
    );
    payment.sign(alice);
    const signature = await connection.sendRawTransaction(payment.serialize(), { skipPreflight: true });
    await page.getByRole('link', { name: signature.slice(0, 6) }).click();
    await page.getByText('✓ processed').waitFor();
    expect(await textOf(page)).toContain('○ confirmed');
    await page.getByRole('link', { name: '106', exact: true }).first().click();
    await page.getByRole('button', { name: 'reorg here' }).click();
    await page.getByRole('link', { name: signature.slice(0, 6) }).click();
    await page.getByText('dropped by a reorganization').waitFor();
    expect(await textOf(page)).toContain('○ processed');
  });

  it('shows another ledger fork, and makes one', async () => {
    const node = await withTips();
    const fork = await node.fork('other');
    await fork.advance();
    const page = await openPage(node.url);
    await page.getByLabel('ledger').selectOption('other');
    await page.getByRole('slider', { name: 'processed tip' }).getByText('processed 105').waitFor();
    expect(new URL(page.url()).pathname).toBe('/fork/other');
    await page.reload();
    await page.getByRole('slider', { name: 'processed tip' }).getByText('processed 105').waitFor();
  });

  it('asks for the control key, and keeps it in memory only', async () => {
    const node = await startNode({ ledger: SCRIPT, dialect: 'agave', controlKey: 'secret' });
    onTestFinished(() => node.close());
    const page = await openPage(node.url);
    await page.getByLabel('control key').fill('secret');
    await page.getByRole('button', { name: 'use' }).click();
    await page.locator('.slot').first().waitFor();
    expect(page.url()).not.toContain('secret');
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([0, 0, '']);
  });

  it('every text of a hostile ledger stays text', async () => {
    const evil = '<img src=x onerror="window.evil=1"><script>window.evil=1</script>';
    const node = await started({
      ledger: ledger()
        .wallet('alice', sol(5))
        .block(10, (b) => b.memo(evil).payer('alice').named('evil').logs(evil)),
    });
    await new Connection(`${node.url}/${encodeURIComponent(evil)}`).getSlot();
    await node.fail('getSlot', { rpcError: { code: -32000, message: evil } });
    const page = await openPage(node.url);
    for (const hash of [
      '#/',
      '#/slot/10',
      '#/tx/evil',
      '#/calls',
      '#/rules',
      '#/session',
      `#/slot/${encodeURIComponent(evil)}`,
    ]) {
      await show(page, hash);
      await settled(page);
      expect(await page.evaluate("[window.evil, document.querySelectorAll('img, main script').length]")).toEqual([
        undefined,
        0,
      ]);
    }
    await show(page, '#/tx/evil');
    // as JSON
    await page.getByText(JSON.stringify(evil)).first().waitFor();
  });
});
