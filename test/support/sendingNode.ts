import { onTestFinished } from 'vitest';
import type { DialectName } from '../../src/dialect.ts';
import { keypair, ledger, type RunningNode, sol, startNode } from '../../src/index.ts';
import type { ListenOptions, NodeOptions } from '../../src/node/nodeOptions.ts';
import type { LedgerMembers } from '../../src/script/format/ledgerJsonTypes.ts';

/** A ledger that clients send to. */

export interface SendingOptions
  extends Pick<ListenOptions, 'onRequest'>,
    Pick<NodeOptions, 'agave' | 'autoAdvance' | 'consensus' | 'gates'> {
  readonly dialect?: DialectName | undefined;
  readonly send?: NonNullable<LedgerMembers['send']>;
  readonly execute?: 'litesvm';
  /** processed, confirmed, finalized */
  readonly tips?: readonly [number, number, number];
}

/** What alice has at first. */
export const ALICE_LAMPORTS = 5_000_000_000n;

/** It stands at slot 100, all of it final unless tips are given. Gone when its test ends. */
export async function startSending({
  dialect,
  send,
  tips = [100, 100, 100],
  ...options
}: SendingOptions = {}): Promise<RunningNode> {
  const [processed, confirmed, finalized] = tips;
  const script = ledger({ processed, confirmed, finalized, ...(send && { send }) })
    .wallet('alice', sol(5))
    .wallet('bob', sol(1))
    .nonce('counter', { authority: 'alice' })
    .lookupTable('table', { addresses: ['bob'] })
    .blocks({ from: 98, to: 100 });
  const node = await startNode({ ...options, ledger: script, dialect: dialect ?? 'agave' });
  onTestFinished(() => node.close());
  return node;
}

export async function lamportsOf(node: RunningNode, name: string): Promise<bigint> {
  const config = { commitment: 'processed' } as const;
  const { value } = (await node.request('getBalance', [keypair(name).address, config])) as { readonly value: number };
  return BigInt(value);
}
