import { isJsonArray, isJsonObject } from '../../codec/jsonText.ts';
import type { ExpectedAmount, TransferMatch } from '../../runtime/sendRule.ts';
import { TRANSFER_MEMBERS } from '../../script/ledgerJson/sendMatchRule.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { inFile } from '../../syntax/hintParts.ts';
import { presentOf } from '../../syntax/members.ts';
import { readParts, u64 } from '../../syntax/syntax.ts';
import { decimalsOf, isUnitAmount, readUnitAmount, unitsIfKnown } from './matchedAmount.ts';
import { knownAddress, type RuleContext } from './ruleContext.ts';

/**
 * Transfers that a match expects: `[{"to": "$bob", "amount": {"tokens": "2.5", "mint": "$usdc"}}]`.
 * @module
 */

/** Reads the transfers of a match; undefined: there is a mistake, which is reported. */
export function readTransfers(at: Cursor, context: RuleContext): readonly TransferMatch[] | undefined {
  if (!isJsonArray(at.value) || at.value.length === 0) return at.expected('a list of transfers, at least one');
  return at.items().map((item) => readTransfer(item, context) ?? {});
}

type Mint = NonNullable<TransferMatch['mint']>;

function readTransfer(at: Cursor, context: RuleContext): TransferMatch | undefined {
  const read = readParts(at, TRANSFER_MEMBERS);
  if (read === undefined) return undefined;
  if (read.sol !== undefined && read.mint !== undefined)
    return at.member('mint').refuse('there cannot be mint where there is sol');
  const [amount, received] = [readAmount(read.amount, context), readAmount(read.received, context)];
  const namedMint = read.sol === undefined ? knownAddress(context, read.mint) : 'SOL';
  const mint = [amount, received].reduce<Mint | undefined>(
    (earlier, one) => (one?.mint === undefined ? earlier : commonMint(earlier, one.mint, one.at, context)),
    namedMint,
  );
  return presentOf({
    from: knownAddress(context, read.from),
    to: knownAddress(context, read.to),
    mint,
    amount: amount && expectedAmount(amount, mint, context),
    received: received && expectedAmount(received, mint, context),
  });
}

/** An amount, and the mint that follows from it; undefined: it can be lamports or tokens. */
interface ReadAmount {
  readonly at: Cursor;
  readonly value: ExpectedAmount;
  readonly mint: Mint | undefined;
}

function readAmount(at: Cursor | undefined, context: RuleContext): ReadAmount | undefined {
  if (at === undefined) return undefined;
  if (isUnitAmount(at)) {
    const read = readUnitAmount(at, context);
    if (read === undefined) return undefined;
    return { at, value: read.value, mint: read.unit === 'lamports' ? 'SOL' : (read.mint ?? 'tokens') };
  }
  if (isJsonObject(at.value) || typeof at.value === 'string')
    return at.expected('an amount with its unit, or an integer', inFile('tokenAmount'));
  const value = u64(at);
  return value === undefined ? undefined : { at, value, mint: undefined };
}

/** The mint of a transfer, as two of its members say; a contradiction is reported. */
function commonMint(first: Mint | undefined, second: Mint, at: Cursor, { names }: RuleContext): Mint {
  if (first === undefined || first === second) return second;
  if (second === 'tokens' && first !== 'SOL') return first;
  if (first === 'tokens' && second !== 'SOL') return second;
  const textOf = (mint: Mint) => (mint === 'SOL' || mint === 'tokens' ? mint : names.textOf(mint));
  at.refuse(`the amount is in ${textOf(second)}, and the transfer in ${textOf(first)}`);
  return first;
}

function expectedAmount(
  { at, value }: ReadAmount,
  mint: Mint | undefined,
  context: RuleContext,
): ExpectedAmount | undefined {
  const isMint = mint !== undefined && mint !== 'SOL' && mint !== 'tokens';
  return unitsIfKnown(value, at, isMint ? decimalsOf(mint, context) : undefined);
}
