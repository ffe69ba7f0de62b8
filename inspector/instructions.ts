import { type Json, listOf, memberOf } from './json.ts';

/** A call of a program, with what it called in turn and what it wrote. */
export interface Call {
  readonly instruction: Json;
  /** by the IDL of its program; undefined: it has none, or the instruction is not of it */
  readonly described: Json | undefined;
  readonly program: string;
  readonly calls: Call[];
  /** its own lines */
  readonly logs: string[];
  units: string | undefined;
  outcome: 'success' | 'failed' | undefined;
}

/** The instructions of a transaction as a tree: those that programs called hang below the one that called them, by their height. */
export function callsOf(transaction: Json): readonly Call[] {
  const message = memberOf(transaction, 'transaction', 'message');
  const inner = listOf(memberOf(transaction, 'meta', 'innerInstructions'));
  const described = listOf(memberOf(transaction, 'instructions'));
  const at = (index: number, innerIndex: number | null) =>
    described.find((each) => memberOf(each, 'index') === index && memberOf(each, 'innerIndex') === innerIndex);
  const roots = listOf(memberOf(message, 'instructions')).map((instruction, index) =>
    callOf(instruction, at(index, null), message),
  );
  for (const [index, root] of roots.entries()) {
    const path = [root];
    const group = inner.find((each) => Number(memberOf(each, 'index')) === index);
    for (const [innerIndex, instruction] of listOf(memberOf(group, 'instructions')).entries()) {
      const height = Number(memberOf(instruction, 'stackHeight') ?? 2);
      path.length = Math.max(1, Math.min(path.length, height - 1));
      const call = callOf(instruction, at(index, innerIndex), message);
      path.at(-1)!.calls.push(call);
      path.push(call);
    }
  }
  foldLogs(listOf(memberOf(transaction, 'meta', 'logMessages')).map(String), roots);
  return roots;
}

function callOf(instruction: Json, described: Json | undefined, message: Json | undefined): Call {
  const index = memberOf(instruction, 'programIdIndex');
  const key = index === undefined ? undefined : listOf(memberOf(message, 'accountKeys'))[Number(index)];
  const program = String(memberOf(instruction, 'programId') ?? memberOf(key, 'pubkey') ?? key ?? '?');
  return { instruction, described, program, calls: [], logs: [], units: undefined, outcome: undefined };
}

/** `Program X invoke [1]` opens the next call of X, at this depth; what follows belongs to the one that is open. */
function foldLogs(lines: readonly string[], roots: readonly Call[]): void {
  const open: Call[] = [];
  const started = new Map<readonly Call[], number>();
  for (const line of lines) {
    const depth = Number(/^Program \w+ invoke \[(\d+)\]$/.exec(line)?.[1] ?? 0);
    if (depth === 0) {
      if (endsCall(line, open.at(-1))) open.pop();
      continue;
    }
    open.length = Math.min(open.length, depth - 1);
    const siblings = depth === 1 ? roots : (open.at(-1)?.calls ?? []);
    // programs that write nothing, such as precompiles, are not told of
    const next = siblings.findIndex(
      ({ program }, i) => i >= (started.get(siblings) ?? 0) && program === line.split(' ')[1],
    );
    if (next < 0) continue;
    started.set(siblings, next + 1);
    open.push(siblings[next]!);
  }
}

/** Gives a line to the call that is open, and says whether the call ends with it. */
function endsCall(line: string, call: Call | undefined): boolean {
  if (call === undefined) return false;
  const units = /^Program \w+ consumed (\d+ of \d+) compute units$/.exec(line)?.[1];
  const end = /^Program \w+ (success$|failed: )/.exec(line)?.[1];
  if (units !== undefined) call.units = units;
  else if (end !== 'success') call.logs.push(line);
  if (end !== undefined) call.outcome = end === 'success' ? 'success' : 'failed';
  return end !== undefined;
}
