import { DIALECT_ROWS } from '../../src/dialect.ts';
import { tableText } from './methodTables.ts';

/** The differences of the dialects, for docs/dialects.md. */
export function dialectTable(): string {
  return tableText(['#', 'field', 'topic', 'contract', 'agave'], DIALECT_ROWS);
}
