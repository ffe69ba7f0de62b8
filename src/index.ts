/** The library: `import { startNode } from 'stillnode'`. */
export type { DialectName } from './dialect.ts';
export { RpcError } from './errors.ts';
export { FixtureError, type FixtureProblem } from './fixtures/problem.ts';
export {
  createNode,
  type LedgerNode,
  type Listener,
  type ListenOptions,
  type NodeOptions,
  type RunningNode,
  startNode,
} from './node.ts';
