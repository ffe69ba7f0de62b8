import { advance } from './advance.ts';
import { dropFork } from './dropFork.ts';
import { dump } from './dump.ts';
import { expireStatuses } from './expireStatuses.ts';
import { fork } from './fork.ts';
import { getTips } from './getTips.ts';
import { listForks } from './listForks.ts';
import { prune } from './prune.ts';
import { reorg } from './reorg.ts';
import { reset } from './reset.ts';
import { revert } from './revert.ts';
import { setAccount } from './setAccount.ts';
import { setTips } from './setTips.ts';
import { snapshot } from './snapshot.ts';
import type { Verb } from './verb.ts';

/** Every control method, in the order of the OpenRPC document. */
const TABLE = [
  // time
  getTips,
  advance,
  setTips,
  reorg,
  prune,
  expireStatuses,
  // writing
  setAccount,
  dump,
  // isolation
  snapshot,
  revert,
  reset,
  fork,
  dropFork,
  listForks,
] as readonly Verb[];

/** By the name of the control method, with its prefix. */
export const VERBS: ReadonlyMap<string, Verb> = new Map(
  TABLE.map((verb) => [verb.name, { ...verb, paramErrors: ['invalidArgument'] }]),
);
