import { formatSol, formatUnits } from '../../codec/decimalUnits.ts';
import { listOf, memberAt } from '../../codec/foreignJson.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { middleCut } from '../../codec/text.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import { idlProgramsOf, recordedMetaOf } from '../../rpc/encoding/describedTransaction.ts';
import { messageInstructions } from '../../rpc/encoding/recordedInstructions.ts';
import { UnknownBytesError } from '../../solana/account.ts';
import { type Address, COMPUTE_BUDGET_PROGRAM, isTokenProgram } from '../../solana/address.ts';
import { type LedgerTransaction, recordedKeys } from '../../solana/block.ts';
import { type DescribableInstruction, describeInstruction } from '../../solana/idl/describe.ts';
import { PARSERS } from '../../solana/programs/parsers.ts';
import { readTokenAccount } from '../../solana/programs/splToken/layout.ts';
import type { ShowContext } from './context.ts';

/** A transaction in one line, as people say it: `alice → bob 0.001 SOL, memo "rent"`. @module */

/** The most instructions that are in the line. */
const MAX_PHRASES = 3;

/** An instruction in the form of jsonParsed; `type` is undefined where it is text. */
interface ParsedCall {
  readonly program: string;
  readonly type: string | undefined;
  readonly info: JsonValue | undefined;
}

/** The line of a transaction that was recorded; null: it was recorded without its instructions. */
export function transactionSummary(transaction: LedgerTransaction, context: ShowContext): string | null {
  const tokens = new RecordedTokens(transaction);
  const recorded = recordedCalls(transaction);
  if (recorded.length > 0) return lineOf(recorded.map((call) => phraseOf(call, labelIn(context), tokens)));
  return lineOf(phrasesOf(messageInstructions(transaction), tokens, context));
}

/** The line of a transaction that is in no block: its token accounts are those of the ledger. */
export function sendSummary(instructions: readonly DescribableInstruction[], context: ShowContext): string | null {
  return lineOf(phrasesOf(instructions, new CurrentTokens(context), context));
}

