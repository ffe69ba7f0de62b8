import { isJsonArray, isJsonObject } from '../../codec/jsonText.ts';
import type { ExpectedAmount, TransferMatch } from '../../runtime/sendRule.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { inFile } from '../../syntax/hintParts.ts';
import { presentOf } from '../../syntax/members.ts';
import {
  anyOf,
  list,
  object,
  optional,
  readElsewhere,
  readParts,
  type Syntax,
  trueOnly,
  u64,
} from '../../syntax/syntax.ts';
import { address, lamportsAlone } from '../../syntax/values.ts';
import { decimalsOf, isUnitAmount, readUnitAmount, tokensWithMint, unitsIfKnown } from './matchedAmount.ts';
import { knownAddress, type RuleContext } from './ruleContext.ts';

/**
 * Transfers that a match expects: `[{"to": "$bob", "amount": {"tokens": "2.5", "mint": "$usdc"}}]`.
 * @module
 */

const amount = readElsewhere(anyOf<unknown>((at) => at, u64, tokensWithMint, lamportsAlone));

/** The members of a transfer, in the order of docs/sending.md. */
export const TRANSFER_MEMBERS = {
  from: optional(address, 'the account that pays, or its owner; not a delegate'),
  to: optional(address, 'the account that receives, or the wallet whose associated account of the mint it is'),
  mint: optional(address, 'the mint of the tokens'),
  sol: optional(
    trueOnly,
    'SOL: the system program moves it (`transfer`, `transferWithSeed`, `createAccount`, `createAccountWithSeed`, `createAccountAllowPrefund`, `withdrawFromNonce`)',
  ),
  amount: optional(
    amount,
    'what leaves the source: `{"tokens":"2.5","mint":"$usdc"}`, `{"sol":1}`, `{"lamports":5000}`, or an integer, which is lamports or the smallest units of the mint',
  ),
  received: optional(
    amount,
    'what arrives: less than `amount` if the mint has a transfer fee in the epoch of the send',
  ),
};

/** A list of transfers, read with the names of a ledger by `readTransfers`. */
export const transfers: Syntax<Cursor> = readElsewhere(list(object(TRANSFER_MEMBERS), { minItems: 1 }));

/** Undefined: there is a mistake, which is reported. */
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
  const given = read.sol === undefined ? knownAddress(context, read.mint) : 'SOL';
  const mint = [amount, received].reduce<Mint | undefined>(
    (known, one) => (one?.mint === undefined ? known : sameMint(known, one.mint, one.at, context)),
    given,
  );
  return presentOf({
    from: knownAddress(context, read.from),
    to: knownAddress(context, read.to),
    mint,
    amount: amount && unitsOf(amount, mint, context),
    received: received && unitsOf(received, mint, context),
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
function sameMint(known: Mint | undefined, other: Mint, at: Cursor, { names }: RuleContext): Mint {
  if (known === undefined || known === other) return other;
  if (other === 'tokens' && known !== 'SOL') return known;
  if (known === 'tokens' && other !== 'SOL') return other;
  const textOf = (mint: Mint) => (mint === 'SOL' || mint === 'tokens' ? mint : names.textOf(mint));
  at.refuse(`the amount is in ${textOf(other)}, and the transfer in ${textOf(known)}`);
  return known;
}

function unitsOf({ at, value }: ReadAmount, mint: Mint | undefined, context: RuleContext): ExpectedAmount | undefined {
  const isMint = mint !== undefined && mint !== 'SOL' && mint !== 'tokens';
  return unitsIfKnown(value, at, isMint ? decimalsOf(mint, context) : undefined);
}
