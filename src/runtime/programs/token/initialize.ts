import { type Address, RENT_SYSVAR, TOKEN_2022_PROGRAM } from '../../../solana/address.ts';
import { brokenMintRules, EXTENSION, requiredExtensions } from '../../../solana/programs/splToken/extensionTable.ts';
import {
  FROZEN,
  INITIALIZED,
  MAX_MULTISIG_SIGNERS,
  MINT_BYTES,
  MULTISIG,
  MULTISIG_BYTES,
  mintBytes,
  multisigBytes,
  signerOffset,
  TOKEN_ACCOUNT_BYTES,
} from '../../../solana/programs/splToken/layout.ts';
import { SYSTEM } from '../../../solana/programs/system.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { ProgramError } from '../../programError.ts';
import { allocateAndAssign } from '../system/allocateAndAssign.ts';
import {
  addExtension,
  bytesWith,
  checkFirstExtension,
  extensionTypes,
  extensionValue,
  kindOfExtension,
  markKind,
} from './extensionEntries.ts';
import { inUseError, readNewMintState, readNewTokenState, requireMintState, wrongData } from './readTokenState.ts';
import type { TokenCall } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';
import type { MintState, TokenState } from './tokenState.ts';

/**
 * @param chosenOwner the owner; undefined: it is the next account of the instruction
 * @param namesRent whether the instruction names the rent sysvar
 */
export function initializeAccount(call: TokenCall, chosenOwner: Address | undefined, namesRent: boolean): void {
  const account = call.next();
  const mint = call.next();
  call.requireOwnedIfToken2022(account);
  call.requireOwnedIfToken2022(mint);
  const owner = chosenOwner ?? call.next().address;
  if (namesRent) requireRentSysvar(call.next());
  const state = readNewTokenState(call, account);
  if (call.isToken2022) checkFirstExtension(call, account, 'account');
  requireRentExempt(call, account);
  if (call.isToken2022) startInToken2022(call, state, mint);
  else startInTokenProgram(call, state, mint);
  state.mint = mint.address;
  state.owner = owner;
  if (mint.address === call.nativeMint) wrap(call, state);
  if (call.isToken2022) markKind(call, account, 'account');
}

/** @throws ProgramError InvalidArgument */
export function requireRentSysvar({ address }: LoadedAccount): void {
  if (address !== RENT_SYSVAR) throw new ProgramError('InvalidArgument', 'the rent sysvar is not where it has to be');
}

/** @throws ProgramError NotRentExempt */
function requireRentExempt(call: TokenCall, account: LoadedAccount): void {
  if (account.lamports >= call.accounts.minimumBalance(account.data.length)) return;
  throw tokenError('NotRentExempt', `${call.show(account)} has too few lamports for its rent exemption ${call.atSlot}`);
}

/** Starts a state in the Token program, which leaves the bytes unchanged that it does not set. */
function startInTokenProgram(call: TokenCall, state: TokenState, mint: LoadedAccount): void {
  if (mint.address !== call.nativeMint) {
    call.requireOwned(mint);
    requireMintState(call, mint);
  }
  state.state = INITIALIZED;
}

/** Starts a state in Token-2022, which adds the extensions that the mint requires. */
function startInToken2022(call: TokenCall, state: TokenState, mint: LoadedAccount): void {
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
  state.nativeReserve = null;
  state.amount = 0n;
}

/** Counts the lamports above rent exemption as wrapped SOL. */
function wrap({ accounts }: TokenCall, state: TokenState): void {
  const { account } = state;
  const reserve = accounts.minimumBalance(account.data.length);
  state.nativeReserve = reserve;
  state.amount = account.lamports - reserve;
}

interface NewMint {
  readonly decimals: number;
  readonly mintAuthority: Address;
  readonly freezeAuthority: Address | undefined;
}

/** @param namesRent whether the instruction names the rent sysvar */
export function initializeMint(call: TokenCall, args: NewMint, namesRent: boolean): void {
  const mint = call.next();
  // the Token program counts its accounts first, Token-2022 looks at each as it takes it
  call.requireOwnedIfToken2022(mint);
  if (namesRent) requireRentSysvar(call.next());
  if (call.isToken2022) requireRentExempt(call, mint);
  const state = readNewMintState(call, mint);
  if (call.isToken2022) checkExtensions(call, state, args.freezeAuthority !== undefined);
  else requireRentExempt(call, mint);
  state.initialize(args.decimals);
  state.authority = args.mintAuthority;
  if (args.freezeAuthority !== undefined || call.isToken2022) state.freezeAuthority = args.freezeAuthority ?? null;
  if (call.isToken2022) markKind(call, mint, 'mint');
}

