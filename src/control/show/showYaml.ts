import { yamlText } from '../../files/yamlText.ts';
import type { ShowContext } from './context.ts';
import type { LedgerItem } from './find.ts';
import { shortForm } from './shortForm.ts';
import { itemJson } from './showItem.ts';

/** Items of each list in the short form of one thing, and of a whole ledger: something of each list is on the screen. */
const SHORT_LISTS = { thing: 50, ledger: 10 };

/**
 * Shows an item as YAML, which has the value of `itemJson`, or its short form.
 *
 * @param item undefined: the whole ledger
 * @param isWhole false: lists end after some items, texts after some characters, and members that are null or empty are left out
 */
export async function itemYaml(item: LedgerItem | undefined, context: ShowContext, isWhole: boolean): Promise<string> {
  if (isWhole) return yamlText(await itemJson(item, context), 'summary');
  const maxItems = item === undefined ? SHORT_LISTS.ledger : SHORT_LISTS.thing;
  return yamlText(shortForm(await itemJson(item, { ...context, maxItems })), 'summary');
}