function lineOf(phrases: readonly string[]): string | null {
  if (phrases.length === 0) return null;
  const more = phrases.length - MAX_PHRASES;
  return [...phrases.slice(0, MAX_PHRASES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function phrasesOf(
  instructions: readonly DescribableInstruction[],
  tokens: TokenAccounts,
  context: ShowContext,
): readonly string[] {
  const label = labelIn(context);
  const programs = idlProgramsOf(context.state);
  return instructions
    .filter(({ programId }) => programId !== COMPUTE_BUDGET_PROGRAM)
    .map((read) => {
      const described = describeInstruction(read, programs);
      if (described !== undefined) return `${described.program} ${described.instruction}`;
      const parsed = PARSERS.parseInstruction(read);
      return parsed === undefined ? `calls ${label(read.programId)}` : phraseOf(callIn(parsed), label, tokens);
    });
}

/** The instructions that were recorded as jsonParsed. */
function recordedCalls(transaction: LedgerTransaction): readonly ParsedCall[] {
  if (transaction.kind === 'wire') return [];
  return listOf(memberAt(transaction.json, 'message', 'instructions')).flatMap((instruction) =>
    isJsonObject(instruction) && typeof instruction.program === 'string'
      ? callIn({ program: instruction.program, parsed: instruction.parsed ?? null })
      : [],
  );
}

function callIn({ parsed, program }: { readonly program: string; readonly parsed: JsonValue }): ParsedCall {
  if (!isJsonObject(parsed)) return { program, type: undefined, info: parsed };
  return { program, type: String(parsed.type), info: parsed.info };
}

type Label = (address: JsonValue | undefined) => string;

function phraseOf({ info, program, type }: ParsedCall, label: Label, tokens: TokenAccounts): string {
  const member = (name: string) => memberAt(info, name);
  if (program === 'spl-memo') return `memo ${middleCut(JSON.stringify(info))}`;
  if (program === 'vote') return 'vote';
  if (program === 'spl-associated-token-account') return `token account of ${label(member('wallet'))}`;
  if (program === 'system' && member('lamports') !== undefined) {
    const amount = `${formatSol(BigInt(String(member('lamports'))))} SOL`;
    const [from, to] = [member('source') ?? member('nonceAccount'), member('destination') ?? member('newAccount')];
    return `${label(from)} → ${label(to)} ${amount}${type?.startsWith('create') ? ' (new account)' : ''}`;
  }
  const amount = amountIn(info, tokens);
  if (program === 'spl-token' && amount !== undefined) {
    const [from, to] = [member('source'), member('destination')];
    const holder = (account: JsonValue | undefined) => label(tokens.holdingOf(account)?.owner ?? account);
    const text = `${amount.text} ${label(amount.mint)}`;
    if (from !== undefined && to !== undefined) return `${holder(from)} → ${holder(to)} ${text}`;
    return `${type?.replace(/Checked$/, '')} ${text} ${holder(member('account'))}`;
  }
  return type === undefined ? program : `${program} ${type}`;
}

/** Names without their dollar; addresses without their middle. */
function labelIn({ names }: ShowContext): Label {
  return (address) => {
    if (typeof address !== 'string') return '?';
    const name = names.get(address as Address)?.replace(/^\$/, '');
    return name ?? (address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address);
  };
}

interface Holding {
  readonly owner: JsonValue | undefined;
  readonly mint: JsonValue | undefined;
  /** undefined: the mint is not known */
  readonly decimals: number | undefined;
}

/** The token accounts of a transaction by address. */
interface TokenAccounts {
  holdingOf(account: JsonValue | undefined): Holding | undefined;
}

/** The amount of an instruction with its point; undefined: it has none, or its mint is not known. */
function amountIn(info: JsonValue | undefined, tokens: TokenAccounts) {
  const amountText = memberAt(info, 'tokenAmount', 'uiAmountString');
  const holdings = ['source', 'destination', 'account'].map((name) => tokens.holdingOf(memberAt(info, name)));
  const holding = holdings.find((candidate) => candidate !== undefined);
  const mint = memberAt(info, 'mint') ?? holding?.mint;
  if (typeof amountText === 'string') return { text: amountText, mint };
  const [amount, decimals] = [memberAt(info, 'amount'), holding?.decimals];
  if (amount === undefined || decimals === undefined) return undefined;
  return { text: formatUnits(BigInt(String(amount)), decimals), mint };
}

/** The token accounts by the token balances that a transaction was recorded with. */
class RecordedTokens implements TokenAccounts {
  readonly #transaction: LedgerTransaction;
  #balances: ReadonlyMap<string, JsonValue> | undefined;

  constructor(transaction: LedgerTransaction) {
    this.#transaction = transaction;
  }

  holdingOf(account: JsonValue | undefined): Holding | undefined {
    this.#balances ??= balancesOf(this.#transaction);
    const balance = typeof account === 'string' ? this.#balances.get(account) : undefined;
    if (balance === undefined) return undefined;
    const decimals = memberAt(balance, 'uiTokenAmount', 'decimals');
    return {
      owner: memberAt(balance, 'owner'),
      mint: memberAt(balance, 'mint'),
      decimals: decimals === undefined ? undefined : Number(decimals),
    };
  }
}

/** The token accounts of the ledger at the processed tip. */
class CurrentTokens implements TokenAccounts {
  readonly #context: ShowContext;

  constructor(context: ShowContext) {
    this.#context = context;
  }

  holdingOf(address: JsonValue | undefined): Holding | undefined {
    const { parsing, view } = this.#context;
    const account = view.account(address as Address);
    if (account === undefined || !isTokenProgram(account.owner)) return undefined;
    return unlessThrown([UnknownBytesError], () => {
      if (parsing.parsers.readTokenHolding(account.data) === undefined) return undefined;
      const { mint, owner } = readTokenAccount(account.data);
      return { owner, mint, decimals: parsing.context.mintOf(mint)?.decimals };
    });
  }
}

function balancesOf(transaction: LedgerTransaction): ReadonlyMap<string, JsonValue> {
  const meta = recordedMetaOf(transaction);
  const keys = recordedKeys(transaction);
  const lists = ['preTokenBalances', 'postTokenBalances'].map((name) => memberAt(meta, name));
  return new Map(
    lists.flatMap((list) =>
      (isJsonArray(list) ? list : []).map((balance) => [
        String(keys[Number(memberAt(balance, 'accountIndex'))]),
        balance,
      ]),
    ),
  );
}
