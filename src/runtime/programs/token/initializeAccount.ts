import { type Address, RENT_SYSVAR } from '../../../model/address.ts';
import { EXTENSION, requiredExtensions } from '../../accounts/extensions.ts';
import { TOKEN_ACCOUNT_BYTES } from '../../accounts/layouts.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { ProgramError } from '../../programError.ts';
import type { TokenCall } from './call.ts';
import {
  addExtension,
  bytesWith,
  checkFirstExtension,
  extensionTypes,
  extensionValue,
  setKind,
} from './extensionEntries.ts';
import { readAddressArgument } from './instructionData.ts';
import { ACCOUNT_TYPE, readNewTokenState, requireMintState, wrongData } from './reading.ts';
import { FROZEN, INITIALIZED, type TokenState } from './state.ts';
import { tokenError } from './tokenErrors.ts';

/** The owner is an account, and so is the rent. */
export function initializeAccount(call: TokenCall): void {
  initialize(call, undefined, true);
}

export function initializeAccount2(call: TokenCall): void {
  initialize(call, readAddressArgument(call), true);
}

export function initializeAccount3(call: TokenCall): void {
  initialize(call, readAddressArgument(call), false);
}

function initialize(call: TokenCall, given: Address | undefined, namesRent: boolean): void {
  const account = call.next();
  const mint = call.next();
  call.requireOwnedFirst(account);
  call.requireOwnedFirst(mint);
  const owner = given ?? call.next().address;
  if (namesRent) requireRentSysvar(call.next());
  const state = readNewTokenState(call, account);
  if (call.isExtended) checkFirstExtension(call, account, ACCOUNT_TYPE);
  requireRentExempt(call, account);
  if (call.isExtended) extend(call, state, mint);
  else begin(call, state, mint);
  state.mint = mint.address;
  state.owner = owner;
  if (mint.address === call.nativeMint) wrap(call, state);
  if (call.isExtended) setKind(call, account, ACCOUNT_TYPE);
}

/** @throws ProgramError InvalidArgument */
export function requireRentSysvar({ address }: LoadedAccount): void {
  if (address !== RENT_SYSVAR) throw new ProgramError('InvalidArgument', 'the rent sysvar is not where it has to be');
}

/** @throws ProgramError NotRentExempt */
export function requireRentExempt(call: TokenCall, account: LoadedAccount): void {
  if (account.lamports >= call.accounts.minimumBalance(account.data.length)) return;
  throw tokenError('NotRentExempt', `${call.show(account)} has too few lamports for its rent exemption ${call.atSlot}`);
}

/** The older program leaves as it is what it does not set. */
function begin(call: TokenCall, state: TokenState, mint: LoadedAccount): void {
  if (mint.address !== call.nativeMint) {
    call.requireOwned(mint);
    requireMintState(call, mint);
  }
  state.state = INITIALIZED;
}

function extend(call: TokenCall, state: TokenState, mint: LoadedAccount): void {
  const { account } = state;
  call.requireOther(account, mint);
  requireMintState(call, mint);
  if (extensionValue(mint, EXTENSION.permanentDelegate)?.some((byte) => byte !== 0))
    call.log('Warning: Mint has a permanent delegate, so tokens in this account may be seized at any time');
  const required = requiredExtensions(extensionTypes(call, mint));
  if (bytesWith(required, TOKEN_ACCOUNT_BYTES) > account.data.length) throw wrongData(call, account);
  for (const type of required) addExtension(call, account, type);
  const starting = extensionValue(mint, EXTENSION.defaultAccountState)?.[0];
  if (starting !== undefined && starting > FROZEN) throw wrongData(call, mint);
  state.closeAuthority = null;
  state.delegateTo(null, 0n);
  state.state = starting ?? INITIALIZED;
  state.setReserve(null);
  state.amount = 0n;
}

/** What is there above the rent exemption is wrapped SOL. */
function wrap({ accounts }: TokenCall, state: TokenState): void {
  const { account } = state;
  const reserve = accounts.minimumBalance(account.data.length);
  state.setReserve(reserve);
  state.amount = account.lamports - reserve;
}
