import { U64_MAX } from '../../../codec/u64.ts';
import { DEFAULT_EPOCH_SCHEDULE, epochOf, epochScheduleOf, firstSlotOf } from '../../../ledger/epochs.ts';
import type { Chain } from '../../../ledger/history/chain.ts';
import type { LedgerState, Sysvars } from '../../../ledger/state.ts';
import type { Account } from '../../../model/account.ts';
import { type Address, address } from '../../../model/address.ts';
import type { Block } from '../../../model/block.ts';
import type { ClusterName } from '../../../model/clusterName.ts';
import { rentExemption } from '../accounts/accounts.ts';
import { WELL_KNOWN } from '../names/wellKnown.ts';
import { clusterPrograms } from './programs.ts';
import { SYSVAR_BYTES, type SysvarFacts } from './sysvars.ts';

const SYSVAR_ADDRESSES: ReadonlySet<Address> = new Set(Object.keys(SYSVAR_BYTES).map((name) => WELL_KNOWN[name]!));
const SYSVAR_OWNER = address('Sysvar1111111111111111111111111111111111111');

/** What a cluster has from the first slot on, by address. What sysvars hold is not known yet: they have their size. */
export function accountsBefore(cluster: ClusterName): ReadonlyMap<Address, Account> {
  const accounts = [...clusterPrograms(cluster), ...sysvarAccounts(cluster, undefined)];
  return new Map(accounts.map((account) => [account.address, account]));
}

/** Programs and the native mint of a cluster, which never change. */
export function clusterBase(cluster: ClusterName): readonly Account[] {
  return clusterPrograms(cluster);
}

/** The sysvars of a cluster, as they follow from its blocks at the end of a chain. */
export function clusterSysvars(cluster: ClusterName): Sysvars {
  const at: Sysvars['at'] = (state, chain) => {
    let accounts: ReadonlyMap<Address, Account> | undefined;
    const read = (): ReadonlyMap<Address, Account> => {
      accounts ??= new Map(
        sysvarAccounts(cluster, sysvarFacts(state, chain)).map((account) => [account.address, account]),
      );
      return accounts;
    };
    return {
      get: (address) => (SYSVAR_ADDRESSES.has(address) ? read().get(address) : undefined),
      all: () => [...read().values()],
    };
  };
  return { cluster, at };
}

function sysvarAccounts(cluster: ClusterName, facts: SysvarFacts | undefined): readonly Account[] {
  return Object.entries(SYSVAR_BYTES).map(([name, bytesOf]) => {
    const data = bytesOf(facts ?? NO_FACTS);
    return {
      address: WELL_KNOWN[name]!,
      owner: SYSVAR_OWNER,
      data,
      executable: false,
      lamports: rentExemption(data.length),
      // as it was made; a long-lived cluster has marked it as exempt
      rentEpoch: cluster === 'localnet' ? 0n : U64_MAX,
    };
  });
}

const NO_FACTS: SysvarFacts = {
  slot: 0n,
  schedule: DEFAULT_EPOCH_SCHEDULE,
  unixTimestamp: 0n,
  epochStartTimestamp: 0n,
  blocks: [],
};

function sysvarFacts(state: LedgerState, { offChain, tip }: Chain): SysvarFacts {
  const { history } = state;
  const blocks = [...history.slotsDownFrom(tip)].flatMap((slot) =>
    offChain.has(slot) ? [] : (history.block(slot) ?? []),
  );
  const schedule = epochScheduleOf(state);
  const epochStart = firstSlotOf(schedule, epochOf(schedule, tip));
  const first = blocks.findLast(({ slot, blockTimeSeconds }) => slot >= epochStart && isTime(blockTimeSeconds));
  const last = blocks.find(({ blockTimeSeconds }) => isTime(blockTimeSeconds));
  return {
    slot: tip,
    schedule,
    unixTimestamp: timeAt(tip, last),
    epochStartTimestamp: timeAt(epochStart, first ?? last),
    blocks,
  };
}

function isTime(seconds: bigint | null | undefined): seconds is bigint {
  return typeof seconds === 'bigint';
}

/** Counted from a block whose time is known, at 0.4 seconds a slot. */
function timeAt(slot: bigint, block: Pick<Block, 'slot' | 'blockTimeSeconds'> | undefined): bigint {
  return block === undefined || !isTime(block.blockTimeSeconds)
    ? 0n
    : block.blockTimeSeconds + ((slot - block.slot) * 2n) / 5n;
}
