import type { IdlAccount } from '../solana/idl/idl.ts';
import { partByName } from '../solana/idl/idlNames.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { itemsOf } from '../syntax/readers.ts';
import { countIn, kindOf, nameOf } from './codamaNodes.ts';
import type { TypeScope } from './codamaTypes.ts';
import { constantBytes } from './codamaValues.ts';
import type { FieldType } from './types/fieldType.ts';
import { ConstantsType } from './types/frames.ts';
import { ArrayType } from './types/lists.ts';
import { isByte } from './types/numbers.ts';
import { type Field, StructType } from './types/structs.ts';

/** The marks that distinguish data from other data, and the type of the fields after the discriminator. */
type Layout = Pick<IdlAccount, 'discriminator' | 'marks' | 'size'> & { readonly type: FieldType };

/**
 * Constants before the first field that is given are the discriminator of the data. A field that a discriminator names is a constant.
 * Constants that discriminators have themselves come before the fields, unless the data already begin with them: an IDL that is made
 * from structs of Rust does not have the tags of their data among the fields.
 *
 * Source   @codama/node-types 1.11 DiscriminatorNode
 * @throws UnreadableError
 */
export function readLayout(at: Cursor, type: FieldType, scope: TypeScope): Layout {
  scope.checker.assertReadable(at, type);
  const nodes = itemsOf(at.member('discriminators'));
  const named = new Set(nodes.filter((item) => kindOf(item) === 'fieldDiscriminatorNode').map(nameOf));
  const divided = withoutConstants(type, named);
  const remainingType = divided.type;
  const constants = nodes
    .filter((item) => kindOf(item) === 'constantDiscriminatorNode')
    .map((item): Mark => ({ offset: offsetOf(item), bytes: constantBytes(item.member('constant'), scope) }));
  const bytes = withMarks(divided, constants);
  const fieldMarks = nodes.flatMap((item) => readFieldMark(item, remainingType) ?? []);
  const marks = [...constants, ...fieldMarks].filter((mark) => !hasMark(bytes, mark));
  const sizes = nodes
    .filter((item) => kindOf(item) === 'sizeDiscriminatorNode')
    .map((item) => countIn(item.member('size')));
  return {
    discriminator: bytes,
    type: remainingType,
    ...(marks.length > 0 && { marks }),
    ...(sizes[0] !== undefined && { size: sizes[0] }),
  };
}

interface Divided {
  readonly bytes: Uint8Array;
  readonly type: FieldType;
}

function withoutConstants(declared: FieldType, named: ReadonlySet<string>): Divided {
  const type = declared.resolved();
  if (type instanceof ConstantsType && !type.isPadding) {
    const { after, before, inner } = type;
    if (after.length > 0) return { bytes: before, type: new ConstantsType(inner, new Uint8Array(), after) };
    const divided = withoutConstants(inner, named);
    return { bytes: Buffer.concat([before, divided.bytes]), type: divided.type };
  }
  return type instanceof StructType ? withoutFields(type, named) : { bytes: new Uint8Array(), type: declared };
}

function withoutFields(type: StructType, named: ReadonlySet<string>): Divided {
  const fields = type.fields.map(
    (field): Field =>
      field.preset !== undefined && named.has(field.name)
        ? { ...field, preset: { ...field.preset, isConstant: true } }
        : field,
  );
  const first = fields.findIndex(({ preset }) => !preset?.isConstant);
  const length = first < 0 ? fields.length : first;
  const omitted = fields.slice(0, length);
  const bytes = Buffer.concat(omitted.map(({ preset }) => preset!.bytes));
  return { bytes, type: new StructType(fields.slice(length), omitted) };
}

/** Constant bytes by their place in all data. */
type Mark = NonNullable<IdlAccount['marks']>[number];

/** The bytes before the fields: those that the data begin with, and constants that these lack, in the order of their offsets. */
function withMarks({ bytes, type }: Divided, constants: readonly Mark[]): Uint8Array {
  const ordered = constants.toSorted((a, b) => a.offset - b.offset);
  let before: Uint8Array = new Uint8Array();
  for (const mark of ordered) {
    const isNext = mark.offset === before.length && !hasMark(Buffer.concat([before, bytes]), mark);
    if (isNext && (bytes.length > 0 || !hasRoomFor(mark, type))) before = Buffer.concat([before, mark.bytes]);
  }
  let all: Uint8Array = Buffer.concat([before, bytes]);
  for (const mark of ordered) {
    const isNext = mark.offset === all.length && !hasMark(all, mark);
    if (isNext && !hasRoomFor(mark, type)) all = Buffer.concat([all, mark.bytes]);
  }
  return all;
}

function hasMark(data: Uint8Array, { bytes, offset }: Mark): boolean {
  return bytes.every((byte, i) => byte === data[offset + i]);
}

/** Whether the first field is the constant: bytes of just its length, or its value by default. */
function hasRoomFor({ bytes }: Mark, type: FieldType): boolean {
  const field = type instanceof StructType ? type.fields[0] : undefined;
  if (field === undefined) return false;
  if (field.preset !== undefined) return Buffer.from(bytes).equals(field.preset.bytes);
  const room = field.type.resolved();
  return room instanceof ArrayType && isByte(room.item) && room.length === bytes.length;
}

/** The constant that a discriminator names, if it is behind other fields. */
function readFieldMark(at: Cursor, type: FieldType): Mark | undefined {
  if (kindOf(at) !== 'fieldDiscriminatorNode') return undefined;
  const field = type instanceof StructType ? partByName(type.fields, nameOf(at)) : undefined;
  return field?.preset && { offset: offsetOf(at), bytes: field.preset.bytes };
}

function offsetOf(at: Cursor): number {
  return at.member('offset').isNothing ? 0 : countIn(at.member('offset'));
}
