import { ByteReader, BytesError } from '../../codec/bytes.ts';
import { listOf, memberAt } from '../../codec/foreignJson.ts';
import type { JsonObject } from '../../codec/jsonText.ts';
import type { Decoder } from '../../codec/struct.ts';
import { utf8Text } from '../../codec/text.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import {
  type Address,
  ASSOCIATED_TOKEN_PROGRAM,
  isTokenProgram,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '../../solana/address.ts';
import { ASSOCIATED_TOKEN } from '../../solana/programs/associatedToken.ts';
import { tokenInstructions } from '../../solana/programs/splToken/baseInstructions.ts';
import { SYSTEM } from '../../solana/programs/system.ts';
import type { Message } from '../../solana/transaction.ts';
import { integerCode, keyCode, literal } from './codeText.ts';
import type { ShowContext } from './context.ts';

/** Instructions as calls of the builder's methods, by the rows of their programs. @module */

export interface TransactionParts {
  readonly message: Message;
  /** account keys of the message and of its lookup tables */
  readonly keys: readonly Address[];
  /** undefined: it was not recorded */
  readonly meta: JsonObject | undefined;
  readonly hasFailed: boolean;
  readonly context: ShowContext;
}

export interface IndexedInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

/** Writes an instruction by a method that has the same bytes and accounts; undefined: none has. */
export function methodCode(instruction: IndexedInstruction, parts: TransactionParts): string | undefined {
  const program = parts.keys[instruction.programIdIndex]!;
  if (program === MEMO_PROGRAM) return memoCode(instruction, parts);
  for (const write of methodsOf(program, parts)) {
    const code = write(instruction, parts);
    if (code !== undefined) return code;
  }
  return undefined;
}

function methodsOf(program: Address, { hasFailed }: TransactionParts): readonly CodeWriter[] {
  if (program === SYSTEM_PROGRAM) return SYSTEM_METHODS;
  // a transaction that failed may not have valid token accounts
  if (hasFailed) return [];
  if (program === ASSOCIATED_TOKEN_PROGRAM) return ASSOCIATED_TOKEN_METHODS;
  return isTokenProgram(program) ? TOKEN_METHODS : [];
}

/** Writes an instruction as code; undefined: it is another instruction, or the method would not have its bytes and accounts. */
type CodeWriter = (instruction: IndexedInstruction, parts: TransactionParts) => string | undefined;

type Keys = readonly string[];

/**
 * Writes instructions of a row that have just its accounts and arguments.
 *
 * @param code gets the accounts as code, in the order of the row
 */
function methodFor<T>(
  { args, minAccounts, tag }: { readonly args: Decoder<T>; readonly minAccounts: number; readonly tag: Uint8Array },
  code: (keys: Keys, values: T, ...place: Parameters<CodeWriter>) => string | undefined,
): CodeWriter {
  return (instruction, parts) => {
    const { accounts, data } = instruction;
    if (accounts.length !== minAccounts || Buffer.compare(data.subarray(0, tag.length), tag) !== 0) return undefined;
    const reader = new ByteReader(data, tag.length);
    const values = unlessThrown([BytesError], () => args.read(reader));
    if (values === undefined || reader.remaining > 0) return undefined;
    return code(keysOf(instruction, parts), values, instruction, parts);
  };
}

function keysOf({ accounts }: IndexedInstruction, { keys, context }: TransactionParts): Keys {
  return accounts.map((index) => keyCode(keys[index]!, context));
}

const SYSTEM_METHODS = [
  methodFor(
    SYSTEM.transfer,
    ([from, to], { lamports }) => `.transfer(${from}, ${to}, lamports(${integerCode(lamports)}))`,
  ),
];

const associatedAccountCode = ([payer, , owner, mint]: Keys, flag = '') =>
  `.createAssociatedAccount(${owner}, ${mint}, { payer: ${payer}${flag} })`;

const ASSOCIATED_TOKEN_METHODS = [
  methodFor(ASSOCIATED_TOKEN.create, (keys) => associatedAccountCode(keys)),
  methodFor(ASSOCIATED_TOKEN.createIdempotent, (keys) => associatedAccountCode(keys, ', idempotent: true')),
];

/** Rows of both token programs. */
const TOKEN = tokenInstructions(TOKEN_PROGRAM);

const TOKEN_METHODS = [
  methodFor(TOKEN.transfer, transferTokensCode),
  methodFor(
    TOKEN.mintTo,
    ([mint, to, by], { amount }) => `.mintTo(${to}, ${tokensCode(amount, mint!)}, ${byCode(by!)})`,
  ),
  methodFor(
    TOKEN.burn,
    ([from, mint, by], { amount }) => `.burn(${from}, ${tokensCode(amount, mint!)}, ${byCode(by!)})`,
  ),
  methodFor(TOKEN.closeAccount, ([account, to, by]) => `.closeTokenAccount(${account}, ${to}, ${byCode(by!)})`),
  methodFor(
    TOKEN.transferChecked,
    ([from, mint, to, by], { amount }) =>
      `.transferChecked(${from}, ${to}, ${tokensCode(amount, mint!)}, ${byCode(by!)})`,
  ),
];

/** Writes a transfer, whose mint is not among the accounts but in the recorded balances. */
function transferTokensCode(
  [from, to, by]: Keys,
  { amount }: { readonly amount: bigint },
  { accounts }: IndexedInstruction,
  { meta, context }: TransactionParts,
): string | undefined {
  const balances = listOf(meta?.preTokenBalances);
  const mint = memberAt(
    balances.find((balance) => memberAt(balance, 'accountIndex') === accounts[0]),
    'mint',
  );
  if (typeof mint !== 'string') return undefined;
  return `.transferTokens(${from}, ${to}, ${tokensCode(amount, keyCode(mint as Address, context))}, ${byCode(by!)})`;
}

function tokensCode(amount: bigint, mint: string): string {
  return `rawTokens(${integerCode(amount)}, ${mint})`;
}

function byCode(authority: string): string {
  return `{ authority: ${authority} }`;
}

function memoCode(instruction: IndexedInstruction, parts: TransactionParts): string | undefined {
  const text = utf8Text(instruction.data);
  const signers = keysOf(instruction, parts);
  if (text === undefined) return undefined;
  return `.memo(${literal(text)}${signers.length === 0 ? '' : `, { signers: [${signers.join(', ')}] }`})`;
}
