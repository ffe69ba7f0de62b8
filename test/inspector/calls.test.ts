import { Connection, PublicKey } from '@solana/web3.js';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { keypair, type RunningNode } from '../../src/index.ts';
import { describeInBrowser, openPage } from '../support/browser.ts';
import { show, started, withTips } from '../support/inspected.ts';

const BOB = keypair('bob').address;
const NOBODY = keypair('nobody').address;
const UNKNOWN = '1'.repeat(64);

async function asking(node: RunningNode, method: string, params: readonly unknown[] = []) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return response.text();
}

const rows = (page: Page) => page.locator('.calls li a');
/** Method, count, outcome, slot, and parameters or reason of each row. */
async function rowTexts(page: Page, count: number): Promise<readonly string[]> {
  await expect.poll(() => rows(page).count()).toBe(count);
  const cells = (row: Locator) => row.locator('xpath=*[not(contains(@class, "time")) and not(@class="id")]');
  const texts = await Promise.all((await rows(page).all()).map((row) => cells(row).allTextContents()));
  return texts.map((parts) => parts.join(' '));
}

describeInBrowser('the calls of the inspector in Chromium', () => {
  it('"Answer this otherwise" is of the call that is shown, also after one beside it', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('No calls yet').waitFor();
    await asking(node, 'getSlot');
    await asking(node, 'getBlockHeight');
    await show(page, '#/call/1');
    await page.getByRole('heading', { name: 'Call 1: getSlot result' }).waitFor();
    expect(JSON.parse(await page.locator('textarea').inputValue())).toEqual({
      match: { method: 'getSlot', params: [] },
      then: { result: 101 },
    });
    await page.getByRole('button', { name: 'after →' }).click();
    await page.getByRole('heading', { name: 'Call 2: getBlockHeight result' }).waitFor();
    expect(JSON.parse(await page.locator('textarea').inputValue())).toMatchObject({
      match: { method: 'getBlockHeight', params: [] },
    });
  });

  it('what moved the ledger is between the calls, and a filter hides it', async () => {
    const node = await withTips();
    await asking(node, 'getSlot');
    await node.advance(2);
    await asking(node, 'getBlockHeight');
    await node.advance();
    const page = await openPage(`${node.url}#/calls`);
    const moves = page.locator('.calls li .move');
    await expect.poll(() => moves.count()).toBe(3);
    const items = await page.locator('.calls li').allTextContents();
    expect(items.map((text) => /advance|setTips|getSlot|getBlockHeight/.exec(text)?.[0])).toEqual([
      'advance',
      'getBlockHeight',
      'advance',
      'getSlot',
      'setTips',
    ]);
    expect(await moves.nth(1).textContent()).toBe('advancemove106[2]');
    await page.getByLabel('method').selectOption('getSlot');
    await expect.poll(() => moves.count()).toBe(0);
  });

  it('equal calls as one have the same outcome', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('No calls yet').waitFor();
    await asking(node, 'getSlot');
    await node.fail('getSlot', { http: { status: 429 } }, { times: 2 });
    for (let i = 0; i < 3; i++) await asking(node, 'getSlot');
    await page.getByText('4 of 4').waitFor();
    await page.getByLabel('equal calls as one').check();
    expect(await rowTexts(page, 2)).toEqual([
      'getSlot ×2 result 104 ',
      'getSlot ×2 fault 429 104 a rule of the test decided',
    ]);
  });

  it('the filter knows names of accounts and transactions, and null', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('No calls yet').waitFor();
    const connection = new Connection(node.url);
    await asking(node, 'getBalance', [BOB]);
    await asking(node, 'getAccountInfo', [BOB]);
    await asking(node, 'getSlot', [null]);
    await asking(node, 'getTransaction', [await node.signature('note')]);
    await asking(node, 'getBlockTime', [103]);
    await connection.getAccountInfo(new PublicKey(NOBODY));
    await asking(node, 'getTransaction', [UNKNOWN]);
    await page.getByText('7 of 7').waitFor();
    const filtered = async (text: string, count: number) => {
      await page.getByRole('searchbox', { name: 'filter' }).fill(text);
      const found = await rowTexts(page, count);
      return found.map((row) => row.split(' ')[0]);
    };
    expect(await filtered('$bob', 2)).toEqual(['getAccountInfo', 'getBalance']);
    expect(await filtered('$bo', 2)).toEqual(['getAccountInfo', 'getBalance']);
    expect(await filtered('note', 1)).toEqual(['getTransaction']);
    expect(await filtered(BOB, 2)).toEqual(['getAccountInfo', 'getBalance']);
    expect(await filtered('$nothing', 0)).toEqual([]);
    expect(await filtered('null', 2)).toEqual(['getTransaction', 'getAccountInfo']);
    const outcomes = rows(page).locator('.is-null');
    expect(await outcomes.allTextContents()).toEqual(['null', 'null']);
    const colorOf = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).color`);
    const colorOfNull = await colorOf('.calls .is-null');
    await filtered('getBalance', 1);
    expect(await colorOf('.calls .is-result')).not.toBe(colorOfNull);
    await show(page, '#/call/7');
    await page.getByRole('heading', { name: 'Call 7: getTransaction null' }).waitFor();
    expect(await colorOf('.title .is-null')).toBe(colorOfNull);
  });

  it('a row has outcome, slot and the reason of its moment; it stays beside the call that is chosen', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('No calls yet').waitFor();
    await asking(node, 'getBalance', [BOB, { commitment: 'processed' }]);
    await asking(node, 'getAccountInfo', [NOBODY]);
    await node.advance();
    await asking(node, 'getBlock', [103, { maxSupportedTransactionVersion: 0 }]);
    await page.getByText('slot 103 was skipped').waitFor();
    const label = `${NOBODY.slice(0, 6)}…${NOBODY.slice(-4)}`;
    expect(await rowTexts(page, 3)).toEqual([
      'getBlock error -32004 105 slot 103 was skipped: the block of slot 104 follows that of slot 102',
      `getAccountInfo null 104 the ledger has no account ${label}`,
      'getBalance result 104 $bob, {"commitment":"processed"}',
    ]);
    // the ledger has moved between the second call and the third
    expect(await rows(page).evaluateAll((all) => all.map((row) => row.classList.contains('hasMoved')))).toEqual([
      true,
      false,
      false,
    ]);
    await rows(page).nth(1).click();
    await page.getByRole('heading', { name: 'Call 2: getAccountInfo null' }).waitFor();
    expect(await rows(page).nth(1).getAttribute('aria-current')).toBe('true');
    await page.locator('.why').getByText('the ledger has no account').waitFor();
  });

  it('is filtered by outcome and by method', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('No calls yet').waitFor();
    await asking(node, 'getSlot');
    await asking(node, 'getBlock', ['x']);
    await asking(node, 'getAccountInfo', [NOBODY]);
    await asking(node, 'getAccountInfo', [BOB]);
    await page.getByText('4 of 4').waitFor();
    const methods = async (count: number) => (await rowTexts(page, count)).map((row) => row.split(' ')[0]);
    const outcomes = page.getByRole('group', { name: 'outcome' }).getByRole('button');
    expect(await outcomes.allTextContents()).toEqual(['result 2', 'null 1', 'error 1', 'fault 0']);
    await page.getByRole('button', { name: 'null 1' }).click();
    expect(await methods(1)).toEqual(['getAccountInfo']);
    await page.getByRole('button', { name: 'null 1' }).click();
    expect(await methods(4)).toEqual(['getAccountInfo', 'getAccountInfo', 'getBlock', 'getSlot']);
    const method = page.getByLabel('method');
    expect(await method.locator('option').allTextContents()).toEqual([
      'all',
      'getAccountInfo (2)',
      'getBlock (1)',
      'getSlot (1)',
    ]);
    await method.selectOption('getBlock');
    expect(await methods(1)).toEqual(['getBlock']);
    await page.getByRole('button', { name: 'fault 0' }).click();
    expect(await rows(page).count()).toBe(0);
  });

  it('keys: / goes to the filter, j and k choose a call, Escape closes it', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('No calls yet').waitFor();
    for (const method of ['getSlot', 'getBlockHeight', 'getHealth']) await asking(node, method);
    await page.getByText('3 of 3').waitFor();
    const chosen = (id: number, method: string) =>
      page.getByRole('heading', { name: `Call ${id}: ${method} result` }).waitFor();
    await page.keyboard.press('j');
    await chosen(3, 'getHealth');
    await page.keyboard.press('j');
    await chosen(2, 'getBlockHeight');
    await page.keyboard.press('k');
    await chosen(3, 'getHealth');
    await page.keyboard.press('/');
    await page.keyboard.type('jk');
    expect(await page.getByRole('searchbox', { name: 'filter' }).inputValue()).toBe('jk');
    await chosen(3, 'getHealth');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Call 3' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).toBe('#/calls');
  });

  it('clear asks first', async () => {
    const node = await started();
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('No calls yet').waitFor();
    await asking(node, 'getSlot');
    await page.getByText('1 of 1').waitFor();
    const box = page.getByRole('dialog', { name: 'clear' });
    for (const leave of [
      () => box.getByRole('button', { name: 'cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await page.getByRole('button', { name: 'clear', exact: true }).click();
      await box.getByText('Clear the journal? The calls until now are lost for the page and for tests.').waitFor();
      await leave();
      await box.waitFor({ state: 'detached' });
      expect((await node.calls()).length).toBe(1);
    }
    await page.getByRole('button', { name: 'clear', exact: true }).click();
    await box.getByRole('button', { name: 'yes, clear' }).click();
    await page.getByText('No calls yet').waitFor();
    expect(await node.calls()).toEqual([]);
  });
});
