import { U64_MAX } from '../../codec/bigints.ts';
import { GATE_ADDRESSES } from '../../gates.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import type { Account } from '../../solana/account.ts';
import {
  type Address,
  ASSOCIATED_TOKEN_PROGRAM,
  type ClusterName,
  CONFIG_PROGRAM,
  DEPRECATED_LOADER,
  LOADER_V2,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  MEMO_V4_PROGRAM,
  PRECOMPILES,
  STAKE_CONFIG_ACCOUNT,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
  ZK_ELGAMAL_PROGRAM,
} from '../../solana/address.ts';
import { FEATURE, FEATURE_PROGRAM } from '../../solana/feature.ts';
import { LOOKUP_TABLE_PROGRAM } from '../../solana/lookupTable.ts';
import { METAPLEX_METADATA_PROGRAM } from '../../solana/metaplexMetadata.ts';
import { STAKE_CONFIG } from '../../solana/programs/config.ts';
import { BUILTINS, builtinProgram, NATIVE_MINT_ACCOUNT, rentExemption } from '../accounts/builtinAccounts.ts';
import { upgradeableProgram } from '../upgradeableProgram.ts';
import { FEATURES } from './features.ts';
import { programBinary } from './programBinaries.ts';

/**
 * The accounts besides sysvars that are there from the first slot on. The programs of a localnet have their code. That of the shared
 * clusters is left out: their programs have no data, or the header that precedes the code.
 *
 * Source   agave 4.1 builtins, program-binaries, genesis_utils, stake_utils; mainnet-beta
 * @module
 */

/** Programs that are part of the node, with their names, which are their data. Precompiles have no name. */
const NATIVE_PROGRAMS: readonly (readonly [Address, string])[] = [
  ...BUILTINS,
  [DEPRECATED_LOADER, 'solana_bpf_loader_deprecated_program'],
  [LOADER_V2, 'solana_bpf_loader_program'],
  [UPGRADEABLE_LOADER, 'solana_bpf_loader_upgradeable_program'],
  [ZK_ELGAMAL_PROGRAM, 'zk_elgamal_proof_program'],
  ...Object.values(PRECOMPILES).map((key) => [key, ''] as const),
];

/** Names of builtin programs in new clusters from 4.2 on; the programs are the same. */
const NEWER_NAMES: ReadonlyMap<Address, string> = new Map([
  [SYSTEM_PROGRAM, 'solana_system_program'],
  [VOTE_PROGRAM, 'solana_vote_program'],
  [DEPRECATED_LOADER, 'solana_bpf_loader_program'],
]);

/** The shared clusters have the programs of mainnet. */
type ClusterKind = 'local' | 'shared';

/** Programs of the older loaders have their code in their account, others in a separate one. */
interface LoadedProgram {
  readonly program: Address;
  readonly loader: Address;
  /** bytes of code that a shared cluster has and this project leaves out; undefined: another account has it */
  readonly codeBytes?: number;
}

/** Programs of the node that are compiled programs now. */
export const CORE_PROGRAMS: readonly LoadedProgram[] = [
  TOKEN_2022_PROGRAM,
  LOOKUP_TABLE_PROGRAM,
  CONFIG_PROGRAM,
  FEATURE_PROGRAM,
  STAKE_PROGRAM,
].map((program) => ({ program, loader: UPGRADEABLE_LOADER }));

const PROGRAMS: Readonly<Record<ClusterKind, readonly LoadedProgram[]>> = {
  local: [
    { program: ASSOCIATED_TOKEN_PROGRAM, loader: LOADER_V2 },
    { program: MEMO_V1_PROGRAM, loader: LOADER_V2 },
    { program: MEMO_PROGRAM, loader: LOADER_V2 },
    { program: MEMO_V4_PROGRAM, loader: UPGRADEABLE_LOADER },
    { program: TOKEN_PROGRAM, loader: UPGRADEABLE_LOADER },
    ...CORE_PROGRAMS,
  ],
  shared: [
    { program: TOKEN_PROGRAM, loader: LOADER_V2, codeBytes: 134_080 },
    { program: ASSOCIATED_TOKEN_PROGRAM, loader: LOADER_V2, codeBytes: 105_032 },
    { program: MEMO_V1_PROGRAM, loader: DEPRECATED_LOADER, codeBytes: 17_280 },
    { program: MEMO_PROGRAM, loader: LOADER_V2, codeBytes: 74_800 },
    ...CORE_PROGRAMS,
    { program: METAPLEX_METADATA_PROGRAM, loader: UPGRADEABLE_LOADER },
  ],
};

