/** The library: `import { startNode } from 'stillnode'`. */

export type { DialectName } from './dialect.ts';
export { RpcError } from './errors.ts';
export { FixtureError, type FixtureProblem } from './fixtures/document/problems.ts';
export type { FixtureSource } from './fixtures/input/input.ts';
export type { BlockBuilder, BlockTransactions } from './fixtures/script/building/blockBuilder.ts';
export { ata, type Key, keypair, type NamedKeyPair, pda, type Seed } from './fixtures/script/building/keyBuilders.ts';
export { type LedgerBuilder, ledger } from './fixtures/script/building/ledgerBuilder.ts';
export type { NextBlock } from './fixtures/script/building/nextBlock.ts';
export type { TransactionBuilder } from './fixtures/script/building/transactionBuilder.ts';
export { lamports, rawTokens, sol, tokens } from './fixtures/script/building/valueBuilders.ts';
export type { FailureJson, LedgerJson } from './fixtures/script/format/ledgerJsonTypes.ts';
export type { MethodName, NodeMethods, ParamsOf, ResultOf } from './node/answers/methods.ts';
export {
  createNode,
  type ForkNode,
  type GivenAnswer,
  type LedgerNode,
  type Listener,
  type RunningFork,
  type RunningNode,
  startNode,
} from './node/createNode.ts';
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
  ProgramErrorInfo,
  SentInstructionInfo,
  SentTransactionInfo,
  Timeline,
  TimelineSlot,
} from './node/ledgerControls.ts';
export type { LedgerSource, ListenOptions, NodeOptions, ScriptedLedger } from './node/nodeOptions.ts';
export type { CallFilter, ExpectedCall, ExpectedSend, JournalCall } from './rpc/control/callMethods.ts';
export type { NewAccount, RpcAccount } from './rpc/control/newAccount.ts';
export type { AnswerMaker, AnswerMatch } from './rpc/control/newAnswer.ts';
export type {
  Failing,
  NewDelay,
  NewFault,
  NewFaultMatch,
  NewFaultMoment,
  NewFaultThen,
  NewHttpReply,
} from './rpc/control/newFault.ts';
export type {
  NewAdditions,
  NewEvent,
  NewFailure,
  NewSendMatch,
  NewSendOutcome,
  NewSendRule,
} from './rpc/control/newSendRule.ts';
export type {
  InSlot,
  Notifications,
  NotifiedAccount,
  Subscribe,
  Subscribed,
  SubscriptionKind,
  SubscriptionParams,
} from './rpc/subscriptions/subscriptionTypes.ts';
export type { OnRequest, RecordedCall, RequestRecord } from './server/serverOptions.ts';
