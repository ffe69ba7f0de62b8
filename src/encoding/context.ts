import type { JsonText } from '../codec/json.ts';
import type { Dialect } from '../dialect.ts';

/** What an answer was read from: the tip of the view, and the version of the node that the ledger models. */
export interface ResponseContext {
  readonly slot: bigint;
  readonly apiVersion: string;
}

export function withContext({ slot, apiVersion }: ResponseContext, value: JsonText, dialect: Dialect): JsonText {
  const version = dialect.unnamedFields === 'shown' ? `"apiVersion":${JSON.stringify(apiVersion)},` : '';
  return `{"context":{${version}"slot":${slot}},"value":${value}}`;
}
