import {
  isJsonArray,
  isJsonInteger,
  isJsonObject,
  JsonFloat,
  type JsonObject,
  type JsonValue,
  jsonInteger,
} from '../../codec/jsonText.ts';
import { type Address, isAddressText } from '../../solana/address.ts';
import { exampleOf } from '../../solana/instructionExamples.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { inFile } from '../../syntax/hintParts.ts';
import { refuseUnknown } from '../../syntax/members.ts';
import { NO_REPORTS, readAddressNode } from '../../syntax/values.ts';
import {
  decimalsOf,
  isUnitAmount,
  plainDecimal,
  readUnitAmount,
  type UnitAmount,
  unitsIfKnown,
  unitsOf,
} from './matchedAmount.ts';
import { knownAddress, type RuleContext } from './ruleContext.ts';

/**
 * Arguments of an instruction that jsonParsed knows, as a match has them: members of its `info`. They become a part of that `info`, which
 * is then compared as JSON.
 * @module
 */

/** Reads the arguments of an instruction. Mistakes are reported; then the result has no meaning. */
export function readParsedArguments(
  args: Cursor,
  { program, type }: { readonly program: string; readonly type: string },
  context: RuleContext,
): JsonObject | undefined {
  if (!isJsonObject(args.value)) return args.expected('an object');
  const reader = new ArgumentReader(args, program, context);
  const info = reader.members(args, exampleOf(program, type));
  return { ...info, ...(reader.mint !== undefined && { mint: reader.mint }) };
}

class ArgumentReader {
  readonly #args: Cursor;
  readonly #program: string;
  readonly #context: RuleContext;
  /** the mint that amounts have named: that of the instruction, also if jsonParsed does not show it */
  mint: Address | undefined;

  constructor(args: Cursor, program: string, context: RuleContext) {
    this.#args = args;
    this.#program = program;
    this.#context = context;
  }

