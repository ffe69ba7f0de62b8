import type { LedgerNode, RunningNode } from './ledgerNode.ts';
import { Node } from './node.ts';
import type { ListenOptions, NodeOptions } from './nodeOptions.ts';
import { checkOptions, listenOptionsOf } from './optionChecks.ts';

export type { ForkNode, GivenAnswer, LedgerNode, Listener, RunningFork, RunningNode } from './ledgerNode.ts';

/**
 * Loads a ledger and creates a node without a port.
 *
 * @throws FixtureError with every problem of every file
 * @throws TypeError for an unknown option, or one of the wrong type
 * @throws RecordFolderError if the folder of `upstream` cannot be created
 * @throws LiteSvmMissingError for `execute: 'litesvm'` without that package
 * @throws ProgramFileError for a program that cannot be read
 */
export async function createNode(options: NodeOptions = {}): Promise<LedgerNode> {
  checkOptions('createNode', options);
  const { ledger } = await Node.load(options);
  if (options.dialect === undefined) warnOfDialect();
  return ledger;
}

/** Loads a ledger and serves it: the result is both the node and its listener. */
export async function startNode(options: NodeOptions & ListenOptions = {}): Promise<RunningNode> {
  checkOptions('startNode', options);
  const node = await Node.load(options);
  const listener = await node.ledger.listen(listenOptionsOf(options));
  if (options.dialect === undefined) warnOfDialect();
  const close = () => {
    node.end();
    return listener.close().finally(() => node.close());
  };
  // a spread would copy the current values of getters
  Object.defineProperties(node.ledger, Object.getOwnPropertyDescriptors(listener));
  return Object.assign(node.ledger, { close, [Symbol.asyncDispose]: close }) as RunningNode;
}

let hasWarned = false;

/** Warns once in a process that `dialect` is not set. */
function warnOfDialect(): void {
  if (hasWarned) return;
  hasWarned = true;
  process.emitWarning(
    "No `dialect` is set, so this node answers in the contract dialect: six read methods with a small, fixed set of fields. Use `dialect: 'agave'` for the answers of a real node, or set `dialect: 'contract'` to silence this warning.",
    { code: 'STILLNODE_DIALECT' },
  );
}
