import type { JsonObject } from '../../../codec/jsonText.ts';
import type { Address } from '../../../solana/address.ts';
import { SMALL_EXTENSION_ROWS } from '../../../solana/programs/splToken/extensionInstructions.ts';
import { readWhole } from '../../../solana/programs/splToken/extensions.ts';
import { EXTENSION } from '../../../solana/programs/splToken/extensionTable.ts';
import { interestBearingConfig, scaledUiAmountConfig } from '../../../solana/programs/splToken/extensionValues.ts';
import { FROZEN } from '../../../solana/programs/splToken/layout.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { requireAuthority, requireKey } from './authorities.ts';
import type { ExtensionEffects } from './extensionEffects.ts';
import {
  addExtension,
  changeMembers,
  checkFirstExtension,
  editExtension,
  memberAddress,
  requireExtension,
} from './extensionEntries.ts';
import { readMintState, readNewMintState } from './readTokenState.ts';
import { invalidInstruction, readExtensionArguments, subTagOf } from './tokenArguments.ts';
import type { TokenCall } from './tokenCall.ts';
import { actionRefusal } from './tokenChecks.ts';
import { type TokenErrorName, tokenError } from './tokenErrors.ts';

/**
 * Instructions of Token-2022 that set up and change the extensions of mints: they are set up before the mint is initialized.
 *
 * Source   spl-token-2022 11.0 `extension/<name>/processor.rs`, `processor.rs`
 * @module
 */

type Rows = typeof SMALL_EXTENSION_ROWS;
type EffectsOf<T extends keyof Rows> = ExtensionEffects<Rows[T][number]>;

/** The account of a mint that is still to be initialized. */
export function nextNewMint(call: TokenCall): LoadedAccount {
  const mint = call.next();
  call.requireOwned(mint);
  readNewMintState(call, mint);
  checkFirstExtension(call, mint, 'mint');
  return mint;
}

/** Adds an extension to a mint that is still to be initialized. */
function initializeWith(call: TokenCall, type: number, members: JsonObject): void {
  changeMembers(addExtension(call, nextNewMint(call), type), type, members);
}

interface AuthorityMember {
  readonly type: number;
  readonly member: string;
  /** the error of a mint without this authority */
  readonly errorIfNone?: TokenErrorName;
}

/**
 * The value of an extension of a mint, for writing, after its authority was checked.
 *
 * @param signers as for `requireAuthority`
 */
export function authorizedExtension(
  call: TokenCall,
  mint: LoadedAccount,
  { type, member, errorIfNone = 'NoAuthorityExists' }: AuthorityMember,
  authority: LoadedAccount,
  signers?: readonly LoadedAccount[],
): Uint8Array {
  readMintState(call, mint);
  const allowed = memberAddress(requireExtension(call, mint, type), type, member);
  if (allowed === null) throw tokenError(errorIfNone, `${call.show(mint)} has no ${member}`);
  requireAuthority(
    call,
    allowed,
    authority,
    actionRefusal(call, `change ${call.show(mint)}`, authority, allowed),
    signers,
  );
  return editExtension(mint, type)!;
}

/** The value of an extension of the first account, for writing; the second account is its authority. */
export function nextExtension(call: TokenCall, member: AuthorityMember): Uint8Array {
  const mint = call.next();
  const authority = call.next();
  call.requireOwned(mint);
  return authorizedExtension(call, mint, member, authority);
}

export function initializeCloseAuthority(
  call: TokenCall,
  { newAuthority: closeAuthority }: { readonly newAuthority: Address | null },
): void {
  const { mintCloseAuthority } = EXTENSION;
  const value = addExtension(call, nextNewMint(call), mintCloseAuthority);
  if (closeAuthority !== null) requireKey(closeAuthority);
  changeMembers(value, mintCloseAuthority, { closeAuthority });
}

export function initializeNonTransferable(call: TokenCall): void {
  addExtension(call, nextNewMint(call), EXTENSION.nonTransferable);
}

/** Adds an extension that must have an address. */
export function initializeWithKey(call: TokenCall, type: number, member: string, key: Address): void {
  const value = addExtension(call, nextNewMint(call), type);
  requireKey(key);
  changeMembers(value, type, { [member]: key });
}

export function initializePermanentDelegate(call: TokenCall, { delegate }: { readonly delegate: Address }): void {
  initializeWithKey(call, EXTENSION.permanentDelegate, 'delegate', delegate);
}

