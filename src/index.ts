/** The library: `import { startNode } from 'stillnode'`. */

export type {
  AddedBlock,
  AddedFixtures,
  AddedTransaction,
  ForkAddress,
  LedgerControls,
  LedgerReach,
  LedgerTips,
  ListedFault,
  ListedSendRule,
  SentTransactionInfo,
} from './control/controlTypes.ts';
export type { CallFilter, ExpectedCall, JournalCall } from './control/journalTypes.ts';
export type { NewAccount } from './control/newAccount.ts';
export type {
  Failing,
  NewDelay,
  NewFault,
  NewFaultMatch,
  NewFaultMoment,
  NewFaultThen,
  NewHttpReply,
} from './control/newFault.ts';
export type { OverrideAnswer } from './control/newOverride.ts';
export type { NewAdditions, NewFailure, NewSendMatch, NewSendOutcome, NewSendRule } from './control/newSendRule.ts';
export type { RpcAccount } from './control/rpcAccount.ts';
export type { DialectName } from './dialect.ts';
export { FixtureError, type FixtureProblem } from './document/problem.ts';
export { RpcError } from './errors.ts';
export type { FixtureSource } from './loading/input/input.ts';
export {
  createNode,
  type ForkNode,
  type LedgerNode,
  type Listener,
  type RunningFork,
  type RunningNode,
  startNode,
  type WaitingOverride,
} from './node.ts';
export type { LedgerSource, ListenOptions, NodeOptions, ScriptedLedger } from './nodeOptions.ts';
export type { BlockBuilder, BlockTransactions } from './script/building/block.ts';
export { ata, type Key, keypair, type NamedKeyPair, pda, type Seed } from './script/building/keys.ts';
export { type LedgerBuilder, ledger } from './script/building/ledger.ts';
export type { NextBlock } from './script/building/nextBlock.ts';
export type { TransactionBuilder } from './script/building/transaction.ts';
export { lamports, rawTokens, sol, tokens } from './script/building/values.ts';
export type { FailureJson, LedgerJson } from './script/format/ledgerJson.ts';
export type { OnRequest, RecordedCall, RequestRecord } from './server/record.ts';
export type {
  InSlot,
  Notifications,
  NotifiedAccount,
  Subscribe,
  Subscribed,
  SubscriptionKind,
  SubscriptionParams,
} from './subscriptions/types.ts';
