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
/** Method, count, parameters and outcome of each row. */
async function rowTexts(page: Page, count: number): Promise<readonly string[]> {
  await expect.poll(() => rows(page).count()).toBe(count);
  const cells = (row: Locator) => row.locator('xpath=*[not(contains(@class, "dim")) and not(@class="id")]');
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
    await page.getByRole('heading', { name: 'Call 1: getSlot' }).waitFor();
    expect(JSON.parse(await page.locator('textarea').inputValue())).toEqual({
      match: { method: 'getSlot', params: [] },
      then: { result: 101 },
    });
    await page.getByRole('button', { name: 'after →' }).click();
    await page.getByRole('heading', { name: 'Call 2: getBlockHeight' }).waitFor();
    expect(JSON.parse(await page.locator('textarea').inputValue())).toMatchObject({
      match: { method: 'getBlockHeight', params: [] },
    });
  });

  it('equal calls as one have the same outcome', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('No calls yet').waitFor();
    await asking(node, 'getSlot');
    await node.fail('getSlot', { http: { status: 429 }, times: 2 });
    for (let i = 0; i < 3; i++) await asking(node, 'getSlot');
    await page.getByText('4 of 4').waitFor();
    await page.getByLabel('equal calls as one').check();
    expect(await rowTexts(page, 2)).toEqual(['getSlot ×2 [] result', 'getSlot ×2 [] fault 429']);
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
    expect(await filtered('null', 1)).toEqual(['getTransaction']);
    const outcomes = rows(page).locator('.is-null');
    expect(await outcomes.allTextContents()).toEqual(['result null']);
    const colorOf = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).color`);
    const colorOfNull = await colorOf('.calls .is-null');
    await filtered('getBalance', 1);
    expect(await colorOf('.calls .goodText')).not.toBe(colorOfNull);
    await show(page, '#/call/7');
    await page.getByText('result null').waitFor();
    expect(await colorOf('dd .is-null')).toBe(colorOfNull);
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
