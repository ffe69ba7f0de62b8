import {
  type Address,
  ASSOCIATED_TOKEN_PROGRAM,
  CLOCK_SYSVAR,
  COMPUTE_BUDGET_PROGRAM,
  CONFIG_PROGRAM,
  DEPRECATED_LOADER,
  EPOCH_REWARDS_SYSVAR,
  EPOCH_SCHEDULE_SYSVAR,
  INSTRUCTIONS_SYSVAR,
  LAST_RESTART_SLOT_SYSVAR,
  LOADER_V2,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  NATIVE_LOADER,
  NATIVE_MINT,
  PRECOMPILES,
  RECENT_BLOCKHASHES_SYSVAR,
  RENT_SYSVAR,
  SLOT_HASHES_SYSVAR,
  SLOT_HISTORY_SYSVAR,
  STAKE_HISTORY_SYSVAR,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
} from './address.ts';
import { LOOKUP_TABLE_PROGRAM } from './lookupTable.ts';

/** Programs, sysvars and the mint of wrapped SOL, by the names that scripts have for them. */
export const WELL_KNOWN = {
  system: SYSTEM_PROGRAM,
  token: TOKEN_PROGRAM,
  token2022: TOKEN_2022_PROGRAM,
  associatedToken: ASSOCIATED_TOKEN_PROGRAM,
  'ata-program': ASSOCIATED_TOKEN_PROGRAM,
  memo: MEMO_PROGRAM,
  memoV1: MEMO_V1_PROGRAM,
  computeBudget: COMPUTE_BUDGET_PROGRAM,
  addressLookupTable: LOOKUP_TABLE_PROGRAM,
  stake: STAKE_PROGRAM,
  vote: VOTE_PROGRAM,
  config: CONFIG_PROGRAM,
  nativeLoader: NATIVE_LOADER,
  bpfLoader: LOADER_V2,
  bpfLoaderDeprecated: DEPRECATED_LOADER,
  bpfLoaderUpgradeable: UPGRADEABLE_LOADER,
  ...PRECOMPILES,
  wsol: NATIVE_MINT,
  clock: CLOCK_SYSVAR,
  rent: RENT_SYSVAR,
  epochSchedule: EPOCH_SCHEDULE_SYSVAR,
  epochRewards: EPOCH_REWARDS_SYSVAR,
  instructions: INSTRUCTIONS_SYSVAR,
  lastRestartSlot: LAST_RESTART_SLOT_SYSVAR,
  recentBlockhashes: RECENT_BLOCKHASHES_SYSVAR,
  slotHashes: SLOT_HASHES_SYSVAR,
  slotHistory: SLOT_HISTORY_SYSVAR,
  stakeHistory: STAKE_HISTORY_SYSVAR,
} as const satisfies Readonly<Record<string, Address>>;

export type WellKnownName = keyof typeof WELL_KNOWN;

/** Whether a name, without its dollar, is one of these names, which every cluster has. */
export function isWellKnown(name: string): name is WellKnownName {
  return Object.hasOwn(WELL_KNOWN, name);
}
