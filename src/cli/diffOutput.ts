import { stringifyJson } from '../codec/json.ts';
import type { Compared } from '../diff/compare.ts';
import { comparedJson, summaryJson } from '../diff/json.ts';
import type { Tally } from '../diff/tally.ts';
import { comparedText, summaryText } from '../diff/texts.ts';
import type { LedgerCounts } from '../loading/loadLedger.ts';
import { writeOutput } from './output.ts';

/** Prints answers while they are compared, so that none is kept. */
export interface DiffOutput {
  /** whether `show` prints something on a terminal */
  willShow(compared: Compared): boolean;
  show(compared: Compared): void;
  /** @param failure why the node was not asked all */
  end(tally: Tally, nodeVersion: string, failure?: string): void;
}

/** @param node protocol and host of the real node */
export function diffOutput(isJson: boolean, node: string, counts: LedgerCounts): DiffOutput {
  return isJson ? jsonOutput(node, counts) : textOutput(node);
}

function textOutput(node: string): DiffOutput {
  return {
    willShow: (compared) => comparedText(compared) !== '',
    show: (compared) => writeOutput(comparedText(compared)),
    end: (tally, nodeVersion) => writeOutput(summaryText(tally, `${node} (${nodeVersion})`)),
  };
}

/** One document: its answers, and what they add up to. */
function jsonOutput(node: string, ledger: LedgerCounts): DiffOutput {
  let separator = '{"answers":[';
  return {
    willShow: () => false,
    show: (compared) => {
      const text = comparedJson(compared);
      if (text === undefined) return;
      writeOutput(`${separator}${text}`);
      separator = ',';
    },
    end: (tally, nodeVersion, failure) => {
      const summary = stringifyJson({
        ...summaryJson(tally),
        failure: failure ?? null,
        ledger: { ...ledger },
        node: { url: node, version: nodeVersion },
        ok: failure === undefined && tally.counts.unexplained === 0,
      });
      writeOutput(`${separator === ',' ? '' : separator}],${summary.slice(1)}\n`);
    },
  };
}
