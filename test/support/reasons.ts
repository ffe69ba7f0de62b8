import type { JsonValue } from '../../src/codec/jsonText.ts';
import { DIALECTS, type DialectName } from '../../src/dialect.ts';
import { EXTENSIONS } from '../../src/extensions/index.ts';
import { loadSources } from '../../src/fixtures/loadLedger.ts';
import type { LedgerState } from '../../src/ledger/state.ts';
import { answerWithReasons } from '../../src/rpc/methods/explainAnswer.ts';
import { createTables } from '../../src/rpc/tables.ts';
import type { LedgerBuilder } from '../../src/script/building/ledgerBuilder.ts';

/** What methods tell of their answers, without a node around them. */

const { reads: READS } = createTables({ extensions: EXTENSIONS });

/** `kind: sentence` of each reason. */
export async function reasonsOf(
  ledger: LedgerState,
  method: string,
  params: readonly JsonValue[] = [],
  dialect: DialectName = 'agave',
): Promise<readonly string[]> {
  const { reasons } = await answerWithReasons(READS.get(method)!, params, { ledger, dialect: DIALECTS[dialect] });
  return reasons.map(({ kind, sentence }) => `${kind}: ${sentence}`);
}

export async function stateOf(script: LedgerBuilder | string): Promise<LedgerState> {
  return (await loadSources([{ name: 'a.ledger.json', text: `${script}` }])).state;
}
