import type { JsonObject } from '../../../codec/jsonText.ts';
import { type Decoder, f64, fields, i16, i64, u8 } from '../../../codec/struct.ts';
import type { Address } from '../../../solana/address.ts';
import {
  interestBearingConfig,
  readWhole,
  scaledUiAmountConfig,
} from '../../../solana/programs/splToken/extensions.ts';
import { keyOrNull, pubkey } from '../../../solana/pubkey.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { EXTENSION } from '../../accounts/tokenLayouts.ts';
import { requireAuthority, requireKey } from './authorities.ts';
import {
  addExtension,
  changeMembers,
  checkFirstExtension,
  editExtension,
  memberAddress,
  requireExtension,
} from './extensionEntries.ts';
import { readMintState, readNewMintState } from './readTokenState.ts';
import { mayNot } from './sentences.ts';
import { invalidInstruction, readExactly } from './tokenArguments.ts';
import type { TokenCall } from './tokenCall.ts';
import { type TokenErrorName, tokenError } from './tokenErrors.ts';
import { FROZEN } from './tokenState.ts';

/**
 * Instructions of Token-2022 that set up and change the extensions of mints: they are set up before the mint is initialized.
 *
 * Source   spl-token-2022 11.0 `extension/<name>/processor.rs`, `processor.rs`
 * @module
 */

/** An instruction of an extension, by its sub tag. */
export interface ExtensionInstruction {
  /** the line that it logs before it reads its arguments */
  readonly line: string;
  readonly carryOut: (call: TokenCall) => void;
}

const SUB_TAG_OFFSET = 1;
const ARGUMENTS_OFFSET = 2;

/** @param args all that is behind the sub tag */
export function instruction<T>(
  line: string,
  args: Decoder<T>,
  carryOut: (call: TokenCall, args: T) => void,
): ExtensionInstruction {
  return { line, carryOut: (call) => carryOut(call, readExactly(call, ARGUMENTS_OFFSET, args)) };
}

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
  readonly ifNone?: TokenErrorName;
}

/**
 * The value of an extension of a mint, to be written into, where its authority signs.
 *
 * @param signers as for `requireAuthority`
 */
export function authorizedExtension(
  call: TokenCall,
  mint: LoadedAccount,
  { type, member, ifNone = 'NoAuthorityExists' }: AuthorityMember,
  authority: LoadedAccount,
  signers?: readonly LoadedAccount[],
): Uint8Array {
  readMintState(call, mint);
  const allowed = memberAddress(requireExtension(call, mint, type), type, member);
  if (allowed === null) throw tokenError(ifNone, `${call.show(mint)} has no ${member}`);
  requireAuthority(call, allowed, authority, mayNot(call, `change ${call.show(mint)}`, authority, allowed), signers);
  return editExtension(mint, type)!;
}

/** The value of an extension of the first account, by the authority of the second one. */
export function nextExtension(call: TokenCall, member: AuthorityMember): Uint8Array {
  const mint = call.next();
  const authority = call.next();
  call.requireOwned(mint);
  return authorizedExtension(call, mint, member, authority);
}

export function initializeCloseAuthority(call: TokenCall, closeAuthority: Address | null): void {
  const { mintCloseAuthority } = EXTENSION;
  const value = addExtension(call, nextNewMint(call), mintCloseAuthority);
  if (closeAuthority !== null) requireKey(closeAuthority);
  changeMembers(value, mintCloseAuthority, { closeAuthority });
}

export function initializeNonTransferable(call: TokenCall): void {
  addExtension(call, nextNewMint(call), EXTENSION.nonTransferable);
}

/** Adds an extension that cannot be without an address. */
export function initializeWithKey(call: TokenCall, type: number, member: string, key: Address): void {
  const value = addExtension(call, nextNewMint(call), type);
  requireKey(key);
  changeMembers(value, type, { [member]: key });
}

export function initializePermanentDelegate(call: TokenCall, delegate: Address): void {
  initializeWithKey(call, EXTENSION.permanentDelegate, 'delegate', delegate);
}

/** Instructions by sub tag. */
const DEFAULT_STATES: readonly ExtensionInstruction[] = [
  {
    line: 'DefaultAccountStateInstruction::Initialize',
    carryOut(call) {
      addExtension(call, nextNewMint(call), EXTENSION.defaultAccountState)[0] = call.data[ARGUMENTS_OFFSET]!;
    },
  },
  { line: 'DefaultAccountStateInstruction::Update', carryOut: updateDefaultState },
];

