import { isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { suggest } from '../../codec/suggest.ts';
import { IdlDataError } from '../../solana/idl/budget.ts';
import type { SeedValue } from '../../solana/idl/idl.ts';
import { indexByName, isNamed, partByName } from '../../solana/idl/idlNames.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import type { FieldReader } from './fieldReader.ts';
import { FieldType, namesText } from './fieldType.ts';
import { type FieldWriter, refused } from './fieldWriter.ts';
import { FrameType } from './frames.ts';
import { BYTE, type IntegerType } from './numbers.ts';
import type { PatternReader } from './patterns.ts';
import { varies } from './sizes.ts';
import { StructType } from './structs.ts';

export interface Variant {
  readonly name: string;
  /** a struct or a tuple, maybe in a frame; undefined: the variant has none */
  readonly content: FieldType | undefined;
  /** default: its index */
  readonly number?: number;
}

/** A value of one of several variants, which may have fields. */
export class EnumType extends FieldType {
  readonly kind = 'enum';
  readonly variants: readonly Variant[];
  /** the number before the content of a variant */
  readonly integer: IntegerType;
  #byNumber: ReadonlyMap<number, Variant> | undefined;

  constructor(variants: readonly Variant[], integer: IntegerType = BYTE) {
    super();
    this.variants = variants;
    this.integer = integer;
  }

  protected describe(): string {
    return `one of ${namesText(this.variants)}`;
  }

  override get parts(): readonly FieldType[] {
    return this.variants.flatMap(({ content }) => content ?? []);
  }

  override size(sizeOf: (part: FieldType) => number, declared: FieldType): number {
    const sizes = this.variants.map(({ content }) => (content === undefined ? 0 : sizeOf(content)));
    const [size = 0] = sizes;
    return sizeOf(this.integer) + (sizes.every((item) => item === size) ? size : varies(declared));
  }

  readFrom(reader: FieldReader): JsonValue {
    const number = Number(this.integer.integerFrom(reader));
    const variant = this.#numbered(number);
    if (variant === undefined) throw new IdlDataError(`${number} is none of ${this.variants.length} variants`);
    return variant.content === undefined ? variant.name : { [variant.name]: reader.value(variant.content) };
  }

  /** Takes the first of equal numbers. */
  #numbered(number: number): Variant | undefined {
    this.#byNumber ??= new Map(
      this.variants.map((variant, index) => [variant.number ?? index, variant] as const).toReversed(),
    );
    return this.#byNumber.get(number);
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    const [inner] = at.members();
    const name = typeof at.value === 'string' ? at.value : at.members().length === 1 ? inner!.key : undefined;
    const index = name === undefined ? -1 : (indexByName(this.variants).get(name) ?? -1);
    const variant = this.variants[index];
    if (variant === undefined) return refused(at.expected(`${this}`, name && this.#similar(name)));
    this.integer.addTo(writer, variant.number ?? index);
    if (variant.content === undefined)
      return inner === undefined
        ? true
        : refused(at.refuse(`${variant.name} has no fields`, `write "${variant.name}"`));
    if (inner === undefined) return refused(at.refuse(`${variant.name} has fields`, `write {"${variant.name}": …}`));
    return writer.write(variant.content, inner);
  }

  #similar(name: string): string | undefined {
    return suggest(
      name,
      this.variants.map(({ name }) => name),
    );
  }

  /** The name of a variant with fields stands for all of its values. */
  override patternFrom(patterns: PatternReader, at: Cursor, declared: FieldType): JsonValue | undefined {
    const [inner, ...others] = at.members();
    const name = typeof at.value === 'string' ? at.value : others.length === 0 ? inner?.key : undefined;
    const variant = name === undefined ? undefined : partByName(this.variants, name);
    if (variant?.content === undefined) return patterns.wholeValue(declared, at);
    const { content } = variant;
    const part = isJsonObject(at.value) ? patterns.read(content, inner!) : emptyPattern(content);
    return part === undefined ? undefined : { [variant.name]: part };
  }

  override seedBytes(seed: SeedValue): Uint8Array | undefined {
    if (seed.kind !== 'name') return undefined;
    const index = this.variants.findIndex(({ content, name }) => content === undefined && isNamed(name, seed.name));
    return index < 0 ? undefined : this.integer.encoded(BigInt(this.variants[index]!.number ?? index));
  }
}

/** The pattern that every value of a struct or a tuple matches. */
function emptyPattern(type: FieldType): JsonValue {
  if (type instanceof FrameType) return emptyPattern(type.inner);
  return type instanceof StructType ? {} : [];
}
