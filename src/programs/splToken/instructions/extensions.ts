/**
 * Instructions of the small token-2022 extensions, by sub tag. Data, where there is any, is one struct of exactly its
 * size; an instruction without data ignores what follows.
 *
 * Source   spl-token-2022-interface 2.1 `extension/<name>/instruction.rs`; agave 4.1 `parse_token/extension/`
 * @module
 */
import type { ByteReader } from '../../../codec/byteReader.ts';
import { f64Text } from '../../../codec/float64.ts';
import type { JsonObject } from '../../../codec/json.ts';
import { readAddress } from '../../../model/wireParts.ts';
import type { InstructionRow } from '../../instructionRow.ts';
import { readName, whole } from '../instructionLayout.ts';
import { readOptionalAddress } from '../pod.ts';
import { ACCOUNT_STATES } from './names.ts';
import { tokenRow } from './row.ts';

export const DEFAULT_ACCOUNT_STATE_ROWS: readonly InstructionRow[] = [
  tokenRow({ type: 'initializeDefaultAccountState', accounts: ['mint'], args: whole(accountState) }),
  tokenRow({
    type: 'updateDefaultAccountState',
    accounts: ['mint'],
    args: whole(accountState),
    signer: 'freezeAuthority',
  }),
];

function accountState(data: ByteReader): JsonObject {
  return { accountState: readName(data, ACCOUNT_STATES) };
}

export const MEMO_TRANSFER_ROWS: readonly InstructionRow[] = [
  tokenRow({ type: 'enableRequiredMemoTransfers', accounts: ['account'], signer: 'owner' }),
  tokenRow({ type: 'disableRequiredMemoTransfers', accounts: ['account'], signer: 'owner' }),
];

export const CPI_GUARD_ROWS: readonly InstructionRow[] = [
  tokenRow({ type: 'enableCpiGuard', accounts: ['account'], signer: 'owner' }),
  tokenRow({ type: 'disableCpiGuard', accounts: ['account'], signer: 'owner' }),
];

/** Rates are basis points, i16. */
export const INTEREST_BEARING_ROWS: readonly InstructionRow[] = [
  tokenRow({
    type: 'initializeInterestBearingConfig',
    accounts: ['mint'],
    args: whole((data) => ({ rateAuthority: readOptionalAddress(data), rate: data.i16() })),
  }),
  tokenRow({
    type: 'updateInterestBearingConfigRate',
    accounts: ['mint'],
    args: whole((data) => ({ newRate: data.i16() })),
    signer: 'rateAuthority',
  }),
];

export const TRANSFER_HOOK_ROWS: readonly InstructionRow[] = pointerRows('TransferHook', 'programId');
export const METADATA_POINTER_ROWS: readonly InstructionRow[] = pointerRows('MetadataPointer', 'metadataAddress');
export const GROUP_POINTER_ROWS: readonly InstructionRow[] = pointerRows('GroupPointer', 'groupAddress');
export const GROUP_MEMBER_POINTER_ROWS: readonly InstructionRow[] = pointerRows('GroupMemberPointer', 'memberAddress');

/** `initialize<name>` and `update<name>`: an address under `key`, which an authority may change; absent where zero. */
function pointerRows(name: string, key: string): readonly InstructionRow[] {
  const target = (data: ByteReader): JsonObject => ({ [key]: readOptionalAddress(data) ?? undefined });
  return [
    tokenRow({
      type: `initialize${name}`,
      accounts: ['mint'],
      args: whole((data) => ({ authority: readOptionalAddress(data) ?? undefined, ...target(data) })),
    }),
    tokenRow({ type: `update${name}`, accounts: ['mint'], args: whole(target), signer: 'authority' }),
  ];
}

export const SCALED_UI_AMOUNT_ROWS: readonly InstructionRow[] = [
  tokenRow({
    type: 'initializeScaledUiAmountConfig',
    accounts: ['mint'],
    args: whole((data) => ({ authority: readOptionalAddress(data), multiplier: f64Text(data.f64()) })),
  }),
  tokenRow({
    type: 'updateMultiplier',
    accounts: ['mint'],
    args: whole((data) => ({ newMultiplier: f64Text(data.f64()), newMultiplierTimestamp: data.i64() })),
    signer: 'authority',
  }),
];

export const PAUSABLE_ROWS: readonly InstructionRow[] = [
  tokenRow({
    type: 'initializePausableConfig',
    accounts: ['mint'],
    // a plain address: zero is shown, not taken for none
    args: whole((data) => ({ authority: readAddress(data) })),
  }),
  tokenRow({ type: 'pause', accounts: ['mint'], signer: 'authority' }),
  tokenRow({ type: 'resume', accounts: ['mint'], signer: 'authority' }),
];
