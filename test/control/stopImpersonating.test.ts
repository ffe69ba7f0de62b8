import { describe, expect, it } from 'vitest';
import { createNode, keypair, type LedgerNode, ledger } from '../../src/index.ts';
import { controlText } from '../support/control.ts';

/** What impersonate.test.ts does not show. */

const [ALICE, BOB] = ['alice', 'bob'].map((name) => keypair(name).address);

async function listOf(node: LedgerNode): Promise<unknown> {
  const files = (await node.request('stillnode_dump', [])) as readonly {
    readonly name: string;
    readonly text: string;
  }[];
  return JSON.parse(files.find(({ name }) => name === 'ledger.json')!.text).send;
}

describe('stillnode_stopImpersonating', () => {
  it('ends it for this address alone', async () => {
    const node = await createNode({ ledger: ledger({ send: { impersonate: ['$alice', '$bob'] } }).block(5) });
    expect(await controlText(node, 'stopImpersonating', `["${ALICE}"]`)).toBe('true');
    expect(await listOf(node)).toEqual({ impersonate: [BOB] });
    expect(await controlText(node, 'stopImpersonating', '["$bob"]')).toBe('true');
    expect(await listOf(node)).toBeUndefined();
  });

  it('is true where the address was not impersonated', async () => {
    const node = await createNode({ ledger: ledger().block(5) });
    expect(await controlText(node, 'stopImpersonating', `["${ALICE}"]`)).toBe('true');
    expect(await listOf(node)).toBeUndefined();
  });
});
