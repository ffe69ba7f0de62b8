import { exchangeName, exchangeText, type Question } from '../../../src/tools/record/exchange.ts';
import { folder } from '../../cli/command.ts';

/** A folder with recorded calls and ledger.json. */
export function exchangeFiles(
  exchanges: readonly (readonly [question: Question, kind: 'result' | 'error', text: string])[],
  ledgerJson: object,
): string {
  const files = exchanges.map(([question, kind, text]) => [
    exchangeName(question),
    exchangeText(question, { kind, text }),
  ]);
  return folder({ ...Object.fromEntries(files), 'ledger.json': JSON.stringify(ledgerJson) });
}
