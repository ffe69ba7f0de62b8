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
  const showsUnnamed = dialect.unnamedFields === 'shown';
  return objectText([
    ['computeUnitsConsumed', meta.computeUnitsConsumed?.toString()],
    ['costUnits', showsUnnamed ? meta.costUnits?.toString() : undefined],
    ['err', stringifyJson(meta.err)],
    ['fee', meta.fee.toString()],
    ['innerInstructions', encodeInnerInstructions(meta.innerInstructions, options.encodeInstruction)],
    ['loadedAddresses', options.showLoadedAddresses ? encodeLoadedAddresses(meta.loadedAddresses) : undefined],
    ['logMessages', meta.logMessages === null ? 'null' : JSON.stringify(meta.logMessages)],
    ['postBalances', `[${meta.postBalances.join(',')}]`],
    ['postTokenBalances', tokenBalances(meta.postTokenBalances, dialect)],
    ['preBalances', `[${meta.preBalances.join(',')}]`],
    ['preTokenBalances', tokenBalances(meta.preTokenBalances, dialect)],
    ['returnData', meta.returnData === undefined ? undefined : encodeReturnData(meta.returnData)],
    ['rewards', showsRewards(options) && meta.rewards !== null ? encodeRewards(meta.rewards) : 'null'],
    ['status', encodeStatus(meta.err)],
  ]);
}

/** The reduced metadata under transactionDetails accounts. */
export function encodeAccountsMeta(meta: TransactionMeta, dialect: Dialect, rewards: boolean | undefined): JsonText {
  const balances = {
    post: `[${meta.postBalances.join(',')}]`,
    postToken: tokenBalances(meta.postTokenBalances, dialect),
    pre: `[${meta.preBalances.join(',')}]`,
    preToken: tokenBalances(meta.preTokenBalances, dialect),
  };
  const start: Members = [
    ['err', stringifyJson(meta.err)],
    ['fee', meta.fee.toString()],
  ];
  if (dialect.accountsMeta === 'snakeCase') {
    return objectText([
      ...start,
      ['post_balances', balances.post],
      ['post_token_balances', balances.postToken],
      ['pre_balances', balances.pre],
      ['pre_token_balances', balances.preToken],
    ]);
  }
  return objectText([
    ...start,
    ['postBalances', balances.post],
    ['postTokenBalances', balances.postToken],
    ['preBalances', balances.pre],
    ['preTokenBalances', balances.preToken],
    ['rewards', rewards === false ? undefined : meta.rewards === null ? 'null' : encodeRewards(meta.rewards)],
    ['status', encodeStatus(meta.err)],
  ]);
}

type Members = readonly (readonly [name: string, value: JsonText | undefined])[];

function objectText(members: Members): JsonText {
  let text = '';
  for (const [name, value] of members) {
    if (value !== undefined) text += `${text === '' ? '' : ','}"${name}":${value}`;
  }
  return `{${text}}`;
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
