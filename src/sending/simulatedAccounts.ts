import type { JsonText } from '../codec/json.ts';
import { U64_MAX } from '../codec/u64.ts';
import { DIALECTS } from '../dialect.ts';
import { encodeAccount } from '../encoding/account.ts';
import { prepareAccountOptions } from '../encoding/accountOptions.ts';
import { rpcErrors } from '../errors.ts';
import type { LedgerView } from '../ledger/view.ts';
import { type Account, emptyAccount } from '../model/account.ts';
import type { Address } from '../model/address.ts';
import { readAddress } from '../params/keys.ts';
import type { SimulatedAccountsConfig } from '../params/simulateConfig.ts';
import { instructionsOf } from '../runtime/transactions/execute.ts';
import { INSTRUCTIONS_SYSVAR, instructionsSysvar } from '../runtime/transactions/instructionsSysvar.ts';
import type { ResolvedTransaction } from './judge/sanitize.ts';
import type { Simulation } from './simulation.ts';

/**
 * The accounts that a simulation was asked to show, as it leaves them; null: none were asked for. Addresses are looked at only where
 * the transaction succeeds.
 *
 * @param simulation undefined: the signatures were not good
 * Source   agave 4.1 rpc.rs simulate_transaction
 */
export async function simulatedAccountsText(
  config: SimulatedAccountsConfig | undefined,
  transaction: ResolvedTransaction,
  simulation: Simulation | undefined,
  view: LedgerView,
): Promise<JsonText | null> {
  if (config === undefined) return null;
  const { addresses, encoding = 'base64' } = config;
  if (encoding === 'binary' || encoding === 'base58') throw rpcErrors.base58NotSupported();
  const { length } = transaction.keys;
  if (addresses.length > length) throw rpcErrors.tooManyAccounts(length);
  if (simulation?.kind !== 'run' || simulation.err !== null) return `[${addresses.map(() => 'null').join(',')}]`;
  const after = accountsAfter(simulation);
  const account = (address: Address) => after.get(address) ?? view.account(address);
  const reader = { account, blockTimeSeconds: view.blockTimeSeconds };
  const request = { encoding, dataSlice: undefined, dialect: DIALECTS.agave };
  const options = await prepareAccountOptions(request, reader, { knowsNativeMint: false });
  const texts = addresses.map((text) => {
    const shown = account(readAddress(text));
    return shown === undefined ? 'null' : encodeAccount(shown, options);
  });
  return `[${texts.join(',')}]`;
}

/** Of every account of the transaction, also those that have no lamports. */
function accountsAfter({
  bank,
  execution,
  transaction,
}: Extract<Simulation, { kind: 'run' }>): ReadonlyMap<Address, Account> {
  const changed = new Map([...execution.changes.changed()].map((account) => [account.address, account]));
  const absent = (key: Address): Account => ({ ...emptyAccount(key), rentEpoch: U64_MAX });
  const after = (key: Address): Account =>
    key === INSTRUCTIONS_SYSVAR
      ? instructionsSysvar(instructionsOf(transaction))
      : (changed.get(key) ?? bank.account(key) ?? absent(key));
  return new Map(transaction.keys.map((key) => [key, after(key)]));
}
