import { ADDRESS_PATTERN, type Address, isPrecompile } from '../../solana/address.ts';
import { CALL_BEGINS, CALL_ENDS } from '../../solana/idl/describe.ts';
import type { ProgramLines } from '../logs.ts';
import type { StandsFor } from '../outcome.ts';

const CONSUMED = new RegExp(`^Program ${ADDRESS_PATTERN} consumed \\d+ of \\d+ compute units$`);

/**
 * Logs of LiteSVM with the lines that a rule adds to instructions, as if the programs had written them last. Lines `before` are added
 * only if the program does not run: a program that runs writes its first line itself.
 *
 * @param programs of the instructions of the message
 */
export function withLines(
  logs: readonly string[],
  added: ProgramLines,
  programs: readonly Address[],
  standsFor: StandsFor | undefined,
): readonly string[] {
  if (added.size === 0) return logs;
  // signature checks log nothing
  const logging = programs.flatMap((program, index) => (isPrecompile(program) ? [] : [index]));
  const lines: string[] = [];
  let started = 0;
  let depth = 0;
  for (const line of logs) {
    const isEnd = CALL_ENDS.test(line);
    const index = logging[started - 1];
    if (isEnd && depth === 1 && index !== undefined) {
      const end = CONSUMED.test(lines.at(-1) ?? '') ? lines.length - 1 : lines.length;
      lines.splice(end, 0, ...(added.get(index)?.after ?? []));
    }
    lines.push(line);
    if (isEnd) depth--;
    else if (CALL_BEGINS.test(line) && ++depth === 1) {
      const next = logging[started++];
      if (next !== undefined && programs[next] === standsFor) lines.push(...(added.get(next)?.before ?? []));
    }
  }
  return lines;
}
