import { type LedgerNode, servedBy } from './node/ledgerNode.ts';
import { checkServerOptions } from './node/optionChecks.ts';
import { boundAddresses } from './server/listenAddresses.ts';
import { type NodePlugin, nodePlugin } from './server/plugin.ts';
import { readServerOptions, type ServerOptions } from './server/serverOptions.ts';

/** A node as part of a Fastify app: `stillnode/fastify`. @module */

export interface StillnodeOptions extends ServerOptions {
  /** a result of `createNode` */
  readonly node: LedgerNode;
  /** whether requests may control the node; default false, because the plugin does not know where the app will listen */
  readonly control?: boolean;
}

/**
 * Serves a node under a prefix of an app. The parser, hooks and error handler of the plugin do not affect the rest of the app.
 * Control calls are unknown methods unless `control` is true.
 *
 * @example
 * const app = fastify();
 * app.get('/', async () => 'the app itself');
 * app.register(stillnode, { prefix: '/solana', node: await createNode({ ledger: ['fixtures'] }) });
 * await app.listen({ port: 3000 }); // JSON-RPC at http://127.0.0.1:3000/solana, and /solana/health
 */
export const stillnode: NodePlugin<StillnodeOptions> = async (app, { node, ...options }) => {
  checkServerOptions(options);
  const rules = readServerOptions(servedBy(node), options);
  await nodePlugin(app, {
    ...rules,
    isControlOn: () => rules.control === true,
    listenAddresses: () => ({ addresses: boundAddresses(app.addresses()) }),
  });
};
