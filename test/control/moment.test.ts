import { expect, it } from 'vitest';
import type { LedgerState } from '../../src/ledger/state.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { loadClientLedger } from '../support/clientLedger.ts';
import { everyCall } from '../support/everyCall.ts';
import { ALICE, BOB, base64, sendNodeOver, signed, WALLETS, withBadSignature } from '../support/sends.ts';
import { transfer } from '../support/sentTransactions.ts';
import { THREE_TIPS, testLedger } from '../support/testNode.ts';

/** A call is answered from the ledger as it is when it starts, whatever happens before it ends. */

/** Method and the text of its parameters. */
type Call = readonly [method: string, params: string];

const EMPTY = testLedger({});
const PAYMENT = signed([transfer(5)]);
const SIMULATIONS = [
  [PAYMENT, ''],
  [PAYMENT, `,"accounts":{"addresses":["${ALICE}","${BOB}"],"encoding":"base64+zstd"}`],
  [PAYMENT, `,"replaceRecentBlockhash":true,"innerInstructions":true`],
  [PAYMENT, `,"accounts":{"addresses":["${BOB}"],"encoding":"jsonParsed"}`],
  [withBadSignature(PAYMENT), `,"sigVerify":true,"accounts":{"addresses":["${ALICE}"],"encoding":"base64+zstd"}`],
] as const;
const simulations = SIMULATIONS.map(
  ([bytes, config]): Call => ['simulateTransaction', `["${base64(bytes)}",{"encoding":"base64"${config}}]`],
);
const explained = ([method, params]: Call): Call => ['stillnode_explain', `["${method}",${params}]`];

/** Those whose answer is another one where the ledger is emptied as soon as they have started. */
async function changedAnswers(
  state: LedgerState,
  calls: readonly Call[],
  prepare: (live: LiveLedger) => Promise<unknown>,
): Promise<readonly Call[]> {
  const live = LiveLedger.create(state);
  const { call } = sendNodeOver(live);
  const changed: Call[] = [];
  for (const each of calls) {
    await live.replace(state);
    await prepare(live);
    const expected = await call(...each);
    const answer = call(...each);
    const emptied = live.replace(EMPTY);
    if ((await answer) !== expected) changed.push(each);
    await emptied;
  }
  return changed;
}

it('every call that reads, and its explanation', async () => {
  const { state } = await loadClientLedger();
  const calls = everyCall(state).map(([method, ...params]): Call => [method, JSON.stringify(params)]);
  expect(calls.length).toBeGreaterThan(500);
  // one of each kind is enough of what costs most
  const some = calls.filter((_, i) => i % 10 === 0).map(explained);
  expect(await changedAnswers(state, [...calls, ...some], async () => {})).toEqual([]);
}, 60_000);

it('simulations, with the rules that there are then, and control calls that read', async () => {
  const control = ['getTips', 'listSendRules', 'dump', 'sent'].map((name): Call => [`stillnode_${name}`, '[]']);
  const named: Call[] = [['stillnode_address', '["$ata($alice,$mint)"]']];
  const calls = [...simulations, ...simulations.map(explained), ...control, ...named];
  const state = testLedger({ ...THREE_TIPS, accounts: WALLETS });
  const ruled = (live: LiveLedger) => sendNodeOver(live).rule({ kind: 'refuse', err: 'AccountInUse' });
  expect(await changedAnswers(state, calls, async () => {})).toEqual([]);
  expect(await changedAnswers(state, calls, ruled)).toEqual([]);
});
