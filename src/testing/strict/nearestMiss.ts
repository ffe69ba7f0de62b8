import type { LedgerControls } from '../../control/ledgerControls.ts';
import { reasonOf } from '../matchers.ts';

/**
 * The call or the send that was nearest to a rule, from the error of a `stillnode_verify` that cannot succeed.
 * @module
 */

type Expected = Exclude<Parameters<LedgerControls['verify']>[0], string>;

export interface NearestMiss {
  /** number of calls or sends that match */
  readonly matches: number;
  /** the nearest one and where it differs, or which calls there were; undefined: the journal is off */
  readonly text: string | undefined;
}

/** A number of calls that no test makes. */
const NEVER_REACHED = 2 ** 32 - 1;

export async function nearestMiss(
  node: Pick<LedgerControls, 'verify'>,
  expected: Omit<Expected, 'times'>,
): Promise<NearestMiss> {
  const message = await verificationMessage(node, expected);
  const [headline = '', ...lines] = message.split('\n');
  return { matches: Number(/ found (\d+)$/.exec(headline)?.[1] ?? 0), text: firstOf(lines) };
}

/** The message of a check that always fails: it lists the calls or sends, nearest first. */
export function verificationMessage(
  node: Pick<LedgerControls, 'verify'>,
  expected: Omit<Expected, 'times'>,
): Promise<string> {
  return node.verify({ ...expected, times: NEVER_REACHED } as Expected).then(
    () => '',
    (error: Error) => {
      if (reasonOf(error) === 'verification') return error.message;
      throw error;
    },
  );
}

/** The first item of lines in which differences are indented below their item. */
function firstOf([item, ...others]: readonly string[]): string | undefined {
  const isDifference = (line: string) => line.startsWith('    ');
  const end = others.findIndex((line) => !isDifference(line));
  const differences = others.slice(0, end < 0 ? undefined : end).map((line) => line.trim());
  return item === undefined ? undefined : [item.trim(), ...differences].join('; ');
}
