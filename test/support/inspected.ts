import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import {
  type ListenOptions,
  ledger,
  type NodeOptions,
  type RunningNode,
  sol,
  startNode,
  tokens,
} from '../../src/index.ts';

/** A node and its page, for tests of the inspector. @module */

export const SCRIPT = ledger({ cluster: 'localnet' })
  .wallet('alice', sol(5))
  .wallet('bob', sol(1))
  .mint('usdc', { decimals: 6, authority: 'alice' })
  .tokenAccount('alice', tokens(100, 'usdc'))
  .block(100, (b) => b.transfer('alice', 'bob', sol(1)).named('rent'))
  .block(101, (b) => b.memo('hello').payer('bob').named('note'))
  .block(102, (b) =>
    b
      .transfer('bob', 'alice', sol(0.1))
      .fail({ custom: 6001 })
      .named('refused')
      .tx((t) => t.memo('x').payer('alice')),
  )
  .block(104)
  .block(105);

export async function started(options: NodeOptions & ListenOptions = {}): Promise<RunningNode> {
  const node = await startNode({ ledger: SCRIPT, dialect: 'agave', ...options });
  onTestFinished(() => node.close());
  return node;
}

/** A node whose tips can move in both directions. */
export async function withTips(): Promise<RunningNode> {
  const node = await started();
  await node.setTips({ processed: 104, confirmed: 102, finalized: 101 });
  return node;
}

export const show = async (page: Page, hash: string) => page.evaluate(`location.assign(${JSON.stringify(hash)})`);
/** Opens the menu of moves. */
export const openMoves = async (page: Page) => page.getByText('move the ledger').click();
export const textOf = (page: Page) => page.locator('main').textContent();
