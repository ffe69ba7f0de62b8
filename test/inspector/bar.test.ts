import { expect, it } from 'vitest';
import { ledger, sol } from '../../src/index.ts';
import { describeInBrowser, openPage } from '../support/browser.ts';
import { SCRIPT, started, withTips } from '../support/inspected.ts';

describeInBrowser('the bar of the inspector in Chromium', () => {
  it('reset asks first', async () => {
    const node = await withTips();
    const page = await openPage(node.url);
    const box = page.getByRole('dialog', { name: 'reset' });
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

  it.each([
    ['0', '0'],
    ['-2', '-2'],
    ['1.5', '1.5'],
    ['', 'none'],
    ['1e3', '1e3'],
  ])('slots and seconds are whole numbers from 1 on: %s', async (text, found) => {
    const node = await withTips();
    const page = await openPage(node.url);
    for (const [label, button] of [
      ['slots', 'advance'],
      ['slots', 'skip'],
      ['seconds to warp', 'warp seconds'],
    ] as const) {
      const message = page.getByText(`${label}: expected a whole number from 1 on, found ${found}`);
      await page.getByRole('spinbutton', { name: label, exact: true }).fill(text);
      await page.getByRole('button', { name: button, exact: true }).click();
      await message.waitFor();
      await page.getByRole('button', { name: 'close' }).click();
      await message.waitFor({ state: 'detached' });
    }
    expect((await node.getTips()).processed).toBe(104);
    await page.getByRole('spinbutton', { name: 'slots', exact: true }).fill('3');
    await page.getByRole('button', { name: 'advance' }).click();
    await page.getByText('processed 107').first().waitFor();
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