  /** Reads the members of an object. @param example an object with all members that are known */
  members(at: Cursor, example: JsonObject): JsonObject {
    refuseUnknown(at, Object.keys(example));
    return Object.fromEntries(at.members().map((member) => [member.key, this.#value(member, example[member.key])]));
  }

  /** @param example a value of the same member; undefined: its type is not known */
  #value(at: Cursor, example: JsonValue | undefined): JsonValue | undefined {
    const { value } = at;
    if (value === null || value === undefined) return value;
    if (isUnitAmount(at)) return this.#amount(at, example);
    if (example === undefined || example === null) return value;
    if (typeof example === 'string') return this.#text(at, example);
    if (isJsonArray(example)) return isJsonArray(value) ? this.#items(at, example[0]) : at.expected('a list');
    if (isJsonObject(example)) return this.#object(at, example);
    if (typeof example === 'boolean') return typeof value === 'boolean' ? value : at.expected('true or false');
    return example instanceof JsonFloat ? readFloat(at) : readInteger(at);
  }

  #object(at: Cursor, example: JsonObject): JsonObject | undefined {
    const { value } = at;
    if (isTokenAmount(example) && isJsonInteger(value)) return { amount: `${value}` };
    return isJsonObject(value) ? this.members(at, example) : at.expected(...objectExpectation(example));
  }

  #items(at: Cursor, example: JsonValue | undefined): readonly JsonValue[] {
    return at.items().map((item) => this.#value(item, example) ?? null);
  }

  #text(at: Cursor, example: string): JsonValue | undefined {
    const { value } = at;
    if (isAddressText(example)) {
      const node = readAddressNode(at);
      return node && knownAddress(this.#context, node);
    }
    if (!isTokenUnits(at, example)) return typeof value === 'string' ? value : at.expected('a string');
    if (isJsonInteger(value)) return `${value}`;
    return typeof value === 'string' && /^\d+$/.test(value)
      ? value
      : at.expected('the smallest units of the mint, as jsonParsed has them', inFile('tokenAmount'));
  }

  #amount(at: Cursor, example: JsonValue | undefined): JsonValue | undefined {
    const amount = readUnitAmount(at, this.#context);
    if (amount === undefined) return undefined;
    if (isTokenAmount(example)) return this.#tokenAmount(at, amount);
    const isText = typeof example === 'string' && isTokenUnits(at, example);
    if (!isText && UNITS.get(at.key) !== amount.unit)
      return at.refuse(`this member is not an amount ${amount.unit === 'tokens' ? 'of tokens' : 'in lamports'}`);
    const units = this.#units(at, amount);
    if (units === undefined) return undefined;
    return isText ? `${units}` : jsonInteger(units);
  }

  /** An amount of an instruction that names its mint. */
  #tokenAmount(at: Cursor, amount: UnitAmount): JsonObject | undefined {
    if (!this.#keepMint(at, amount)) return undefined;
    if (typeof amount.value === 'bigint') return { amount: `${amount.value}` };
    // `unitsIfKnown` refuses too many decimals, if the ledger has the mint
    const mint = this.#mintOf(amount);
    if (mint !== undefined && unitsIfKnown(amount.value, at, decimalsOf(mint, this.#context)) === undefined)
      return undefined;
    return { uiAmountString: plainDecimal(amount.value) };
  }

  #units(at: Cursor, amount: UnitAmount): bigint | undefined {
    return this.#keepMint(at, amount) ? unitsOf(amount, at, this.#mintOf(amount), this.#context) : undefined;
  }

  /** Keeps the mint that an amount names. False: the instruction has another mint, which is reported. */
  #keepMint(at: Cursor, amount: UnitAmount): boolean {
    // SOL in a token account is wrapped
    const isWrapped = amount.unit === 'lamports' && this.#program === 'spl-token';
    const mint = isWrapped ? this.#wrappedSol() : amount.unit === 'tokens' ? amount.mint : undefined;
    const other = this.mint ?? this.#givenMint();
    if (mint !== undefined && other !== undefined && mint !== other) {
      const { names } = this.#context;
      at.refuse(`the amount is of ${names.show(mint)}, and the instruction of ${names.show(other)}`);
      return false;
    }
    this.mint ??= mint;
    return true;
  }

  #mintOf(amount: UnitAmount): Address | undefined {
    return (amount.unit === 'tokens' ? amount.mint : undefined) ?? this.mint ?? this.#givenMint();
  }

  /** The mint of wrapped SOL, by its name, so that messages have it. */
  #wrappedSol(): Address | undefined {
    return this.#context.names.resolve({ value: '$wsol', at: NO_REPORTS });
  }

  /** The member `mint` of the arguments. */
  #givenMint(): Address | undefined {
    const at = this.#args.member('mint');
    return typeof at.value === 'string' ? knownAddress(this.#context, { value: at.value, at: NO_REPORTS }) : undefined;
  }
}

/** The units of members that are numbers. */
const UNITS: ReadonlyMap<string, UnitAmount['unit']> = new Map([
  ['lamports', 'lamports'],
  ['maximumFee', 'tokens'],
]);

/** Whether the value of a member is an amount with its decimals. */
function isTokenAmount(example: JsonValue | undefined): boolean {
  return isJsonObject(example) && 'uiAmountString' in example;
}

/** Whether the text of a member is an amount in smallest units. */
function isTokenUnits({ key }: Cursor, example: string): boolean {
  return key === 'amount' && /^\d+$/.test(example);
}

function readFloat(at: Cursor): JsonFloat | undefined {
  const { value } = at;
  if (isJsonInteger(value)) return new JsonFloat(Number(value));
  return value instanceof JsonFloat ? value : at.expected('a number');
}

function readInteger(at: Cursor): number | bigint | undefined {
  const hint = at.key === 'lamports' ? inFile('solAmount') : undefined;
  return isJsonInteger(at.value) ? at.value : at.expected('an integer', hint);
}

function objectExpectation(example: JsonObject): [expectation: string, hint?: string] {
  return isTokenAmount(example) ? ['an amount with its unit, or an integer', inFile('tokenAmount')] : ['an object'];
}
