import { trimFraction } from '../codec/decimalUnits.ts';
import { fixedText } from '../codec/floats.ts';
import { rpcErrors } from '../errors.ts';
import type { Supply } from '../ledger/clusterFacts.ts';
import { supplyOf } from '../ledger/nonCirculating.ts';
import type { LedgerView } from '../ledger/view.ts';
import { LAMPORTS_PER_SOL } from '../solana/lamports.ts';

/** The supply that the ledger names, or that of all its accounts. @throws RpcError `notInLedger` */
export function supplyIn({ accounts, state }: LedgerView): Supply {
  const { allAccounts, supply } = state.clusterFacts;
  if (supply !== undefined) return supply;
  if (!allAccounts) throw rpcErrors.notInLedger('the supply', 'supply');
  return supplyOf(accounts);
}

/** SOL without zeros at the end, computed as a double, as the node does. Source   agave 4.3 cli-output display.rs build_balance_message */
export function solText(lamports: bigint): string {
  return trimFraction(fixedText(Number(lamports) / Number(LAMPORTS_PER_SOL), 9));
}
