import { didYouMean } from '../../codec/text.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { isQualified } from '../../syntax/qualifiedName.ts';
import { isObject } from '../../syntax/readers.ts';
import {
  anyOf,
  boolean,
  type Definitions,
  described,
  list,
  named,
  type ObjectOf,
  object,
  optional,
  type Schema,
  type Syntax,
  syntax,
  text,
  u8,
  u64,
  withDefault,
} from '../../syntax/syntax.ts';
import { address, amount, bytes, type Place, withLamports, withOptionalLamports } from '../../syntax/values.ts';
import { byIdl, qualifiedMembers } from './programs.ts';

/** Text is short for an object. */
function textOr<T>(value: Syntax<T>, meant: (words: string, at: Cursor) => T): Syntax<T> {
  return anyOf((at) => (typeof at.value === 'string' ? meant(at.value, at) : value(at)), text, value);
}

const META_TEXT = /^(?<address>.*\S)\s+(?<flags>s|w|sw|ws)$/s;

/** `"$alice sw"`, or `{address, signer, writable}`. */
const accountMeta = named(
  'accountMeta',
  textOr(
    object({ address, signer: withDefault(boolean, false), writable: withDefault(boolean, false) }),
    (words, at) => {
      const { address: value = words, flags = '' } = META_TEXT.exec(words)?.groups ?? {};
      return { address: { value, at }, signer: flags.includes('s'), writable: flags.includes('w') };
    },
  ),
);

/** A token account, or a wallet, which means its associated account. */
const holder = named('holder', described(address, 'a token account, or a wallet, which means its associated account'));
const ownerOfFrom = optional(address, 'default: the owner of from');
const payer = optional(address, "default: the transaction's, else the owner");
const tokenTransfer = { mint: address, from: holder, to: holder, amount, authority: ownerOfFrom };

/** Every instruction of scripts with its arguments, by its word. What builds it is in compiling/instructions. */
export const INSTRUCTION_ARGUMENTS = {
  transfer: described(withLamports({ from: address, to: address }), 'Sends SOL from a wallet.'),
  createAccount: described(
    withOptionalLamports({
      from: described(address, 'pays'),
      account: address,
      owner: described(address, 'the program'),
      space: described(u64, 'bytes'),
    }),
    'Creates an account for a program.',
  ),
  advanceNonce: object(
    { nonce: described(address, 'the nonce account'), authority: address },
    'Advances a durable nonce.',
  ),
  transferTokens: object(tokenTransfer, 'Moves tokens, without naming the mint on chain.'),
  transferChecked: object(tokenTransfer, 'Moves tokens, naming mint and decimals on chain.'),
  mintTo: object(
    { mint: address, to: holder, amount, authority: optional(address, 'default: the authority of the mint') },
    'Makes new tokens.',
  ),
  burn: object({ mint: address, from: holder, amount, authority: ownerOfFrom }, 'Destroys tokens.'),
  approve: object(
    {
      from: described(address, 'a token account'),
      to: described(address, 'the delegate'),
      amount,
      authority: ownerOfFrom,
    },
    'Lets a delegate spend tokens.',
  ),
  closeTokenAccount: object(
    {
      account: address,
      to: described(address, 'receives its lamports'),
      authority: optional(address, 'default: the owner'),
    },
    'Closes an empty token account.',
  ),
  createMint: object(
    {
      mint: address,
      decimals: u8,
      authority: address,
      payer: optional(address, "default: the transaction's, else the authority"),
      program: optional(address, 'default: $token'),
    },
    'Creates a mint: two instructions.',
  ),
  createTokenAccount: object(
    { account: address, mint: address, owner: address, payer },
    'Creates a token account at a given address: two instructions.',
  ),
  createAssociatedAccount: object(
    { owner: address, mint: address, payer, idempotent: withDefault(boolean, false) },
    'Creates the associated token account of a wallet.',
  ),
  memo: described(
    textOr(object({ text, signers: withDefault(list(address), []) }), (words) => ({ text: words, signers: [] })),
    'Writes a memo.',
  ),
  raw: object(
    {
      program: address,
      accounts: withDefault(list(accountMeta), [], 'default: none'),
      data: withDefault(bytes, new Uint8Array()),
    },
    'Any instruction of any program.',
  ),
};

