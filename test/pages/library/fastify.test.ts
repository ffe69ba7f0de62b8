import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { stillnode } from '../../../src/fastify.ts';
import { createNode } from '../../../src/index.ts';

it('is a part of an app', async () => {
  const app = fastify();
  app.register(stillnode, { prefix: '/solana', node: await createNode() });
  const payload = { jsonrpc: '2.0', id: 1, method: 'getHealth' };
  const reply = await app.inject({ method: 'POST', url: '/solana', payload });
  expect(reply.json()).toEqual({ jsonrpc: '2.0', result: 'ok', id: 1 });
});
