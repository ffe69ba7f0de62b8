/** The library: `import { startNode } from 'stillnode'`. */
export type { BlockBuilder, BlockTransactions } from './builder/block.ts';
export type { FailureJson, LedgerJson } from './builder/json.ts';
export { ata, type Key, keypair, type NamedKeyPair, pda, type Seed } from './builder/keys.ts';
export { type LedgerBuilder, ledger } from './builder/ledger.ts';
export type { TransactionBuilder } from './builder/transaction.ts';
export { lamports, rawTokens, sol, tokens } from './builder/values.ts';
export type { DialectName } from './dialect.ts';
export { RpcError } from './errors.ts';
export type { FixtureSource } from './fixtures/input.ts';
export { FixtureError, type FixtureProblem } from './fixtures/problem.ts';
export { createNode, type LedgerNode, type Listener, type RunningNode, startNode } from './node.ts';
export type { LedgerSource, ListenOptions, NodeOptions, ScriptedLedger } from './nodeOptions.ts';
