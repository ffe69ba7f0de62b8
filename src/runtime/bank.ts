import { decodeBase58 } from '../codec/base58.ts';
import { isActive } from '../gates.ts';
import { type BlockClock, genesisClock, timeAt } from '../ledger/blockClock.ts';
import { clockAt } from '../ledger/chainEnd.ts';
import { unknownBlockhash } from '../ledger/derivedBlockhash.ts';
import { epochOf, epochScheduleOf } from '../ledger/epochs.ts';
import type { Protocol } from '../ledger/protocol.ts';
import { type MinimumBalance, minimumBalances } from '../ledger/rent.ts';
import { isAbsentUpstream, type LedgerView } from '../ledger/view.ts';
import type { Account } from '../solana/account.ts';
import { type Address, CLOCK_SYSVAR, type ClusterName, SLOT_HASHES_SYSVAR } from '../solana/address.ts';
import { decodeClock, decodeHashedSlots } from '../solana/sysvars.ts';
import { type AccountsView, BankAccounts } from './accounts/bankAccounts.ts';
import type { BankClock } from './bankClock.ts';
import { sysvarAt } from './cluster/clusterAccounts.ts';
import { chainFacts, type SysvarFacts } from './cluster/sysvarFacts.ts';
import { PROGRAMS } from './programs/index.ts';

/** The rules of a cluster for the rent of accounts. */
export type RentRules = Pick<Bank, 'isRentRelaxed' | 'minimumBalance'>;

/** The state that the transactions of one block are executed on. */
export interface Bank {
  readonly accounts: BankAccounts;
  readonly clock: BankClock;
  readonly minimumBalance: MinimumBalance;
  /** an account below its minimum balance may be used as long as it loses nothing */
  readonly isRentRelaxed: boolean;
  readonly cluster: ClusterName;
  readonly protocol: Protocol;
  /** Whether a program has to exist to be called; any other is assumed to. */
  mustExist(program: Address): boolean;
  /** The sysvar as programs read it in this block; undefined: unknown. */
  sysvar(address: Address): Account | undefined;
}

/** The facts of the chain that a bank is made on, up to its block. Slow members are getters: most transactions need few of them. */
export interface BankChain {
  readonly slot: bigint;
  readonly epoch: bigint;
  /** 32 bytes: the blockhash of the parent */
  readonly parentHash: Uint8Array;
  /** the clock that the time of the block is counted from */
  readonly clock: BlockClock;
  /** the source of derived sysvars; undefined: only sysvar accounts of the ledger exist */
  readonly facts: SysvarFacts | undefined;
  readonly cluster: ClusterName;
  readonly protocol: Protocol;
  /** A sysvar account of the ledger; it replaces the one derived from the blocks. */
  ownSysvar(address: Address): Account | undefined;
}

export function createBank(chain: BankChain, accounts: BankAccounts, mustExist: Bank['mustExist']): Bank {
  const { cluster, protocol, slot } = chain;
  const sysvars = new Map<Address, Account | undefined>();
  const sysvar = (address: Address): Account | undefined => {
    // no transaction writes a sysvar, and some are large
    if (!sysvars.has(address)) sysvars.set(address, chain.ownSysvar(address) ?? derivedSysvar(chain, address));
    return sysvars.get(address);
  };
  return {
    accounts,
    clock: clockOn(chain, sysvar),
    minimumBalance: minimumBalances({ account: chain.ownSysvar, slot, protocol }),
    isRentRelaxed: isActive(protocol.gates.relaxedMinimumBalance, slot),
    cluster,
    protocol,
    mustExist,
    sysvar,
  };
}

function derivedSysvar({ cluster, facts }: BankChain, address: Address): Account | undefined {
  return facts && sysvarAt(address, facts, cluster);
}

function clockOn(chain: BankChain, sysvar: Bank['sysvar']): BankClock {
  return {
    slot: chain.slot,
    get epoch() {
      return chain.epoch;
    },
    get unixTimestamp() {
      const own = decodeClock(chain.ownSysvar(CLOCK_SYSVAR)?.data);
      return own?.unixTimestamp ?? timeAt(chain.slot, chain.clock).blockTimeSeconds;
    },
    get parentHash() {
      return chain.parentHash;
    },
    get hashedSlots() {
      return chain.facts && decodeHashedSlots(sysvar(SLOT_HASHES_SYSVAR)?.data);
    },
  };
}

/**
 * The bank of a block on top of a view.
 *
 * @param slot of the block; in a simulation, of the block that would be made
 */
export function bankAt(view: LedgerView, slot: bigint): Bank {
  const { chain, state } = view;
  const { slotMs } = state.protocol.gates;
  const bankChain: BankChain = {
    slot,
    get epoch() {
      return epochOf(epochScheduleOf(state), slot);
    },
    get parentHash() {
      return decodeBase58(view.newestBlock?.blockhash ?? unknownBlockhash(view.slot));
    },
    get clock() {
      return clockAt(state.history, chain, slotMs) ?? genesisClock(slotMs);
    },
    facts: chainFacts(state, chain, slot),
    cluster: state.sysvars?.cluster ?? 'mainnet',
    protocol: state.protocol,
    ownSysvar: (address) => state.accounts.at(chain).get(address),
  };
  return createBank(bankChain, new BankAccounts(cachedAccounts(view)), (program) => {
    // a program that is carried out here needs no account
    return state.send.isStrict || (isAbsentUpstream(program, view) && !Object.hasOwn(PROGRAMS, program));
  });
}

/** The accounts of a view; each is looked up once. */
function cachedAccounts(view: LedgerView): AccountsView {
  const accounts = new Map<Address, Account | undefined>();
  return {
    get(address) {
      if (!accounts.has(address)) accounts.set(address, view.account(address));
      return accounts.get(address);
    },
  };
}
