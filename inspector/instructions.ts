import { type Json, listOf, memberOf } from './json.ts';

/** A call of a program, with its inner calls and its log. */
export interface ProgramCall {
  readonly instruction: Json;
  /** the instruction as the IDL of its program describes it; undefined: the IDL does not, or the program has none */
  readonly described: Json | undefined;
  readonly program: string;
  readonly calls: ProgramCall[];
  /** log lines of this call alone */
  readonly logs: string[];
  units: string | undefined;
  outcome: 'success' | 'failed' | undefined;
}

/** The instructions of a transaction as a tree, by their stack height: inner instructions are below the call that made them. */
export function callsOf(transaction: Json): readonly ProgramCall[] {
  const message = memberOf(transaction, 'transaction', 'message');
  const inner = listOf(memberOf(transaction, 'meta', 'innerInstructions'));
  const described = listOf(memberOf(transaction, 'instructions'));
  const describedAt = (index: number, innerIndex: number | null) =>
    described.find((entry) => memberOf(entry, 'index') === index && memberOf(entry, 'innerIndex') === innerIndex);
  const roots = listOf(memberOf(message, 'instructions')).map((instruction, index) =>
    callOf(instruction, describedAt(index, null), message),
  );
  for (const [index, root] of roots.entries()) {
    const path = [root];
    const group = inner.find((entry) => Number(memberOf(entry, 'index')) === index);
    for (const [innerIndex, instruction] of listOf(memberOf(group, 'instructions')).entries()) {
      const height = Number(memberOf(instruction, 'stackHeight') ?? 2);
      path.length = Math.max(1, Math.min(path.length, height - 1));
      const call = callOf(instruction, describedAt(index, innerIndex), message);
      path.at(-1)!.calls.push(call);
      path.push(call);
    }
  }
  foldLogs(listOf(memberOf(transaction, 'meta', 'logMessages')).map(String), roots);
  return roots;
}

function callOf(instruction: Json, described: Json | undefined, message: Json | undefined): ProgramCall {
  const index = memberOf(instruction, 'programIdIndex');
  const key = index === undefined ? undefined : listOf(memberOf(message, 'accountKeys'))[Number(index)];
  const program = String(memberOf(instruction, 'programId') ?? memberOf(key, 'pubkey') ?? key ?? '?');
  return { instruction, described, program, calls: [], logs: [], units: undefined, outcome: undefined };
}

/** Gives log lines to their calls: `Program X invoke [1]` begins the next call of X at this depth, and the lines after it belong to it. */
function foldLogs(lines: readonly string[], roots: readonly ProgramCall[]): void {
  const open: ProgramCall[] = [];
  const started = new Map<readonly ProgramCall[], number>();
  for (const line of lines) {
    const depth = Number(/^Program \w+ invoke \[(\d+)\]$/.exec(line)?.[1] ?? 0);
    if (depth === 0) {
      if (addLine(line, open.at(-1))) open.pop();
      continue;
    }
    open.length = Math.min(open.length, depth - 1);
    const siblings = depth === 1 ? roots : (open.at(-1)?.calls ?? []);
    // programs without a log, such as precompiles, are skipped
    const next = siblings.findIndex(
      ({ program }, i) => i >= (started.get(siblings) ?? 0) && program === line.split(' ')[1],
    );
    if (next < 0) continue;
    started.set(siblings, next + 1);
    open.push(siblings[next]!);
  }
}

/** Adds a line to a call. @returns whether the call ends with it */
function addLine(line: string, call: ProgramCall | undefined): boolean {
  if (call === undefined) return false;
  const units = /^Program \w+ consumed (\d+ of \d+) compute units$/.exec(line)?.[1];
  const end = /^Program \w+ (success$|failed: )/.exec(line)?.[1];
  if (units !== undefined) call.units = units;
  else if (end !== 'success') call.logs.push(line);
  if (end !== undefined) call.outcome = end === 'success' ? 'success' : 'failed';
  return end !== undefined;
}
