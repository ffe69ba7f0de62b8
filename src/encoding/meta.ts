import { encodeBase64 } from '../codec/base64.ts';
import { type JsonText, stringifyJson } from '../codec/json.ts';
import type { Dialect } from '../dialect.ts';
import type { InnerInstructions, ReturnData, TransactionError, TransactionMeta } from '../model/meta.ts';
import type { LoadedAddresses } from '../model/transaction.ts';
import { type InstructionEncoder, quoteKeys } from './instruction.ts';
import { encodeRewards } from './rewards.ts';
import { encodeTokenBalances } from './tokenBalance.ts';

export interface MetaOptions {
  readonly dialect: Dialect;
  /** what the request says of rewards; undefined: nothing */
  readonly rewards: boolean | undefined;
  readonly showLoadedAddresses: boolean;
  readonly encodeInstruction: InstructionEncoder;
}

/** `{"Ok":null}` or `{"Err":…}`: deprecated, and still in every answer. */
export function encodeStatus(err: TransactionError | null): JsonText {
  return err === null ? '{"Ok":null}' : `{"Err":${stringifyJson(err)}}`;
}

/** Status metadata under transactionDetails full. Keys in the node's order. */
export function encodeMeta(meta: TransactionMeta, options: MetaOptions): JsonText {
  const { dialect } = options;
  const costUnits = dialect.unnamedFields === 'shown' ? meta.costUnits : undefined;
  const returnData = meta.returnData === undefined ? undefined : encodeReturnData(meta.returnData);
  const loaded = options.showLoadedAddresses ? encodeLoadedAddresses(meta.loadedAddresses) : undefined;
  return (
    `{${first('computeUnitsConsumed', meta.computeUnitsConsumed)}${first('costUnits', costUnits)}"err":${encodeError(meta.err)}` +
    `,"fee":${meta.fee},"innerInstructions":${encodeInnerInstructions(meta.innerInstructions, options.encodeInstruction)}` +
    `${next('loadedAddresses', loaded)},"logMessages":${encodeLogs(meta.logMessages)}` +
    `,"postBalances":[${meta.postBalances.join(',')}]${next('postTokenBalances', tokenBalances(meta.postTokenBalances, dialect))}` +
    `,"preBalances":[${meta.preBalances.join(',')}]${next('preTokenBalances', tokenBalances(meta.preTokenBalances, dialect))}` +
    `${next('returnData', returnData)},"rewards":${encodeShownRewards(meta.rewards, options)},"status":${encodeStatus(meta.err)}}`
  );
}

/** The reduced metadata under transactionDetails accounts. */
export function encodeAccountsMeta(meta: TransactionMeta, dialect: Dialect, rewards: boolean | undefined): JsonText {
  const post = `[${meta.postBalances.join(',')}]`;
  const postToken = tokenBalances(meta.postTokenBalances, dialect);
  const pre = `[${meta.preBalances.join(',')}]`;
  const preToken = tokenBalances(meta.preTokenBalances, dialect);
  const start = `{"err":${encodeError(meta.err)},"fee":${meta.fee}`;
  if (dialect.accountsMeta === 'snakeCase')
    return `${start},"post_balances":${post}${next('post_token_balances', postToken)},"pre_balances":${pre}${next('pre_token_balances', preToken)}}`;
  const shownRewards = rewards === false ? undefined : encodeRewardsOrNull(meta.rewards);
  return `${start},"postBalances":${post}${next('postTokenBalances', postToken)},"preBalances":${pre}${next('preTokenBalances', preToken)}${next('rewards', shownRewards)},"status":${encodeStatus(meta.err)}}`;
}

/** A member that others follow; nothing where it is absent. */
function first(name: string, value: bigint | undefined): JsonText {
  return value === undefined ? '' : `"${name}":${value},`;
}

/** A member that follows others; nothing where it is absent. */
function next(name: string, value: JsonText | undefined): JsonText {
  return value === undefined ? '' : `,"${name}":${value}`;
}

function encodeError(err: TransactionError | null): JsonText {
  return err === null ? 'null' : stringifyJson(err);
}

function encodeLogs(logs: readonly string[] | null): JsonText {
  return logs === null ? 'null' : JSON.stringify(logs);
}

function encodeShownRewards(rewards: TransactionMeta['rewards'], options: MetaOptions): JsonText {
  return showsRewards(options) ? encodeRewardsOrNull(rewards) : 'null';
}

function encodeRewardsOrNull(rewards: TransactionMeta['rewards']): JsonText {
  return rewards === null ? 'null' : encodeRewards(rewards);
}

/** The contract shows rewards of a transaction as null; a request that names them gets them. */
function showsRewards({ dialect, rewards }: MetaOptions): boolean {
  return dialect.unnamedFields === 'shown' ? rewards !== false : rewards === true;
}

function tokenBalances(balances: TransactionMeta['preTokenBalances'], dialect: Dialect): JsonText | undefined {
  if (balances !== null) return encodeTokenBalances(balances);
  return dialect.unrecordedTokenBalances === 'null' ? 'null' : undefined;
}

function encodeInnerInstructions(
  inner: readonly InnerInstructions[] | null,
  encodeInstruction: InstructionEncoder,
): JsonText {
  if (inner === null) return 'null';
  const groups = inner.map(({ index, instructions }) => {
    const encoded = instructions.map((instruction) => encodeInstruction(instruction, instruction.stackHeight));
    return `{"index":${index},"instructions":[${encoded.join(',')}]}`;
  });
  return `[${groups.join(',')}]`;
}

function encodeLoadedAddresses({ readonly, writable }: LoadedAddresses): JsonText {
  return `{"readonly":${quoteKeys(readonly)},"writable":${quoteKeys(writable)}}`;
}

function encodeReturnData({ data, programId }: ReturnData): JsonText {
  return `{"data":["${encodeBase64(data)}","base64"],"programId":"${programId}"}`;
}
