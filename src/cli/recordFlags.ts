/**
 * The flags of `stillnode record`. Their order counts: some belong to the one before them.
 * @module
 */

interface RecordFlag {
  readonly value?: string;
  readonly description: string;
}

export const RECORD_FLAGS = {
  from: { value: 'URL', description: 'the node that is asked' },
  out: { value: 'FOLDER', description: 'folder to write to; what it holds already is not asked for again' },
  slot: { value: 'N|A..B', description: 'the block of a slot, or those of all slots from A to B' },
  signature: { value: 'SIGNATURE', description: 'a transaction' },
  address: { value: 'ADDRESS', description: 'an account, and the newest transactions that name it' },
  limit: { value: 'N', description: 'how many transactions of the --address before it; default: 100' },
  account: { value: 'ADDRESS', description: 'an account' },
  program: { value: 'ADDRESS', description: 'a program, and the accounts that it owns' },
  'data-size': { value: 'BYTES', description: 'of the --program before it, only accounts with so many bytes of data' },
  memcmp: {
    value: 'OFFSET:BASE58',
    description: 'of the --program before it, only accounts with these bytes at this offset',
  },
  'token-owner': { value: 'ADDRESS', description: 'an account, and the token accounts that it owns' },
  requests: { value: 'FILE.jsonl', description: 'what the calls of a file need, one {"method", "params"} a line' },
  help: { description: 'print this text' },
} as const satisfies Readonly<Record<string, RecordFlag>>;

export type RecordFlagName = keyof typeof RECORD_FLAGS;

export function recordHelpText(): string {
  const rows = Object.entries<RecordFlag>(RECORD_FLAGS).map(([name, { description, value }]) => {
    const flag = `--${name}${value === undefined ? '' : ` ${value}`}`;
    return `  ${flag.padEnd(26)}${description}`;
  });
  return `usage: stillnode record --from URL --out FOLDER [what to record]…

Asks a real node, writes its answers to FOLDER, and what they need: mints, lookup tables, token accounts, programs. Then: stillnode FOLDER

${rows.join('\n')}

All of what to record may be repeated. Ends with 0, with 1 if the node fails or lacks something, with 2 if the command cannot be understood.
`;
}