/** Alone among the extensions, this one reads all of its data before it logs. */
export function changeDefaultState(call: TokenCall): void {
  const { data } = call;
  const instruction = DEFAULT_STATES[data[SUB_TAG_OFFSET] ?? -1];
  const state = data[ARGUMENTS_OFFSET];
  if (data.length !== ARGUMENTS_OFFSET + u8.size || instruction === undefined || state! > FROZEN)
    throw invalidInstruction();
  call.log(instruction.line);
  if (state === 0) throw tokenError('InvalidState', 'accounts do not begin uninitialized');
  instruction.carryOut(call);
}

function updateDefaultState(call: TokenCall): void {
  const mint = call.next();
  const authority = call.next();
  call.requireOwned(mint);
  const { freezeAuthority } = readMintState(call, mint);
  if (freezeAuthority === null) throw tokenError('NoAuthorityExists', `${call.show(mint)} has no freeze authority`);
  const refusal = mayNot(call, `change ${call.show(mint)}`, authority, freezeAuthority);
  requireAuthority(call, freezeAuthority, authority, refusal);
  requireExtension(call, mint, EXTENSION.defaultAccountState);
  editExtension(mint, EXTENSION.defaultAccountState)![0] = call.data[ARGUMENTS_OFFSET]!;
}

interface Pointer {
  readonly type: number;
  readonly member: string;
  /** the name in lines of the log */
  readonly name: string;
  readonly description: string;
  /** whether the extension is added before its addresses are looked at */
  readonly isAddedFirst?: boolean;
}

/** Instructions of an extension that is an authority, and the address that it may change. */
function pointerInstructions(pointer: Pointer): readonly ExtensionInstruction[] {
  const { type, member, name } = pointer;
  return [
    instruction(`${name}Instruction::Initialize`, fields({ authority: keyOrNull, to: keyOrNull }), (call, args) =>
      initializePointer(call, pointer, args),
    ),
    instruction(`${name}Instruction::Update`, fields({ to: keyOrNull }), (call, { to }) => {
      const value = nextExtension(call, { type, member: 'authority' });
      changeMembers(value, type, { [member]: to });
    }),
  ];
}

interface PointerArguments {
  readonly authority: Address | null;
  readonly to: Address | null;
}

function initializePointer(
  call: TokenCall,
  { type, member, description: words, isAddedFirst = false }: Pointer,
  { authority, to }: PointerArguments,
): void {
  const mint = nextNewMint(call);
  const isEmpty = authority === null && to === null;
  const value = isEmpty && !isAddedFirst ? undefined : addExtension(call, mint, type);
  if (value === undefined || isEmpty) {
    const sentence = `The ${words} extension requires at least an authority or an address for initialization`;
    call.log(`${sentence}, neither was provided`);
    throw invalidInstruction();
  }
  changeMembers(value, type, { authority, [member]: to });
}

export const METADATA_POINTER: readonly ExtensionInstruction[] = pointerInstructions({
  type: EXTENSION.metadataPointer,
  member: 'metadataAddress',
  name: 'MetadataPointer',
  description: 'metadata pointer',
  isAddedFirst: true,
});
export const GROUP_POINTER: readonly ExtensionInstruction[] = pointerInstructions({
  type: EXTENSION.groupPointer,
  member: 'groupAddress',
  name: 'GroupPointer',
  description: 'group pointer',
});
export const GROUP_MEMBER_POINTER: readonly ExtensionInstruction[] = pointerInstructions({
  type: EXTENSION.groupMemberPointer,
  member: 'memberAddress',
  name: 'GroupMemberPointer',
  description: 'group member pointer',
});

