import type { JsonText } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import type { TransactionMeta } from '../meta.ts';
import type { InstructionEncoder } from './instructionText.ts';
import { innerInstructionsText, type META_SHAPES, type MetaShape, type ShapeName } from './metaShapes.ts';

/**
 * The members of transaction metadata, in the order of a node's JSON: writing, splitting,
 * reading and showing metadata use this table.
 *
 * Source   agave 4.1 transaction-status UiTransactionStatusMeta, members in ascending order; rows 4, 8, 12 and 19 of docs/dialects.md
 * @module
 */

/** The options that decide which members an answer shows. */
export interface MetaOptions {
  readonly dialect: Dialect;
  /** `rewards` of the request; undefined: not given */
  readonly rewards: boolean | undefined;
  readonly showLoadedAddresses: boolean;
  /** undefined: the form of encoding json */
  readonly encodeInstruction: InstructionEncoder | undefined;
}

interface MemberRules {
  /** Absent where a recording does not have it; any other member is always in the text. */
  readonly isOptional?: true;
  /** The text that an answer shows for the recorded text; undefined: it shows nothing. Default: the recorded text. */
  readonly show?: (text: JsonText, options: MetaOptions) => JsonText | undefined;
  /** Whether transactionDetails accounts has it too. Default: no. */
  readonly inAccounts?: (options: Pick<MetaOptions, 'dialect' | 'rewards'>) => boolean;
  /** The member that this one duplicates: this one is written from it, and not read. */
  readonly duplicateOf?: keyof TransactionMeta;
}

type ShapeOf<T> = { [S in ShapeName]: (typeof META_SHAPES)[S] extends MetaShape<T> ? S : never }[ShapeName];
type Row<T> = MemberRules & { readonly shape: ShapeOf<Exclude<T, undefined>> };
type Table = { readonly [N in keyof TransactionMeta]-?: Row<TransactionMeta[N]> } & {
  readonly status: Row<TransactionMeta['err']>;
};

const always = () => true;
const isCamelCase = ({ dialect }: Pick<MetaOptions, 'dialect'>) => dialect.accountsMeta === 'camelCase';
const tokenBalances: Row<TransactionMeta['preTokenBalances']> = {
  shape: 'tokenBalances',
  show: (text, { dialect }) => (text === 'null' && dialect.unrecordedTokenBalances === 'absent' ? undefined : text),
  inAccounts: always,
};

/** The members of metadata. The last one is always shown: every other one can be left out together with the comma behind it. */
const TABLE: Table = {
  computeUnitsConsumed: { shape: 'u64', isOptional: true },
  costUnits: {
    shape: 'u64',
    isOptional: true,
    show: (text, { dialect }) => (dialect.unnamedFields === 'shown' ? text : undefined),
  },
  err: { shape: 'error', inAccounts: always },
  fee: { shape: 'u64', inAccounts: always },
  innerInstructions: {
    shape: 'innerInstructions',
    show: (text, { encodeInstruction: encode }) =>
      // no number in it is beyond 32 bits
      encode === undefined || text === 'null' ? text : innerInstructionsText(JSON.parse(text), encode),
  },
  loadedAddresses: {
    shape: 'loadedAddresses',
    show: (text, { showLoadedAddresses }) => (showLoadedAddresses ? text : undefined),
  },
  logMessages: { shape: 'texts' },
  postBalances: { shape: 'u64s', inAccounts: always },
  postTokenBalances: tokenBalances,
  preBalances: { shape: 'u64s', inAccounts: always },
  preTokenBalances: tokenBalances,
  returnData: { shape: 'returnData', isOptional: true },
  rewards: {
    shape: 'rewards',
    show: (text, options) => (showsRewards(options) ? text : 'null'),
    inAccounts: (options) => isCamelCase(options) && options.rewards !== false,
  },
  status: { shape: 'status', duplicateOf: 'err', inAccounts: isCamelCase },
};

export type MetaName = keyof Table;

export interface MetaMember extends MemberRules {
  readonly name: MetaName;
  /** the name in quotes, with its colon */
  readonly key: string;
  readonly shape: ShapeName;
}

export const META_MEMBERS = (Object.keys(TABLE) as MetaName[]).map((name): MetaMember => {
  return { name, key: `"${name}":`, ...TABLE[name] };
});

/** Rewards of a block or a transaction: the contract leaves them out, unless a request names them. */
export function showsRewards({ dialect, rewards }: Pick<MetaOptions, 'dialect' | 'rewards'>): boolean {
  return dialect.unnamedFields === 'shown' ? rewards !== false : rewards === true;
}
