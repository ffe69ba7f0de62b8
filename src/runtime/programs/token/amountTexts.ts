import { ByteWriter } from '../../../codec/bytes.ts';
import type { Decoder } from '../../../codec/struct.ts';
import { utf8Text } from '../../../codec/text.ts';
import type { MintInfo } from '../../../solana/programs/parserTypes.ts';
import { readWhole } from '../../../solana/programs/splToken/extensions.ts';
import { EXTENSION } from '../../../solana/programs/splToken/extensionTable.ts';
import { interestBearingConfig, scaledUiAmountConfig } from '../../../solana/programs/splToken/extensionValues.ts';
import { programAmountOf, programAmountText } from '../../../solana/programs/splToken/uiTokenAmount.ts';
import { ProgramError } from '../../programError.ts';
import { extensionValue } from './extensionEntries.ts';
import { requireMintState } from './readTokenState.ts';
import { invalidInstruction } from './tokenArguments.ts';
import type { TokenCall } from './tokenCall.ts';

/**
 * Amounts as texts, and texts as amounts: what the programs return of a mint.
 *
 * Source   p-token 1.0 `processor/amount_to_ui_amount.rs`, `processor/ui_amount_to_amount.rs`; spl-token-2022 11.0
 *          `process_amount_to_ui_amount`, `process_ui_amount_to_amount`
 * @module
 */

export function amountToText(call: TokenCall, { amount }: { readonly amount: bigint }): void {
  const text = programAmountText(amount, nextMintInfo(call));
  if (text === undefined) throw new ProgramError('InvalidArgument', `the interest on ${amount} cannot be computed`);
  call.invocation.setReturnData(Buffer.from(text));
}

/** digits that the Token program has room for */
const MAX_DIGITS = 257;

/** @param args the text as UTF-8 */
export function textToAmount(call: TokenCall, args: { readonly uiAmount: Uint8Array }): void {
  const text = utf8Text(args.uiAmount);
  if (text === undefined) throw invalidInstruction();
  const mint = nextMintInfo(call);
  const isTooLong = !call.isToken2022 && Buffer.byteLength(text.split('.')[0]!) + mint.decimals > MAX_DIGITS;
  const amount = isTooLong ? undefined : programAmountOf(text, mint);
  if (amount === undefined)
    throw new ProgramError(
      'InvalidArgument',
      `${JSON.stringify(text)} is not an amount with ${mint.decimals} decimals`,
    );
  call.invocation.setReturnData(new ByteWriter(8).u64(amount).bytes());
}

function nextMintInfo(call: TokenCall): MintInfo {
  const mint = call.next();
  call.requireOwned(mint);
  const { decimals } = requireMintState(call, mint);
  const { unixTimestamp } = call.accounts.clock;
  const read = <T>(type: number, layout: Decoder<T>): T | undefined => {
    const value = call.isToken2022 ? extensionValue(mint, type) : undefined;
    return value && readWhole(value, layout);
  };
  const interestBearing = read(EXTENSION.interestBearingConfig, interestBearingConfig);
  const scaledUiAmount = read(EXTENSION.scaledUiAmountConfig, scaledUiAmountConfig);
  return {
    decimals,
    unixTimestamp,
    ...(interestBearing && { interestBearing }),
    ...(scaledUiAmount && { scaledUiAmount }),
  };
}
