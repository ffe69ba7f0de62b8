/**
 * A node as part of a Fastify app: `stillnode/fastify`.
 * @module
 */
import { type LedgerNode, servingOf } from './ledgerNode.ts';
import { checkServerOptions } from './nodeOptions.ts';
import { readServerOptions, type ServerOptions } from './server/options.ts';
import { type NodePlugin, nodePlugin } from './server/plugin.ts';

export interface StillnodeOptions extends ServerOptions {
  /** of `createNode` */
  readonly node: LedgerNode;
}

/**
 * Serves a node under a prefix of an app. The parser, hooks and error handler of the plugin do not affect the rest of the app.
 *
 * @example
 * const app = fastify();
 * app.get('/', async () => 'the app itself');
 * app.register(stillnode, { prefix: '/solana', node: await createNode({ ledger: ['fixtures'] }) });
 * await app.listen({ port: 3000 }); // JSON-RPC at http://127.0.0.1:3000/solana, and /solana/health
 */
export const stillnode: NodePlugin<StillnodeOptions> = async (app, { node, ...options }) => {
  checkServerOptions(options);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  await nodePlugin(app, { ...readServerOptions(servingOf(node), options), isClosing: () => isClosing });
};
