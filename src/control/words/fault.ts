/**
 * Faults: `{match?, then}`.
 * @module
 */
import { isJsonArray, JsonFloat } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import { readMembers } from '../../document/members.ts';
import { readList, readText, readU32 } from '../../document/readers.ts';
import type { Fault, FaultMatch } from '../../faults/fault.ts';
import { readFaultThen } from './faultThen.ts';
import { meantMethod } from './meantMethod.ts';

const CONTROL = /^stillnode_/;

export function readFault(at: Cursor): Fault | undefined {
  const read = readMembers(at, { match: readMatch, then: readFaultThen }, ['then']);
  if (read?.then === undefined) return undefined;
  return { match: read.match ?? EVERYTHING, ...read.then };
}

const EVERYTHING: FaultMatch = { after: 0, times: Number.POSITIVE_INFINITY, probability: 1, seed: 0 };

const MATCH_READERS = {
  method: readMethods,
  params: (at: Cursor) => at.value,
  after: readU32,
  times: readCount,
  probability: readProbability,
  seed: readU32,
};

/** In the order of docs/control.md. */
export const FAULT_MATCH_MEMBERS: readonly string[] = Object.keys(MATCH_READERS);

/** Without members: every call. */
function readMatch(at: Cursor): FaultMatch | undefined {
  const read = readMembers(at, MATCH_READERS);
  if (read === undefined) return undefined;
  const { method, params, ...counts } = read;
  return {
    after: counts.after ?? EVERYTHING.after,
    times: counts.times ?? EVERYTHING.times,
    probability: counts.probability ?? EVERYTHING.probability,
    seed: counts.seed ?? EVERYTHING.seed,
    ...(method && { methods: method }),
    ...(params !== undefined && { params }),
  };
}

function readMethods(at: Cursor): readonly string[] | undefined {
  if (!isJsonArray(at.value)) {
    const method = readMethod(at);
    return method === undefined ? undefined : [method];
  }
  return at.value.length === 0 ? at.expected('the name of a method, or a list of names') : readList(at, readMethod);
}

function readMethod(at: Cursor): string | undefined {
  const method = readText(at);
  if (method === undefined) return undefined;
  if (CONTROL.test(method)) return at.refuse('control calls have no faults');
  // a misspelled one would never get it
  const meant = meantMethod(method);
  return meant === undefined ? method : at.refuse('there is no such method', `did you mean ${JSON.stringify(meant)}?`);
}

/** From 1. */
function readCount(at: Cursor): number | undefined {
  const count = readU32(at);
  return count === 0 ? at.expected('1 or more') : count;
}

function readProbability(at: Cursor): number | undefined {
  const value = at.value instanceof JsonFloat ? at.value.value : at.value;
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : at.expected('a number from 0 to 1');
}
