import { unlessGone } from '../control/errorReason.ts';
import { controlsOf } from '../control/index.ts';
import type { LedgerControls } from '../control/ledgerControls.ts';
import { RpcError, rpcErrors } from '../errors.ts';
import type { FixtureProblem } from '../files/fixtureError.ts';
import { httpCalls, realFetch, withoutKeys } from '../node/connection/httpCalls.ts';
import { startNode } from '../node/createNode.ts';
import { servedBy } from '../node/ledgerNode.ts';
import type { ListenOptions, NodeOptions } from '../node/nodeOptions.ts';
import { withNames } from './remoteNames.ts';
import {
  changedChecks,
  checksOf,
  type StrictChecks,
  type Strictness,
  type StrictOptions,
} from './strict/strictness.ts';
import { TestCalls } from './strict/testCalls.ts';
import { type BareTestNode, createForkClient, type TestNode, testNodeOf } from './testNode.ts';

/** The variable with the address of a node in another process, which `stillnode exec` sets. */
const URL_VARIABLE = 'STILLNODE_URL';

/** Options of the tests, whatever their node is. */
export interface TestOptions extends StrictOptions {
  /** the checks that make a test fail although it passed otherwise: true for all, or a list of `methods`, `unused`, `sends`; default: false */
  readonly strict?: Strictness;
  /** the tests that are written to files, which `stillnode inspect` opens; default: on-failure */
  readonly trace?: 'on-failure' | 'on' | 'off';
  /** the folder of these files; default: test-results/stillnode */
  readonly traceFolder?: string;
}

/**
 * The node that tests share: a new one with these options, or the one at a URL. Without such options: the one at STILLNODE_URL, or else a
 * new one with the sample ledger.
 */
export type SharedNodeOptions = TestOptions &
  (
    | (NodeOptions & ListenOptions & { readonly url?: undefined })
    | {
        /** URL with the keys of the node, as `?apikey=…&controlKey=…` */
        readonly url: string;
      }
  );

/** A ledger for one test. */
export interface TestFork {
  readonly node: TestNode;
  /** warnings of its fixtures; a node in another process has printed them */
  readonly warnings: readonly FixtureProblem[];
  /** the record of the control calls of the test */
  readonly testCalls: TestCalls;
  /** the node, without a record of what is asked */
  readonly observed: LedgerControls;
  /** the checks that are on now */
  checks(): StrictChecks;
  readonly tracing: Tracing;
  /** the URL of the fork, with the keys of the node */
  readonly urlWithKeys: string;
  drop(): Promise<void>;
}

/** The tests that are written to files, and the folder of the files. */
export type Tracing = Required<Pick<TestOptions, 'trace' | 'traceFolder'>>;

/** A fork that tests do not know yet. */
interface BareFork extends Pick<TestFork, 'warnings' | 'urlWithKeys'> {
  readonly fork: BareTestNode;
}

export interface SharedNode {
  /** @throws Error if the node does not take control calls */
  fork(): Promise<TestFork>;
  /** Closes the node if it is in this process. */
  close(): Promise<void>;
}

/** @throws as `startNode`; TypeError for a wrong URL, and for wrong options of tests */
export async function openShared(
  options?: SharedNodeOptions,
  env: NodeJS.ProcessEnv = process.env,
): Promise<SharedNode> {
  const { allow, strict, trace, traceFolder, ...nodeOptions } = options ?? {};
  const checks = checksOf(strict, { allow });
  const tracing = tracingOf({ trace, traceFolder });
  const hasTestOptions = [strict, trace, traceFolder].some((option) => option !== undefined);
  const hasNodeOptions = options !== undefined && (!hasTestOptions || Object.keys(nodeOptions).length > 0);
  const { close, fork } = await openBare(hasNodeOptions ? nodeOptions : undefined, env);
  // forks share what their node keeps: asking once is enough
  let keepsAnswers = tracing.trace === 'off';
  return {
    close,
    async fork() {
      const bare = await fork();
      if (!keepsAnswers) await askForPage(bare.urlWithKeys);
      keepsAnswers = true;
      return testFork(bare, checks, tracing);
    },
  };
}

