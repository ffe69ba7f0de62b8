import { type DialectName, isDialectName } from '../dialect.ts';
import type { LedgerNode, RunningNode } from './ledgerNode.ts';
import { Node } from './node.ts';
import type { ListenOptions, NodeOptions } from './nodeOptions.ts';
import { checkOptions, listenOptionsOf } from './optionChecks.ts';

export type { ForkNode, LedgerNode, Listener, RunningFork, RunningNode } from './ledgerNode.ts';

/**
 * Loads a ledger and creates a node without a port.
 *
 * @throws FixtureError with every problem of every file
 * @throws TypeError for an unknown option, or one of the wrong type
 * @throws RecordFolderError if the folder of `upstream` cannot be created
 * @throws LiteSvmMissingError for `execute: 'litesvm'` without that package
 * @throws ProgramFileError, KeyFileError for a program, or the file of a key pair, that cannot be read
 */
export async function createNode(options: NodeOptions = {}): Promise<LedgerNode> {
  checkOptions('createNode', options);
  const { ledger } = await Node.load(withDialect(options));
  return ledger;
}

/**
 * Loads a ledger and serves it: the result is both the node and its listener.
 *
 * @example
 * await using node = await startNode({ ledger: ['fixtures'], port: 0 });
 * const rpc = createSolanaRpc(node.url);
 * @throws what `createNode` throws; Error if the port cannot be opened
 */
export async function startNode(options: NodeOptions & ListenOptions = {}): Promise<RunningNode> {
  checkOptions('startNode', options);
  const node = await Node.load(withDialect(options));
  return node.start(listenOptionsOf(options));
}

/** The variable with the dialect of nodes whose options have none. */
const DIALECT_VARIABLE = 'STILLNODE_DIALECT';

/** The dialect that the variable names; undefined: it is not set. @throws TypeError if it names no dialect */
function dialectOfEnvironment(): DialectName | undefined {
  const text = process.env[DIALECT_VARIABLE] ?? '';
  if (text === '' || isDialectName(text)) return text === '' ? undefined : text;
  throw new TypeError(`${DIALECT_VARIABLE} must be contract or agave, not ${JSON.stringify(text)}`);
}

/** The options with the dialect of the environment if they have none. */
function withDialect(options: NodeOptions): NodeOptions {
  const dialect = options.dialect ?? dialectOfEnvironment();
  return dialect === undefined ? options : { ...options, dialect };
}
