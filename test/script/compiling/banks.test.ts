import { describe, expect, it } from 'vitest';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import { type LedgerBuilder, ledger, sol } from '../../../src/index.ts';
import { processedView } from '../../../src/ledger/view.ts';
import type { Bank } from '../../../src/runtime/bank.ts';
import { bankAt } from '../../../src/runtime/bank.ts';
import { executeTransaction } from '../../../src/runtime/execute.ts';
import { optionsToContinue } from '../../../src/script/compiling/compile.ts';
import { type Address, address } from '../../../src/solana/address.ts';
import { compileScript } from '../../support/compileScript.ts';
import { read } from '../format/scripts.ts';

/** What the transactions of a script are executed on is what a node executes on, which gets them by sending. */

const SYSVARS: readonly Address[] = [
  'SysvarC1ock11111111111111111111111111111111',
  'SysvarRent111111111111111111111111111111111',
  'SysvarRecentB1ockHashes11111111111111111111',
  'SysvarEpochSchedu1e111111111111111111111111',
  'SysvarLastRestartS1ot1111111111111111111111',
  'SysvarS1otHashes111111111111111111111111111',
].map(address);

const CALL = '{"memo": "x", "payer": "$alice", "execute": "litesvm"}';

/** All that is not a function of it, with the sysvars. */
function shown(bank: Bank): unknown {
  return {
    moment: bank.clock,
    time: bank.clock.unixTimestamp,
    rent: bank.minimumBalance(80),
    sysvars: SYSVARS.map((name) => Buffer.from(bank.sysvar(name)!.data).toString('hex')),
  };
}

/** The bank of the last transaction of a script. */
function bankOf(script: string, options: Parameters<typeof compileScript>[2]): Bank {
  let last: Bank | undefined;
  compileScript(
    read(script).script,
    { block() {}, account() {} },
    {
      ...options,
      execute: (transaction, bank, outcome) => {
        last = bank;
        return executeTransaction(transaction, bank, outcome);
      },
    },
  );
  return last!;
}

const WARM = {
  slotsPerEpoch: 64,
  leaderScheduleSlotOffset: 64,
  warmup: true,
  firstNormalEpoch: 1,
  firstNormalSlot: 32,
};
const CLOCK = '$clock';
const BASES: readonly (readonly [name: string, base: LedgerBuilder])[] = [
  ['two blocks', ledger().block(10).block(12)],
  ['times', ledger().block({ slot: 10, blockTime: 1_760_000_000 }).block({ slot: 12, blockTime: null })],
  [
    'times that jump',
    ledger({ epochSchedule: WARM })
      .block({ slot: 30, blockTime: 1_760_000_000 })
      .block({ slot: 40, blockTime: 1_760_005_000 })
      .block({ slot: 50, blockTime: 1_760_009_000 }),
  ],
  ['a fork', ledger().block(10).fork(11).block(12)],
  ['short epochs', ledger({ epochSchedule: WARM }).blocks({ from: 20, to: 110, every: 3 })],
  ['many blocks', ledger().blocks({ from: 1, to: 700 })],
  ['a cluster', ledger().cluster('localnet').block(10).block(12)],
  [
    'a clock and a rent of its own',
    ledger()
      .rawAccount(CLOCK, { owner: 'Sysvar1111111111111111111111111111111111111', data: { hex: '0b'.repeat(40) } })
      .rawAccount('$rent', {
        owner: 'Sysvar1111111111111111111111111111111111111',
        data: { hex: '0100000000000000000000000000f03f32' },
      })
      .block(10),
  ],
];

describe('the bank of a block', () => {
  it.each(BASES)('%s', async (_name, base) => {
    const { state } = await loadLedger([base.wallet('alice', sol(5))]);
    const view = processedView(state);
    const slot = view.slot + 2n;
    const expected = shown(bankAt(view, slot));
    const added = bankOf(
      `{"slots": [{"slot": ${slot}, "parent": ${view.slot}, "transactions": [${CALL}]}]}`,
      optionsToContinue(state, state.chains.processed),
    );
    expect(shown(added)).toEqual(expected);
    // as a part of the same script
    const whole = base.wallet('alice', sol(5)).toJSON();
    const text = String(ledger(whole as never)).replace(/\]\}$/, `,{"slot": ${slot}, "transactions": [${CALL}]}]}`);
    expect(read(text).problems).toEqual([]);
    const { account, cluster, protocol } = optionsToContinue(state, state.chains.processed);
    const ofCluster = state.sysvars !== undefined && account !== undefined ? { account } : {};
    expect(shown(bankOf(text, { cluster: cluster!, protocol: protocol!, ...ofCluster }))).toEqual(expected);
  });
});
