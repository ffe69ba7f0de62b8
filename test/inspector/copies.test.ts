import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  ata,
  createNode,
  keypair,
  type LedgerBuilder,
  lamports,
  ledger,
  rawTokens,
  sol,
  tokens,
} from '../../src/index.ts';
import { describeInBrowser, openPage } from '../support/browser.ts';
import { DESCRIBED_LEDGER } from '../support/describedIdl.ts';
import { openMoves, show, started, withTips } from '../support/inspected.ts';
import { pastedTests, runPasted, runPastedTest } from '../support/pasted.ts';

const BOB = keypair('bob').address;

/** Clicks, and reads the clipboard once the page says that it is there. */
async function copied(page: Page, label: string): Promise<string> {
  await page.evaluate("navigator.clipboard.writeText('')");
  const button = page.locator('.copy').filter({ hasText: label });
  await button.getByRole('button', { name: label }).click();
  await button.getByText('copied', { exact: true }).waitFor();
  return page.evaluate<string>('navigator.clipboard.readText()');
}

async function asking(url: string, body: string): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return response.text();
}

const request = (method: string, params: string, id = '1') =>
  `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}`;

describeInBrowser('what the inspector copies, in Chromium', () => {
  it('"copied" is a notice of two seconds', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/slot/100`);
    await page.getByText('copy as curl').waitFor();
    const notice = page.getByText('copied', { exact: true });
    await page.clock.install();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.getByRole('button', { name: 'copy as curl' }).click();
    // the clipboard takes its own time, in which the clock must not go far
    const isShownAfter = async (milliseconds: number) => {
      await page.clock.runFor(milliseconds);
      return notice.isVisible();
    };
    await expect.poll(() => isShownAfter(1), { timeout: 30_000 }).toBe(true);
    await page.clock.runFor(1700);
    await notice.waitFor();
    await page.clock.runFor(500);
    await notice.waitFor({ state: 'detached' });
  });

  it('"copied" is said only when it is true: else a box has the text, and Escape closes it', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/slot/100`);
    await page.getByText('copy as curl').waitFor();
    const box = page.getByRole('dialog', { name: 'not copied' });
    for (const broken of ['{ writeText: () => Promise.reject(new Error("no")) }', 'undefined']) {
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { configurable: true, value: ${broken} })`);
      await page.getByRole('button', { name: 'copy as curl' }).click();
      await box.getByText('This page cannot write to the clipboard. Copy the text by hand.').waitFor();
      expect(await box.locator('pre').textContent()).toContain('"method":"getBlock"');
      expect(await page.getByText('copied', { exact: true }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'detached' });
    }
  });

  it.each([
    ['a result', request('getBalance', `["${BOB}"]`), ''],
    ['a result with its own id', request('getBlock', '[102,{"maxSupportedTransactionVersion":0}]', '"a"'), ''],
    ['an error', request('getBlock', '["x"]'), ''],
    ['null', request('getTransaction', `["${'1'.repeat(64)}"]`), ''],
    ['a number beyond 2^53', request('getAccountInfo', `["${keypair('rich').address}"]`), ''],
    ['the other dialect', request('getHealth', '[]'), '?dialect=contract'],
  ])('copied as a test, a call runs and proves the answer: %s', async (_what, body, query) => {
    const rich = ledger()
      .wallet('bob', sol(1))
      .wallet('rich', lamports(2n ** 60n + 1n))
      .block(102);
    const node = await started({ ledger: rich });
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('No calls yet').waitFor();
    const answer = await asking(`${node.url}${query}`, body);
    await show(page, '#/call/1');
    const code = await copied(page, 'copy as test');
    const { method } = JSON.parse(body) as { method: string };
    expect(await runPastedTest(code, { expect, fetch })).toBe(method);
    // the same test fails of another answer
    const other = answer.replace(/"result":.*,"id"|"message":"/, (text) =>
      text.endsWith('"id"') ? '"result":1,"id"' : `${text}x`,
    );
    const elsewhere = async () => new Response(other);
    await expect(runPastedTest(code, { expect, fetch: elsewhere })).rejects.toThrow();
  });

  it('copied as a test, a call that a fault answered proves the fault', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('No calls yet').waitFor();
    await node.fail('getSlot', { http: { status: 429 } });
    await node.fail('getBlockHeight', { rpcError: { code: -32005, message: 'busy' } });
    await asking(node.url, request('getSlot', '[]'));
    await asking(node.url, request('getBlockHeight', '[]'));
    for (const [id, method] of [
      [1, 'getSlot'],
      [2, 'getBlockHeight'],
    ] as const) {
      await show(page, `#/call/${id}`);
      await page.getByRole('heading', { name: `Call ${id}: ${method}` }).waitFor();
      const code = await copied(page, 'copy as test');
      expect(await runPastedTest(code, { expect, fetch })).toBe(method);
      await expect(runPastedTest(code, { expect, fetch: async () => new Response('{}') })).rejects.toThrow();
    }
  });

  it('copied as a test, a call whose answer was not kept is asked anew', async () => {
    const node = await withTips();
    await asking(node.url, request('getSlot', '[]'));
    const page = await openPage(`${node.url}#/call/1`);
    const code = await copied(page, 'copy as test');
    expect(code).toContain('result: 101');
    expect(await runPastedTest(code, { expect, fetch })).toBe('getSlot');
  });

  it('what others send is a literal in every copy', async () => {
    const node = await withTips();
    const page = await openPage(`${node.url}#/calls`);
    await page.getByText('No calls yet').waitFor();
    const evil = `x'); globalThis.evil = 1; ("\`\${globalThis.evil = 1}\`*/ globalThis.evil = 1; //\n'`;
    await asking(node.url, request(evil, `[{"__proto__":{"evil":1}},${JSON.stringify(evil)}]`));
    await show(page, '#/call/1');
    const code = await copied(page, 'copy as test');
    expect(await runPastedTest(code, { expect, fetch })).toBe(evil);
    const kit = await copied(page, 'copy as Kit');
    const asked: unknown[] = [];
    const rpc = new Proxy(
      {},
      {
        get:
          (_target, name) =>
          (...params: unknown[]) => ({ send: () => asked.push([name, ...params]) }),
      },
    );
    await (runPasted(`(async () => {${kit}})()`, { createSolanaRpc: () => rpc }) as Promise<void>);
    const first = (asked[0] as [string, object, string])[1];
    expect([Object.getPrototypeOf(first), Object.keys(first)]).toEqual([Object.prototype, ['__proto__']]);
    expect([(asked[0] as unknown[])[0], (asked[0] as unknown[])[2]]).toEqual([evil, evil]);
    expect((globalThis as { evil?: number }).evil).toBeUndefined();
  });

  const MARKET = ledger()
    .wallet('alice', sol(5))
    .wallet('bob', sol(1))
    .mint('usdc', { decimals: 6, authority: 'alice' })
    .tokenAccount('alice', tokens(100, 'usdc'))
    .block(100, (b) => b.transfer('alice', 'bob', sol(1)).named('rent'))
    .block(101, (b) =>
      b
        .createAssociatedAccount('bob', 'usdc', { payer: 'alice' })
        .transferChecked('alice', 'bob', tokens('2.5', 'usdc'))
        .transferTokens('alice', 'bob', rawTokens(7, 'usdc')),
    )
    .block(102, (b) =>
      b
        .raw('swap', {
          accounts: [
            { address: 'alice', signer: true, writable: true },
            { address: ata('alice', 'usdc'), writable: true },
            { address: 'usdc' },
            { address: ata('bob', 'usdc'), writable: true },
            { address: 'token' },
          ],
          data: { hex: '0102ff' },
        })
        .inner(0, (i) => i.transferChecked('alice', 'bob', tokens(1, 'usdc')))
        .logs('Program log: "quoted" */', 'Program log: `$' + '{x}`')
        .computeUnits(1234)
        .named('swapped'),
    )
    .block(103, (b) =>
      b
        .transfer('bob', 'alice', sol(0.1))
        .fail({ custom: 6001 })
        .named('refused')
        .tx((t) =>
          t
            .memo('it\'s "x"\n')
            .memo('y', { signers: ['bob'] })
            .payer('alice')
            .computeUnitLimit(30_000),
        ),
    )
    .block(104);

  interface Shown {
    readonly err: unknown;
    readonly name: string | null;
    readonly version: unknown;
    readonly balances: readonly object[];
    readonly tokenBalances: readonly object[];
    readonly transaction: { readonly message: { readonly accountKeys: unknown; readonly instructions: unknown } };
    readonly meta: Record<string, unknown>;
  }

  /** What a transaction asked for and did; its lifetime and signatures are of its ledger. */
  function contentOf({ balances, err, meta, name, tokenBalances, transaction, version }: Shown) {
    const { accountKeys, instructions } = transaction.message;
    return { balances, err, meta, name, tokenBalances, version, accountKeys, instructions };
  }

  const IMPORTS = { ledger, lamports, rawTokens };

  /** The script of a copied file. */
  const scriptIn = (code: string) =>
    runPasted(code.replace('export const script =', 'return'), IMPORTS) as LedgerBuilder;

  it.each([100, 101, 102, 103, 104])(
    'copied as a script, slot %i runs behind ledger() and does the same',
    async (slot) => {
      const node = await started({ ledger: MARKET });
      const page = await openPage(`${node.url}#/slot/${slot}`);
      const code = await copied(page, 'copy as script');
      expect(code).toMatch(/^import \{ [\w, ]+ \} from 'stillnode';\n\nexport const script = ledger\(\)\n {2}\./);
      const script = scriptIn(code);
      const copy = await createNode({ ledger: script });
      const signaturesOf = async (asked: Pick<typeof copy, 'request'>) => {
        const { transactions } = (await asked.request('stillnode_show', [slot])) as {
          transactions: { signature: string }[];
        };
        return transactions.map(({ signature }) => signature);
      };
      const contents = async (asked: Pick<typeof copy, 'request'>) =>
        Promise.all(
          (await signaturesOf(asked)).map(async (signature) =>
            contentOf((await asked.request('stillnode_show', [signature])) as Shown),
          ),
        );
      expect(await contents(copy)).toEqual(await contents(node));
    },
  );

  it('copied as a script, one transaction of a slot runs behind ledger() with accounts of its own too', async () => {
    const node = await started({ ledger: MARKET });
    const page = await openPage(`${node.url}#/tx/refused`);
    const code = await copied(page, 'copy as script');
    const script = scriptIn(
      code.replace('ledger()\n', "ledger().wallet('alice', lamports(7)).wallet('bob', lamports(9))\n"),
    );
    const copy = await createNode({ ledger: script });
    const of = async (asked: Pick<typeof copy, 'request'>) =>
      contentOf((await asked.request('stillnode_show', ['refused'])) as Shown);
    expect(await of(copy)).toEqual(await of(node));
  });

  it('copied as a script, calls of programs with an IDL keep their bytes, events and errors', async () => {
    const node = await started({ ledger: DESCRIBED_LEDGER as object });
    const page = await openPage(`${node.url}#/tx/routed`);
    for (const name of ['routed', 'refused']) {
      await show(page, `#/tx/${name}`);
      await page.getByRole('heading', { name: `Transaction ${name}` }).waitFor();
      const script = scriptIn(await copied(page, 'copy as script'));
      const copy = await createNode({ ledger: script });
      const of = async (asked: Pick<typeof copy, 'request'>) => {
        const { meta, transaction } = (await asked.request('stillnode_show', [name])) as Shown;
        const { err, logMessages } = meta;
        return { err, logMessages, instructions: transaction.message.instructions };
      };
      expect(await of(copy)).toEqual(await of(node));
    }
  });

  it('copied as a script, names and texts of a hostile ledger are literals', async () => {
    const evil = 'x"); globalThis.evil = 1; ("';
    const hostile = ledger()
      .wallet('alice', sol(5))
      .block(10, (b) =>
        b
          .raw('swap')
          .payer('alice')
          .named('hostile')
          .logs(`*/ ${evil}`, `\${${evil}}`)
          .tx((t) => t.memo(evil).payer('alice')),
      );
    const node = await started({ ledger: hostile });
    const page = await openPage(`${node.url}#/slot/10`);
    const script = scriptIn(await copied(page, 'copy as script'));
    expect((globalThis as { evil?: number }).evil).toBeUndefined();
    expect((await createNode({ ledger: script })).signature('hostile')).toBeDefined();
  });

  it('the session runs as a test: also what was done on a ledger fork', async () => {
    const node = await withTips();
    const page = await openPage(node.url);
    await openMoves(page);
    await page.getByRole('button', { name: 'advance' }).click();
    await page.getByText('processed 105').first().waitFor();
    await page.getByRole('button', { name: 'fork', exact: true }).click();
    await page.waitForURL(/fork/);
    await page.getByRole('button', { name: 'skip' }).click();
    await page.getByText('processed 106').first().waitFor();
    await show(page, '#/session');
    const tests = pastedTests(await copied(page, 'copy for Vitest'), (test) => ({ stillnodeTest: () => test }));
    expect(tests.map(({ name }) => name)).toEqual(['as on the page', 'as on the page, in fork-1']);
    const slots = [];
    for (const { run } of tests) {
      const again = await withTips();
      await run({ node: again });
      slots.push((await again.getTips()).processed);
    }
    expect(slots).toEqual([105, 106]);
  });
});
