import { integerOf, listOf, memberAt } from '../../codec/foreignJson.ts';
import { groupsOf } from '../../codec/groups.ts';
import { isJsonArray, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { FixtureError } from '../../files/fixtureError.ts';
import { accountOfNode } from '../../fixtures/accountOfNode.ts';
import { addressOrKeyFile } from '../../fixtures/keyFiles.ts';
import type { Account } from '../../solana/account.ts';
import { type Address, UPGRADEABLE_LOADER } from '../../solana/address.ts';
import { addressesOf, decodeLookupTable, LOOKUP_TABLE_PROGRAM } from '../../solana/lookupTable.ts';
import { codeAddressOf, PROGRAM_DATA_HEADER, PROGRAM_DATA_TAG } from '../../solana/programs/loaders.ts';
import { RealNodeError } from '../../tools/record/nodeFailures.ts';
import { RealNode } from '../../tools/record/realNode.ts';
import type { GivenFlags } from './clapArguments.ts';
import { StartError } from './startError.ts';
import { MONIKERS } from './validatorFlags.ts';

/**
 * Accounts that are copied from another node at the start.
 *
 * Source   agave 4.3.2 test-validator lib.rs clone_accounts, clone_upgradeable_programs, deep_clone_address_lookup_table_accounts
 * @module
 */

/** All copies have to be there after this time. */
const DEADLINE_MS = 10_000;
/** Source   agave 4.1 rpc-client-types request.rs MAX_MULTIPLE_ACCOUNTS */
const MAX_ADDRESSES = 100;
/** bytes of a slot behind the tag */
const SLOT = { start: 4, end: 12 } as const;

/** The copies. */
export interface Cloned {
  readonly accounts: readonly Account[];
  /** the newest slot of the node, if it was asked for */
  readonly slot: bigint | undefined;
}

/** Copies what the flags name; without such flags the other node is not asked. @throws StartError with the address or the URL that failed */
export async function clone(flags: GivenFlags, wantsSlot: boolean): Promise<Cloned> {
  const cloneFlags = ['clone', 'maybe-clone', 'clone-upgradeable-program', 'deep-clone-address-lookup-table'] as const;
  if (!wantsSlot && !cloneFlags.some((name) => flags.has(name))) return { accounts: [], slot: undefined };
  const url = flags.first('url')!;
  const cloner = new Cloner(MONIKERS.get(url) ?? url);
  try {
    for (const name of cloneFlags) {
      const addresses = await Promise.all([...new Set(flags.list(name))].map(addressOrKeyFile));
      if (addresses.length === 0) continue;
      if (name === 'clone-upgradeable-program') await cloner.clonePrograms(addresses);
      else if (name === 'deep-clone-address-lookup-table') await cloner.cloneTables(addresses);
      else await cloner.cloneAccounts(addresses, name === 'maybe-clone', 'clone_accounts');
    }
    return { accounts: [...cloner.accounts.values()], slot: wantsSlot ? await cloner.slot() : undefined };
  } finally {
    cloner.close();
  }
}

class Cloner {
  readonly accounts = new Map<Address, Account>();
  readonly #node: RealNode;
  readonly #timer: NodeJS.Timeout;
  #isLate = false;

  constructor(url: string) {
    this.#node = new RealNode(url, { timeoutMs: DEADLINE_MS });
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#node.close();
    }, DEADLINE_MS - 500);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#node.close();
  }

  async cloneAccounts(
    addresses: readonly Address[],
    isAbsenceAllowed: boolean,
    step: string,
  ): Promise<readonly Account[]> {
    const cloned: Account[] = [];
    for (const group of groupsOf(addresses, MAX_ADDRESSES)) {
      const values = await this.#valuesOf(group, step);
      for (const [i, key] of group.entries()) {
        const value = values[i] ?? null;
        if (value === null) {
          if (!isAbsenceAllowed)
            throw new StartError(`${step} failed: Failed to fetch ${key}: ${this.#node.name} has no such account`);
          continue;
        }
        const account = await accountOfNode(value, key, this.#node.name).catch((error: unknown) => {
          if (!(error instanceof FixtureError)) throw error;
          throw new StartError(`${step} failed: Failed to fetch ${key}: ${error.problems[0]!.message}`);
        });
        const copy = withSlotZero(account);
        this.accounts.set(key, copy);
        cloned.push(copy);
      }
    }
    return cloned;
  }

  async clonePrograms(addresses: readonly Address[]): Promise<void> {
    const step = 'clone_upgradeable_programs';
    const programs = await this.cloneAccounts(addresses, false, step);
    const code = programs.map((program) => {
      const key = codeAddressOf(program);
      if (key !== undefined) return key;
      throw new StartError(`${step} failed: Failed to read upgradeable program account ${program.address}`);
    });
    await this.cloneAccounts(code, false, step);
  }

  async cloneTables(addresses: readonly Address[]): Promise<void> {
    const step = 'alt_accounts_to_clone';
    const tables = await this.cloneAccounts(addresses, false, step);
    const entries = tables.flatMap((table) => {
      if (table.owner !== LOOKUP_TABLE_PROGRAM)
        throw new StartError(`${step} failed: Account ${table.address} is not an address lookup table`);
      return addressesOf(decodeLookupTable(table.data));
    });
    await this.cloneAccounts([...new Set(entries)], true, step);
  }

  async slot(): Promise<bigint> {
    const slot = integerOf(parseJson(await this.#ask('getSlot', '[]', 'Unable to get current cluster slot')));
    if (slot === undefined) throw new StartError(`Unable to get current cluster slot: ${this.#node.name} gave none`);
    return slot;
  }

  async #valuesOf(addresses: readonly Address[], step: string) {
    const params = stringifyJson([addresses, { encoding: 'base64', commitment: 'confirmed' }]);
    const text = await this.#ask('getMultipleAccounts', params, `${step} failed: Failed to fetch`);
    const values = memberAt(parseJson(text), 'value');
    if (!isJsonArray(values) || values.length !== addresses.length)
      throw new StartError(
        `${step} failed: Failed to fetch: ${this.#node.name} answered getMultipleAccounts with something else`,
      );
    return listOf(values);
  }

  /** @param problem what failed, for the error */
  async #ask(method: string, params: string, problem: string): Promise<string> {
    try {
      const { kind, text } = await this.#node.ask(method, params);
      if (kind === 'result') return text;
      throw new StartError(`${problem}: ${this.#node.name} answered with the error ${this.#node.withoutSecrets(text)}`);
    } catch (error) {
      if (this.#isLate) throw new StartError(`${problem}: ${this.#node.name} has not answered within 10 s`);
      if (error instanceof RealNodeError) throw new StartError(`${problem}: ${error.message}`);
      throw error;
    }
  }
}

/** The code of a program that was deployed in a later slot could not be called here: its slot becomes 0. */
function withSlotZero(account: Account): Account {
  if (account.owner !== UPGRADEABLE_LOADER) return account;
  if (PROGRAM_DATA_HEADER.tryDecode(account.data)?.tag !== PROGRAM_DATA_TAG) return account;
  const data = Uint8Array.from(account.data);
  data.fill(0, SLOT.start, SLOT.end);
  return { ...account, data };
}
