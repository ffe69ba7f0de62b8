/** The library: `import { startNode } from 'stillnode'`. */

export type {
  AccountFields,
  AddedBlock,
  AddedFixtures,
  AddedTransaction,
  Explanation,
  ForkAddress,
  JournalCall,
  LedgerReach,
  LedgerTips,
  ListedFault,
  ListedSendRule,
  ProgramErrorInfo,
  SentFate,
  SentInstructionInfo,
  SentTransactionInfo,
  Timeline,
  TimelineSlot,
} from './control/controlTypes.ts';
export type { Failing } from './control/failing.ts';
export type { LedgerControls, WarpTarget } from './control/ledgerControls.ts';
export type { CallFilter } from './control/methods/calls.ts';
export type { ExpectedCall, ExpectedSend } from './control/methods/verify.ts';
export type { NewAccount } from './control/newAccount.ts';
export type { AnswerMaker } from './control/newAnswer.ts';
export type { AnswerMatch, NewFault, NewFaultMatch } from './control/newFault.ts';
export type {
  NewAdditions,
  NewSendMatch,
  NewSendOutcome,
  NewSendRule,
  NewTransferMatch,
} from './control/newSendRule.ts';
export type { NodeHandle } from './control/nodeHandle.ts';
export type { CallWaitOptions, WaitOptions } from './control/waiting.ts';
export type { DialectName } from './dialect.ts';
export { ClosedError, RpcError } from './errors.ts';
export type { ExtensionParams } from './extensions/extensionParams.ts';
export { FixtureError, type FixtureProblem } from './files/fixtureError.ts';
export type { FixtureSource } from './fixtures/input/input.ts';
export type { MethodName, NodeMethods, ParamsOf, ResultOf } from './node/answers/requestTypes.ts';
export { type ConnectOptions, connect, type ForkConnection, type NodeConnection } from './node/connection/connect.ts';
export {
  createNode,
  type ForkNode,
  type LedgerNode,
  type Listener,
  type RunningFork,
  type RunningNode,
  startNode,
} from './node/createNode.ts';
export { type ImpersonatedSigner, impersonated } from './node/impersonatedSigner.ts';
export type { LedgerSource, ListenOptions, NodeOptions, ScriptedLedger } from './node/nodeOptions.ts';
export type { InSlot } from './rpc/openrpc/answerValues.ts';
export type { MethodParams, SubscriptionParams } from './rpc/openrpc/paramTypes.ts';
export type { Notifications, NotifiedAccount } from './rpc/subscriptions/notificationTypes.ts';
export type { Subscribe, Subscribed, SubscriptionKind } from './rpc/subscriptions/subscriptionTypes.ts';
export type { BlockBuilder, BlockTransactions } from './script/building/blockBuilder.ts';
export { ata, type Key, keypair, type NamedKeyPair, pda, type Seed } from './script/building/keyBuilders.ts';
export { type LedgerBuilder, ledger } from './script/building/ledgerBuilder.ts';
export type { NextBlock } from './script/building/nextBlock.ts';
export type { TransactionBuilder } from './script/building/transactionBuilder.ts';
export { lamports, rawTokens, sol, tokens } from './script/building/valueBuilders.ts';
export type {
  EventJson as NewEvent,
  FailureJson,
  LedgerJson,
  LedgerMembers,
  NewDelay,
  NewFailure,
  NewFaultThen,
  NewHttpReply,
  RpcAccount,
} from './script/format/ledgerJsonTypes.ts';
export type { OnRequest, RecordedCall, RequestRecord } from './server/requestRecord.ts';
export type { UpstreamOptions } from './tools/record/upstreamOptions.ts';
