import { NODE_VERSION_NAMES, NODE_VERSIONS, VERSION_TOPICS } from '../../src/nodeVersion.ts';
import { tableText } from './methodTables.ts';

/** The differences of the versions, for docs/versions.md. */
export function versionTable(): string {
  const fields = Object.keys(VERSION_TOPICS) as (keyof typeof VERSION_TOPICS)[];
  const rows = fields.map((field) => {
    const cells = NODE_VERSION_NAMES.map((name) => cellText(NODE_VERSIONS[name][field]));
    return [field, VERSION_TOPICS[field], ...cells];
  });
  return tableText(['field', 'topic', ...NODE_VERSION_NAMES], rows);
}

function cellText(value: unknown): string {
  if (value === Number.POSITIVE_INFINITY) return 'no limit';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
