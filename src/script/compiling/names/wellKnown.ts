import {
  type Address,
  address,
  CLOCK_SYSVAR,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
} from '../../../model/address.ts';
import { LOOKUP_TABLE_PROGRAM } from '../../../model/lookupTable.ts';

export const ASSOCIATED_TOKEN_PROGRAM: Address = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const COMPUTE_BUDGET_PROGRAM: Address = address('ComputeBudget111111111111111111111111111111');
export const RECENT_BLOCKHASHES_SYSVAR: Address = address('SysvarRecentB1ockHashes11111111111111111111');
export const NATIVE_LOADER: Address = address('NativeLoader1111111111111111111111111111111');

/** Checked by the runtime itself: they have no program that would be called, and so log nothing. */
export const PRECOMPILES: Readonly<Record<string, Address>> = {
  ed25519: address('Ed25519SigVerify111111111111111111111111111'),
  secp256k1: address('KeccakSecp256k11111111111111111111111111111'),
  secp256r1: address('Secp256r1SigVerify1111111111111111111111111'),
};

/** Programs, sysvars and the mint of wrapped SOL, by the names that scripts have for them. */
export const WELL_KNOWN: Readonly<Record<string, Address>> = {
  system: SYSTEM_PROGRAM,
  token: TOKEN_PROGRAM,
  token2022: TOKEN_2022_PROGRAM,
  associatedToken: ASSOCIATED_TOKEN_PROGRAM,
  'ata-program': ASSOCIATED_TOKEN_PROGRAM,
  memo: MEMO_PROGRAM,
  memoV1: MEMO_V1_PROGRAM,
  computeBudget: COMPUTE_BUDGET_PROGRAM,
  addressLookupTable: LOOKUP_TABLE_PROGRAM,
  stake: address('Stake11111111111111111111111111111111111111'),
  vote: VOTE_PROGRAM,
  config: address('Config1111111111111111111111111111111111111'),
  nativeLoader: NATIVE_LOADER,
  bpfLoader: address('BPFLoader2111111111111111111111111111111111'),
  bpfLoaderDeprecated: address('BPFLoader1111111111111111111111111111111111'),
  bpfLoaderUpgradeable: UPGRADEABLE_LOADER,
  ...PRECOMPILES,
  wsol: NATIVE_MINT,
  clock: CLOCK_SYSVAR,
  rent: address('SysvarRent111111111111111111111111111111111'),
  epochSchedule: address('SysvarEpochSchedu1e111111111111111111111111'),
  epochRewards: address('SysvarEpochRewards1111111111111111111111111'),
  instructions: address('Sysvar1nstructions1111111111111111111111111'),
  lastRestartSlot: address('SysvarLastRestartS1ot1111111111111111111111'),
  recentBlockhashes: RECENT_BLOCKHASHES_SYSVAR,
  slotHashes: address('SysvarS1otHashes111111111111111111111111111'),
  slotHistory: address('SysvarS1otHistory11111111111111111111111111'),
  stakeHistory: address('SysvarStakeHistory1111111111111111111111111'),
};
