import { Connection } from '@solana/web3.js';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import { describeInBrowser, type Look, openPage, settled } from '../support/browser.ts';
import { show, withTips } from '../support/inspected.ts';

/** What axe-core finds, of which this is used. */
interface Axe {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

describeInBrowser('the inspector in Chromium', () => {
  it('of 10,000 calls and 100,000 slots has few nodes in the page', async () => {
    const node = await withTips();
    await node.setTips({ processed: 105, confirmed: 105, finalized: 105 });
    await node.warp({ slots: 100_000 }, { blocks: 'all' });
    for (let i = 0; i < 10_000; i++) await node.request('getBlockTime', [i]).catch(() => undefined);
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('10000 of 10000').waitFor();
    // the list has its height only once the page has drawn it
    const scrolledTo = async (text: string) => {
      await page.evaluate("document.querySelector('.callRows').scrollTo(0, 220000)");
      return page.locator('.params').getByText(text, { exact: true }).count();
    };
    await expect.poll(() => scrolledTo('4990'), { timeout: 30_000 }).toBe(1);
    const nodes = () => page.evaluate<number>("document.querySelectorAll('*').length");
    expect(await nodes()).toBeLessThan(1000);
    await show(page, '#/');
    await page.locator('select').filter({ hasText: '100000' }).waitFor();
    await page.locator('select').filter({ hasText: '100000' }).selectOption('100000');
    await page.getByText('100000 skipped').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.bin').count()).toBeGreaterThan(100);
    expect(await nodes()).toBeLessThan(3000);
  });

  const SCREENS = [
    '#/',
    '#/slot/102',
    '#/tx/refused',
    '#/account/$bob',
    '#/transactions',
    '#/accounts',
    '#/subscriptions',
    '#/calls',
    '#/call/1',
    '#/rules',
    '#/session',
  ];

  it.each<[string, Look]>([
    ['light', {}],
    ['dark', { isDark: true }],
    ['narrow', { width: 400 }],
  ])('no serious finding of axe, one title at least, nothing wider than the window: %s', async (_name, look) => {
    const node = await withTips();
    await new Connection(node.url).getBlockHeight();
    await node.onSend({ then: 'drop' });
    const slots = node.subscribe('slot');
    await node.advance();
    await slots.next();
    const page = await openPage(node.url, look);
    await page.evaluate(axe.source);
    for (const hash of SCREENS) {
      await show(page, hash);
      await settled(page);
      const { violations } = await page.evaluate<Axe>('axe.run()');
      const serious = violations.filter(
        ({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'page-has-heading-one',
      );
      const found = serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`);
      expect([hash, ...found]).toEqual([hash]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
  });
});
