import type { LoadedLedger } from '../../src/fixtures/loadLedger.ts';
import type { LedgerNode } from '../../src/node/createNode.ts';
import { type LoadedParts, Node } from '../../src/node/node.ts';
import type { NodeOptions } from '../../src/node/nodeOptions.ts';

/** A node over a ledger that is loaded already. */
export function nodeOver(loaded: LoadedLedger, options: NodeOptions = {}, parts: LoadedParts = {}): LedgerNode {
  return new Node(loaded, options, parts).ledger;
}
