import { JsonFragment, type JsonObject, stringifyJson } from '../../codec/jsonText.ts';
import { type Compared, shownValues } from './compare.ts';
import type { Tally } from './tally.ts';

/** characters of a value; an account may have megabytes */
const VALUE_LIMIT = 2000;

/** An answer that is not equal, for programs; undefined: it is. */
export function comparedJson({ omitted, question, shown, verdict }: Compared): string | undefined {
  if (verdict === 'equal' || verdict === 'notRecorded') return undefined;
  return stringifyJson({
    method: question.method,
    params: new JsonFragment(question.params),
    verdict,
    omitted,
    differences: shown.map((judged) => ({
      path: judged.path,
      kind: judged.kind,
      verdict: judged.verdict,
      reason: judged.reason ?? null,
      ...shownValues(judged, VALUE_LIMIT),
    })),
  });
}

/** What follows the answers in the document of `--json`. */
export function summaryJson(tally: Tally): JsonObject {
  return {
    counts: { ...tally.counts },
    methods: tally.methods.map((counts) => ({ ...counts })),
    reasons: tally.reasons.map((counts) => ({ ...counts })),
  };
}
