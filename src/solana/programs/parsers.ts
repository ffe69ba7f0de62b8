import { tryDecode } from '../../codec/struct.ts';
import { DEFAULT_VERSION, type NodeVersion } from '../../nodeVersion.ts';
import {
  type Address,
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  CONFIG_PROGRAM,
  LOADER_V2,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  MEMO_V4_PROGRAM,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  SYSVAR_OWNER,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
} from '../address.ts';
import { LOOKUP_TABLE_PROGRAM } from '../lookupTable.ts';
import {
  LOOKUP_TABLE_ROWS,
  parseAddressLookupTableAccount,
  parseAddressLookupTableInstruction,
} from './addressLookupTable.ts';
import { ASSOCIATED_TOKEN_ROWS, parseAssociatedTokenInstruction } from './associatedToken.ts';
import { parseComputeBudgetInstruction } from './computeBudget.ts';
import { parseConfigAccount } from './config.ts';
import type { InstructionRow } from './instructionRow.ts';
import {
  BPF_LOADER_ROWS,
  parseBpfLoaderInstruction,
  parseUpgradeableLoaderAccount,
  parseUpgradeableLoaderInstruction,
  UPGRADEABLE_LOADER_ROWS,
} from './loaders.ts';
import { parseMemoInstruction } from './memo.ts';
import type {
  AccountParser,
  InstructionInput,
  InstructionParser,
  ParsedInstruction,
  ParserSet,
} from './parserTypes.ts';
import { readMint, readTokenAccount, tokenKindOf } from './splToken/layout.ts';
import { readMintInfo } from './splToken/mintInfo.ts';
import { parseTokenInstruction, tokenInstructionRows } from './splToken/parseTokenInstruction.ts';
import { parseToken2022Account, parseTokenAccount } from './splToken/tokenAccountParsers.ts';
import { uiTokenAmount } from './splToken/uiTokenAmount.ts';
import { parseStakeAccount, parseStakeInstruction, STAKE_ROWS } from './stake.ts';
import { parseNonceAccount, parseSystemInstruction, SYSTEM_ROWS } from './system.ts';
import { parseSysvarAccount } from './sysvarAccounts.ts';
import { parseVoteInstruction, VOTE_ROWS } from './vote.ts';
import { parseVoteAccount, readVoteSummary } from './voteAccounts.ts';

/**
 * The programs whose accounts and instructions are parsed: two tables by program id, and their names.
 *
 * Source   agave 4.1 account-decoder parse_account_data.rs, transaction-status parse_instruction.rs
 * @module
 */

/** Parsers by the program that owns the account. */
export const ACCOUNT_PARSERS: Readonly<Record<string, AccountParser>> = {
  [LOOKUP_TABLE_PROGRAM]: parseAddressLookupTableAccount,
  [UPGRADEABLE_LOADER]: parseUpgradeableLoaderAccount,
  [CONFIG_PROGRAM]: parseConfigAccount,
  [SYSTEM_PROGRAM]: parseNonceAccount,
  [TOKEN_PROGRAM]: parseTokenAccount,
  [TOKEN_2022_PROGRAM]: parseToken2022Account,
  [STAKE_PROGRAM]: parseStakeAccount,
  [SYSVAR_OWNER]: parseSysvarAccount,
  [VOTE_PROGRAM]: parseVoteAccount,
};

/** Parsers by the program that is called. */
export const INSTRUCTION_PARSERS: Readonly<Record<string, InstructionParser>> = {
  [LOOKUP_TABLE_PROGRAM]: parseAddressLookupTableInstruction,
  [ASSOCIATED_TOKEN_PROGRAM]: parseAssociatedTokenInstruction,
  [LOADER_V2]: parseBpfLoaderInstruction,
  [UPGRADEABLE_LOADER]: parseUpgradeableLoaderInstruction,
  [MEMO_V1_PROGRAM]: parseMemoInstruction,
  [MEMO_PROGRAM]: parseMemoInstruction,
  [MEMO_V4_PROGRAM]: parseMemoInstruction,
  [TOKEN_PROGRAM]: parseTokenInstruction,
  [TOKEN_2022_PROGRAM]: parseTokenInstruction,
  [STAKE_PROGRAM]: parseStakeInstruction,
  [SYSTEM_PROGRAM]: parseSystemInstruction,
  [VOTE_PROGRAM]: parseVoteInstruction,
};

type RowsOfVersion = (version: NodeVersion) => readonly InstructionRow[];

/** The instructions of each program in jsonParsed, by its name there; a memo has none. */
export const INSTRUCTION_ROWS: Readonly<Record<string, RowsOfVersion>> = {
  'address-lookup-table': () => LOOKUP_TABLE_ROWS,
  'spl-associated-token-account': () => ASSOCIATED_TOKEN_ROWS,
  'bpf-loader': () => BPF_LOADER_ROWS,
  'bpf-upgradeable-loader': () => UPGRADEABLE_LOADER_ROWS,
  'spl-memo': () => [],
  'spl-token': tokenInstructionRows,
  stake: () => STAKE_ROWS,
  system: () => SYSTEM_ROWS,
  vote: () => VOTE_ROWS,
};

/** The programs whose instructions are parsed, by their names in jsonParsed. */
export const PROGRAM_NAMES: readonly string[] = Object.keys(INSTRUCTION_ROWS);

const SETS = new Map<NodeVersion, ParserSet>();

export function parsersOf(version: NodeVersion): ParserSet {
  const parsers = SETS.get(version);
  if (parsers !== undefined) return parsers;
  const set: ParserSet = {
    ...SAME_IN_ALL,
    parseAccount({ address, data, owner }, context) {
      return tryDecode(() => parserOf(ACCOUNT_PARSERS, owner)?.(data, address, { ...context, version }));
    },
    parseInstruction(instruction) {
      const { programId } = instruction;
      if (programId === MEMO_V4_PROGRAM && !version.readsMemo4) return undefined;
      return tryDecode(() => parserOf(INSTRUCTION_PARSERS, programId)?.(instruction, version));
    },
  };
  SETS.set(version, set);
  return set;
}

const SAME_IN_ALL: Omit<ParserSet, 'parseAccount' | 'parseInstruction'> = {
  readMintInfo(data, unixTimestamp) {
    return tryDecode(() => readMintInfo(data, unixTimestamp));
  },
  readTokenHolding(data) {
    return tokenKindOf(data) === 'account' ? tryDecode(() => readTokenAccount(data)) : undefined;
  },
  readTokenSupply(data) {
    return tokenKindOf(data) === 'mint' ? tryDecode(() => readMint(data).supply) : undefined;
  },
  showTokenAmount: uiTokenAmount,
  readVoteSummary({ address, data }) {
    return tryDecode(() => readVoteSummary(data, address));
  },
};

/** The parsers of the default version, for accounts and instructions that all versions parse alike. */
export const PARSERS: ParserSet = parsersOf(DEFAULT_VERSION);

/** Parses an instruction for readers: as jsonParsed shows it, or one of the compute budget, which a node does not parse. */
export function parseForReaders(instruction: InstructionInput): ParsedInstruction | undefined {
  const isOfBudget = instruction.programId === COMPUTE_BUDGET_PROGRAM;
  return isOfBudget ? parseComputeBudgetInstruction(instruction) : PARSERS.parseInstruction(instruction);
}

function parserOf<T>(table: Readonly<Record<string, T>>, program: Address): T | undefined {
  return Object.hasOwn(table, program) ? table[program] : undefined;
}
