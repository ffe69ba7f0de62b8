import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, it } from 'vitest';
import { createNode } from '../../src/index.ts';
import { METHODS } from '../../src/rpc/methods/index.ts';
import { SEND_METHODS } from '../../src/rpc/sending/index.ts';

it('the names that editors complete are those of the node', async () => {
  const source = readFileSync('src/node/methodName.ts', 'utf8');
  const names = Array.from(source.matchAll(/'(\w+)'/g), ([, name]) => name);
  expect(names).toEqual([...METHODS.keys(), ...SEND_METHODS.keys()].sort());
  const node = await createNode({ ledger: [], dialect: 'agave' });
  expectTypeOf(node.request).toBeCallableWith('getSlot');
  expectTypeOf(node.request).toBeCallableWith('getSomethingElse', [1]);
  expect(await node.request('getSlot')).toBe(0);
});
