import { expect, it } from 'vitest';
import { describeInBrowser, openPage, settled } from '../support/browser.ts';
import { show, started, textOf } from '../support/inspected.ts';
import { PAYOUT_LEDGER, pay } from '../support/payouts.ts';

/** What the page shows of sends without a block, and what it asks while something is copied. */

describeInBrowser('transactions in no block, in Chromium', () => {
  it('have a page with instructions, accounts, amounts, rule and outcome, and are in the lists', async () => {
    const node = await started({ ledger: PAYOUT_LEDGER });
    await node.onSend({ then: 'drop' });
    const signature = await pay(node, 'bob', 2_500_000);
    const page = await openPage(`${node.url}#/tx/${signature}`);
    await page.getByText('alice → bob 2.5 usdc', { exact: true }).waitFor();
    await settled(page);
    const text = (await textOf(page))!;
    for (const part of [
      'in no block: sent in call 2; dropped by send-rule-1',
      'setComputeUnitLimit',
      'transferChecked',
      '$ata(bob,usdc)',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('✓');
    for (const screen of ['#/', '#/transactions']) {
      await show(page, screen);
      await page.getByText('alice → bob 2.5 usdc', { exact: true }).waitFor();
    }
  });
});

describeInBrowser('copying, in Chromium', () => {
  it('a call that changes the ledger asks nothing as a test, and has the recorded answer', async () => {
    const method = 'requestAirdrop';
    const node = await started({ controlKey: 'secret' } as never);
    const page = await openPage(`${node.url}#/calls`);
    const params = [node.address('alice'), 1_000_000_000];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    await fetch(`${node.url}/?controlKey=secret`, asked);
    await page.getByLabel('control key').fill('secret');
    await page.getByRole('button', { name: 'use' }).click();
    await show(page, '#/call/1');
    await page.getByRole('button', { name: 'copy as test' }).waitFor();
    await settled(page);
    const bodies: string[] = [];
    page.on('request', (request) => bodies.push(request.postData() ?? ''));
    await page.getByRole('button', { name: 'copy as test' }).click();
    await page.getByText('copied', { exact: true }).waitFor();
    expect(bodies.filter((text) => text.includes(`"${method}"`))).toEqual([]);
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain(`test('${method}'`);
  });

  it('with a control key, a read as a test does not come into the journal and uses up no fault', async () => {
    const node = await started({ controlKey: 'secret' } as never);
    const page = await openPage(`${node.url}#/calls`);
    await page.getByLabel('control key').fill('secret');
    await page.getByRole('button', { name: 'use' }).click();
    await page.getByText('No calls yet').waitFor();
    const body = '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[]}';
    await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const fault = await node.fail('getSlot', { rpcError: { code: -32005, message: 'busy' } } as never, { times: 1 });
    await show(page, '#/call/1');
    await page.getByRole('button', { name: 'copy as test' }).click();
    await page.getByText('copied', { exact: true }).waitFor();
    expect(await node.calls()).toHaveLength(1);
    expect(await node.listFaults()).toMatchObject([{ id: fault.id, hits: 0 }]);
  });
});

describeInBrowser('what is looked for, in Chromium', () => {
  it('accounts are filtered by name, kind and mint; the form begins with what the account is', async () => {
    const node = await started({ ledger: PAYOUT_LEDGER });
    const page = await openPage(`${node.url}#/accounts`);
    await page.getByRole('heading', { name: /^token/ }).waitFor();
    const filter = page.locator('main input[type="search"]');
    await filter.fill('usdc');
    await page.getByText('3 of ').waitFor();
    await filter.fill('wallet');
    await page.getByRole('heading', { name: /^token/ }).waitFor({ state: 'detached' });
    for (const [account, text] of [
      ['$ata(alice,usdc)', '{"tokens": "100"}'],
      ['$usdc', '{"mint": {"decimals": 6, "supply": "100"}}'],
      ['$bob', '{"lamports": 1000000000}'],
    ] as const) {
      await show(page, `#/account/${account}`);
      await expect.poll(() => page.locator('textarea').inputValue()).toBe(text);
    }
  });

  it('the page of an account names the program that owns it', async () => {
    const node = await started({ ledger: PAYOUT_LEDGER });
    const page = await openPage(`${node.url}#/account/$bob`);
    const owner = page.locator('dt:text-is("owner") + dd');
    for (const [account, name] of [
      ['$bob', '$system'],
      ['$usdc', '$token'],
    ] as const) {
      await show(page, `#/account/${account}`);
      await expect.poll(() => owner.first().textContent()).toBe(name);
    }
  });

  it('calls are found by a name without its dollar, and by words of a reason', async () => {
    const node = await started();
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('No calls yet').waitFor();
    const asking = (method: string, params: readonly unknown[]) =>
      fetch(node.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
    await asking('getBalance', [node.address('alice')]);
    await asking('getBlock', [103]);
    const filter = page.locator('main input[type="search"]');
    for (const [text, method] of [
      ['alice', 'getBalance'],
      ['was skipped', 'getBlock'],
    ] as const) {
      await filter.fill(text);
      await page.getByText('1 of 2').waitFor();
      expect(await page.locator('.callRows .method').allTextContents()).toEqual([method]);
    }
  });
});
