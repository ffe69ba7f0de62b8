import { rpcErrors } from '../../errors.ts';
import type { LedgerNames, LedgerState } from '../../ledger/state.ts';
import { processedView } from '../../ledger/view.ts';
import type { Address } from '../../solana/address.ts';
import { type AddressNode, NO_REPORTS } from '../../syntax/values.ts';
import { tokenProgramOf } from '../accounts/tokens.ts';
import { collectNames } from './collectNames.ts';
import type { KeyPair } from './namedKeys.ts';
import { keyPairAt, knownAddressOfName, type NameScope } from './nameScope.ts';
import { Names } from './names.ts';
import { MAX_NEW_ADDRESSES, NewAddresses } from './newAddresses.ts';
import { reportErrors } from './reporting.ts';
import { type ResolvedText, resolveText } from './resolvedText.ts';
import { unknownName, unknownNameTexts } from './unknownName.ts';

/** The names of a ledger, in this process or in another. */
export interface NamedLedger {
  readonly names: LedgerNames;
  hasAccount(address: Address): boolean;
  /** undefined: the mint does not exist */
  tokenProgramOf(mint: Address): Address | undefined;
}

/** The names of a ledger at its processed tip. */
export function namedLedger(state: LedgerState): NamedLedger {
  const view = processedView(state);
  return {
    names: state.names,
    hasAccount: (address) => view.account(address) !== undefined,
    tokenProgramOf: (mint) => tokenProgramOf(view.account(mint)),
  };
}

/** The scope of names in a ledger. */
function scopeOf({ names, tokenProgramOf }: NamedLedger): NameScope {
  return collectNames({ ...names, ledgerNames: names.addresses, tokenProgramOf });
}

/** The names of a call, in a ledger. */
export function namesOf(ledger: NamedLedger): Names {
  return new Names(scopeOf(ledger), new NewAddresses(MAX_NEW_ADDRESSES));
}

/** The address of a node in a ledger, which need not know its names; undefined: it is wrong, which is reported. */
export function resolveIn(ledger: NamedLedger, node: AddressNode): Address | undefined {
  return textIn(scopeOf(ledger), node)?.address;
}

function textIn(scope: NameScope, { at, value }: AddressNode): ResolvedText | undefined {
  return reportErrors(at, () => resolveText(value, scope, new NewAddresses(MAX_NEW_ADDRESSES)));
}

/**
 * The address of a node whose names the ledger has to know. It knows a name that a script uses, or whose address has an account.
 *
 * @throws RpcError unknownName
 */
export function resolveKnown(ledger: NamedLedger, node: AddressNode): Address | undefined {
  const scope = scopeOf(ledger);
  const resolved = textIn(scope, node);
  const unknown = resolved && unknownName(resolved, scope, (address) => ledger.hasAccount(address));
  if (unknown === undefined) return resolved?.address;
  const [message, hint] = unknownNameTexts(unknown, scope);
  throw rpcErrors.unknownName(`${message} (${hint})`);
}

/** The key pair of a name; undefined: it is not a name, or only its address is known. */
export function keyPairIn({ addresses, keys }: LedgerNames, name: string): KeyPair | undefined {
  const scope = collectNames({ keys, ledgerNames: addresses });
  const resolved = textIn(scope, { value: name, at: NO_REPORTS });
  if (resolved === undefined) return undefined;
  const { address, expression } = resolved;
  const isNew = expression.kind === 'name' && knownAddressOfName(expression.name, scope) === undefined;
  return isNew ? scope.newKeyPair(expression.name) : keyPairAt(address, scope);
}
