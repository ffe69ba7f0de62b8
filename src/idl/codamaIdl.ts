import type { Address } from '../solana/address.ts';
import type { Idl, IdlAccount, IdlError } from '../solana/idl/idl.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { itemsOf, readAddress } from '../syntax/readers.ts';
import { readCodamaInstruction } from './codamaInstructions.ts';
import { readLayout } from './codamaLayout.ts';
import { countIn, nameOf, textIn } from './codamaNodes.ts';
import { type CodamaProgram, codamaProgram, readPdaNode } from './codamaPdas.ts';
import { CodamaTypes, type TypeScope } from './codamaTypes.ts';
import { distinctPdas } from './distinctPdas.ts';
import { PartReader, unlessUnreadable } from './unreadable.ts';

/**
 * The root node of an IDL of Codama. What cannot be read in it is left out with a warning.
 *
 * Source   @codama/node-types 1.11 RootNode
 */
export function readCodamaIdl(root: Cursor): Idl | undefined {
  const at = root.member('program');
  if (at.member('kind').value !== 'programNode') return at.expected('a programNode');
  return unlessUnreadable(
    () => {
      const types = new CodamaTypes();
      const own = codamaProgram(at, types.add(at, at));
      const otherPrograms = itemsOf(root.member('additionalPrograms')).map((item) =>
        otherProgram(item, types.add(item, at)),
      );
      return programIdl(own, [own, ...otherPrograms]);
    },
    (error) => error.at.refuse(error.message),
  );
}

function programIdl(own: CodamaProgram, programs: readonly CodamaProgram[]): Idl {
  const { at, scope } = own;
  const framework = at.member('origin').value === 'anchor' ? 'anchor' : undefined;
  const parts = new PartReader(nameOf);
  return {
    address: addressIn(at),
    accounts: parts.readAll('account', itemsOf(at.member('accounts')), (item) => readAccountNode(item, scope)),
    instructions: parts.readAll('instruction', itemsOf(at.member('instructions')), (item) =>
      readCodamaInstruction(item, own, programs),
    ),
    events: parts.readAll('event', itemsOf(at.member('events')), (item) => readAccountNode(item, scope)),
    errors: parts.readAll('error', itemsOf(at.member('errors')), (item) => readErrorNode(item, framework)),
    pdas: distinctPdas(parts.readAll('pda', pdaNodesOf(at), (item) => readPdaNode(item, own))),
    framework,
    leftOut: parts.leftOut,
  };
}

function otherProgram(at: Cursor, scope: TypeScope): CodamaProgram {
  const address = addressIn(at);
  return codamaProgram(at, scope, address && { kind: 'address', address });
}

/** IDLs that were made from others may have an empty one. */
function addressIn(program: Cursor): Address | undefined {
  const at = program.member('publicKey');
  return at.isNothing || at.value === '' ? undefined : readAddress(at);
}

/** An event is a type with discriminators too. */
function readAccountNode(at: Cursor, scope: TypeScope): IdlAccount {
  return { name: nameOf(at), ...readLayout(at, scope.readType(at.member('data')), scope) };
}

/** Codama has names in camelCase, and Anchor logs those of Rust. */
function readErrorNode(at: Cursor, framework: Idl['framework']): IdlError {
  const name = nameOf(at);
  const text = at.member('message').isNothing ? '' : textIn(at.member('message'));
  // IDLs that were made from those of Anchor have an empty one where there was none
  const message = text === '' ? undefined : text;
  const loggedName = framework === 'anchor' ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
  return { code: countIn(at.member('code')), name: loggedName, message };
}

/** The derived addresses of the program, and those within its instructions. */
function pdaNodesOf(program: Cursor): readonly Cursor[] {
  const accounts = itemsOf(program.member('instructions')).flatMap((item) => itemsOf(item.member('accounts')));
  const inner = accounts.map((item) => item.member('defaultValue').member('pda'));
  return [...itemsOf(program.member('pdas')), ...inner.filter((item) => item.member('kind').value === 'pdaNode')];
}
