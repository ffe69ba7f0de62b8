import { EXTENSION } from '../../../solana/programs/splToken/extensionTable.ts';
import type { permissionedBurnRows } from '../../../solana/programs/splToken/permissionedBurnRows.ts';
import type { ExtensionEffects } from './extensionEffects.ts';
import { initializeWithKey } from './mintExtensions.ts';
import { burn } from './supply.ts';

/**
 * Burns that an authority of the mint permits.
 *
 * Source   spl-token-2022 11.0 `extension/permissioned_burn/processor.rs`
 */
export const PERMISSIONED_BURN: ExtensionEffects<ReturnType<typeof permissionedBurnRows>[number]> = {
  initializePermissionedBurnConfig: [
    'PermissionedBurnInstruction::Initialize',
    (call, { authority }) => initializeWithKey(call, EXTENSION.permissionedBurnConfig, 'authority', authority),
  ],
  permissionedBurn: ['PermissionedBurnInstruction::Burn', (call, args) => burn(call, args, true)],
  permissionedBurnChecked: ['PermissionedBurnInstruction::BurnChecked', (call, args) => burn(call, args, true)],
  permissionedConfidentialBurn: ['PermissionedBurnInstruction::ConfidentialBurn', undefined],
};
