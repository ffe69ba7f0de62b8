import type { JsonObject } from '../../codec/jsonText.ts';
import { type YamlLimits, yamlLines } from '../../files/yamlText.ts';
import { accountDetails, accountJson } from './accountContent.ts';
import { commentsFor } from './comments.ts';
import type { ShowContext } from './context.ts';
import type { LedgerItem } from './find.ts';
import { ledgerContent } from './ledgerContent.ts';
import { blockCode } from './scriptCode.ts';
import { slotDetails } from './slotContent.ts';
import { transactionDetails } from './transactionContent.ts';
import { unlandedDetails } from './unlandedContent.ts';

/** The short form of one thing. */
const LIMITS: YamlLimits = { items: 50, members: 50, characters: 200, hint: '--all shows them' };
/** The short form of a whole ledger: something of each list is on the screen. */
const LEDGER_LIMITS: YamlLimits = { ...LIMITS, items: 10 };

export interface TextOptions {
  /** lists and data are not cut, and members that are null or empty are there */
  readonly showsAll: boolean;
  readonly isColored: boolean;
}

/** Shows an item as YAML, which has the value of `itemJson`. @param item undefined: the whole ledger */
export async function itemLines(
  item: LedgerItem | undefined,
  context: ShowContext,
  { isColored, showsAll }: TextOptions,
): Promise<string[]> {
  const shortForm = item === undefined ? LEDGER_LIMITS : LIMITS;
  const limits = showsAll ? undefined : shortForm;
  return yamlLines(await itemJson(item, context), {
    commentOn: commentsFor(context.names),
    limits,
    isColored,
    firstMember: 'summary',
  });
}

/**
 * Shows a slot or a transaction as code of the script builder. Null: an account or the whole ledger, or too many transactions.
 */
export function itemScript(item: LedgerItem | undefined, context: ShowContext): string | null {
  if (item?.kind === 'transaction') return blockCode(item.transaction.slot, [item.transaction], context);
  if (item?.kind !== 'slot') return null;
  const { history } = context.state;
  const [first, end] = [history.firstOrdinalAt(item.slot), history.firstOrdinalAt(item.slot + 1n)];
  const transactions = Array.from({ length: end - first }, (_, i) => history.transactionAt(first + i)!);
  return blockCode(item.slot, transactions, context);
}

/** Shows an item in the form of docs/show.md. @param item undefined: the whole ledger */
export async function itemJson(item: LedgerItem | undefined, context: ShowContext): Promise<JsonObject> {
  switch (item?.kind) {
    case undefined:
      return ledgerContent(context);
    case 'account':
      return accountJson(await accountDetails(item.address, context));
    case 'transaction':
      return transactionDetails(item.transaction, context);
    case 'send':
      return unlandedDetails(item.record, context);
    case 'slot':
      return slotDetails(item.slot, context);
  }
}
