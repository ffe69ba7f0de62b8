import type { JsonText } from '../../codec/jsonText.ts';
import type { RecordedMeta } from '../../solana/meta.ts';
import { META_MEMBERS, type MetaMember, type MetaOptions } from '../../solana/metadata/metaMembers.ts';
import { metaMemberText, splitMeta } from '../../solana/metadata/metaText.ts';

/** Status metadata under transactionDetails full: the recorded text, without hidden members, and with those that are shown differently. */
export function encodeMeta(recorded: RecordedMeta, options: MetaOptions): JsonText {
  const split = splitMeta(recorded);
  let text = '';
  let end = 0;
  META_MEMBERS.forEach(({ key, show }, i) => {
    const value = show && metaMemberText(split, i);
    if (show === undefined || value === undefined) return;
    const other = show(value, options);
    if (other === value) return;
    text += split.text.slice(end, split.starts[i]) + (other === undefined ? '' : `${key}${other},`);
    end = split.starts[i + 1]!;
  });
  return text + split.text.slice(end);
}

type AccountsOptions = Pick<MetaOptions, 'dialect' | 'rewards'>;

/** The reduced metadata under transactionDetails accounts. */
export function encodeAccountsMeta(recorded: RecordedMeta, options: AccountsOptions): JsonText {
  const split = splitMeta(recorded);
  const metaOptions = { ...options, showLoadedAddresses: false, encodeInstruction: undefined };
  return accountsMembers(options, ({ show }, i) => {
    const value = metaMemberText(split, i);
    return value !== undefined && show !== undefined ? show(value, metaOptions) : value;
  });
}

/** The members under transactionDetails accounts, each with the text that `textOf` gives; undefined: it is absent. */
export function accountsMembers(
  options: AccountsOptions,
  textOf: (member: MetaMember, position: number) => JsonText | undefined,
): JsonText {
  const isCamelCase = options.dialect.accountsMeta === 'camelCase';
  let members = '';
  META_MEMBERS.forEach((member, i) => {
    const text = member.inAccounts?.(options) ? textOf(member, i) : undefined;
    if (text === undefined) return;
    members += `${members === '' ? '' : ','}${isCamelCase ? member.key : toSnakeCase(member.key)}${text}`;
  });
  return `{${members}}`;
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}