/**
 * Asks for the page of the inspector, and drops it: from this request on, a node keeps the texts of its answers, which traces need. A node
 * in another process has no other switch for this.
 */
async function askForPage(url: string): Promise<void> {
  const page = await realFetch(url, { headers: { accept: 'text/html' } });
  await page.body?.cancel();
}

const WHEN = ['on-failure', 'on', 'off'] as const;

function tracingOf({
  trace = 'on-failure',
  traceFolder = 'test-results/stillnode',
}: { readonly [Name in keyof Tracing]: Tracing[Name] | undefined }): Tracing {
  if (!WHEN.includes(trace)) throw new TypeError(`\`trace\` must be 'on-failure', 'on' or 'off'`);
  if (typeof traceFolder !== 'string' || traceFolder === '')
    throw new TypeError('`traceFolder` must be the path of a folder');
  return { trace, traceFolder };
}

function testFork({ fork, urlWithKeys, warnings }: BareFork, checksAtStart: StrictChecks, tracing: Tracing): TestFork {
  const testCalls = new TestCalls();
  let checks = checksAtStart;
  const node = testNodeOf(fork, testCalls, (strict, options) => {
    checks = changedChecks(checks, strict, options);
  });
  return {
    node,
    warnings,
    testCalls,
    observed: controlsOf(fork.request),
    checks: () => checks,
    tracing,
    urlWithKeys,
    drop: node.close,
  };
}

interface BareNode {
  fork(): Promise<BareFork>;
  close(): Promise<void>;
}

async function openBare(options: SharedNodeOptions | undefined, env: NodeJS.ProcessEnv): Promise<BareNode> {
  if (options?.url !== undefined) return shareNodeAt(options.url, '`url`');
  const variable = env[URL_VARIABLE] ?? '';
  return options === undefined && variable !== '' ? shareNodeAt(variable, URL_VARIABLE) : shareNewNode(options);
}

function shareNodeAt(url: string, source: string): BareNode {
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:/.test(url))
    throw new TypeError(`${source} must be the address of a node, such as http://127.0.0.1:8899`);
  const { request } = httpCalls(url);
  return {
    async fork() {
      const result = await request('stillnode_fork').catch((error: unknown) => {
        throw withAdvice(error, withoutKeys(url));
      });
      const { name } = result as { readonly name: string };
      const drop = () => unlessGone(request('stillnode_dropFork', [name]));
      const fork = { ...(await withNames(createForkClient(url, name))), close: drop };
      return { fork, warnings: [], urlWithKeys: fork.url };
    },
    close: async () => undefined,
  };
}

async function shareNewNode(options: (NodeOptions & ListenOptions) | undefined): Promise<BareNode> {
  const shared = await startNode(options);
  return {
    async fork() {
      const fork = await shared.fork().catch((error: unknown) => {
        throw withAdvice(error, 'the node');
      });
      const { address, name, request, requestText, signature, url, wsUrl } = fork;
      const { live } = servedBy(fork);
      const addFault: BareTestNode['addFault'] = (faultIn) => {
        const { fault, json } = faultIn(live.version.state);
        return live.faults.add(json, fault);
      };
      const bare = { name, url, wsUrl, request, requestText, address, signature, addFault, close: () => fork.close() };
      const urlWithKeys = withKeys(fork.url, options);
      return { fork: bare, warnings: fork.warnings, urlWithKeys };
    },
    close: () => shared.close(),
  };
}

function withKeys(url: string, { apiKeys, controlKey }: ListenOptions = {}): string {
  const address = new URL(url);
  if (apiKeys?.[0] !== undefined) address.searchParams.set('apikey', apiKeys[0]);
  if (controlKey !== undefined) address.searchParams.set('controlKey', controlKey);
  return address.href;
}

/** Adds advice to the error of a node without control, where the method that creates a fork is unknown. */
function withAdvice(error: unknown, node: string): unknown {
  const isOff = error instanceof RpcError && error.code === rpcErrors.methodNotFound().code;
  if (!isOff) return error;
  const message = `${node} does not take control calls, which forks for tests need: start it with control`;
  return new Error(message, { cause: error });
}
