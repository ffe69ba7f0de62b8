import { addNames } from '../../ledger/moves/addFixtures.ts';
import { type LedgerState, NO_NAMES } from '../../ledger/state.ts';
import { namedLedger, namesOf, resolveKnown } from '../../runtime/names/ledgerNames.ts';
import type { Address } from '../../solana/address.ts';
import { readAddressNode } from '../../syntax/values.ts';
import { readDocument } from '../arguments.ts';

/** Addresses as scripts write them. @module */

/** Resolves an address as it was sent; the ledger then knows its name. @throws RpcError invalidArgument */
export function withAddress(
  text: string,
  state: LedgerState,
): { readonly address: Address; readonly state: LedgerState } {
  const names = namesOf(namedLedger(state));
  const address = readDocument(
    [text],
    (at) => names.resolve(readAddressNode(at.item(0))),
    () => 'address',
  );
  return { address, state: addNames(state, { ...NO_NAMES, addresses: new Map(names.usedNames()) }) };
}

/** Resolves an address as it was sent. @throws RpcError invalidArgument, or unknownName for a name that the ledger does not know */
export function knownAddressOf(text: string, state: LedgerState): Address {
  return readDocument(
    [text],
    (at) => {
      const node = readAddressNode(at.item(0));
      return node && resolveKnown(namedLedger(state), node);
    },
    () => 'address',
  );
}
