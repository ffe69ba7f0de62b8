import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { keypair, ledger, type RunningNode, sol } from '../../src/index.ts';
import { describeInBrowser, openPage } from '../support/browser.ts';
import { show, started, textOf, withTips } from '../support/inspected.ts';

const WALLETS = ledger().wallet('alice', sol(5)).wallet('bob', sol(1));

/** @returns its signature, or the message of the refusal */
async function pay(node: RunningNode, lamports: number, skipPreflight = true): Promise<string> {
  const connection = new Connection(node.url);
  const alice = Keypair.fromSecretKey(keypair('alice').secretKey);
  const { blockhash } = await connection.getLatestBlockhash('processed');
  const payment = new Transaction({ feePayer: alice.publicKey, recentBlockhash: blockhash }).add(
    SystemProgram.transfer({
      fromPubkey: alice.publicKey,
      toPubkey: new PublicKey(keypair('bob').address),
      lamports,
    }),
  );
  payment.sign(alice);
  return connection.sendRawTransaction(payment.serialize(), { skipPreflight }).catch((error: Error) => error.message);
}

/** The computed value of a style of the first element that fits. */
const styleOf = (page: Page, selector: string, style: 'color' | 'fill' | 'stroke') =>
  page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${style}`);

interface Edges {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

async function edgesOf(element: Locator): Promise<Edges> {
  const { height, width, x, y } = (await element.boundingBox())!;
  return { top: y, bottom: y + height, left: x, right: x + width };
}

const overlap = (a: Edges, b: Edges) => a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;

describeInBrowser('outcomes in the inspector in Chromium', () => {
  it('the outcome of a send is a text: of refusals, of rules with and without arguments', async () => {
    const node = await started({ ledger: WALLETS.block(10) });
    await node.onSend({ then: { refuse: 'BlockhashNotFound' }, times: 1 });
    await node.onSend({ then: { succeed: { units: 5, logs: ['x'] } }, times: 1 });
    await node.onSend({ then: 'drop', times: 1 });
    for (let lamports = 1; lamports <= 4; lamports++) await pay(node, lamports, lamports > 1);
    await pay(node, 50e9, false);
    const page = await openPage(`${node.url}#/rules`);
    const sends = page.getByRole('region', { name: 'sends', exact: true }).locator('tbody tr');
    await expect.poll(() => sends.count()).toBe(5);
    // reasons come with an answer of their own
    const cellsOf = async () => {
      const rows = [4, 3, 2, 1, 0].map((row) => sends.nth(row).locator('td'));
      return Promise.all(rows.map((cells) => Promise.all([0, 3, 6, 7].map((cell) => cells.nth(cell).textContent()))));
    };
    await expect.poll(cellsOf).toEqual([
      [
        '10',
        'refused -32002',
        'system transfer, refused by send-rule-1: Transaction simulation failed: Blockhash not found',
        'sent in call 2; refused by send-rule-1: BlockhashNotFound',
      ],
      ['10', 'succeed {"logs":["x"],"units":5}', '–', 'landed in slot 11 by send-rule-2'],
      ['11', 'drop', '–', 'sent in call 6; dropped by send-rule-3'],
      ['11', 'succeed', '–', 'landed in slot 12'],
      [
        '12',
        'refused -32002',
        'system transfer, refused: Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
        'sent in call 10; refused: Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      ],
    ]);
    expect(await textOf(page)).not.toContain('[object Object]');
    const [first] = await node.sent();
    await show(page, `#/tx/${first!.signature}`);
    await page.getByText('refused -32002').waitFor();
    const line = 'system transfer, refused by send-rule-1: Transaction simulation failed: Blockhash not found';
    await page.locator('.is-failed').getByText(line, { exact: true }).waitFor();
    const call = (await node.calls()).find(({ method }) => method === 'sendTransaction');
    await show(page, `#/call/${call!.id}`);
    await page.getByRole('article').getByRole('listitem').getByText(line, { exact: true }).waitFor();
  });

  it('a dropped transaction is not green, and dropped has one word and one color', async () => {
    const node = await started({ ledger: WALLETS.block(10).block(11) });
    await node.setTips({ processed: 11, confirmed: 10, finalized: 10 });
    const { signature } = await node.addTransaction((t) => t.transfer('alice', 'bob', sol(1)).named('payment'));
    await node.reorg(12);
    const page = await openPage(node.url);
    await page.locator('.slot.dropped').waitFor();
    const dropped = await styleOf(page, '.legend .is-dropped', 'color');
    expect(await styleOf(page, '.legend .goodText', 'color')).not.toBe(dropped);
    expect(await styleOf(page, '.slot.dropped .good', 'fill')).toBe(dropped);
    expect(await styleOf(page, '.slot.dropped .ring', 'stroke')).toBe(dropped);
    const row = page.getByRole('region', { name: 'transactions' }).locator('tbody tr');
    expect(await row.locator('td').nth(2).textContent()).toBe('alice → bob 1 SOL');
    expect(await row.locator('td').nth(3).textContent()).toBe('○ dropped');
    expect(await row.locator('td').nth(4).textContent()).toBe('dropped');
    expect(await styleOf(page, 'td .is-dropped', 'color')).toBe(dropped);
    await show(page, `#/tx/${signature}`);
    await page.getByText('dropped by a reorganization').waitFor();
    expect(await page.locator('main .goodText').count()).toBe(1);
    expect(await page.locator('main .goodText').textContent()).toMatch(/SOL$/);
    expect(await styleOf(page, 'b.is-dropped', 'color')).toBe(dropped);
    expect(await styleOf(page, '.lead .is-dropped', 'color')).toBe(dropped);
    await show(page, '#/slot/12');
    await page.getByRole('heading', { name: 'Slot 12' }).waitFor();
    await page.getByRole('link', { name: 'payment' }).waitFor();
    expect(await styleOf(page, 'dd .is-dropped', 'color')).toBe(dropped);
  });

  it('dropped transactions are not green in a timeline of many slots either', async () => {
    const node = await started({ ledger: WALLETS.block(10).block(400) });
    await node.setTips({ processed: 400, confirmed: 10, finalized: 10 });
    await node.addTransaction((t) => t.transfer('alice', 'bob', sol(1)));
    await node.reorg(401);
    const page = await openPage(node.url);
    await page.locator('select').filter({ hasText: '100000' }).selectOption('1000');
    await page.locator('.bin').first().waitFor();
    const heights = (name: string) =>
      page.locator(`.bin .${name}`).evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
    expect((await heights('good')).every((height) => height === 0)).toBe(true);
    expect((await heights('lost')).filter((height) => height > 0)).toHaveLength(1);
    expect(await styleOf(page, '.lost', 'fill')).toBe(await styleOf(page, '.legend .is-dropped', 'color'));
  });

  it('failed and skipped have one word and one color', async () => {
    const node = await withTips();
    const page = await openPage(node.url);
    await page.getByRole('link', { name: 'refused' }).waitFor();
    const failed = await styleOf(page, '.legend .is-failed', 'color');
    expect(await styleOf(page, '.slot .bad', 'fill')).toBe(failed);
    expect(await styleOf(page, 'td .is-failed', 'color')).toBe(failed);
    expect(await page.locator('td .is-failed').textContent()).toBe(
      '● failed: instruction 0 (system transfer): custom error 6001 (0x1771)',
    );
    const skipped = await styleOf(page, '.legend .is-skipped', 'color');
    await show(page, '#/slot/103');
    await page.getByRole('heading', { name: 'Slot 103' }).waitFor();
    await page.locator('dd .is-skipped').waitFor();
    expect([
      await page.locator('dd .is-skipped').textContent(),
      await styleOf(page, 'dd .is-skipped', 'color'),
    ]).toEqual(['skipped', skipped]);
  });

  it.each([30, 60, 120])(
    'the dot of failed transactions covers neither its slot nor a number: %i slots',
    async (count) => {
      const base = WALLETS.block(840, (b) => b.transfer('alice', 'bob', sol(1)).fail({ custom: 1 }));
      const node = await started({ ledger: base.block(840 + count) });
      const page = await openPage(node.url);
      await page.locator('select').filter({ hasText: '100000' }).selectOption(String(count));
      await page.getByRole('button', { name: '← older' }).click();
      await page.locator('.slot[data-slot="840"] .bad').waitFor();
      const dot = await edgesOf(page.locator('.slot[data-slot="840"] .bad'));
      const number = await edgesOf(page.locator('.label:text-is("840")'));
      expect(overlap(dot, await edgesOf(page.locator('.slot[data-slot="840"] .ring')))).toBe(false);
      expect(overlap(dot, number)).toBe(false);
    },
  );
});
