import { stringifyJson } from '../../codec/jsonText.ts';
import type { ShowJson } from '../controlMethod.ts';
import { showContextOf } from './context.ts';
import { find, NotFoundError } from './find.ts';
import { itemJson, itemScript } from './showItem.ts';

/** Shows an item or the whole ledger in the form of docs/show.md. */
export const showJson: ShowJson = async (state, text, { fates, maxItems, script, summaries, turn }) => {
  const context = await showContextOf(state, { maxItems, turn }, { hasSummaries: summaries, fates });
  try {
    const item = text === undefined ? undefined : find(text, context);
    const content = await itemJson(item, context);
    const withScript = script ? { ...content, script: itemScript(item, context) } : content;
    await turn();
    return { json: stringifyJson(withScript) };
  } catch (error) {
    if (error instanceof NotFoundError) return { missing: error.message };
    throw error;
  }
};
