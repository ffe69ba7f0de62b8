import { type Budget, MAX_ACCOUNT_BYTES } from './budget.ts';
import { type Idl, type IdlFrame, type IdlType, MAX_DEPTH, resolved, typeText } from './idl.ts';
import { BYTE } from './numbers.ts';

/**
 * The bytes that every value of a type has.
 *
 * @throws RangeError: they differ from value to value, or no account has as many
 * @throws TooMuchError: the type has too many parts
 */
export function sizeOf(given: IdlType, types: Idl['types'], budget: Budget): number {
  const size = partSize(given, types, budget);
  if (size <= MAX_ACCOUNT_BYTES) return size;
  throw new RangeError(`${typeText(given)} has more than ${MAX_ACCOUNT_BYTES} bytes, which no account has`);
}

/** @throws RangeError: it is a parameter of a type, which has no value */
export function lengthOf({ length }: Extract<IdlType, { kind: 'array' }>): number {
  if (Number.isInteger(length) && Number(length) >= 0) return Number(length);
  throw new RangeError(`the parameter ${length} has no value`);
}

function partSize(given: IdlType, types: Idl['types'], budget: Budget, depth = 0): number {
  budget.spend();
  if (depth > MAX_DEPTH) throw new RangeError(`${typeText(given)} has itself as a part`);
  const type = resolved(given, types);
  const inner = (item: IdlType): number => partSize(item, types, budget, depth + 1);
  switch (type.kind) {
    case 'integer':
      return type.form === 'shortU16' ? varies(given) : type.bytes;
    case 'float':
      return type.bytes;
    case 'bool':
      return inner(type.size ?? BYTE);
    case 'publicKey':
      return 32;
    case 'option':
      return optionSize(type, inner);
    case 'array':
      return inner(type.of) * lengthOf(type);
    case 'struct':
      return sum(type.fields.map((field) => inner(field.type)));
    case 'tuple':
      return sum(type.items.map(inner));
    case 'enum': {
      const sizes = type.variants.map(({ content }) => (content === undefined ? 0 : inner(content)));
      return inner(type.size ?? BYTE) + sameOf(sizes, given);
    }
    case 'framed':
      return frameSize(type.frame, () => inner(type.of), given);
    default:
      return varies(given);
  }
}

function optionSize(type: Extract<IdlType, { kind: 'option' }>, inner: (item: IdlType) => number): number {
  const { none, of } = type;
  if (none?.kind === 'prefix' && none.keepsRoom) return inner(none.prefix) + inner(of);
  if (none?.kind !== 'value') return varies(type);
  const size = inner(of);
  return none.bytes === undefined || none.bytes.length === size ? size : varies(type);
}

function frameSize(frame: IdlFrame, inner: () => number, type: IdlType): number {
  if (frame.kind === 'constants') return frame.before.length + inner() + frame.after.length;
  return frame.kind === 'size' && typeof frame.size === 'number' ? frame.size : varies(type);
}

function sameOf(sizes: readonly number[], type: IdlType): number {
  const [size = 0] = sizes;
  return sizes.every((item) => item === size) ? size : varies(type);
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function varies(type: IdlType): never {
  throw new RangeError(`${typeText(type)} has no fixed size`);
}