/** Checks that a mint has exactly the size for its extensions, and that they go together. */
function checkExtensions(call: TokenCall, { account }: MintState, canFreeze: boolean): void {
  checkFirstExtension(call, account, 'mint');
  const types = extensionTypes(call, account);
  if (bytesWith(types, MINT_BYTES) !== account.data.length) throw wrongData(call, account);
  if (brokenMintRules((name) => types.includes(EXTENSION[name])).length > 0)
    throw tokenError('InvalidExtensionCombination', `the extensions of ${call.show(account)} exclude each other`);
  const starting = extensionValue(account, EXTENSION.defaultAccountState)?.[0] ?? INITIALIZED;
  if (starting > FROZEN) throw wrongData(call, account);
  if (starting === FROZEN && !canFreeze)
    throw tokenError(
      'MintCannotFreeze',
      `accounts of ${call.show(account)} begin frozen, and it has no freeze authority`,
    );
}

/**
 * Makes a multisig; all other accounts of the instruction are its members.
 *
 * @param required number of members that have to sign
 * @param namesRent whether the instruction names the rent sysvar
 */
export function initializeMultisig(call: TokenCall, required: number, namesRent: boolean): void {
  const multisig = call.next();
  call.requireOwnedIfToken2022(multisig);
  if (namesRent) requireRentSysvar(call.next());
  if (multisig.data.length !== MULTISIG_BYTES) {
    if (call.isToken2022)
      throw new ProgramError('InvalidArgument', `${call.show(multisig)} has no room for a multisig`);
    throw wrongData(call, multisig);
  }
  const flag = multisig.data[MULTISIG.offsetOf('isInitialized')]!;
  if (flag > 1 && !call.isToken2022) throw wrongData(call, multisig);
  if (flag !== 0) throw inUseError(call, multisig);
  requireRentExempt(call, multisig);
  const members = call.otherAccounts();
  if (!isMemberCount(members.length))
    throw tokenError('InvalidNumberOfProvidedSigners', `a multisig has 1 to ${MAX_MULTISIG_SIGNERS} members`);
  if (!isMemberCount(required))
    throw tokenError('InvalidNumberOfRequiredSigners', `a multisig requires 1 to ${MAX_MULTISIG_SIGNERS} signatures`);
  const bytes = multisigBytes(
    required,
    members.map(({ address }) => address),
  );
  // the bytes after the members are left unchanged
  multisig.edit().set(bytes.subarray(0, signerOffset(members.length)));
}

function isMemberCount(count: number): boolean {
  return count >= 1 && count <= MAX_MULTISIG_SIGNERS;
}

/**
 * Returns the length in bytes of an account of a mint, as u64.
 *
 * @param args without `extensionTypes`, the data of the instruction ends within a type
 */
export function getAccountDataSize(
  call: TokenCall,
  args: { readonly extensionTypes: readonly number[] | undefined },
): void {
  const added = call.isToken2022 ? knownExtensions(args.extensionTypes) : [];
  if (added.some((type) => kindOfExtension(type) !== 'account'))
    throw tokenError('ExtensionTypeMismatch', 'accounts have no such extension');
  const mint = call.next();
  requireMint(call, mint);
  const required = call.isToken2022 ? requiredExtensions(extensionTypes(call, mint)) : [];
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(bytesWith([...required, ...added], TOKEN_ACCOUNT_BYTES)));
  call.invocation.setReturnData(size);
}

/** Token-2022 reads a mint before it checks its owner, the Token program after that. @throws ProgramError InvalidMint, IncorrectProgramId */
function requireMint(call: TokenCall, mint: LoadedAccount): void {
  if (!call.isToken2022) call.requireOwned(mint);
  requireMintState(call, mint);
  call.requireOwned(mint);
}

/** @throws ProgramError where a type is cut off or not known */
function knownExtensions(types: readonly number[] | undefined): readonly number[] {
  if (types?.every((type) => type === 0 || kindOfExtension(type) !== undefined)) return types;
  throw new ProgramError('InvalidAccountData', 'the instruction names an extension that is not known');
}

/** The Token program knows no extensions: it only looks at the account. */
export function initializeImmutableOwner(call: TokenCall): void {
  const account = call.next();
  call.requireOwnedIfToken2022(account);
  readNewTokenState(call, account);
  if (!call.isToken2022) return;
  checkFirstExtension(call, account, 'account');
  addExtension(call, account, EXTENSION.immutableOwner);
}

/**
 * The mint of wrapped SOL of Token-2022, which can be created once.
 *
 * Source   spl-token-2022 10.0 `process_create_native_mint`
 */
export function createNativeMint(call: TokenCall): void {
  const [payer, mint] = [call.next(), call.next()];
  call.next();
  if (mint.address !== call.nativeMint)
    throw tokenError('InvalidMint', `${call.show(mint)} is not the native mint of Token-2022`);
  const { accounts } = call;
  const lacking = accounts.minimumBalance(MINT_BYTES) - mint.lamports;
  const { address } = mint;
  const lamports = lacking > 0n ? lacking : 0n;
  call.callSystem(SYSTEM.transfer.build({ source: payer.address, destination: address }, { lamports }), address);
  for (const allocating of allocateAndAssign(address, BigInt(MINT_BYTES), TOKEN_2022_PROGRAM))
    call.callSystem(allocating, address);
  accounts.set({ ...accounts.loaded(mint.address), data: mintBytes({ decimals: 9 }) });
}