/** Arguments and accounts of an instruction of a program with an IDL. */
const PROGRAM_INSTRUCTION = object(
  {
    args: optional(byIdl, 'by name; default of what is left out: 0, false, empty, none'),
    accounts: optional(byIdl, 'addresses by name; default of what is left out: what follows from the IDL'),
    remainingAccounts: withDefault(list(accountMeta), [], 'after those of the IDL'),
  },
  'An instruction of a program with an IDL.',
);

/** `{"market.placeOrder": {args?, accounts?}}`: `at` is the member. */
export interface ProgramInstructionNode {
  readonly at: Place;
  readonly name: 'ofProgram';
  readonly arguments: ObjectOf<typeof PROGRAM_INSTRUCTION.members>;
}

type ArgumentsTable = typeof INSTRUCTION_ARGUMENTS;

export type InstructionName = keyof ArgumentsTable;

export const INSTRUCTION_NAMES = Object.keys(INSTRUCTION_ARGUMENTS) as readonly InstructionName[];

/** What is read of the arguments of an instruction. */
export type ArgumentsOf<K extends InstructionName> = ArgumentsTable[K] extends Syntax<infer A> ? A : never;

/** One instruction of a known program: the member `name` holds its arguments. */
export type KnownInstructionNode<K extends InstructionName = InstructionName> = {
  [N in K]: { readonly at: Place; readonly name: N; readonly arguments: ArgumentsOf<N> };
}[K];

export type InstructionNode = KnownInstructionNode | ProgramInstructionNode;

/** Whether a member is an instruction. */
export function isInstructionName(name: string): boolean {
  return Object.hasOwn(INSTRUCTION_ARGUMENTS, name) || isQualified(name);
}

/** @param word whose key is the name of the instruction */
export function readNamedInstruction(word: Cursor): InstructionNode | undefined {
  if (isQualified(word.key)) {
    const read = PROGRAM_INSTRUCTION(word);
    return read && { at: word, name: 'ofProgram', arguments: read };
  }
  const name = word.key as InstructionName;
  const read = INSTRUCTION_ARGUMENTS[name](word);
  // the arguments are those of this name
  return read && ({ at: word, name, arguments: read } as InstructionNode);
}

/** An instruction of each kind, as members of an object that has one of them. */
export function instructionSchemas(definitions: Definitions): Record<string, Schema> {
  const schemas = Object.entries<Syntax<unknown>>(INSTRUCTION_ARGUMENTS).map(([name, value]) => [
    name,
    named(name, value).schema(definitions),
  ]);
  return Object.fromEntries(schemas);
}

/** Instructions of programs with an IDL, as members of an object that has one of them. */
export function programInstructionSchema(definitions: Definitions): Schema {
  return qualifiedMembers(named('programInstruction', PROGRAM_INSTRUCTION).schema(definitions));
}

/** `{word: arguments}` */
export const instruction = named(
  'instruction',
  syntax(readInstruction, (definitions) => ({
    type: 'object',
    description: '{word: arguments}',
    additionalProperties: false,
    properties: instructionSchemas(definitions),
    ...programInstructionSchema(definitions),
    minProperties: 1,
    maxProperties: 1,
  })),
);

function readInstruction(at: Cursor): InstructionNode | undefined {
  if (!isObject(at)) return undefined;
  const [word, ...others] = at.members();
  if (word === undefined || others.length > 0) return at.expected('an instruction: {word: arguments}');
  if (isInstructionName(word.key)) return readNamedInstruction(word);
  return word.refuse('unknown instruction', didYouMean(word.key, INSTRUCTION_NAMES));
}
