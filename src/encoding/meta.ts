import type { JsonText } from '../codec/json.ts';
import type { RecordedMeta } from '../model/meta.ts';
import { META_MEMBERS, type MetaOptions } from '../rpcJson/metaMembers.ts';
import { SplitMeta } from '../rpcJson/metaText.ts';

/** Status metadata under transactionDetails full: what is not shown is taken out of the recorded text, and the rest is left as it is. */
export function encodeMeta(recorded: RecordedMeta, options: MetaOptions): JsonText {
  const split = new SplitMeta(recorded);
  const { starts, text } = split;
  let shown = '';
  let end = 0;
  META_MEMBERS.forEach(({ key, show }, i) => {
    const value = show && split.value(i);
    if (show === undefined || value === undefined) return;
    const shownValue = show(value, options);
    if (shownValue === value) return;
    shown += text.slice(end, starts[i]) + (shownValue === undefined ? '' : `${key}${shownValue},`);
    end = starts[i + 1]!;
  });
  return shown + text.slice(end);
}

type AccountsOptions = Pick<MetaOptions, 'dialect' | 'rewards'>;

/** The reduced metadata under transactionDetails accounts. */
export function encodeAccountsMeta(recorded: RecordedMeta, options: AccountsOptions): JsonText {
  const split = new SplitMeta(recorded);
  const metaOptions = { ...options, showLoadedAddresses: false, encodeInstruction: undefined };
  const members = META_MEMBERS.flatMap(({ inAccounts, name, show }, i) => {
    const text = inAccounts?.(options) ? split.value(i) : undefined;
    const value = text !== undefined && show !== undefined ? show(text, metaOptions) : text;
    return value === undefined ? [] : [`"${nameInAccounts(name, options)}":${value}`];
  });
  return `{${members.join(',')}}`;
}

/** The members that transactionDetails accounts shows, each with the name that it has there. */
export function accountsMembers(options: AccountsOptions): readonly (readonly [name: string, shownName: string])[] {
  return META_MEMBERS.flatMap(({ inAccounts, name }) =>
    inAccounts?.(options) ? [[name, nameInAccounts(name, options)] as const] : [],
  );
}

function nameInAccounts(name: string, { dialect }: AccountsOptions): string {
  if (dialect.accountsMeta === 'camelCase') return name;
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}
