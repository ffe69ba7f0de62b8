import { expect, it } from 'vitest';
import { ledger, sol } from '../../src/index.ts';
import { describeInBrowser, openPage } from '../support/browser.ts';
import { openMoves, SCRIPT, show, started, withTips } from '../support/inspected.ts';

describeInBrowser('the bar of the inspector in Chromium', () => {
  it('reset asks first', async () => {
    const node = await withTips();
    const page = await openPage(node.url);
    const box = page.getByRole('dialog', { name: 'reset' });
    await openMoves(page);
    for (const leave of [
      () => box.getByRole('button', { name: 'cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await page.getByRole('button', { name: 'reset', exact: true }).click();
      await box
        .getByText('Reset the ledger to what was loaded? Its moves, calls, rules and snapshots are lost.')
        .waitFor();
      await leave();
      await box.waitFor({ state: 'detached' });
      expect(await node.getTips()).toMatchObject({ processed: 104, confirmed: 102, finalized: 101 });
    }
    await page.getByRole('button', { name: 'reset', exact: true }).click();
    await box.getByRole('button', { name: 'yes, reset' }).click();
    await page.getByText('processed 105').first().waitFor();
    expect(await node.getTips()).toMatchObject({ processed: 105, confirmed: 105, finalized: 105 });
  });

  it('slots and seconds are whole numbers from 1 on', async () => {
    const node = await withTips();
    const page = await openPage(node.url);
    let processed = 104;
    for (const [text, found] of [
      ['0', '0'],
      ['-2', '-2'],
      ['1.5', '1.5'],
      ['', 'none'],
      ['1e3', '1e3'],
    ] as const) {
      for (const [label, button] of [
        ['slots', 'advance'],
        ['slots', 'skip'],
        ['seconds to warp', 'warp seconds'],
        ['milliseconds a slot', 'start time'],
      ] as const) {
        await openMoves(page);
        const message = page.getByText(`${label}: expected a whole number from 1 on, found ${found}`);
        await page.getByRole('spinbutton', { name: label, exact: true }).fill(text);
        await page.getByRole('button', { name: button, exact: true }).click();
        await message.waitFor();
        await page.getByRole('button', { name: 'close' }).click();
        await message.waitFor({ state: 'detached' });
      }
      expect((await node.getTips()).processed).toBe(processed);
      await openMoves(page);
      await page.getByRole('spinbutton', { name: 'slots', exact: true }).fill('3');
      await page.getByRole('button', { name: 'advance' }).click();
      processed += 3;
      await page.getByText(`processed ${processed}`).first().waitFor();
      await page.keyboard.press('Escape');
    }
  });

  it('says when the node is gone, and when it is back', async () => {
    const node = await started();
    const page = await openPage(node.url);
    await page.getByText('● live').waitFor();
    const { port } = new URL(node.url);
    await node.close();
    const message =
      'The node does not answer: it has ended, or it cannot be reached. This page shows the state before that.';
    await page.getByRole('alert').getByText(message).waitFor();
    await page.getByText('○ gone').waitFor();
    await started({ ledger: ledger().wallet('alice', sol(1)).block(7), port: Number(port) });
    await page.getByText(message).waitFor({ state: 'detached' });
    await page.getByText('processed 7').first().waitFor();
  });

  it('says when the ledger fork is gone', async () => {
    const node = await started({ ledger: SCRIPT });
    await node.fork('a');
    const page = await openPage(`${node.url}/fork/a`);
    await page.getByText('● live').waitFor();
    await node.dropFork('a');
    await page.getByText('This ledger is gone: there is no fork "a"').waitFor();
    await page.getByText('○ gone').waitFor();
  });

  it('has the state of the ledger in one row, and its moves in one menu that Escape or a click beside it closes', async () => {
    const node = await withTips();
    const page = await openPage(node.url);
    const menu = page.getByRole('button', { name: 'advance' });
    await page.getByText('time is stopped').waitFor();
    expect(await menu.isVisible()).toBe(false);
    await openMoves(page);
    await page.getByLabel('milliseconds a slot').fill('60000');
    await page.getByRole('button', { name: 'start time' }).click();
    await page.getByText('a slot each 60000 ms').waitFor();
    await page.getByRole('button', { name: 'stop time' }).click();
    await page.getByText('time is stopped').waitFor();
    await page.getByRole('button', { name: 'snapshot' }).click();
    await page.getByLabel('revert to').locator('option').nth(1).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await openMoves(page);
    await page.getByRole('heading', { name: 'Timeline' }).click({ position: { x: 2, y: 2 } });
    await menu.waitFor({ state: 'hidden' });
  });

  it('the tab has the title of what is shown, and an icon', async () => {
    const node = await withTips();
    await node.fork('other');
    const page = await openPage(node.url);
    const title = (text: string) => expect.poll(() => page.title()).toBe(text);
    await title('Timeline · stillnode');
    await show(page, '#/call/7');
    await title('Call 7 · stillnode');
    await show(page, `#/account/${await node.address('$bob')}`);
    await title('Account $bob · stillnode');
    await show(page, '#/transactions');
    await page.getByLabel('ledger').selectOption('other');
    await title('Transactions · other · stillnode');
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toMatch(/^data:image\/svg\+xml,<svg /);
  });

  it('/ goes to the search, j and k to the rows of a table', async () => {
    const node = await withTips();
    const page = await openPage(node.url);
    await page.getByRole('link', { name: 'refused' }).waitFor();
    await page.keyboard.press('/');
    const focused = () => page.evaluate<string>('document.activeElement.textContent || document.activeElement.type');
    expect(await focused()).toBe('search');
    await page.keyboard.press('Escape');
    const rows = await page.locator('tbody tr td:first-child').allTextContents();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await focused()).toBe(rows[1]);
    await page.keyboard.press('k');
    expect(await focused()).toBe(rows[0]);
  });

  it('Escape closes a message', async () => {
    const node = await started();
    const page = await openPage(node.url);
    await page.getByRole('searchbox').fill('$bbo');
    await page.getByRole('searchbox').press('Enter');
    const message = page.getByText('the ledger has no account that is called `$bbo`; did you mean $bob?');
    await message.waitFor();
    await page.keyboard.press('Escape');
    await message.waitFor({ state: 'detached' });
  });
});
