import { RpcError, rpcErrors } from '../errors.ts';
import type { FixtureProblem } from '../files/fixtureError.ts';
import { startNode } from '../node/createNode.ts';
import type { ListenOptions, NodeOptions } from '../node/nodeOptions.ts';
import { reasonOf } from './matchers.ts';
import { withNames } from './remoteNames.ts';
import { createClient, createForkClient, type TestNode, testNodeOf, withoutKeys } from './testNode.ts';

/** The variable with the address of a node in another process, which `stillnode exec` sets. */
const URL_VARIABLE = 'STILLNODE_URL';

/**
 * The node that tests share: a new one with these options, or the one at a URL. Without options: the one at STILLNODE_URL, or else a
 * new one with the sample ledger.
 */
export type SharedNodeOptions =
  | (NodeOptions & ListenOptions & { readonly url?: undefined })
  | {
      /** URL with the keys of the node, as `?apikey=…&controlKey=…` */
      readonly url: string;
    };

/** A ledger for one test. */
export interface TestFork {
  readonly node: TestNode;
  /** warnings of its fixtures; a node in another process has printed them */
  readonly warnings: readonly FixtureProblem[];
  drop(): Promise<void>;
}

export interface SharedNode {
  /** @throws Error if the node does not take control calls */
  fork(): Promise<TestFork>;
  /** Closes the node if it is in this process. */
  close(): Promise<void>;
}

/** @throws as `startNode`; TypeError for a wrong URL */
export async function openShared(
  options?: SharedNodeOptions,
  env: NodeJS.ProcessEnv = process.env,
): Promise<SharedNode> {
  if (options?.url !== undefined) return shareNodeAt(options.url, '`url`');
  const variable = env[URL_VARIABLE] ?? '';
  return options === undefined && variable !== '' ? shareNodeAt(variable, URL_VARIABLE) : shareNewNode(options);
}

function shareNodeAt(url: string, source: string): SharedNode {
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:/.test(url))
    throw new TypeError(`${source} must be the address of a node, such as http://127.0.0.1:8899`);
  const { request } = createClient(url);
  return {
    async fork() {
      const result = await request('stillnode_fork').catch((error: unknown) => {
        throw withAdvice(error, withoutKeys(url));
      });
      const { name } = result as { readonly name: string };
      const drop = () => ignoreUnknownFork(request('stillnode_dropFork', [name]));
      return { node: testNodeOf(await withNames(createForkClient(url, name))), warnings: [], drop };
    },
    close: async () => undefined,
  };
}

async function shareNewNode(options: (NodeOptions & ListenOptions) | undefined): Promise<SharedNode> {
  const shared = await startNode(options);
  return {
    async fork() {
      const fork = await shared.fork().catch((error: unknown) => {
        throw withAdvice(error, 'the node');
      });
      return { node: testNodeOf(fork), warnings: fork.warnings, drop: () => fork.close() };
    },
    close: () => shared.close(),
  };
}

/** Waits until a fork is dropped. The test may have dropped it itself. */
async function ignoreUnknownFork(dropping: Promise<unknown>): Promise<void> {
  await dropping.catch((error: unknown) => {
    if (reasonOf(error) !== 'unknown') throw error;
  });
}

/** Adds advice to the error of a node without control, where the method that creates a fork is unknown. */
function withAdvice(error: unknown, node: string): unknown {
  const isOff = error instanceof RpcError && error.code === rpcErrors.methodNotFound().code;
  if (!isOff) return error;
  const message = `${node} does not take control calls, which forks for tests need: start it with control`;
  return new Error(message, { cause: error });
}
