import type { Address } from '../../../model/address.ts';
import type { TransactionMeta } from '../../../model/meta.ts';
import { rentExemption } from '../../../runtime/accounts/accounts.ts';
import { solText } from '../../../runtime/accounts/amounts.ts';
import type { PreparedTransaction, Scene } from './prepare.ts';

/** Warns of accounts that a node would not have left with so little, once each. */
export class RentWatch {
  readonly #warned = new Set<Address>();

  check(
    { at, balances, balanceKeys, runnable }: PreparedTransaction,
    { accounts, names, moment }: Scene,
    { preBalances, postBalances }: TransactionMeta,
  ): void {
    // what was executed was checked
    if (runnable !== undefined) return;
    balanceKeys.keys.forEach((key, i) => {
      const before = preBalances[i]!;
      const after = postBalances[i]!;
      if (before === after || after === 0 || this.#warned.has(key) || balances.has(key)) return;
      const needed = rentExemption(accounts.get(key)?.data.length ?? 0);
      if (after >= needed || (before > 0 && before < needed)) return;
      this.#warned.add(key);
      at.warn(
        `${names.show(key)} is left with ${solText(BigInt(after))} SOL at slot ${moment.slot}, less than its rent exemption of ${solText(needed)}`,
        'a node would refuse the transaction: InsufficientFundsForRent',
      );
    });
  }
}
