import { U64_MAX } from '../../../codec/bigints.ts';
import { counted } from '../../../codec/text.ts';
import type { Address } from '../../../solana/address.ts';
import { readWhole } from '../../../solana/programs/splToken/extensions.ts';
import { EXTENSION } from '../../../solana/programs/splToken/extensionTable.ts';
import { tokenGroup, tokenGroupMember } from '../../../solana/programs/splToken/extensionValues.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { ProgramError } from '../../programError.ts';
import { editExtension, growByExtension, requireExtension } from './extensionEntries.ts';
import { groupError } from './interfaceErrors.ts';
import {
  type InterfaceEffects,
  type InterfacePart,
  requireInMint,
  requireMintWithPointer,
  requireUpdateAuthority,
} from './interfaceInstruction.ts';
import { readMintState } from './readTokenState.ts';
import type { TokenCall } from './tokenCall.ts';

/**
 * Groups of mints: one is the group, others are its members.
 *
 * Source   spl-token-2022 11.0 `extension/token_group/processor.rs`, spl-token-group-interface 0.7 `state.rs`
 * @module
 */

const GROUP: InterfacePart = {
  name: 'Group configurations',
  noun: 'group',
  pointer: EXTENSION.groupPointer,
  pointerName: 'group-pointer',
  error: groupError,
};

const MEMBER: InterfacePart = {
  name: 'Group member configurations',
  noun: 'group member',
  pointer: EXTENSION.groupMemberPointer,
  pointerName: 'group-member-pointer',
  error: groupError,
};

export const GROUP_EFFECTS: InterfaceEffects<`${string}TokenGroup${string}`> = {
  initializeTokenGroup: ['TokenGroupInstruction: InitializeGroup', initializeGroup],
  updateTokenGroupMaxSize: ['TokenGroupInstruction: UpdateGroupMaxSize', updateMaxSize],
  updateTokenGroupAuthority: [
    'TokenGroupInstruction: UpdateGroupAuthority',
    (call, { newAuthority }) => tokenGroup.change(nextGroup(call).value, { updateAuthority: newAuthority }),
  ],
  initializeTokenGroupMember: ['TokenGroupInstruction: InitializeMember', initializeMember],
};

interface NewGroup {
  readonly updateAuthority: Address | null;
  readonly maxSize: bigint;
}

function initializeGroup(call: TokenCall, args: NewGroup): void {
  const [account, mint, authority] = [call.next(), call.next(), call.next()];
  requireInMint(call, GROUP, account, mint);
  requireMintWithPointer(call, GROUP, mint, authority);
  const value = growByExtension(call, mint, EXTENSION.tokenGroup);
  tokenGroup.change(value, { ...args, mint: mint.address, size: 0n });
}

interface Group {
  readonly mint: LoadedAccount;
  /** the bytes, to be written into */
  readonly value: Uint8Array;
}

function nextGroup(call: TokenCall): Group {
  const [mint, authority] = [call.next(), call.next()];
  call.requireOwned(mint);
  return { mint, value: authorizedGroup(call, mint, authority) };
}

function authorizedGroup(call: TokenCall, mint: LoadedAccount, authority: LoadedAccount): Uint8Array {
  readMintState(call, mint);
  const { updateAuthority: allowed } = readWhole(requireExtension(call, mint, EXTENSION.tokenGroup), tokenGroup);
  requireUpdateAuthority(call, GROUP, { mint, authority, allowed });
  return editExtension(mint, EXTENSION.tokenGroup)!;
}

function updateMaxSize(call: TokenCall, { maxSize }: Pick<NewGroup, 'maxSize'>): void {
  const { mint, value } = nextGroup(call);
  const { size } = readWhole(value, tokenGroup);
  if (maxSize < size)
    throw groupError(
      'SizeExceedsNewMaxSize',
      `the group ${call.show(mint)} has ${counted(size, 'member')}, more than ${maxSize}`,
    );
  tokenGroup.change(value, { maxSize });
}

function initializeMember(call: TokenCall): void {
  const [account, mint, authority] = [call.next(), call.next(), call.next()];
  const [group, groupAuthority] = [call.next(), call.next()];
  call.requireOwned(group);
  requireInMint(call, MEMBER, account, mint);
  requireMintWithPointer(call, MEMBER, mint, authority);
  if (mint === group)
    throw groupError(
      'MemberAccountIsGroupAccount',
      `${call.show(mint)} is the group itself, and cannot be a member of it`,
    );
  const memberNumber = countMember(call, group, authorizedGroup(call, group, groupAuthority));
  const value = growByExtension(call, mint, EXTENSION.tokenGroupMember);
  tokenGroupMember.change(value, { mint: mint.address, group: group.address, memberNumber });
}

/** Adds one to the size of a group, and returns the number of the new member. */
function countMember(call: TokenCall, group: LoadedAccount, value: Uint8Array): bigint {
  const { maxSize, size } = readWhole(value, tokenGroup);
  const groupName = `the group ${call.show(group)}`;
  if (size === U64_MAX) throw new ProgramError('ArithmeticOverflow', `${groupName} has ${counted(size, 'member')}`);
  if (size >= maxSize)
    throw groupError('SizeExceedsMaxSize', `${groupName} has ${counted(size, 'member')}, at most ${maxSize} allowed`);
  tokenGroup.change(value, { size: size + 1n });
  return size + 1n;
}
