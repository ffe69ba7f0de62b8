// The rooms of `src`, lowest first: a room imports itself, rooms before it in this list, and the tables; nothing else.
const ROOMS = [
  'codec',
  'solana',
  'syntax',
  'ledger',
  'runtime',
  'live',
  'rpc',
  'server',
  'files',
  'idl',
  'script',
  'fixtures',
  'extensions',
  'control',
  'tools',
  'node',
  'cli',
  'testing',
];
/** What differs and what goes wrong, as data: they stand on codec alone, and every room may ask them. */
const TABLES = ['errors', 'dialect', 'nodeVersion', 'gates', 'packageFiles'];
const ENTRIES = ['cli', 'fastify', 'index', 'jest', 'playwright', 'vitest'];

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const files = (names) => `^src/(${names.join('|')})\\.ts$`;

module.exports = {
  forbidden: [
    ...ROOMS.map((room, i) =>
      rule(
        `room-${room}`,
        `src/${room} may import only rooms below it: ${ROOMS.slice(0, i).join(', ')}`,
        { path: `^src/${room}/` },
        { path: '^src/', pathNot: [`^src/(${ROOMS.slice(0, i + 1).join('|')})/`, ...(i === 0 ? [] : [files(TABLES)])] },
      ),
    ),
    rule(
      'tables',
      'they stand on codec and on each other alone',
      { path: files(TABLES) },
      { path: '^src/', pathNot: ['^src/codec/', files(TABLES)] },
    ),
    rule('no-circular', 'cycles hide where a thing lives', {}, { circular: true }),
    rule('no-orphans', 'dead file', { path: '^src', orphan: true, pathNot: files(ENTRIES) }, {}),
    rule(
      'methods-are-islands',
      'what two methods share moves down to params or encoding',
      { path: '^src/rpc/methods/(?!index|explainAnswer|tokenAccountLists)[^/]+\\.ts$' },
      { path: '^src/rpc/methods/', pathNot: '/(method\\.ts|tokenAccountLists\\.ts|reasons/index\\.ts)$' },
    ),
    rule(
      'extensions-import-the-core',
      'an extension knows the core alone',
      { path: '^src/extensions/' },
      { path: '^src/(files|idl|script|fixtures)/' },
    ),
    rule(
      'programs-are-islands',
      'a program stands alone; only the shared parts of parsers are common',
      { path: '^src/solana/programs/(?!parsers)([a-z]+)' },
      {
        path: '^src/solana/programs/',
        pathNot: ['^src/solana/programs/$1', '^src/solana/programs/(parserTypes|instructionRow)\\.ts$'],
      },
    ),
    rule(
      'transport-only-in-server',
      'the transport is one room',
      { path: '^src', pathNot: '^src/server/' },
      { path: 'node_modules/(@?fastify|ws/)' },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};