const DEFAULT_STATES: EffectsOf<28> = {
  initializeDefaultAccountState: [
    'DefaultAccountStateInstruction::Initialize',
    (call, { accountState }) => {
      addExtension(call, nextNewMint(call), EXTENSION.defaultAccountState)[0] = accountState;
    },
  ],
  updateDefaultAccountState: ['DefaultAccountStateInstruction::Update', updateDefaultState],
};

/**
 * Carries out an instruction of the default state. Unlike those of other extensions, it reads all of its data before it logs.
 */
export function changeDefaultState(call: TokenCall): void {
  const row = SMALL_EXTENSION_ROWS[28][subTagOf(call) ?? -1];
  const args = row && readExtensionArguments(call, row);
  if (args === undefined || args.accountState > FROZEN) throw invalidInstruction();
  const [line, carryOut] = DEFAULT_STATES[row!.type];
  call.log(line);
  if (args.accountState === 0) throw tokenError('InvalidState', 'accounts do not begin uninitialized');
  carryOut!(call, args);
}

function updateDefaultState(call: TokenCall, { accountState }: { readonly accountState: number }): void {
  const mint = call.next();
  const authority = call.next();
  call.requireOwned(mint);
  const { freezeAuthority } = readMintState(call, mint);
  if (freezeAuthority === null) throw tokenError('NoAuthorityExists', `${call.show(mint)} has no freeze authority`);
  const refusal = actionRefusal(call, `change ${call.show(mint)}`, authority, freezeAuthority);
  requireAuthority(call, freezeAuthority, authority, refusal);
  requireExtension(call, mint, EXTENSION.defaultAccountState);
  editExtension(mint, EXTENSION.defaultAccountState)![0] = accountState;
}

/** An extension with an address, and with the authority that may change it. */
interface Pointer<K extends string> {
  readonly type: number;
  readonly member: K;
  readonly description: string;
  /** whether the extension is added before its addresses are looked at */
  readonly isAddedFirst?: boolean;
}

type PointedAddress<K extends string> = { readonly [M in K]: Address | undefined };
type NewPointer<K extends string> = PointedAddress<K> & { readonly authority: Address | undefined };

function initializePointer<K extends string>({ type, member, description, isAddedFirst = false }: Pointer<K>) {
  return (call: TokenCall, args: NewPointer<K>): void => {
    const authority = args.authority ?? null;
    const to = args[member] ?? null;
    const mint = nextNewMint(call);
    const isEmpty = authority === null && to === null;
    const value = isEmpty && !isAddedFirst ? undefined : addExtension(call, mint, type);
    if (value === undefined || isEmpty) {
      const sentence = `The ${description} extension requires at least an authority or an address for initialization`;
      call.log(`${sentence}, neither was provided`);
      throw invalidInstruction();
    }
    changeMembers(value, type, { authority, [member]: to });
  };
}

function updatePointer<K extends string>({ type, member }: Pointer<K>) {
  return (call: TokenCall, args: PointedAddress<K>): void => {
    const value = nextExtension(call, { type, member: 'authority' });
    changeMembers(value, type, { [member]: args[member] ?? null });
  };
}

const metadataPointer: Pointer<'metadataAddress'> = {
  type: EXTENSION.metadataPointer,
  member: 'metadataAddress',
  description: 'metadata pointer',
  isAddedFirst: true,
};
const groupPointer: Pointer<'groupAddress'> = {
  type: EXTENSION.groupPointer,
  member: 'groupAddress',
  description: 'group pointer',
};
const groupMemberPointer: Pointer<'memberAddress'> = {
  type: EXTENSION.groupMemberPointer,
  member: 'memberAddress',
  description: 'group member pointer',
};

export const METADATA_POINTER: EffectsOf<39> = {
  initializeMetadataPointer: ['MetadataPointerInstruction::Initialize', initializePointer(metadataPointer)],
  updateMetadataPointer: ['MetadataPointerInstruction::Update', updatePointer(metadataPointer)],
};
export const GROUP_POINTER: EffectsOf<40> = {
  initializeGroupPointer: ['GroupPointerInstruction::Initialize', initializePointer(groupPointer)],
  updateGroupPointer: ['GroupPointerInstruction::Update', updatePointer(groupPointer)],
};
export const GROUP_MEMBER_POINTER: EffectsOf<41> = {
  initializeGroupMemberPointer: ['GroupMemberPointerInstruction::Initialize', initializePointer(groupMemberPointer)],
  updateGroupMemberPointer: ['GroupMemberPointerInstruction::Update', updatePointer(groupMemberPointer)],
};

