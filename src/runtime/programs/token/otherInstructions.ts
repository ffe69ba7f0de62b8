import { DISCRIMINATOR_BYTES, INTERFACE_ROWS } from '../../../solana/programs/splToken/extensionInstructions.ts';
import { EXTENSION } from '../../accounts/tokenLayouts.ts';
import { requireAuthority } from './authorities.ts';
import { addExtension, editExtension } from './extensionEntries.ts';
import { createNativeMint } from './initialize.ts';
import { notOwner } from './sentences.ts';
import { transferFee } from './spending.ts';
import { invalidData, invalidInstruction, type TokenCall, type TokenInstruction } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';
import { readTokenState } from './tokenState.ts';

/**
 * What owners ask of what is done with their accounts.
 *
 * Source   spl-token-2022 10.0 `extension/memo_transfer/processor.rs`, `extension/cpi_guard/processor.rs`
 */
function flagOf(extension: number, name: string): TokenInstruction {
  return (call) => {
    const sub = call.data[1];
    if (sub === undefined) throw invalidData();
    if (sub > 1) throw invalidInstruction();
    call.log(`${name}::${sub === 0 ? 'Enable' : 'Disable'}`);
    setFlag(call, extension, sub === 0 ? 1 : 0);
  };
}

function setFlag(call: TokenCall, extension: number, flag: number): void {
  const account = call.next();
  const authority = call.next();
  call.requireOwned(account);
  const state = readTokenState(call, account);
  requireAuthority(call, state.owner, authority, notOwner(call, state, authority));
  if (extension === EXTENSION.cpiGuard && call.isCalled)
    throw tokenError('CpiGuardSettingsLocked', `${call.show(account)} is not guarded against programs by a program`);
  const value = editExtension(account, extension) ?? addExtension(call, account, extension);
  value[0] = flag;
}

/** Instructions that only Token-2022 has, by tag, with the name that it logs; some log no name of their own. */
export const EXTENSION_INSTRUCTIONS: {
  readonly [tag: number]: readonly [name: string | null, run: TokenInstruction] | undefined;
} = {
  26: [null, transferFee],
  30: [null, flagOf(EXTENSION.memoTransfer, 'RequiredMemoTransfersInstruction')],
  31: ['CreateNativeMint', createNativeMint],
  34: [null, flagOf(EXTENSION.cpiGuard, 'CpiGuardInstruction')],
};

/** Of both programs: amounts as text and back, lamports that are taken out, batches. */
const NOT_MODELLED: ReadonlySet<number> = new Set([23, 24, 38, 45, 255]);
/** Reallocation, and what sets up and changes the extensions of mints. */
const NOT_MODELLED_2022: ReadonlySet<number> = new Set([
  25, 27, 28, 29, 32, 33, 35, 36, 37, 39, 40, 41, 42, 43, 44, 46,
]);

/** Whether it is an instruction of the program that is not modelled, as those of metadata and groups are not. */
export function isNotModelled({ data, isExtended }: TokenCall): boolean {
  const tag = data[0] ?? -1;
  if (NOT_MODELLED.has(tag) || !isExtended) return NOT_MODELLED.has(tag);
  const discriminator = Buffer.from(data.subarray(0, DISCRIMINATOR_BYTES)).toString('hex');
  return NOT_MODELLED_2022.has(tag) || INTERFACE_ROWS.has(discriminator);
}
