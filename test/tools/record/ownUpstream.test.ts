import { expect, it } from 'vitest';
import { createNode } from '../../../src/index.ts';
import { isSameServer } from '../../../src/server/listenAddresses.ts';

/** A node that is its own upstream would wait for its own answer for ever. */

it.each([
  ['http://127.0.0.1:8899', 'http://127.0.0.1:8899', true],
  ['http://127.0.0.1:8899/?api-key=k', 'http://127.0.0.1:8899', true],
  ['http://localhost:8899', 'http://127.0.0.1:8899', true],
  ['http://127.0.0.1:8899', 'http://[::1]:8899', true],
  ['http://127.0.0.2:8899', 'http://0.0.0.0:8899', true],
  ['http://localhost:8899', 'http://[::]:8899', true],
  ['http://node.test:8899', 'http://node.test:8899', true],
  ['http://localhost:8898', 'http://127.0.0.1:8899', false],
  ['http://node.test:8899', 'http://0.0.0.0:8899', false],
  ['http://node.test:8899', 'http://127.0.0.1:8899', false],
  ['http://localhost', 'http://127.0.0.1:80', true],
  // this node has no TLS: something else has to listen there
  ['https://localhost:8899', 'http://127.0.0.1:8899', false],
])('%s asked from %s: %s', (upstream, own, isSame) => {
  expect(isSameServer(upstream, own)).toBe(isSame);
});

it('does not listen, and says why; the key in the URL is not shown', async () => {
  const before = await createNode();
  const listener = await before.listen();
  const { port } = new URL(listener.url);
  await listener.close();
  const node = await createNode({ upstream: { url: `http://localhost:${port}/k3y?api-key=k3y` } });
  await expect(node.listen({ port: Number(port) })).rejects.toMatchObject({
    name: 'OwnUpstreamError',
    message: `the upstream http://localhost:${port} is this node itself: name another node, or choose another port for this one`,
  });
  // the port is free again
  const again = await before.listen({ port: Number(port) });
  await again.close();
});
