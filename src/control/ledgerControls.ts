import type { AddBlockMethod } from './methods/addBlock.ts';
import type { AddFaultMethod } from './methods/addFault.ts';
import type { AddTransactionMethod } from './methods/addTransaction.ts';
import type { AdvanceMethod } from './methods/advance.ts';
import type { AutoAdvanceMethod } from './methods/autoAdvance.ts';
import type { CallsMethod } from './methods/calls.ts';
import type { ClearCallsMethod } from './methods/clearCalls.ts';
import type { ClearFaultsMethod } from './methods/clearFaults.ts';
import type { ClearSendRulesMethod } from './methods/clearSendRules.ts';
import type { CloseSocketsMethod } from './methods/closeSockets.ts';
import type { DropForkMethod } from './methods/dropFork.ts';
import type { ExpireStatusesMethod } from './methods/expireStatuses.ts';
import type { ExplainMethod } from './methods/explain.ts';
import type { FieldsMethod } from './methods/fields.ts';
import type { GetTipsMethod } from './methods/getTips.ts';
import type { ImpersonateMethod } from './methods/impersonate.ts';
import type { ListFaultsMethod } from './methods/listFaults.ts';
import type { ListForksMethod } from './methods/listForks.ts';
import type { ListSendRulesMethod } from './methods/listSendRules.ts';
import type { LoadMethod } from './methods/load.ts';
import type { MigrateMethod } from './methods/migrate.ts';
import type { OnSendMethod } from './methods/onSend.ts';
import type { PruneMethod } from './methods/prune.ts';
import type { RemoveFaultMethod } from './methods/removeFault.ts';
import type { RemoveSendRuleMethod } from './methods/removeSendRule.ts';
import type { ReorgMethod } from './methods/reorg.ts';
import type { ResetMethod } from './methods/reset.ts';
import type { RevertMethod } from './methods/revert.ts';
import type { SentMethod } from './methods/sent.ts';
import type { SetAccountMethod } from './methods/setAccount.ts';
import type { SetSlotTimeMethod } from './methods/setSlotTime.ts';
import type { SetTipsMethod } from './methods/setTips.ts';
import type { ShowMethod } from './methods/show.ts';
import type { SnapshotMethod } from './methods/snapshot.ts';
import type { StopImpersonatingMethod } from './methods/stopImpersonating.ts';
import type { SubscriptionsMethod } from './methods/subscriptions.ts';
import type { TimelineMethod } from './methods/timeline.ts';
import type { VerifyMethod } from './methods/verify.ts';
import type { WaitForCallMethod } from './methods/waitForCall.ts';
import type { WaitForSendMethod } from './methods/waitForSend.ts';
import type { WarpMethod } from './methods/warp.ts';

/**
 * The control methods of a ledger: each is `stillnode_…` of the same name, see docs/control.md. One that throws RpcError has changed
 * nothing. Written by `npm run docs` from src/control/methods.
 */
export interface LedgerControls
  extends GetTipsMethod,
    AdvanceMethod,
    SetTipsMethod,
    ReorgMethod,
    MigrateMethod,
    WarpMethod,
    SetSlotTimeMethod,
    AutoAdvanceMethod,
    PruneMethod,
    ExpireStatusesMethod,
    SetAccountMethod,
    AddBlockMethod,
    AddTransactionMethod,
    LoadMethod,
    SnapshotMethod,
    RevertMethod,
    ResetMethod,
    DropForkMethod,
    ListForksMethod,
    AddFaultMethod,
    ListFaultsMethod,
    RemoveFaultMethod,
    ClearFaultsMethod,
    CloseSocketsMethod,
    OnSendMethod,
    ListSendRulesMethod,
    RemoveSendRuleMethod,
    ClearSendRulesMethod,
    ImpersonateMethod,
    StopImpersonatingMethod,
    SentMethod,
    CallsMethod,
    VerifyMethod,
    ClearCallsMethod,
    WaitForCallMethod,
    WaitForSendMethod,
    ExplainMethod,
    SubscriptionsMethod,
    TimelineMethod,
    ShowMethod,
    FieldsMethod {}
