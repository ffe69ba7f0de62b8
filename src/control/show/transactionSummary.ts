import { formatSol, formatUnits } from '../../codec/decimalUnits.ts';
import { listOf, memberAt } from '../../codec/foreignJson.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { middleCut } from '../../codec/text.ts';
import { idlProgramsOf, recordedMetaOf } from '../../rpc/encoding/describedTransaction.ts';
import { messageInstructions } from '../../rpc/encoding/recordedInstructions.ts';
import { type Address, COMPUTE_BUDGET_PROGRAM } from '../../solana/address.ts';
import { type LedgerTransaction, recordedKeys } from '../../solana/block.ts';
import { describeInstruction } from '../../solana/idl/describe.ts';
import { PARSERS } from '../../solana/programs/parsers.ts';
import type { ShowContext } from './context.ts';

/** A transaction in one line, as people say it: `alice → bob 0.001 SOL, memo "rent"`. */

/** The most instructions that are in the line. */
const MAX_PHRASES = 3;

/** An instruction in the form of jsonParsed; `type` is undefined where it is text. */
interface ParsedCall {
  readonly program: string;
  readonly type: string | undefined;
  readonly info: JsonValue | undefined;
}

/** Null: the transaction was recorded without its instructions. */
export function summaryOf(transaction: LedgerTransaction, context: ShowContext): string | null {
  const calls = phrasesOf(transaction, context);
  if (calls.length === 0) return null;
  const more = calls.length - MAX_PHRASES;
  return [...calls.slice(0, MAX_PHRASES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function phrasesOf(transaction: LedgerTransaction, context: ShowContext): readonly string[] {
  const label = labelIn(context);
  const tokens = new TokenAccounts(transaction);
  const recorded = recordedCalls(transaction);
  if (recorded.length > 0) return recorded.map((call) => phraseOf(call, label, tokens));
  const programs = idlProgramsOf(context.state);
  return messageInstructions(transaction)
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
  const amount = tokens.amountIn(info);
  if (program === 'spl-token' && amount !== undefined) {
    const [from, to] = [member('source'), member('destination')];
    const holder = (account: JsonValue | undefined) => label(tokens.ownerOf(account) ?? account);
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

/** The token accounts of a transaction, by its token balances. */
class TokenAccounts {
  readonly #transaction: LedgerTransaction;
  #balances: ReadonlyMap<string, JsonValue> | undefined;

  constructor(transaction: LedgerTransaction) {
    this.#transaction = transaction;
  }

  ownerOf(account: JsonValue | undefined): JsonValue | undefined {
    return memberAt(this.#balanceOf(account), 'owner');
  }

  /** The amount of an instruction with its point; undefined: it has none, or its mint is not known. */
  amountIn(info: JsonValue | undefined): { readonly text: string; readonly mint: JsonValue | undefined } | undefined {
    const amountText = memberAt(info, 'tokenAmount', 'uiAmountString');
    const accounts = ['source', 'destination', 'account'].map((name) => this.#balanceOf(memberAt(info, name)));
    const balance = accounts.find((candidate) => candidate !== undefined);
    const mint = memberAt(info, 'mint') ?? memberAt(balance, 'mint');
    if (typeof amountText === 'string') return { text: amountText, mint };
    const [amount, decimals] = [memberAt(info, 'amount'), memberAt(balance, 'uiTokenAmount', 'decimals')];
    if (amount === undefined || decimals === undefined) return undefined;
    return { text: formatUnits(BigInt(String(amount)), Number(decimals)), mint };
  }

  #balanceOf(account: JsonValue | undefined): JsonValue | undefined {
    this.#balances ??= balancesOf(this.#transaction);
    return typeof account === 'string' ? this.#balances.get(account) : undefined;
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
