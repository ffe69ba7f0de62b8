// The import rule of the project: a folder may import itself, what its row names, and nothing else under src.
// `dialect.ts` is a leaf of data that the folders between the wire and the ledger may ask.
const MAY_IMPORT = {
  codec: [],
  model: ['codec'],
  rpcJson: ['model', 'codec', 'dialect.ts'],
  ledger: ['model', 'codec'],
  programs: ['model', 'codec'],
  params: ['model', 'codec', 'errors.ts', 'dialect.ts'],
  encoding: ['programs', 'rpcJson', 'model', 'codec', 'errors.ts', 'dialect.ts'],
  document: ['model', 'codec'],
  ledgerFile: ['document', 'ledger', 'model', 'codec'],
  script: ['document', 'ledgerFile', 'rpcJson', 'programs', 'ledger', 'model', 'codec'],
  loading: ['script', 'ledgerFile', 'document', 'rpcJson', 'ledger', 'model', 'codec'],
  jsonrpc: ['codec', 'errors.ts'],
  openrpc: ['codec', 'errors.ts'],
  methods: ['params', 'encoding', 'ledger', 'model', 'jsonrpc', 'openrpc', 'codec', 'errors.ts', 'dialect.ts'],
  live: ['ledger'],
  control: [
    'live',
    'methods',
    'loading',
    'script',
    'document',
    'ledger',
    'model',
    'jsonrpc',
    'openrpc',
    'codec',
    'errors.ts',
    'dialect.ts',
  ],
  server: ['jsonrpc', 'codec', 'errors.ts', 'dialect.ts'],
};
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(([folder, allowed]) =>
      rule(
        `layer-${folder}`,
        `src/${folder} may import only: ${[folder, ...allowed].join(', ')}`,
        { path: `^src/${folder}/` },
        { path: '^src/', pathNot: [folder, ...allowed].map((name) => `^src/${name}(/|$)`) },
      ),
    ),
    rule(
      'leaves',
      'errors.ts and dialect.ts stand on codec alone',
      { path: '^src/(errors|dialect)\\.ts$' },
      { path: '^src/', pathNot: '^src/codec/' },
    ),
    rule('no-circular', 'cycles hide where a thing lives', {}, { circular: true }),
    {
      ...rule('no-circular-folders', 'arrows between folders go down only', {}, { circular: true }),
      scope: 'folder',
    },
    rule('no-orphans', 'dead file', { path: '^src', orphan: true, pathNot: '^src/(cli|fastify|index)\\.ts$' }, {}),
    rule(
      'methods-are-islands',
      'sharing between methods moves down to params or encoding, never sideways',
      { path: '^src/methods/(?!index)[^/]+\\.ts$' },
      { path: '^src/methods/', pathNot: '/(context|method)\\.ts$' },
    ),
    rule(
      'programs-are-islands',
      'a program folder stands alone; only programs/index.ts and shared layout words are common',
      { path: '^src/programs/([^/]+)/' },
      { path: '^src/programs/', pathNot: ['^src/programs/$1/', '^src/programs/[a-zA-Z]+\\.ts$'] },
    ),
    rule(
      'fastify-only-in-server',
      'the transport is one folder',
      { path: '^src', pathNot: '^src/server/' },
      { path: 'node_modules/@?fastify' },
    ),
    rule(
      'nothing-imports-the-top',
      'node with its parts, cli, fastify and index are the top',
      { path: '^src', pathNot: '^src/(cli/|(cli|fastify|index|ledgerNode|listeners|node|nodeHost|nodeOptions)\\.ts$)' },
      { path: '^src/(ledgerNode|listeners|node|nodeHost|nodeOptions|dialectWarning|cli|fastify|index)\\.ts$' },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};
