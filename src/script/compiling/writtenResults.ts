import { eventDataAt } from '../../idl/eventData.ts';
import type { Names } from '../../runtime/names/names.ts';
import { errorNamed } from '../../runtime/names/programNames.ts';
import type { Failure, NamedEvent, NamedFailure } from '../../runtime/outcome.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import type { EventNode } from '../format/eventNodes.ts';
import type { FailureNode } from '../format/failures.ts';

/**
 * Failures and events that people write in scripts and in send rules, in a ledger whose programs are known. Undefined: there is a
 * mistake, which was reported.
 * @module
 */

/** The failure that a script or rule describes; an error of an IDL is found by its name. */
export function failureOf(node: FailureNode, { programs }: Names): Failure | NamedFailure | undefined {
  if (node.kind === 'known') return { kind: 'fail', err: node.err };
  const { error, instruction, origin } = node;
  const named = errorNamed(error, programs);
  if (named === undefined) return undefined;
  return { kind: 'failByName', program: named.program, error: named.part, origin, instruction };
}

/** The message about an origin that the log cannot show: only frameworks write one. */
export function noOriginText({ name }: IdlProgram): string {
  return `the log of ${name} does not say where an error comes from`;
}

/** The event that a script or rule describes, with its bytes. */
export function eventOf({ event, instruction, isCpi }: EventNode, names: Names): NamedEvent | undefined {
  const eventData = eventDataAt(event, names.programs, (address) => names.resolve(address));
  return eventData && { ...eventData, instruction, isCpi };
}
