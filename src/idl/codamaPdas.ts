import type { AccountSource, IdlPda, IdlSeed } from '../solana/idl/idl.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { itemsOf, readAddress } from '../syntax/readers.ts';
import { kindOf, nameOf } from './codamaNodes.ts';
import type { TypeScope } from './codamaTypes.ts';
import { isValueNode, valueBytes } from './codamaValues.ts';
import { KeyType } from './types/bytesLike.ts';
import type { FieldType } from './types/fieldType.ts';
import { unreadable } from './unreadable.ts';

/**
 * Derived addresses in an IDL of Codama.
 *
 * Source   @codama/node-types 1.11 PdaNode, PdaValueNode
 * @module
 */

/** A program among those of an IDL, with how its types are read. */
export interface CodamaProgram {
  readonly at: Cursor;
  readonly scope: TypeScope;
  /** nodes by name, the first where several have one */
  readonly pdas: () => ReadonlyMap<string, Cursor>;
  /** undefined: it is the program of the IDL itself */
  readonly source: AccountSource | undefined;
}

export function codamaProgram(at: Cursor, scope: TypeScope, source?: AccountSource): CodamaProgram {
  let pdas: ReadonlyMap<string, Cursor> | undefined;
  return {
    at,
    scope,
    source,
    pdas() {
      pdas ??= new Map(
        itemsOf(at.member('pdas'))
          .toReversed()
          .map((item) => [nameOf(item), item]),
      );
      return pdas;
    },
  };
}

/** A derived address that a node is, or that it refers to. @throws UnreadableError */
export function readPda(at: Cursor, own: CodamaProgram, programs: readonly CodamaProgram[]): IdlPda {
  if (kindOf(at) === 'pdaNode') return readPdaNode(at, own);
  const program = at.member('program');
  const owner = program.isNothing ? own : programNamed(nameOf(program), programs);
  const node = owner?.pdas().get(nameOf(at));
  return owner && node ? readPdaNode(node, owner) : unreadable(at, `the IDL has no derived address ${nameOf(at)}`);
}

export function programNamed(name: string, programs: readonly CodamaProgram[]): CodamaProgram | undefined {
  return programs.find(({ at }) => nameOf(at) === name);
}

/** @throws UnreadableError */
export function readPdaNode(at: Cursor, { scope, source }: CodamaProgram): IdlPda {
  const programId = at.member('programId');
  const address = programId.isNothing ? undefined : readAddress(programId);
  return {
    name: nameOf(at),
    seeds: itemsOf(at.member('seeds')).map((seed) => readSeedNode(seed, scope)),
    program: address === undefined ? source : { kind: 'address', address },
  };
}

function readSeedNode(at: Cursor, scope: TypeScope): IdlSeed {
  const type = scope.readType(at.member('type'));
  const value = at.member('value');
  const kind = kindOf(at);
  if (kind === 'variablePdaSeedNode') return { kind: 'value', name: nameOf(at), type, source: undefined };
  if (kind !== 'constantPdaSeedNode') return unreadable(at, `${kind} is not known`);
  // the ledger says which address that is
  if (kindOf(value) === 'programIdValueNode')
    return { kind: 'value', name: 'programId', type: new KeyType(), source: { kind: 'program' } };
  return { kind: 'constant', bytes: valueBytes(value, type, scope) };
}

/**
 * A derived address with what its seeds are in an instruction.
 *
 * @param sourceOf another account, or an argument
 * @throws UnreadableError
 */
export function readPdaValue(
  at: Cursor,
  pda: IdlPda,
  sourceOf: (at: Cursor) => AccountSource | undefined,
  scope: TypeScope,
): IdlPda {
  const values = new Map(itemsOf(at.member('seeds')).map((item) => [nameOf(item), item.member('value')]));
  const seeds = pda.seeds.map((seed): IdlSeed => {
    const value = seed.kind === 'value' ? values.get(seed.name) : undefined;
    if (value === undefined || seed.kind === 'constant') return seed;
    if (isValueNode(value)) return { kind: 'constant', bytes: valueBytes(value, seed.type as FieldType, scope) };
    return { ...seed, source: sourceOf(value) };
  });
  const program = at.member('programId').isNothing ? pda.program : sourceOf(at.member('programId'));
  return { ...pda, seeds, program };
}
