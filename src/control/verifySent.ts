import { isJsonObject, type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import { middleCut } from '../codec/text.ts';
import { rpcErrors } from '../errors.ts';
import type { LedgerState } from '../ledger/state.ts';
import { wholeView } from '../ledger/view.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import { MAX_SENT_RECORDS, type SentLog, type SentRecord } from '../live/sentLog.ts';
import { matchedSendOf } from '../rpc/sending/matchedSend.ts';
import { type MatchedSend, matchesSend } from '../rpc/sending/sendMatch.ts';
import { sendText } from '../rpc/sending/sendText.ts';
import type { SendMatch } from '../runtime/sendRule.ts';
import { readDocument } from './arguments.ts';
import {
  type Forgotten,
  type FoundItems,
  headline,
  isExpected,
  matchingItems,
  mismatchError,
  nearestItems,
} from './mismatchText.ts';
import { sendMatch } from './parse/parseSendMatch.ts';
import { type RuleContext, ruleContextOf } from './parse/ruleContext.ts';
import { nameAddresses, sendDifferences } from './sendDifferences.ts';

/**
 * Sent transactions that a test expects: the part of stillnode_verify about them, and what stillnode_waitForSend shares with it.
 * @module
 */

export interface ExpectedSends {
  /** a match of send rules; reading it needs the names of the ledger */
  readonly sent: JsonValue;
  /** undefined: at least one transaction matches */
  readonly times: number | undefined;
}

/**
 * Checks the number of matching transactions, and returns it.
 *
 * @throws RpcError if another number is expected
 */
export function verifySent({ sent: matchJson, times }: ExpectedSends, live: LiveLedger): number {
  const { sent: log, version } = live;
  const { state } = version;
  const ruleContext = ruleContextOf(state);
  const match = sendMatchOf(matchJson, ruleContext, 'expected.sent');
  const all = comparedSends(log, state);
  const { nth } = match;
  const matching = all.filter(({ sent }) => matchesSend(match, sent));
  const counted = nth === undefined ? matching : matching.slice(nth - 1, nth);
  // of transactions that are forgotten, it is not known whether they match
  const isNumberKnown = log.forgotten === 0 || (times === undefined && nth === undefined);
  if (isNumberKnown && isExpected(counted.length, times)) return counted.length;
  // some match, but not the expected number of them
  const hasMatches = counted.length > (times ?? 1) || (nth !== undefined && matching.length > 0);
  const foundItems = hasMatches ? matchingSends(matching, ruleContext) : nearestSends(match, all, ruleContext);
  const expected = { noun: 'sent transaction', whichText: sendMatchText(matchJson, ruleContext), times };
  throw rpcErrors.verificationFailed(
    ...mismatchError(headline(expected, counted.length), counted.length, foundItems, forgottenSends(log.forgotten)),
  );
}

/** Reads a match. @param name of the match, for errors */
export function sendMatchOf(json: JsonValue, ruleContext: RuleContext, name: string): SendMatch {
  return readDocument(
    [json],
    (at) => sendMatch(at.item(0), ruleContext),
    () => name,
  );
}

/** ` with {"memo":"rent"}`; an address is shown by its name if the ledger has one. */
export function sendMatchText(json: JsonValue, { names }: RuleContext): string {
  if (isJsonObject(json) && Object.keys(json).length === 0) return '';
  return ` with ${middleCut(stringifyJson(nameAddresses(json, names)))}`;
}

/** The sent transactions that are kept, oldest first. */
export function comparedSends({ records }: SentLog, state: LedgerState): readonly ComparedSend[] {
  const view = wholeView(state);
  return records.map((record) => ({
    record,
    sent: { ...matchedSendOf(record.transaction, view), tokens: record.tokens },
  }));
}

/** Transactions that the log has dropped. */
export function forgottenSends(count: number): Forgotten {
  return { count, noun: 'sent transaction', limit: `the newest ${MAX_SENT_RECORDS} are kept` };
}

export function matchingSends(sends: readonly ComparedSend[], ruleContext: RuleContext): FoundItems {
  return matchingItems(sends, (send) => textOf(send, ruleContext));
}

/**
 * The nearest sends, and where they differ.
 *
 * @param ruleContext the one that the match was read in: it knows the names of the match
 */
export function nearestSends(match: SendMatch, sends: readonly ComparedSend[], ruleContext: RuleContext): FoundItems {
  if (sends.length === 0) return { nearest: [], missing: 'no transaction was sent' };
  return nearestItems(
    sends.map((send) => {
      return {
        ...sendDifferences(match, send.sent, ruleContext.names),
        // made only for the sends that are shown
        get text() {
          return textOf(send, ruleContext);
        },
      };
    }),
  );
}

export interface ComparedSend {
  readonly record: SentRecord;
  readonly sent: MatchedSend;
}

function textOf({ record, sent }: ComparedSend, { names }: RuleContext): string {
  const refused = record.error === undefined ? '' : ` (refused: ${record.error.code})`;
  return `transaction ${record.id}${refused}: ${sendText(sent, names)}`;
}
