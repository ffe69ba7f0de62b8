import type { LedgerControls } from '../../control/ledgerControls.ts';
import { reasonOf } from '../matchers.ts';

/**
 * The call or the send that was nearest to a rule: `stillnode_verify` compares, and its error has them.
 * @module
 */

type Expected = Exclude<Parameters<LedgerControls['verify']>[0], string>;

export interface NearestMiss {
  /** number of calls or sends that match */
  readonly matches: number;
  /** the nearest one and where it differs, or which calls there were; undefined: the journal is off */
  readonly text: string | undefined;
}

/** A number that no test reaches, so that the check fails and its error has the nearest calls. */
const NEVER_REACHED = 2 ** 32 - 1;

export async function nearestMiss(
  node: Pick<LedgerControls, 'verify'>,
  expected: Omit<Expected, 'times'>,
): Promise<NearestMiss> {
  const message = await node.verify({ ...expected, times: NEVER_REACHED } as Expected).then(
    () => '',
    (error: Error) => {
      if (reasonOf(error) === 'verification') return error.message;
      throw error;
    },
  );
  const [headline = '', ...lines] = message.split('\n');
  return { matches: Number(/ found (\d+)$/.exec(headline)?.[1] ?? 0), text: firstOf(lines) };
}

/** The first item of lines in which differences are indented below their item. */
function firstOf([item, ...others]: readonly string[]): string | undefined {
  const isDifference = (line: string) => line.startsWith('    ');
  const end = others.findIndex((line) => !isDifference(line));
  const differences = others.slice(0, end < 0 ? undefined : end).map((line) => line.trim());
  return item === undefined ? undefined : [item.trim(), ...differences].join('; ');
}
