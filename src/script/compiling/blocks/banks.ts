import { timeAt } from '../../../ledger/blockClock.ts';
import { minimumBalance } from '../../../ledger/rent.ts';
import type { Account } from '../../../model/account.ts';
import { type Address, CLOCK_SYSVAR, SLOT_HASHES_SYSVAR } from '../../../model/address.ts';
import { decodeClock } from '../../../model/clock.ts';
import { decodeHashedSlots } from '../../../model/slotHashes.ts';
import type { Accounts, Moment } from '../../../runtime/accounts/accounts.ts';
import type { BlockFrame, Head } from '../../../runtime/blocks/frame.ts';
import type { Bank } from '../../../runtime/transactions/transaction.ts';
import type { ChainLinks } from '../cluster/chainLinks.ts';
import { isUnknownSysvar, sysvarAt } from '../cluster/clusterAccounts.ts';

/** What the transactions of a block are executed on for real. */
export function bankOf(
  { blockTimeSeconds, parentSlot, slot }: BlockFrame,
  { accounts, clock }: Head,
  moment: Moment,
  links: ChainLinks,
): Bank {
  const view = { account: (address: Address) => accounts.get(address) };
  const time = typeof blockTimeSeconds === 'bigint' ? blockTimeSeconds : timeAt(slot, clock).blockTimeSeconds;
  const facts = links.factsOn(parentSlot, slot);
  const sysvars = new Map<Address, Account | undefined>();
  const bank: Bank = {
    accounts,
    moment: {
      ...moment,
      get hashedSlots() {
        return decodeHashedSlots(bank.sysvar(SLOT_HASHES_SYSVAR)?.data);
      },
    },
    minimumBalance: (bytes) => minimumBalance(BigInt(bytes), view),
    isStrict: false,
    unixTimestamp: decodeClock(ownSysvar(CLOCK_SYSVAR, accounts)?.data)?.unixTimestamp ?? time,
    sysvar(address) {
      // no transaction writes a sysvar, and some are large
      if (!sysvars.has(address))
        sysvars.set(address, ownSysvar(address, accounts) ?? sysvarAt(address, facts, 'mainnet'));
      return sysvars.get(address);
    },
  };
  return bank;
}

/** One that the ledger has as an account; those of a cluster follow from the blocks instead. */
function ownSysvar(address: Address, accounts: Accounts): Account | undefined {
  const account = accounts.get(address);
  return account === undefined || isUnknownSysvar(account) ? undefined : account;
}
