import { decodeBase58 } from '../../codec/base58.ts';
import { suggest } from '../../codec/suggest.ts';
import { type Address, TOKEN_PROGRAM } from '../../solana/address.ts';
import { type AddressExpression, byteSeed, type NamedOperand, type Operand } from '../../syntax/addressExpression.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import { associatedAddress, programAddress } from '../derive.ts';
import { namedPda } from './namedPda.ts';
import { addressOfName, type NameScope } from './nameScope.ts';

/**
 * The address that an expression stands for: in the same scope always the same one.
 *
 * @throws ScriptError, ProgramError
 */
export function expressionAddress(expression: AddressExpression, scope: NameScope): Address {
  switch (expression.kind) {
    case 'address':
      return expression.address;
    case 'name':
      return addressOfName(expression.name, scope);
    case 'call':
      return derivedAddress(expression.name, expression.operands, scope);
  }
}

/** The token program under which accounts of a mint are associated, if none is given. */
export function usualTokenProgram(mint: Address, { tokenProgramOf }: NameScope): Address {
  return tokenProgramOf(mint) ?? TOKEN_PROGRAM;
}

const DERIVATIONS = ['ata', 'pda'];

function derivedAddress(name: string, operands: readonly Operand[], scope: NameScope): Address {
  if (name === 'ata') return associatedAddress(...associatedOperands(operands, scope));
  if (name === 'pda') return programDerivedAddress(operands, scope);
  throw new ScriptError(
    `$${name}(…) is not a derivation`,
    suggest(name, DERIVATIONS, (similar) => `$${similar}(…)`) ?? 'there are $ata(owner,mint) and $pda(program,seed,…)',
  );
}

/**
 * The owner, the mint and the token program of an associated account.
 *
 * @throws ScriptError, ProgramError
 */
export function associatedOperands(
  operands: readonly Operand[],
  scope: NameScope,
): readonly [owner: Address, mint: Address, program: Address] {
  const [owner, mint, program] = operands.map((operand) => operandAddress(operand, scope));
  if (owner === undefined || mint === undefined || operands.length > 3)
    throw new ScriptError('$ata(…) takes an owner, a mint and, if need be, a token program', 'as in $ata(alice,usdc)');
  return [owner, mint, program ?? usualTokenProgram(mint, scope)];
}

function programDerivedAddress([program, ...seeds]: readonly Operand[], scope: NameScope): Address {
  if (program === undefined)
    throw new ScriptError('$pda(…) takes a program and its seeds', 'as in $pda($program,"vault")');
  if (program.kind === 'member')
    return namedPda(program.name, seeds, scope.programs, (expression) => expressionAddress(expression, scope));
  return programAddress(
    operandAddress(program, scope),
    seeds.map((seed) => seedBytes(seed, scope)),
  );
}

function operandAddress(operand: Operand, scope: NameScope): Address {
  if (operand.kind === 'seed' || operand.kind === 'number') throw new ScriptError('expected an address, found a seed');
  if (operand.kind === 'member' || operand.kind === 'assigned') throw misplaced(operand);
  return expressionAddress(operand, scope);
}

function seedBytes(operand: Operand, scope: NameScope): Uint8Array {
  if (operand.kind === 'seed') return operand.seed;
  if (operand.kind === 'number') return byteSeed(operand.digits);
  if (operand.kind === 'member' || operand.kind === 'assigned') throw misplaced(operand);
  if (operand.kind === 'name' && !operand.isMarked)
    throw new ScriptError(
      `${operand.name} could be a text or a name`,
      `as a seed, text is quoted ("${operand.name}") and a name has a dollar ($${operand.name})`,
    );
  return decodeBase58(expressionAddress(operand, scope));
}

function misplaced({ name }: NamedOperand): ScriptError {
  return new ScriptError(`${name} has its place in $pda(program.name, seed=…)`, 'the program needs an IDL');
}
