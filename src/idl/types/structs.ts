import { type JsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { isObject } from '../../syntax/readers.ts';
import { givenMembers } from '../givenMembers.ts';
import type { FieldReader } from './fieldReader.ts';
import { FieldType, namesText } from './fieldType.ts';
import { type FieldWriter, refused } from './fieldWriter.ts';
import { allOf, type PatternReader } from './patterns.ts';
import { sum } from './sizes.ts';

/** Objects with named fields. @module */

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly preset?: Preset;
}

/** The default of a field. */
export interface Preset {
  readonly bytes: Uint8Array;
  /** whether the field always has this value */
  readonly isConstant: boolean;
}

/** Fields by name, one after the other. */
export class StructType extends FieldType {
  readonly kind = 'struct';
  readonly fields: readonly Field[];
  /** constants before the fields, which a discriminator has already */
  readonly omitted: readonly Field[];

  constructor(fields: readonly Field[], omitted: readonly Field[] = []) {
    super();
    this.fields = fields;
    this.omitted = omitted;
  }

  protected describe(): string {
    return `an object of ${namesText(this.fields)}`;
  }

  override get parts(): readonly FieldType[] {
    return this.fields.map(({ type }) => type);
  }

  override size(sizeOf: (part: FieldType) => number): number {
    return sum(this.parts.map(sizeOf));
  }

  /** Reads the fields; a constant that has its value is left out. */
  readFrom(reader: FieldReader): JsonObject {
    const members: [string, JsonValue][] = [];
    for (const { name, preset, type } of this.fields) {
      const before = reader.offset;
      const value = reader.value(type);
      const isHidden = preset?.isConstant && reader.since(before).equals(preset.bytes);
      if (!isHidden) members.push([name, value]);
    }
    return Object.fromEntries(members);
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    if (!isObject(at)) return false;
    const { fields, omitted } = this;
    const { areRight, members } = givenMembers(at, omitted.length > 0 ? [...omitted, ...fields] : fields, 'field');
    const givenConstants = omitted.filter((constant) => members.has(constant));
    const areLeftOut = writer.writeEach(givenConstants, (constant) =>
      writeField(writer, constant, members.get(constant)!),
    );
    const areWritten = writer.writeEach(fields, (field) =>
      writeField(writer, field, members.get(field) ?? at.member(field.name)),
    );
    return areRight && areLeftOut && areWritten;
  }

  override writeMissing(writer: FieldWriter, at: Cursor): boolean {
    return writer.writeEach(this.fields, (field) => writeField(writer, field, at.member(field.name)));
  }

  override patternFrom(patterns: PatternReader, at: Cursor): JsonValue | undefined {
    if (!isObject(at)) return undefined;
    // constants are not among what is read
    const fields = this.fields.filter(({ preset }) => !preset?.isConstant);
    const { areRight, members } = givenMembers(at, fields, 'field');
    const read = [...members].map(([{ name, type }, member]): readonly [string, JsonValue] | undefined => {
      const value = patterns.read(type, member);
      return value === undefined ? undefined : [name, value];
    });
    const parts = allOf(read);
    return areRight && parts ? Object.fromEntries(parts) : undefined;
  }
}

function writeField(writer: FieldWriter, { name, preset, type }: Field, at: Cursor): boolean {
  if (preset === undefined) return writer.write(type, at);
  if (at.value === undefined) return writer.add(preset.bytes);
  if (!preset.isConstant) return writer.write(type, at);
  const { value } = type.read(preset.bytes, 0, writer.budget);
  return refused(at.refuse(`${name} is always ${stringifyJson(value)}`, 'leave it out'));
}
