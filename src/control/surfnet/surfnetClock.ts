import { JsonFragment, type JsonValue } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { valueAt } from '../../gates.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { getEpochInfo } from '../../rpc/methods/getEpochInfo.ts';
import { warpSends } from '../../rpc/sending/sendMoves.ts';
import { oneMember, u64 } from '../../syntax/syntax.ts';
import type { ResultDescription } from '../controlMethod.ts';
import { optionalOrNull, surfnetMethod } from './surfnetMethod.ts';

/** Aliases that move and stop time. @module */

/** The position of the processed tip in its epoch. */
const EPOCH_INFO: ResultDescription = { result: getEpochInfo.result, schema: getEpochInfo.schema };

async function epochInfoOf(ledger: LedgerState): Promise<JsonValue> {
  const reading = { dialect: DIALECTS.agave, version: ledger.protocol.version };
  const params = getEpochInfo.params.read([{ commitment: 'processed' }], reading);
  return new JsonFragment(String(await getEpochInfo.answer(params, { ledger, dialect: DIALECTS.agave })));
}

const MS_PER_SECOND = 1000n;
const HOUR = { seconds: 3600n };

export const surfnetTimeTravel = surfnetMethod({
  name: 'timeTravel',
  summary: 'moves to a slot, an epoch or a time in Unix milliseconds, or by an hour; as Surfpool has it',
  params: { config: optionalOrNull(oneMember({ absoluteSlot: u64, absoluteEpoch: u64, absoluteTimestamp: u64 })) },
  ...EPOCH_INFO,
  errors: ['outOfRange', 'notInBlocks'],

  async run({ config }, { execute, live }) {
    const target = config ? targetOf(config) : HOUR;
    const { state } = await live.moveSends((now) => warpSends(now, target, { skip: true }, execute));
    return epochInfoOf(state);
  },
});

type TimeTravelConfig = {
  readonly absoluteSlot?: bigint;
  readonly absoluteEpoch?: bigint;
  readonly absoluteTimestamp?: bigint;
};

function targetOf({ absoluteEpoch, absoluteSlot, absoluteTimestamp }: TimeTravelConfig) {
  if (absoluteSlot !== undefined) return { slot: absoluteSlot };
  if (absoluteEpoch !== undefined) return { epoch: absoluteEpoch };
  return { time: absoluteTimestamp! / MS_PER_SECOND };
}

export const surfnetPauseClock = surfnetMethod({
  name: 'pauseClock',
  summary: 'stops the time that passes by itself; as Surfpool has it',
  ...EPOCH_INFO,
  errors: ['notInBlocks'],

  run(_args, { live }) {
    live.timer.set(undefined);
    return epochInfoOf(live.version.state);
  },
});

export const surfnetResumeClock = surfnetMethod({
  name: 'resumeClock',
  summary: 'lets time pass again, at its last pace or at that of the cluster; as Surfpool has it',
  ...EPOCH_INFO,
  errors: ['notInBlocks'],

  run(_args, { advance, live }) {
    const { state } = live.version;
    const { chains, protocol } = state;
    if (live.timer.slotTimeMs === undefined)
      live.timer.set(live.timer.lastSlotTimeMs ?? valueAt(protocol.gates.slotMs, chains.processed.tip), advance);
    return epochInfoOf(state);
  },
});