/** Rates are basis points, i16. */
export const INTEREST_BEARING: readonly ExtensionInstruction[] = [
  instruction(
    'InterestBearingMintInstruction::Initialize',
    fields({ rateAuthority: keyOrNull, rate: i16 }),
    (call, { rateAuthority, rate }) => {
      const { unixTimestamp } = call.accounts.moment;
      initializeWith(call, EXTENSION.interestBearingConfig, {
        rateAuthority,
        initializationTimestamp: unixTimestamp,
        preUpdateAverageRate: rate,
        lastUpdateTimestamp: unixTimestamp,
        currentRate: rate,
      });
    },
  ),
  instruction('InterestBearingMintInstruction::UpdateRate', fields({ rate: i16 }), (call, { rate }) => {
    const type = EXTENSION.interestBearingConfig;
    const value = nextExtension(call, { type, member: 'rateAuthority' });
    const { unixTimestamp } = call.accounts.moment;
    const average = averageRate(value, unixTimestamp);
    if (BigInt.asIntN(16, average) !== average)
      throw tokenError('Overflow', `the average rate is ${average}, which is not an i16`);
    interestBearingConfig.change(value, {
      preUpdateAverageRate: Number(average),
      lastUpdateTimestamp: unixTimestamp,
      currentRate: rate,
    });
  }),
];

/** The rate that would have given the same interest up to now. */
function averageRate(value: Uint8Array, unixTimestamp: bigint): bigint {
  const config = readWhole(value, interestBearingConfig);
  const before = config.lastUpdateTimestamp - config.initializationTimestamp;
  const since = unixTimestamp - config.lastUpdateTimestamp;
  const currentRate = BigInt(config.currentRate);
  if (before + since === 0n) return currentRate;
  return (BigInt(config.preUpdateAverageRate) * before + currentRate * since) / (before + since);
}

export const SCALED_UI_AMOUNT: readonly ExtensionInstruction[] = [
  instruction(
    'ScaledUiAmountMintInstruction::Initialize',
    fields({ authority: keyOrNull, multiplier: f64 }),
    (call, { authority, multiplier }) => {
      const type = EXTENSION.scaledUiAmountConfig;
      const value = addExtension(call, nextNewMint(call), type);
      requireMultiplier(multiplier);
      scaledUiAmountConfig.change(value, { authority, multiplier, newMultiplier: multiplier });
    },
  ),
  instruction(
    'ScaledUiAmountMintInstruction::UpdateScale',
    fields({ multiplier: f64, effectiveTimestamp: i64 }),
    updateMultiplier,
  ),
];

const SMALLEST_NORMAL = 2 ** -1022;

function requireMultiplier(multiplier: number): void {
  if (!(multiplier >= SMALLEST_NORMAL && multiplier < Number.POSITIVE_INFINITY))
    throw tokenError('InvalidScale', `${multiplier} is not a multiplier: it has to be positive and normal`);
}

/** The multiplier that is effective stays, unless the new one is effective at once. */
function updateMultiplier(
  call: TokenCall,
  { multiplier, effectiveTimestamp }: { readonly multiplier: number; readonly effectiveTimestamp: bigint },
): void {
  const type = EXTENSION.scaledUiAmountConfig;
  const value = nextExtension(call, { type, member: 'authority' });
  requireMultiplier(multiplier);
  const { unixTimestamp } = call.accounts.moment;
  const before = readWhole(value, scaledUiAmountConfig);
  const isBeforeReplaced = unixTimestamp >= before.newMultiplierEffectiveTimestamp;
  const effective = isBeforeReplaced ? before.newMultiplier : before.multiplier;
  scaledUiAmountConfig.change(value, {
    multiplier: unixTimestamp >= effectiveTimestamp ? multiplier : effective,
    newMultiplier: multiplier,
    newMultiplierEffectiveTimestamp: effectiveTimestamp < 0n ? 0n : effectiveTimestamp,
  });
}

/** Pausing and resuming take no arguments, and ignore what is there. */
export const PAUSABLE: readonly ExtensionInstruction[] = [
  instruction('PausableInstruction::Initialize', fields({ authority: pubkey }), (call, { authority }) =>
    initializeWithKey(call, EXTENSION.pausable, 'authority', authority),
  ),
  { line: 'PausableInstruction::Pause', carryOut: (call) => setPaused(call, true) },
  { line: 'PausableInstruction::Resume', carryOut: (call) => setPaused(call, false) },
];

function setPaused(call: TokenCall, paused: boolean): void {
  const type = EXTENSION.pausable;
  const value = nextExtension(call, { type, member: 'authority', ifNone: 'AuthorityTypeNotSupported' });
  changeMembers(value, type, { paused });
}
