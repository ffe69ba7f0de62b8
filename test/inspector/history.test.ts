import { expect, it } from 'vitest';
import { ledger, sol } from '../../src/index.ts';
import { describeInBrowser, openPage, settled } from '../support/browser.ts';
import { show, started, withTips } from '../support/inspected.ts';

/** What the page keeps of a ledger, and what of it goes when the ledger changes. */

describeInBrowser('what the page keeps, in Chromium', () => {
  it('slots below the finalized tip are asked for again when it goes back, as they may be dropped then', async () => {
    const script = ledger({ consensus: 'tower', cluster: 'localnet' })
      .wallet('alice', sol(5))
      .blocks({ from: 1, to: 12_000 })
      .block(12_001, (b) => b.transfer('alice', 'bob', sol(1)));
    const node = await started({ ledger: script });
    const page = await openPage(`${node.url}#/`);
    await settled(page);
    const timelines: string[] = [];
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      if (body.includes('stillnode_timeline')) timelines.push(body);
    });
    const pagesAsked = () => timelines.splice(0).filter((body) => body.includes('"to":4999')).length;
    /** The last slots that are shown. */
    const shownUpTo = async (slot: number) => {
      await page.getByLabel('slots; arrow keys').focus();
      await page.keyboard.press(slot === 1 ? 'Home' : 'End');
      await settled(page);
    };
    await shownUpTo(1);
    expect(pagesAsked()).toBe(1);
    await shownUpTo(12_001);
    await shownUpTo(1);
    expect(pagesAsked()).toBe(0);
    await node.setTips({ finalized: 10 });
    await settled(page);
    await shownUpTo(12_001);
    await shownUpTo(1);
    expect(pagesAsked()).toBe(1);
  });

  it('marks of calls that are gone are not below their slots any more', async () => {
    const node = await started();
    const page = await openPage(`${node.url}#/`);
    const body = '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[]}';
    const getSlot = () => fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await getSlot();
    await getSlot();
    const marks = page.locator('.timeline .mark');
    await expect.poll(() => marks.count()).toBe(2);
    await node.reset();
    await expect.poll(() => marks.count()).toBe(0);
    await getSlot();
    await expect.poll(() => marks.count()).toBe(1);
  });

  it('the raw form of an account with data has its bytes, those of the newest state', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/account/$usdc`);
    await page.getByText('Raw', { exact: true }).click();
    const raw = page.locator('details pre.json').last();
    const bytesOf = async () => (await node.request('getAccountInfo', [node.address('usdc'), BASE64])).value!.data[0];
    const rawBytes = async () => /"data":\s*\[\s*"([^"]*)"/.exec((await raw.textContent())!)?.[1];
    const first = await bytesOf();
    await expect.poll(rawBytes).toBe(first);
    await node.setAccount('usdc', { mint: { decimals: 6, supply: '77' } });
    expect(await bytesOf()).not.toBe(first);
    await expect.poll(rawBytes).toBe(await bytesOf());
    await show(page, '#/account/$nobody');
    await expect.poll(() => page.locator('details pre.json').last().textContent()).toBe('null');
  });
});

const BASE64 = { encoding: 'base64', commitment: 'processed' } as const;
