import type { NodeVersion } from '../../../nodeVersion.ts';
import { pubkey } from '../../pubkey.ts';
import { permissionedConfidentialBurn } from './confidentialInstructions.ts';
import { exactRow, exactSignedRow, tokenAmount, tokenUnits } from './tokenInstructionRow.ts';

const BURN_ACCOUNTS = ['account w', 'mint w', 'permissionedBurnAuthority s'] as const;

const PERMISSIONED_BURN_ROWS = [
  exactRow('initializePermissionedBurnConfig', ['mint w'], { authority: pubkey }),
  exactSignedRow('permissionedBurn', BURN_ACCOUNTS, 'authority', tokenUnits),
  exactSignedRow('permissionedBurnChecked', BURN_ACCOUNTS, 'authority', tokenAmount),
] as const;

/** Instructions by sub tag. */
export function permissionedBurnRows(version: NodeVersion) {
  return [...PERMISSIONED_BURN_ROWS, permissionedConfidentialBurn(version)] as const;
}
