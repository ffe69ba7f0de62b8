import { unlessThrown } from '../../codec/unlessThrown.ts';
import { RpcError } from '../../errors.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { wholeView } from '../../ledger/view.ts';
import type { SendMatch } from '../../runtime/sendRule.ts';
import { readAsNode } from '../params/params.ts';
import { matchedNow, matchedSendOf } from './matchedSend.ts';
import { type MatchedSend, matchesSend } from './sendMatch.ts';
import { sendTransaction } from './sendTransaction.ts';

/**
 * The transaction in the parameters of sendTransaction, for faults.
 * @module
 */

type Params = Parameters<typeof readAsNode>[1];

/** Makes the function that says whether a call sends a transaction that matches. One that cannot be read matches nothing. */
export function sendsIn(params: Params, state: LedgerState): (match: SendMatch) => boolean {
  let read: { readonly sent: MatchedSend | undefined } | undefined;
  return (match) => {
    read ??= { sent: unlessThrown([RpcError], () => sentIn(params, state)) };
    return read.sent !== undefined && matchesSend(match, read.sent);
  };
}

/** @throws RpcError for parameters that sendTransaction refuses */
function sentIn(params: Params, state: LedgerState): MatchedSend {
  const { transaction } = readAsNode(sendTransaction.params, params, state.protocol.version);
  return matchedNow(matchedSendOf(transaction, wholeView(state)), state);
}
