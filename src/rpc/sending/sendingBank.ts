import { decodeBase58 } from '../../codec/base58.ts';
import { GENESIS_CLOCK, timeAt, unknownBlockhash } from '../../ledger/blockClock.ts';
import { clockAt } from '../../ledger/chainEnd.ts';
import { epochOf, epochScheduleOf } from '../../ledger/epochs.ts';
import { minimumBalances } from '../../ledger/rent.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { Accounts, type AccountsView, type Moment } from '../../runtime/accounts/accountStates.ts';
import { sysvarsAt } from '../../runtime/cluster/clusterAccounts.ts';
import type { MinimumBalance, RunnableTransaction, Bank as RuntimeBank } from '../../runtime/loadedTransaction.ts';
import type { Account } from '../../solana/account.ts';
import { type Address, CLOCK_SYSVAR, SLOT_HASHES_SYSVAR } from '../../solana/address.ts';
import { decodeClock, decodeHashedSlots } from '../../solana/sysvarBytes.ts';
import { feeOf, type Bank as JudgeBank, livesByNonce } from './judge.ts';
import type { ResolvedTransaction } from './sanitizeSent.ts';

/** What transactions are judged by and executed on: a chain, and the accounts at its end. */
export interface SendBank extends JudgeBank, RuntimeBank {}

/**
 * @param slot of the block that is made, or would be made where a transaction is only looked at
 */
export function bankAt(view: LedgerView, slot: bigint): SendBank {
  return new ViewBank(view, slot);
}

class ViewBank implements SendBank {
  readonly view: LedgerView;
  readonly accounts: Accounts;
  readonly moment: Moment;
  readonly minimumBalance: MinimumBalance;
  readonly isStrict: boolean;

  constructor(view: LedgerView, slot: bigint) {
    this.view = view;
    this.accounts = new Accounts(readOnce(view));
    this.moment = momentAt(view, slot, () => decodeHashedSlots(this.sysvar(SLOT_HASHES_SYSVAR)?.data));
    this.minimumBalance = minimumBalances(view);
    this.isStrict = view.state.send.isStrict;
  }

  readonly account = (address: Address): Account | undefined => this.accounts.get(address);

  get unixTimestamp(): bigint {
    return unixTimestampAt(this.view, this.moment.slot);
  }

  sysvar(address: Address): Account | undefined {
    const { chain, state } = this.view;
    return ownSysvar(this.view, address) ?? sysvarsAt(state, chain, this.moment.slot).get(address);
  }
}

/** The accounts of a view: a transaction looks at the same few again and again. */
function readOnce(view: LedgerView): AccountsView {
  const known = new Map<Address, Account | undefined>();
  return {
    get(address) {
      if (!known.has(address)) known.set(address, view.account(address));
      return known.get(address);
    },
  };
}

/** Most transactions ask for nothing but the slot. */
function momentAt(view: LedgerView, slot: bigint, hashed: () => readonly bigint[]): Moment {
  return {
    slot,
    get hashedSlots() {
      return hashed();
    },
    get epoch() {
      return epochOf(epochScheduleOf(view.state), slot);
    },
    get parentHash() {
      return decodeBase58(view.newestBlock?.blockhash ?? unknownBlockhash(view.slot));
    },
  };
}

/** By the Clock account of the ledger, where it has one of its own; else the time of the block. */
function unixTimestampAt(view: LedgerView, slot: bigint): bigint {
  const own = decodeClock(ownSysvar(view, CLOCK_SYSVAR)?.data);
  if (own !== undefined) return own.unixTimestamp;
  return timeAt(slot, clockAt(view.state.history, view.chain) ?? GENESIS_CLOCK).blockTimeSeconds;
}

/** Those that follow from the blocks are made for the slot of the bank instead. */
function ownSysvar({ chain, state }: LedgerView, address: Address): Account | undefined {
  return state.accounts.at(chain).get(address);
}

/** The end of the processed chain, on which the next block is put. */
export function processedView(state: LedgerState): LedgerView {
  return new LedgerView(state, 'processed', { keepOrphan: false });
}

/** A transaction that has passed the judge, as the runtime takes it. */
export function runnable(transaction: ResolvedTransaction, bank: SendBank, maxAge: bigint): RunnableTransaction {
  const { budget, isSigner, isWritable, keys, message } = transaction;
  return {
    message,
    keys,
    isSigner,
    isWritable,
    fee: feeOf(transaction),
    nonce: livesByNonce(transaction, bank, maxAge),
    unitLimit: budget.unitLimit,
    maxLoadedBytes: budget.loadedDataLimit,
  };
}
