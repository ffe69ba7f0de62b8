import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { jsonInteger } from '../../codec/jsonText.ts';
import { addressOrKeyFile, KeyFileError, readKeyFile } from '../../fixtures/keyFiles.ts';
import type { ProgramFiles } from '../../fixtures/programFiles.ts';
import { flagGateOf } from '../../gates.ts';
import { setAccount } from '../../ledger/moves/setAccount.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { ScriptedLedger } from '../../node/nodeOptions.ts';
import type { NodeVersionName } from '../../nodeVersion.ts';
import { FAUCET_NAME } from '../../runtime/accounts/faucet.ts';
import { MINT_NAME } from '../../runtime/cluster/testValidator.ts';
import { namedKeyPair } from '../../runtime/names/namedKeys.ts';
import { type Account, emptyAccount } from '../../solana/account.ts';
import { type Address, address, SYSTEM_PROGRAM } from '../../solana/address.ts';
import { LAMPORTS_PER_SOL } from '../../solana/lamports.ts';
import type { GivenFlags } from './clapArguments.ts';
import { StartError } from './startError.ts';

/** The ledger of a test validator, as its flags say. @module */

const MS_A_TICK = 6.25;

/** The programs of `--bpf-program` and `--upgradeable-program`. @throws StartError */
export async function programsOf(flags: GivenFlags): Promise<ProgramFiles> {
  const programs: Record<string, ProgramFiles[string]> = {};
  for (const [key = '', program = ''] of flags.groups('bpf-program'))
    programs[await keyOf(key, 'address')] = { program: existing(program), authority: SYSTEM_PROGRAM };
  for (const [key = '', program = '', upgrader = 'none'] of flags.groups('upgradeable-program')) {
    const programAddress = await keyOf(key, 'address');
    const file = existing(program);
    const authority = upgrader === 'none' ? SYSTEM_PROGRAM : await keyOf(upgrader, 'upgrade_authority');
    programs[programAddress] = { program: file, authority };
  }
  return programs;
}

async function keyOf(text: string, noun: string): Promise<Address> {
  try {
    return await addressOrKeyFile(text);
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    throw new StartError(`invalid ${noun} ${text}: ${error.message}`);
  }
}

function existing(program: string): string {
  if (existsSync(program)) return program;
  throw new StartError(`program file does not exist: ${program}`);
}

/** The wallet with most of the SOL; undefined: neither the flag nor the Solana CLI names one. */
export async function mintOf(flags: GivenFlags): Promise<Address | undefined> {
  const mint = flags.first('mint');
  if (mint !== undefined) return address(mint);
  const home = homeFolder();
  const config = flags.first('config') ?? join(home, '.config/solana/cli/config.yml');
  const path = keyPathIn(config) ?? join(home, '.config/solana/id.json');
  try {
    return (await readKeyFile(path)).address;
  } catch (error) {
    if (error instanceof KeyFileError) return undefined;
    throw error;
  }
}

/** A user of a container may have none. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}

function keyPathIn(config: string): string | undefined {
  try {
    return /^keypair_path:\s*(["']?)(?<path>.+?)\1\s*$/m.exec(readFileSync(config, 'utf8'))?.groups?.path;
  } catch {
    return undefined;
  }
}

/** The ledger as a script. @param mint default: the wallet of its name @param warpSlot default: the genesis */
export function scriptOf(
  flags: GivenFlags,
  version: NodeVersionName,
  mint: Address | undefined,
  warpSlot: bigint | undefined,
): ScriptedLedger {
  const slots = flags.first('slots-per-epoch');
  const ticks = flags.first('ticks-per-slot');
  const rate = flags.first('inflation-fixed');
  const gates = {
    ...Object.fromEntries(
      flags.list('deactivate-feature').flatMap((feature) => {
        const gate = flagGateOf(feature, version);
        return gate === undefined ? [] : [[gate, false]];
      }),
    ),
    ...(ticks !== undefined && { slotMs: Math.max(1, Math.round(Number(ticks) * MS_A_TICK)) }),
  };
  return {
    cluster: 'localnet',
    ...(mint !== undefined && { keys: { [MINT_NAME.slice(1)]: mint } }),
    ...(Object.keys(gates).length > 0 && { gates: { preset: 'localnet', ...gates } }),
    ...(slots !== undefined && { epochSchedule: scheduleOf(slotJson(BigInt(slots))) }),
    ...(rate !== undefined && { inflation: fixedInflation(Number(rate)) }),
    ...(warpSlot !== undefined && warpSlot > 0n && { slots: [{ slot: 0 }, { slot: slotJson(warpSlot) }] }),
  };
}

/** A u64 of a flag. Beyond 2^53 it is a bigint, which the reader of scripts takes too. */
function slotJson(value: bigint): number {
  return jsonInteger(value) as number;
}

/** Source   agave 4.3.2 solana-test-validator.rs: `EpochSchedule::custom` without a warmup */
function scheduleOf(slotsPerEpoch: number) {
  const first = { firstNormalEpoch: 0, firstNormalSlot: 0 };
  return { slotsPerEpoch, leaderScheduleSlotOffset: slotsPerEpoch, warmup: false, ...first };
}

/** Source   solana inflation `Inflation::new_fixed` */
function fixedInflation(rate: number) {
  return { initial: rate, terminal: rate, taper: 1, foundation: 0, foundationTerm: 0 };
}

/** Puts accounts into the ledger, sets the balance of the faucet, and takes away the accounts of features. */
export function adjusted(state: LedgerState, flags: GivenFlags, accounts: readonly Account[]): LedgerState {
  const sol = flags.first('faucet-sol');
  const faucet = namedKeyPair(FAUCET_NAME).address;
  const lamports = sol === undefined ? undefined : BigInt(Math.round(Number(sol) * Number(LAMPORTS_PER_SOL)));
  const changes: readonly (readonly [Address, Account | null])[] = [
    ...(lamports === undefined ? [] : [[faucet, { ...emptyAccount(faucet), lamports, rentEpoch: 0n }] as const]),
    ...accounts.map((account) => [account.address, account] as const),
    ...flags.list('deactivate-feature').map((feature) => [address(feature), null] as const),
  ];
  return changes.reduce((changed, [key, account]) => setAccount(changed, key, account, 'always'), state);
}
