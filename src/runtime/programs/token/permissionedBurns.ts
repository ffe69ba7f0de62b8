import { fields, u8, u64 } from '../../../codec/struct.ts';
import { pubkey } from '../../../solana/pubkey.ts';
import { EXTENSION } from '../../accounts/tokenLayouts.ts';
import { NotModelledError } from '../../notModelled.ts';
import { type ExtensionInstruction, initializeWithKey, instruction } from './mintExtensions.ts';
import { burn } from './supply.ts';

/**
 * Burns that an authority of the mint permits: instructions by sub tag.
 *
 * Source   spl-token-2022 11.0 `extension/permissioned_burn/processor.rs`
 */
export const PERMISSIONED_BURN: readonly ExtensionInstruction[] = [
  instruction('PermissionedBurnInstruction::Initialize', fields({ authority: pubkey }), (call, { authority }) =>
    initializeWithKey(call, EXTENSION.permissionedBurn, 'authority', authority),
  ),
  instruction('PermissionedBurnInstruction::Burn', fields({ amount: u64 }), (call, args) => burn(call, args, true)),
  instruction('PermissionedBurnInstruction::BurnChecked', fields({ amount: u64, decimals: u8 }), (call, args) =>
    burn(call, args, true),
  ),
  {
    line: 'PermissionedBurnInstruction::ConfidentialBurn',
    carryOut(call) {
      throw new NotModelledError(call.instruction);
    },
  },
];
