import { U64_MAX } from '../../../codec/u64.ts';
import { utf8Text } from '../../../codec/utf8.ts';
import { amountText } from '../../accounts/amounts.ts';
import { EXTENSION } from '../../accounts/extensions.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { ProgramError } from '../../programError.ts';
import type { TokenCall } from './call.ts';
import { extensionValue } from './extensionEntries.ts';
import { invalidInstruction, readAmount } from './instructionData.ts';
import { requireMintState } from './reading.ts';

/** Returns an amount as decimal text. */
export function amountToUiAmount(call: TokenCall): void {
  const amount = readAmount(call);
  const mint = call.next();
  call.requireOwned(mint);
  const { decimals } = requireMintState(call, mint);
  if (isScaled(call, mint)) return;
  call.invocation.setReturnData(Buffer.from(amountText(amount, decimals)));
}

/** Returns the amount of a decimal text, as u64. */
export function uiAmountToAmount(call: TokenCall): void {
  const text = utf8Text(call.data.subarray(1));
  if (text === undefined) throw invalidInstruction();
  const mint = call.next();
  call.requireOwned(mint);
  const { decimals } = requireMintState(call, mint);
  if (isScaled(call, mint)) return;
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64LE(unitsOf(text, decimals));
  call.invocation.setReturnData(amount);
}

/** Amounts that depend on the time are not modelled: nothing is returned. */
function isScaled({ isExtended }: TokenCall, mint: LoadedAccount): boolean {
  const types = [EXTENSION.interestBearingConfig, EXTENSION.scaledUiAmount];
  return isExtended && types.some((type) => extensionValue(mint, type) !== undefined);
}

/** @throws ProgramError InvalidArgument */
function unitsOf(text: string, decimals: number): bigint {
  const [whole = '', fraction = '', ...more] = text.split('.');
  const digits = fraction.replace(/0+$/, '');
  const all = whole + digits.padEnd(decimals, '0');
  const isAmount = whole + digits !== '' && more.length === 0 && digits.length <= decimals && /^\+?\d+$/.test(all);
  const units = isAmount ? BigInt(all.replace('+', '')) : U64_MAX + 1n;
  if (units > U64_MAX) throw new ProgramError('InvalidArgument', `${JSON.stringify(text)} is no amount`);
  return units;
}
