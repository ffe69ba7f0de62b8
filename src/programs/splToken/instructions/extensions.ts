/**
 * Instructions of the small token-2022 extensions. Data, where there is any, is one struct of exactly its
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
import { exactRow, signedRow } from './row.ts';

/** By tag, then by sub tag. */
export const SMALL_EXTENSION_ROWS: Readonly<Record<number, readonly InstructionRow[]>> = {
  28: [
    exactRow('initializeDefaultAccountState', ['mint'], accountState),
    signedRow('updateDefaultAccountState', ['mint'], 'freezeAuthority', whole(accountState)),
  ],
  30: [
    signedRow('enableRequiredMemoTransfers', ['account'], 'owner'),
    signedRow('disableRequiredMemoTransfers', ['account'], 'owner'),
  ],
  // rates are basis points, i16
  33: [
    exactRow('initializeInterestBearingConfig', ['mint'], (data) => ({
      rateAuthority: readOptionalAddress(data),
      rate: data.i16(),
    })),
    signedRow(
      'updateInterestBearingConfigRate',
      ['mint'],
      'rateAuthority',
      whole((data) => ({ newRate: data.i16() })),
    ),
  ],
  34: [signedRow('enableCpiGuard', ['account'], 'owner'), signedRow('disableCpiGuard', ['account'], 'owner')],
  36: pointerRows('TransferHook', 'programId'),
  39: pointerRows('MetadataPointer', 'metadataAddress'),
  40: pointerRows('GroupPointer', 'groupAddress'),
  41: pointerRows('GroupMemberPointer', 'memberAddress'),
  43: [
    exactRow('initializeScaledUiAmountConfig', ['mint'], (data) => ({
      authority: readOptionalAddress(data),
      multiplier: f64Text(data.f64()),
    })),
    signedRow(
      'updateMultiplier',
      ['mint'],
      'authority',
      whole((data) => ({ newMultiplier: f64Text(data.f64()), newMultiplierTimestamp: data.i64() })),
    ),
  ],
  44: [
    // a plain address: zero is shown, not taken for none
    exactRow('initializePausableConfig', ['mint'], (data) => ({ authority: readAddress(data) })),
    signedRow('pause', ['mint'], 'authority'),
    signedRow('resume', ['mint'], 'authority'),
  ],
};

function accountState(data: ByteReader): JsonObject {
  return { accountState: readName(data, ACCOUNT_STATES) };
}

/** `initialize<name>` and `update<name>`: an address under `key`, which an authority may change; absent where zero. */
function pointerRows(name: string, key: string): readonly InstructionRow[] {
  const target = (data: ByteReader): JsonObject => ({ [key]: readOptionalAddress(data) ?? undefined });
  return [
    exactRow(`initialize${name}`, ['mint'], (data) => ({
      authority: readOptionalAddress(data) ?? undefined,
      ...target(data),
    })),
    signedRow(`update${name}`, ['mint'], 'authority', whole(target)),
  ];
}
