import { stringifyJson } from '../codec/jsonText.ts';
import { onOneLine } from '../codec/text.ts';
import { type ShowContext, showContextOf } from '../control/show/context.ts';
import { find, type LedgerItem, NotFoundError } from '../control/show/find.ts';
import { itemJson } from '../control/show/showItem.ts';
import { itemYaml } from '../control/show/showYaml.ts';
import type { Address } from '../solana/address.ts';
import { type LoadingOptions, loadOrFail } from './loadFixtures.ts';
import { CliError, type Output } from './output.ts';

export interface ShowOptions extends LoadingOptions {
  /** the one thing to show; undefined: the whole ledger */
  readonly subject: string | undefined;
  readonly address: boolean;
  readonly json: boolean;
  readonly all: boolean;
}

/** `stillnode show`: exit code 0 with the ledger, or a thing in it, on stdout; 1 if it does not load or lacks the thing. */
export async function runShow(options: ShowOptions, output: Output): Promise<number> {
  const { subject: text } = options;
  const { state } = await loadOrFail(options, 'nothing is shown', output.messages);
  const context = await showContextOf(state);
  const item = text === undefined ? undefined : findItem(text, context);
  output.write(await textOf(item, context, options));
  return 0;
}

async function textOf(item: LedgerItem | undefined, context: ShowContext, options: ShowOptions): Promise<string> {
  if (options.json) return `${stringifyJson(await itemJson(item, context))}\n`;
  if (options.address) return `${accountAddress(item, options)}\n`;
  return itemYaml(item, context, options.all);
}

function accountAddress(item: LedgerItem | undefined, { subject: text = '' }: ShowOptions): Address {
  if (item?.kind === 'account') return item.address;
  throw new CliError(`\`${onOneLine(text)}\` is a ${item?.kind}, which has no address`);
}

function findItem(text: string, context: ShowContext): LedgerItem {
  try {
    return find(text, context);
  } catch (error) {
    if (error instanceof NotFoundError) throw new CliError(onOneLine(error.message));
    throw error;
  }
}
