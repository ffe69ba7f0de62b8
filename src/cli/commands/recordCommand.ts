import { command } from '../command.ts';

export const record = command({
  usage: 'record --from URL --out FOLDER [WHAT]…',
  summary: 'ask a real node and write its answers as fixtures',
  details: `WHAT is any of the options below --out, each of them repeatable. Mints, lookup tables, token accounts and programs that
the answers need are recorded too. Serve them with: stillnode FOLDER
Exits with 0, with 1 if the node fails or lacks something, with 2 for a usage error; with --while as COMMAND does.`,
  flags: [
    { name: 'from', value: 'URL', help: 'node to ask' },
    { name: 'out', value: 'FOLDER', help: 'folder to write to; what it has is not asked for again' },
    { name: 'slot', value: 'N|A..B', help: 'block of a slot, or blocks of all slots from A to B' },
    { name: 'signature', value: 'SIGNATURE', help: 'transaction' },
    { name: 'address', value: 'ADDRESS', help: 'account, and the newest transactions that mention it' },
    { name: 'limit', value: 'N', help: 'number of transactions of the --address before it', default: 100 },
    { name: 'account', value: 'ADDRESS', help: 'account' },
    { name: 'program', value: 'ADDRESS', help: 'program, and the accounts that it owns' },
    {
      name: 'data-size',
      value: 'BYTES',
      help: 'of the --program before it, only accounts with this many bytes of data',
    },
    {
      name: 'memcmp',
      value: 'OFFSET:BASE58',
      help: 'of the --program before it, only accounts with these bytes at this offset',
    },
    { name: 'token-owner', value: 'ADDRESS', help: 'account, and the token accounts that it owns' },
    { name: 'requests', value: 'FILE.jsonl', help: 'what the calls of a file need, one {"method", "params"} a line' },
    {
      name: 'while',
      value: 'COMMAND',
      help: 'calls of a shell command, which finds the URL to ask in STILLNODE_URL and SOLANA_RPC_URL; it runs last, and once',
    },
  ],
  takes: 'flags only',
  // the flags are read by the code that is loaded: its checks need what it records with
  read: ({ flags }) => flags,
  run: async (flags, output) => (await import('../record.ts')).runRecord(flags, output),
});
