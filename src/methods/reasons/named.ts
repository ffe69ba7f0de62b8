import type { LedgerState } from '../../ledger/state.ts';
import type { Address, Signature } from '../../model/address.ts';

/** How a script calls an account, `$shop`; the address where none does. */
export function accountName(address: Address, { names }: LedgerState): string {
  for (const [word, known] of names.addresses) if (known === address) return word;
  return address;
}

/** `transaction "rent"` as a script calls it, or with the signature where none does. */
export function transactionName(signature: Signature, { names }: LedgerState): string {
  for (const [name, copies] of names.signatures) {
    const copy = copies.indexOf(signature);
    if (copy >= 0) return `transaction ${JSON.stringify(name)}${copies.length > 1 ? ` (copy ${copy})` : ''}`;
  }
  return `transaction ${signature}`;
}

/** `1 account`, `5 accounts`. */
export function counted(count: number | bigint, noun: string): string {
  return `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;
}

/** The first few of a list, and how many more there are. */
export function fewOf(items: Iterable<string>, max = 3): string {
  const all = [...items];
  const more = all.length - max;
  return `${all.slice(0, max).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
