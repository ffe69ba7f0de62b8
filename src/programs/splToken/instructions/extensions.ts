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
import { type InstructionRow, row } from '../../instructionRow.ts';
import { readName, whole } from '../instructionLayout.ts';
import { readOptionalAddress } from '../pod.ts';
import { ACCOUNT_STATES } from './names.ts';
import { signedRow } from './row.ts';

export const DEFAULT_ACCOUNT_STATE_ROWS: readonly InstructionRow[] = [
  row('initializeDefaultAccountState', ['mint'], whole(accountState)),
  signedRow('updateDefaultAccountState', ['mint'], 'freezeAuthority', whole(accountState)),
];

function accountState(data: ByteReader): JsonObject {
  return { accountState: readName(data, ACCOUNT_STATES) };
}

export const MEMO_TRANSFER_ROWS: readonly InstructionRow[] = [
  signedRow('enableRequiredMemoTransfers', ['account'], 'owner'),
  signedRow('disableRequiredMemoTransfers', ['account'], 'owner'),
];

export const CPI_GUARD_ROWS: readonly InstructionRow[] = [
  signedRow('enableCpiGuard', ['account'], 'owner'),
  signedRow('disableCpiGuard', ['account'], 'owner'),
];

/** Rates are basis points, i16. */
export const INTEREST_BEARING_ROWS: readonly InstructionRow[] = [
  row(
    'initializeInterestBearingConfig',
    ['mint'],
    whole((data) => ({ rateAuthority: readOptionalAddress(data), rate: data.i16() })),
  ),
  signedRow(
    'updateInterestBearingConfigRate',
    ['mint'],
    'rateAuthority',
    whole((data) => ({ newRate: data.i16() })),
  ),
];

export const TRANSFER_HOOK_ROWS: readonly InstructionRow[] = pointerRows('TransferHook', 'programId');
export const METADATA_POINTER_ROWS: readonly InstructionRow[] = pointerRows('MetadataPointer', 'metadataAddress');
export const GROUP_POINTER_ROWS: readonly InstructionRow[] = pointerRows('GroupPointer', 'groupAddress');
export const GROUP_MEMBER_POINTER_ROWS: readonly InstructionRow[] = pointerRows('GroupMemberPointer', 'memberAddress');

/** `initialize<name>` and `update<name>`: an address under `key`, which an authority may change; absent where zero. */
function pointerRows(name: string, key: string): readonly InstructionRow[] {
  const target = (data: ByteReader): JsonObject => ({ [key]: readOptionalAddress(data) ?? undefined });
  return [
    row(
      `initialize${name}`,
      ['mint'],
      whole((data) => ({ authority: readOptionalAddress(data) ?? undefined, ...target(data) })),
    ),
    signedRow(`update${name}`, ['mint'], 'authority', whole(target)),
  ];
}

export const SCALED_UI_AMOUNT_ROWS: readonly InstructionRow[] = [
  row(
    'initializeScaledUiAmountConfig',
    ['mint'],
    whole((data) => ({ authority: readOptionalAddress(data), multiplier: f64Text(data.f64()) })),
  ),
  signedRow(
    'updateMultiplier',
    ['mint'],
    'authority',
    whole((data) => ({ newMultiplier: f64Text(data.f64()), newMultiplierTimestamp: data.i64() })),
  ),
];

export const PAUSABLE_ROWS: readonly InstructionRow[] = [
  // a plain address: zero is shown, not taken for none
  row(
    'initializePausableConfig',
    ['mint'],
    whole((data) => ({ authority: readAddress(data) })),
  ),
  signedRow('pause', ['mint'], 'authority'),
  signedRow('resume', ['mint'], 'authority'),
];
