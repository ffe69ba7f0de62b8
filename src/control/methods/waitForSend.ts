import { rpcErrors } from '../../errors.ts';
import type { SentRecord } from '../../live/sentLog.ts';
import { withNoteAlone } from '../../rpc/openrpc/schema.ts';
import { SendFates } from '../../rpc/sending/fates.ts';
import { matchesSend } from '../../rpc/sending/sendMatch.ts';
import { sentContextOf, sentJson } from '../../rpc/sending/sentJson.ts';
import { config, json, syntax, u64, withDefault } from '../../syntax/syntax.ts';
import { fromCode } from '../codeArgument.ts';
import { controlMethod } from '../controlMethod.ts';
import { forgottenText, mismatchError } from '../mismatchText.ts';
import { sendMatchJson } from '../newSendRule.ts';
import { sendMatch } from '../parse/parseSendMatch.ts';
import { ruleContextOf } from '../parse/ruleContext.ts';
import { SENT } from '../sentTransactions.ts';
import {
  comparedSends,
  forgottenSends,
  matchingSends,
  nearestSends,
  sendMatchOf,
  sendMatchText,
} from '../verifySent.ts';
import { TIMEOUT_MS, waitFor, waitOptionsOf } from '../waiting.ts';

const PARAMS = {
  match: fromCode(withDefault(syntax(json(), sendMatch.schema), {}), 'NewSendMatch', sendMatchJson),
  config: fromCode(config({ since: withDefault(u64, 0n), timeoutMs: TIMEOUT_MS }), 'WaitOptions', waitOptionsOf),
};

export const waitForSend = controlMethod({
  name: 'waitForSend',
  effect: 'reads',
  summary: 'waits for a transaction that matches as in send rules, accepted or refused; an earlier one counts',
  doc: [
    '@example',
    "await node.waitForSend({ memo: 'order 17' });",
    '@param match default: any transaction',
    '@param config `since`: only transactions after the one with this id; `timeoutMs`: default 5000',
    '@throws RpcError after that time, with the nearest transactions',
  ],
  params: PARAMS,
  result: withNoteAlone(SENT, 'the first matching transaction with an id above `since`, as stillnode_sent shows it'),
  errors: ['unknownName', 'verificationFailed', 'waitTimedOut'],

  async run({ config: { since, timeoutMs }, match: json }, context) {
    const { dialect, live } = context;
    const ruleContext = ruleContextOf(live.version.state);
    const match = sendMatchOf(json, ruleContext, 'match');
    // counting needs all transactions after `since`
    if (match.nth !== undefined && since < live.sent.forgotten)
      throw rpcErrors.verificationFailed(forgottenText(forgottenSends(live.sent.forgotten)), {
        matches: 0,
        nearest: [],
        forgotten: live.sent.forgotten,
      });
    const laterSends = () => comparedSends(live.sent, live.version.state).filter(({ record }) => record.id > since);
    const firstWanted = () => laterSends().filter(({ sent }) => matchesSend(match, sent))[(match.nth ?? 1) - 1]?.record;
    const record =
      firstWanted() ??
      (await waitFor<SentRecord>(context, {
        timeoutMs,
        watch: (resolve) => ({
          sent: () => {
            const record = firstWanted();
            if (record !== undefined) resolve(record);
          },
        }),
        mismatch: () => {
          const sends = laterSends();
          const matching = sends.filter(({ sent }) => matchesSend(match, sent));
          const foundItems =
            matching.length > 0 ? matchingSends(matching, ruleContext) : nearestSends(match, sends, ruleContext);
          const forgotten = forgottenSends(since < live.sent.forgotten ? live.sent.forgotten : 0);
          const head = `no sent transaction${sendMatchText(json, ruleContext)} within ${timeoutMs} ms`;
          return mismatchError(head, matching.length, foundItems, forgotten);
        },
      }));
    return sentJson(record, sentContextOf(new SendFates(live.sent, live.moment), dialect));
  },
});
