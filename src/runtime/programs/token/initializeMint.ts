import type { Address } from '../../../model/address.ts';
import { EXTENSION } from '../../accounts/extensions.ts';
import { MINT_BYTES } from '../../accounts/layouts.ts';
import type { TokenCall } from './call.ts';
import { bytesWith, checkFirstExtension, extensionTypes, extensionValue, setKind } from './extensionEntries.ts';
import { requireRentExempt, requireRentSysvar } from './initializeAccount.ts';
import { addressAt, invalidData, invalidInstruction, readOptionalAddressArgument } from './instructionData.ts';
import { MINT_TYPE, readNewMintState, wrongData } from './reading.ts';
import { FROZEN, type MintState } from './state.ts';
import { tokenError } from './tokenErrors.ts';

interface NewMint {
  readonly decimals: number;
  readonly authority: Address;
  readonly freezeAuthority: Address | null;
}

/** The rent is an account. */
export function initializeMint(call: TokenCall): void {
  initialize(call, true);
}

export function initializeMint2(call: TokenCall): void {
  initialize(call, false);
}

const AUTHORITY_OFFSET = 2;
const FREEZE_AUTHORITY_OFFSET = 34;

function readArguments(call: TokenCall): NewMint {
  const { data, isExtended } = call;
  if (data.length < FREEZE_AUTHORITY_OFFSET) throw isExtended ? invalidData() : invalidInstruction();
  const freezeAuthority = readOptionalAddressArgument(call, FREEZE_AUTHORITY_OFFSET);
  return { decimals: data[1]!, authority: addressAt(data, AUTHORITY_OFFSET), freezeAuthority };
}

function initialize(call: TokenCall, namesRent: boolean): void {
  const given = readArguments(call);
  const mint = call.next();
  // the older program counts its accounts first, Token-2022 looks at each as it takes it
  call.requireOwnedFirst(mint);
  if (namesRent) requireRentSysvar(call.next());
  if (call.isExtended) requireRentExempt(call, mint);
  const state = readNewMintState(call, mint);
  if (call.isExtended) checkExtensions(call, state, given);
  else requireRentExempt(call, mint);
  state.initialize(given.decimals);
  state.authority = given.authority;
  if (given.freezeAuthority !== null || call.isExtended) state.freezeAuthority = given.freezeAuthority;
  if (call.isExtended) setKind(call, mint, MINT_TYPE);
}

function checkExtensions(call: TokenCall, { account }: MintState, { freezeAuthority }: NewMint): void {
  checkFirstExtension(call, account, MINT_TYPE);
  const types = extensionTypes(call, account);
  if (bytesWith(types, MINT_BYTES) !== account.data.length) throw wrongData(call, account);
  if (!isAllowed(new Set(types)))
    throw tokenError('InvalidExtensionCombination', `the extensions of ${call.show(account)} exclude each other`);
  const starting = extensionValue(account, EXTENSION.defaultAccountState)?.[0] ?? 0;
  if (starting > FROZEN) throw wrongData(call, account);
  if (starting === FROZEN && freezeAuthority === null)
    throw tokenError(
      'MintCannotFreeze',
      `accounts of ${call.show(account)} would start frozen, with nobody to thaw them`,
    );
}

/** Source   spl-token-2022-interface 3.0 `check_for_invalid_mint_extension_combinations` */
function isAllowed(types: ReadonlySet<number>): boolean {
  const hasFees = types.has(EXTENSION.transferFeeConfig);
  const hasConfidential = types.has(EXTENSION.confidentialTransferMint);
  const hasConfidentialFees = types.has(EXTENSION.confidentialTransferFeeConfig);
  const hasConfidentialMint = types.has(EXTENSION.confidentialMintBurn);
  if (hasConfidentialFees !== (hasFees && hasConfidential)) return false;
  if (hasConfidentialMint && !hasConfidential) return false;
  if (types.has(EXTENSION.scaledUiAmount) && types.has(EXTENSION.interestBearingConfig)) return false;
  return !types.has(EXTENSION.nonTransferable) || !hasConfidential || hasConfidentialMint;
}