/** The rent epoch of accounts that the runtime makes: 0 in a genesis; in a long-lived cluster they are marked as exempt. */
export function rentEpochIn(cluster: ClusterName | undefined): bigint {
  return cluster === 'localnet' ? 0n : U64_MAX;
}

/** @param version whose genesis a new cluster has; mainnet's is older than all of them */
export function clusterPrograms(cluster: ClusterName, version: NodeVersion): readonly Account[] {
  const isLocal = cluster === 'localnet';
  const kind = isLocal ? 'local' : 'shared';
  const rentEpoch = rentEpochIn(cluster);
  const programs = PROGRAMS[kind].filter(({ program }) => program !== MEMO_V4_PROGRAM || version.readsMemo4);
  const newerNames = isLocal && version.builtinNames === 'solana' ? NEWER_NAMES : new Map<Address, string>();
  return [
    ...NATIVE_PROGRAMS.map(([key, name]) => builtinProgram(key, newerNames.get(key) ?? name, rentEpoch)),
    ...programs.flatMap((program) => (isLocal ? genesisProgram(program) : programWithoutCode(program))),
    stakeConfig(rentEpoch),
    ...(isLocal
      ? [{ ...NATIVE_MINT_ACCOUNT, lamports: 1_000_000_000n, rentEpoch: 1n }, ...ungatedFeatures(version)]
      : [NATIVE_MINT_ACCOUNT]),
  ];
}

/** The accounts of the programs of a test validator, by address. */
export function genesisPrograms(): ReadonlyMap<Address, Account> {
  return new Map(PROGRAMS.local.flatMap(genesisProgram).map((account) => [account.address, account]));
}

const knownPrograms = new Map<Address, readonly Account[]>();

/** A program of a test validator with its code. The system program is the authority of each: it cannot be upgraded. */
function genesisProgram({ loader, program }: LoadedProgram): readonly Account[] {
  const knownProgram = knownPrograms.get(program);
  if (knownProgram !== undefined) return knownProgram;
  const code = programBinary(program);
  const accounts =
    loader === UPGRADEABLE_LOADER ? upgradeable(program, SYSTEM_PROGRAM, code) : [loadedProgram(program, loader, code)];
  knownPrograms.set(program, accounts);
  return accounts;
}

function programWithoutCode({ codeBytes = 0, loader, program }: LoadedProgram): readonly Account[] {
  const none = new Uint8Array();
  if (loader === UPGRADEABLE_LOADER) return upgradeable(program, null, none);
  return [{ ...loadedProgram(program, loader, none), lamports: rentExemption(codeBytes) }];
}

function loadedProgram(program: Address, owner: Address, data: Uint8Array): Account {
  return { address: program, owner, data, executable: true, lamports: rentExemption(data.length), rentEpoch: U64_MAX };
}

/** The account of a feature that is active. */
export function featureAccount(key: Address, since: bigint, rentEpoch: bigint): Account {
  return {
    address: key,
    owner: FEATURE_PROGRAM,
    data: FEATURE.encode({ activatedAt: since }),
    executable: false,
    lamports: rentExemption(FEATURE.size),
    rentEpoch,
  };
}

/** Feature accounts that no gate decides about: they are the same in all slots of a ledger. */
function ungatedFeatures({ name }: NodeVersion): readonly Account[] {
  return [...FEATURES[name]].filter((key) => !GATE_ADDRESSES.has(key)).map((key) => featureAccount(key, 0n, 0n));
}

function upgradeable(address: Address, authority: Address | null, code: Uint8Array): readonly Account[] {
  return upgradeableProgram({ address, authority, code }, rentExemption, U64_MAX);
}

function stakeConfig(rentEpoch: bigint): Account {
  return {
    address: STAKE_CONFIG_ACCOUNT,
    owner: CONFIG_PROGRAM,
    data: STAKE_CONFIG.encode({ keyCount: 0, warmupCooldownRate: 0.25, slashPenalty: 12 }),
    executable: false,
    lamports: rentExemption(STAKE_CONFIG.size),
    rentEpoch,
  };
}
