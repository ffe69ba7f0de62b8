import { SOL_DECIMALS } from '../../codec/decimalUnits.ts';
import { memberAt } from '../../codec/foreignJson.ts';
import { isJsonObject, type JsonObject } from '../../codec/jsonText.ts';
import type { KnownTokens } from '../../runtime/accounts/knownTokens.ts';
import { type Address, TOKEN_PROGRAM } from '../../solana/address.ts';
import type { DescribableInstruction } from '../../solana/idl/describe.ts';
import { parseForReaders } from '../../solana/programs/parsers.ts';

/**
 * The transfers of SOL and tokens by the instructions of a message, as jsonParsed shows them.
 * @module
 */

/** The members of jsonParsed for two accounts, as most instructions name them. */
export const FROM_TO = ['source', 'destination'] as const;

/** The members of jsonParsed for the account that pays and for the one that receives, by program and type. */
export const TRANSFERS = {
  system: {
    createAccount: ['source', 'newAccount'],
    createAccountWithSeed: ['source', 'newAccount'],
    createAccountAllowPrefund: ['source', 'newAccount'],
    transfer: FROM_TO,
    transferWithSeed: FROM_TO,
    withdrawFromNonce: ['nonceAccount', 'destination'],
  },
  'spl-token': { transfer: FROM_TO, transferChecked: FROM_TO, transferCheckedWithFee: FROM_TO },
} as const;

/** A movement of SOL or tokens. */
export interface Transfer {
  readonly source: Address;
  readonly destination: Address;
  /** undefined: tokens, of a mint that is not known */
  readonly mint: Address | 'SOL' | undefined;
  /** the program that moves it */
  readonly program: Address;
  /** the owner of the source; undefined: not known, as for SOL */
  readonly owner: Address | undefined;
  /** the owner of the destination */
  readonly receiver: Address | undefined;
  /** the amount that leaves the source: lamports, or smallest units of the mint */
  readonly amount: bigint;
  /** the amount that arrives; undefined: not known, because there may be a fee */
  readonly received: bigint | undefined;
  /** decimals of the mint */
  readonly decimals: number | undefined;
}

/** The transfers of instructions; a batch of token instructions has those of its instructions. */
export function transfersOf(instructions: readonly DescribableInstruction[], named: KnownTokens): readonly Transfer[] {
  const tokens = withCreatedAccounts(instructions, named);
  return instructions.flatMap((instruction) => {
    const { parsed, program } = parseForReaders(instruction) ?? {};
    return program === undefined || !isJsonObject(parsed)
      ? []
      : transfersOfCall({ program, programId: instruction.programId, ...parsed }, tokens);
  });
}

interface ParsedCall {
  readonly program: string;
  readonly programId: Address;
  readonly type?: unknown;
  readonly info?: unknown;
}

function transfersOfCall({ info, program, programId, type }: ParsedCall, tokens: KnownTokens): readonly Transfer[] {
  const members = info as JsonObject;
  if (program === 'spl-token' && type === 'batch')
    return (members.instructions as readonly JsonObject[]).flatMap((one) =>
      transfersOfCall({ program, programId, ...one }, tokens),
    );
  const [from, to] = accountMembers(program, String(type)) ?? [];
  if (from === undefined || to === undefined) return [];
  const accounts = { source: members[from] as Address, destination: members[to] as Address, program: programId };
  if (program === 'system') {
    // createAccountAllowPrefund shows no lamports if it pays nothing
    return members.lamports === undefined ? [] : [{ ...accounts, ...solFacts(BigInt(String(members.lamports))) }];
  }
  return [{ ...accounts, ...tokenFacts(accounts, members, tokens) }];
}

function accountMembers(program: string, type: string): readonly [from: string, to: string] | undefined {
  const types: Readonly<Record<string, readonly [string, string]>> = Object.hasOwn(TRANSFERS, program)
    ? TRANSFERS[program as keyof typeof TRANSFERS]
    : {};
  return Object.hasOwn(types, type) ? types[type] : undefined;
}

type Facts = Omit<Transfer, 'source' | 'destination' | 'program'>;

function solFacts(lamports: bigint): Facts {
  return {
    mint: 'SOL',
    owner: undefined,
    receiver: undefined,
    amount: lamports,
    received: lamports,
    decimals: SOL_DECIMALS,
  };
}

function tokenFacts(
  { destination, program, source }: Pick<Transfer, 'source' | 'destination' | 'program'>,
  info: JsonObject,
  { accounts, mints }: KnownTokens,
): Facts {
  const [from, to] = [accounts.get(source), accounts.get(destination)];
  const mint = (info.mint as Address | undefined) ?? from?.mint ?? to?.mint;
  const knownMint = mint && mints.get(mint);
  const amount = BigInt(String(info.amount ?? memberAt(info, 'tokenAmount', 'amount')));
  const decimals =
    info.tokenAmount === undefined ? knownMint?.decimals : Number(memberAt(info, 'tokenAmount', 'decimals'));
  // a transfer from an account to itself has no fee, nor has the Token program, unlike Token-2022
  const isFree = source === destination || program === TOKEN_PROGRAM;
  const fee = isFree ? 0n : (knownMint?.feeOf(amount) ?? shownFee(info));
  const received = fee === undefined ? undefined : amount - fee;
  return { mint, owner: from?.owner, receiver: to?.owner, amount, received, decimals };
}

/** The fee that an instruction expects. */
function shownFee(info: JsonObject): bigint | undefined {
  const fee = memberAt(info, 'feeAmount', 'amount');
  return fee === undefined ? undefined : BigInt(String(fee));
}

/** The known token accounts, with the associated accounts that the instructions create. */
function withCreatedAccounts(instructions: readonly DescribableInstruction[], named: KnownTokens): KnownTokens {
  const created = instructions.flatMap((instruction) => {
    const { parsed, program } = parseForReaders(instruction) ?? {};
    if (program !== 'spl-associated-token-account' || !isJsonObject(parsed) || !isJsonObject(parsed.info)) return [];
    const { account, mint, wallet } = parsed.info as Readonly<Record<string, Address | undefined>>;
    if (account === undefined || mint === undefined || wallet === undefined) return [];
    return [[account, { mint, owner: wallet }] as const];
  });
  return created.length === 0 ? named : { ...named, accounts: new Map([...created, ...named.accounts]) };
}
