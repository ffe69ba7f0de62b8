import type { JsonValue } from '../../codec/jsonText.ts';
import { MAX_DEPTH, type SeedValue } from '../../solana/idl/idl.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import type { FieldReader } from './fieldReader.ts';
import { FieldType, shownName } from './fieldType.ts';
import type { FieldWriter } from './fieldWriter.ts';

/** Types that stand for others. @module */

abstract class StandIn extends FieldType {
  abstract readonly name: string;

  protected describe(): string {
    return shownName(this.name);
  }

  abstract override resolved(): FieldType;

  override seedBytes(seed: SeedValue): Uint8Array | undefined {
    return this.resolved().seedBytes(seed);
  }

  readFrom(reader: FieldReader): JsonValue {
    return this.resolved().readFrom(reader);
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    return this.resolved().writeTo(writer, at);
  }
}

/** A type by its name. It is found when it is used: types may name each other, and themselves. */
export class LinkType extends StandIn {
  readonly kind = 'defined';
  readonly name: string;
  readonly #find: () => FieldType | undefined;
  #target: FieldType | undefined;

  constructor(name: string, find: () => FieldType | undefined) {
    super();
    this.name = name;
    this.#find = find;
  }

  /** @throws RangeError: there is none */
  get target(): FieldType {
    this.#target ??= this.#find();
    if (this.#target === undefined) throw new RangeError(`the IDL has no type ${this.name}`);
    return this.#target;
  }

  resolved(): FieldType {
    let type: FieldType = this;
    for (let depth = 0; type instanceof LinkType; depth++) {
      if (depth > MAX_DEPTH) throw new RangeError(`the type ${type.name} stands for itself`);
      type = type.target;
    }
    return type.resolved();
  }
}

/** A parameter of the type around it that has no value. */
export class ParameterType extends StandIn {
  readonly kind = 'generic';
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  resolved(): never {
    throw new RangeError(`the parameter ${this.name} has no value`);
  }
}
