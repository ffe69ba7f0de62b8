import { parseUnits } from '../../codec/decimalUnits.ts';
import { associatedAddress } from '../../runtime/derive.ts';
import type { ExpectedAmount, TransferMatch } from '../../runtime/sendRule.ts';
import type { Address } from '../../solana/address.ts';
import type { Transfer } from './transfers.ts';

/**
 * The transfers that a match expects, among those of a transaction. Two expected transfers never share one.
 * @module
 */

/** Whether each expected transfer has one of the transaction, and no two have the same one. */
export function matchesTransfers(expected: readonly TransferMatch[], transfers: readonly Transfer[]): boolean {
  return assignTransfers(expected, transfers).every((index) => index !== undefined);
}

/**
 * The index of a transfer for each expected one, so that as many as possible have one. An expected transfer takes
 * the one of an earlier expected transfer only if that one can have another.
 */
export function assignTransfers(
  expected: readonly TransferMatch[],
  transfers: readonly Transfer[],
): readonly (number | undefined)[] {
  const fits = expected.map((match) => transfers.map((transfer) => unmetTransferMembers(match, transfer).length === 0));
  /** the index of an expected transfer, by the index of the transfer that it has */
  const holders = new Map<number, number>();
  const take = (entry: number, tried: Set<number>): boolean =>
    fits[entry]!.some((isFit, index) => {
      if (!isFit || tried.has(index)) return false;
      tried.add(index);
      const holder = holders.get(index);
      if (holder !== undefined && !take(holder, tried)) return false;
      holders.set(index, entry);
      return true;
    });
  for (const entry of expected.keys()) take(entry, new Set());
  const indexes = new Map(Array.from(holders, ([index, entry]) => [entry, index]));
  return Array.from(expected.keys(), (entry) => indexes.get(entry));
}

/** The members of an expected transfer that a transfer does not have. */
export function unmetTransferMembers(match: TransferMatch, transfer: Transfer): readonly (keyof TransferMatch)[] {
  const mint = transferMint(match, transfer);
  return MEMBERS.filter((name) => match[name] !== undefined && !CHECKS[name](match, transfer, mint));
}

type Check = (match: TransferMatch, transfer: Transfer, mint: Transfer['mint']) => boolean;

const CHECKS: { readonly [Name in keyof TransferMatch]-?: Check } = {
  from: ({ from }, { owner, program, source }, mint) =>
    from === source || (owner === undefined ? isAssociatedAccount(source, from!, mint, program) : from === owner),
  to: ({ to }, { destination, program }, mint) =>
    to === destination || isAssociatedAccount(destination, to!, mint, program),
  mint: (match, _transfer, mint) => (match.mint === 'tokens' ? mint !== 'SOL' : match.mint === mint),
  amount: ({ amount }, transfer) => isAmount(amount!, transfer.amount, transfer),
  received: ({ received }, transfer) => isAmount(received!, transfer.received, transfer),
};

// `Object.keys` does not know the type of the names
const MEMBERS = Object.keys(CHECKS) as readonly (keyof TransferMatch)[];

/** The mint of a transfer. If the ledger knows neither account, it follows from the associated account of the expected receiver. */
function transferMint({ mint, to }: TransferMatch, transfer: Transfer): Transfer['mint'] {
  if (transfer.mint !== undefined || mint === undefined || mint === 'tokens' || to === undefined) return transfer.mint;
  return isAssociatedAccount(transfer.destination, to, mint, transfer.program) ? mint : undefined;
}

/** Whether a token account is the associated account of a wallet; SOL has none. */
export function isAssociatedAccount(
  account: Address,
  wallet: Address,
  mint: Transfer['mint'],
  program: Address,
): boolean {
  return mint !== undefined && mint !== 'SOL' && associatedAddress(wallet, mint, program) === account;
}

/** @param actual undefined: not known */
function isAmount(expected: ExpectedAmount, actual: bigint | undefined, { decimals }: Transfer): boolean {
  if (actual === undefined) return false;
  if (typeof expected === 'bigint') return expected === actual;
  return decimals !== undefined && parseUnits(expected, decimals) === actual;
}
