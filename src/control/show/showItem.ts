import type { JsonObject } from '../../codec/jsonText.ts';
import { accountDetails, accountJson } from './accountContent.ts';
import type { ShowContext } from './context.ts';
import type { LedgerItem } from './find.ts';
import { ledgerContent } from './ledgerContent.ts';
import { blockCode } from './scriptCode.ts';
import { slotDetails } from './slotContent.ts';
import { transactionDetails } from './transactionContent.ts';
import { unlandedDetails } from './unlandedContent.ts';

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