export const INTEREST_BEARING: EffectsOf<33> = {
  initializeInterestBearingConfig: [
    'InterestBearingMintInstruction::Initialize',
    (call, { rate, rateAuthority }) => {
      const { unixTimestamp } = call.accounts.clock;
      initializeWith(call, EXTENSION.interestBearingConfig, {
        rateAuthority,
        initializationTimestamp: unixTimestamp,
        preUpdateAverageRate: rate,
        lastUpdateTimestamp: unixTimestamp,
        currentRate: rate,
      });
    },
  ],
  updateInterestBearingConfigRate: [
    'InterestBearingMintInstruction::UpdateRate',
    (call, { newRate }) => {
      const type = EXTENSION.interestBearingConfig;
      const value = nextExtension(call, { type, member: 'rateAuthority' });
      const { unixTimestamp } = call.accounts.clock;
      const average = averageRate(value, unixTimestamp);
      if (BigInt.asIntN(16, average) !== average)
        throw tokenError('Overflow', `the average rate is ${average}, which is not an i16`);
      interestBearingConfig.change(value, {
        preUpdateAverageRate: Number(average),
        lastUpdateTimestamp: unixTimestamp,
        currentRate: newRate,
      });
    },
  ],
};

/** The rate that would have given the same interest up to now. */
function averageRate(value: Uint8Array, unixTimestamp: bigint): bigint {
  const config = readWhole(value, interestBearingConfig);
  const before = config.lastUpdateTimestamp - config.initializationTimestamp;
  const since = unixTimestamp - config.lastUpdateTimestamp;
  const currentRate = BigInt(config.currentRate);
  if (before + since === 0n) return currentRate;
  return (BigInt(config.preUpdateAverageRate) * before + currentRate * since) / (before + since);
}

export const SCALED_UI_AMOUNT: EffectsOf<43> = {
  initializeScaledUiAmountConfig: [
    'ScaledUiAmountMintInstruction::Initialize',
    (call, { authority, multiplier }) => {
      const type = EXTENSION.scaledUiAmountConfig;
      const value = addExtension(call, nextNewMint(call), type);
      requireMultiplier(multiplier);
      scaledUiAmountConfig.change(value, { authority, multiplier, newMultiplier: multiplier });
    },
  ],
  updateMultiplier: ['ScaledUiAmountMintInstruction::UpdateScale', updateMultiplier],
};

const SMALLEST_NORMAL = 2 ** -1022;

function requireMultiplier(multiplier: number): void {
  if (!(multiplier >= SMALLEST_NORMAL && multiplier < Number.POSITIVE_INFINITY))
    throw tokenError('InvalidScale', `${multiplier} is not a multiplier: it has to be positive and normal`);
}

/** Sets a new multiplier. The effective one stays, unless the new one is effective at once. */
function updateMultiplier(
  call: TokenCall,
  {
    newMultiplier,
    newMultiplierTimestamp: newTimestamp,
  }: { readonly newMultiplier: number; readonly newMultiplierTimestamp: bigint },
): void {
  const type = EXTENSION.scaledUiAmountConfig;
  const value = nextExtension(call, { type, member: 'authority' });
  requireMultiplier(newMultiplier);
  const { unixTimestamp } = call.accounts.clock;
  const before = readWhole(value, scaledUiAmountConfig);
  const isBeforeReplaced = unixTimestamp >= before.newMultiplierEffectiveTimestamp;
  const effective = isBeforeReplaced ? before.newMultiplier : before.multiplier;
  scaledUiAmountConfig.change(value, {
    multiplier: unixTimestamp >= newTimestamp ? newMultiplier : effective,
    newMultiplier,
    newMultiplierEffectiveTimestamp: newTimestamp < 0n ? 0n : newTimestamp,
  });
}

export const PAUSABLE: EffectsOf<44> = {
  initializePausableConfig: [
    'PausableInstruction::Initialize',
    (call, { authority }) => initializeWithKey(call, EXTENSION.pausableConfig, 'authority', authority),
  ],
  pause: ['PausableInstruction::Pause', (call) => setPaused(call, true)],
  resume: ['PausableInstruction::Resume', (call) => setPaused(call, false)],
};

function setPaused(call: TokenCall, paused: boolean): void {
  const type = EXTENSION.pausableConfig;
  const value = nextExtension(call, { type, member: 'authority', errorIfNone: 'AuthorityTypeNotSupported' });
  changeMembers(value, type, { paused });
}
