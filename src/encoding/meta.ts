import type { JsonText } from '../codec/json.ts';
import type { Dialect } from '../dialect.ts';
import type { RecordedMeta } from '../model/meta.ts';
import { cutMeta, decodeInnerInstructions } from '../model/metaMembers.ts';
import { innerInstructionsText } from '../model/metaText.ts';
import type { InstructionEncoder } from './instruction.ts';

export interface MetaOptions {
  readonly dialect: Dialect;
  /** what the request says of rewards; undefined: nothing */
  readonly rewards: boolean | undefined;
  readonly showLoadedAddresses: boolean;
  /** undefined: the form of encoding json */
  readonly encodeInstruction: InstructionEncoder | undefined;
}

/** Status metadata under transactionDetails full. Keys in the node's order. */
export function encodeMeta(recorded: RecordedMeta, options: MetaOptions): JsonText {
  return (
    (options.encodeInstruction === undefined && shorten(recorded.text.toString(), options)) ||
    rewrite(recorded, options)
  );
}

/**
 * Takes what is not shown out of the text of metadata and leaves the rest as it is: that is all there is to do for most.
 *
 * @returns undefined: there is more to do
 */
function shorten(text: JsonText, options: MetaOptions): JsonText | undefined {
  const { dialect, showLoadedAddresses } = options;
  if (dialect.unrecordedTokenBalances === 'absent' && text.includes('TokenBalances":null')) return undefined;
  const err = text.indexOf('"err":');
  const costUnits = dialect.unnamedFields === 'shown' ? -1 : text.slice(0, err).indexOf('"costUnits":');
  const loaded = text.indexOf(',"loadedAddresses":', err);
  const logs = showLoadedAddresses ? loaded : text.indexOf(',"logMessages":', loaded);
  const status = text.lastIndexOf(',"status":');
  const rewards = showsRewards(options) ? status : text.lastIndexOf(',"rewards":', status);
  const start = text.slice(0, costUnits < 0 ? err : costUnits) + text.slice(err, loaded) + text.slice(logs, rewards);
  return `${start}${rewards === status ? '' : ',"rewards":null'}${text.slice(status)}`;
}

function rewrite(recorded: RecordedMeta, options: MetaOptions): JsonText {
  const { dialect, encodeInstruction } = options;
  const meta = cutMeta(recorded);
  const costUnits = dialect.unnamedFields === 'shown' ? meta.costUnits : undefined;
  const inner =
    encodeInstruction === undefined
      ? meta.innerInstructions
      : innerInstructionsText(decodeInnerInstructions(meta), encodeInstruction);
  const loaded = options.showLoadedAddresses ? meta.loadedAddresses : undefined;
  return (
    `{${first('computeUnitsConsumed', meta.computeUnitsConsumed)}${first('costUnits', costUnits)}"err":${meta.err}` +
    `,"fee":${meta.fee},"innerInstructions":${inner}${next('loadedAddresses', loaded)},"logMessages":${meta.logMessages}` +
    `,"postBalances":${meta.postBalances}${next('postTokenBalances', tokenBalances(meta.postTokenBalances, dialect))}` +
    `,"preBalances":${meta.preBalances}${next('preTokenBalances', tokenBalances(meta.preTokenBalances, dialect))}` +
    `${next('returnData', meta.returnData)},"rewards":${showsRewards(options) ? meta.rewards : 'null'},"status":${meta.status}}`
  );
}

/** The reduced metadata under transactionDetails accounts. */
export function encodeAccountsMeta(recorded: RecordedMeta, dialect: Dialect, rewards: boolean | undefined): JsonText {
  const meta = cutMeta(recorded);
  const { err, fee, postBalances, preBalances, status } = meta;
  const postToken = tokenBalances(meta.postTokenBalances, dialect);
  const preToken = tokenBalances(meta.preTokenBalances, dialect);
  const start = `{"err":${err},"fee":${fee}`;
  if (dialect.accountsMeta === 'snakeCase')
    return `${start},"post_balances":${postBalances}${next('post_token_balances', postToken)},"pre_balances":${preBalances}${next('pre_token_balances', preToken)}}`;
  const shownRewards = rewards === false ? undefined : meta.rewards;
  return `${start},"postBalances":${postBalances}${next('postTokenBalances', postToken)},"preBalances":${preBalances}${next('preTokenBalances', preToken)}${next('rewards', shownRewards)},"status":${status}}`;
}

/** A member that others follow; nothing where it is absent. */
function first(name: string, value: JsonText | undefined): JsonText {
  return value === undefined ? '' : `"${name}":${value},`;
}

/** A member that follows others; nothing where it is absent. */
function next(name: string, value: JsonText | undefined): JsonText {
  return value === undefined ? '' : `,"${name}":${value}`;
}

/** The contract shows rewards of a transaction as null; a request that names them gets them. */
function showsRewards({ dialect, rewards }: MetaOptions): boolean {
  return dialect.unnamedFields === 'shown' ? rewards !== false : rewards === true;
}

function tokenBalances(balances: JsonText, dialect: Dialect): JsonText | undefined {
  return balances === 'null' && dialect.unrecordedTokenBalances === 'absent' ? undefined : balances;
}
