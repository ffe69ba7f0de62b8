import { type IdlAccount, partByName } from '../solana/idl/idl.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { itemsOf } from '../syntax/readers.ts';
import { countIn, kindOf, nameOf } from './codamaNodes.ts';
import type { TypeScope } from './codamaTypes.ts';
import { constantBytes } from './codamaValues.ts';
import type { FieldType } from './types/fieldType.ts';
import { ConstantsType } from './types/frames.ts';
import { type Field, StructType } from './types/structs.ts';

/** How data is told from other data, and the type of what follows the discriminator. */
type Layout = Pick<IdlAccount, 'discriminator' | 'marks' | 'size'> & { readonly type: FieldType };

/**
 * Data whose type is a struct: constants before the first field that is given are its discriminator. A field that a discriminator
 * names is a constant.
 *
 * Source   @codama/node-types 1.11 DiscriminatorNode
 * @throws UnreadableError
 */
export function readLayout(at: Cursor, type: FieldType, scope: TypeScope): Layout {
  scope.checker.assertReadable(at, type);
  const nodes = itemsOf(at.member('discriminators'));
  const named = new Set(nodes.filter((item) => kindOf(item) === 'fieldDiscriminatorNode').map(nameOf));
  const { bytes, type: remainingType } = withoutConstants(type, named);
  const marks = nodes.flatMap((item) => readMark(item, remainingType, scope) ?? []);
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

function withoutConstants(type: FieldType, named: ReadonlySet<string>): Divided {
  if (type instanceof ConstantsType && !type.isPadding) {
    const { after, before, inner } = type;
    if (after.length > 0) return { bytes: before, type: new ConstantsType(inner, new Uint8Array(), after) };
    const divided = withoutConstants(inner, named);
    return { bytes: Buffer.concat([before, divided.bytes]), type: divided.type };
  }
  return type instanceof StructType ? withoutFields(type, named) : { bytes: new Uint8Array(), type };
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

/** Constant bytes beyond the discriminator. */
function readMark(at: Cursor, type: FieldType, scope: TypeScope) {
  switch (kindOf(at)) {
    case 'constantDiscriminatorNode':
      return { offset: offsetOf(at), bytes: constantBytes(at.member('constant'), scope) };
    case 'fieldDiscriminatorNode': {
      const field = type instanceof StructType ? partByName(type.fields, nameOf(at)) : undefined;
      return field?.preset && { offset: offsetOf(at), bytes: field.preset.bytes };
    }
    default:
      return undefined;
  }
}

function offsetOf(at: Cursor): number {
  return at.member('offset').isNothing ? 0 : countIn(at.member('offset'));
}
