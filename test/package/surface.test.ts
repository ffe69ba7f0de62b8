import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../cli/command.ts';
import { type Project, packedProject } from './project.ts';

/** Everything that the package exports: a name that is not here is not a promise. */
const SURFACE = {
  index: {
    values: [
      ...['ClosedError', 'FixtureError', 'RpcError'],
      ...['ata', 'connect', 'createNode', 'impersonated', 'keypair', 'lamports', 'ledger', 'pda', 'rawTokens', 'sol'],
      ...['startNode', 'tokens'],
    ],
    types: [
      // nodes
      ...['ForkConnection', 'ForkNode', 'LedgerControls', 'LedgerNode', 'Listener', 'NodeConnection', 'NodeHandle'],
      ...['RunningFork', 'RunningNode'],
      // options
      ...['AnswerMatch', 'CallFilter', 'CallWaitOptions', 'ConnectOptions', 'DialectName', 'ExpectedCall'],
      ...['ExpectedSend', 'Failing', 'LedgerSource', 'ListenOptions', 'NodeOptions', 'OnRequest', 'RecordedCall'],
      ...['RequestRecord', 'ScriptedLedger', 'UpstreamOptions', 'WaitOptions', 'WarpTarget'],
      // builders, and what they take
      ...['BlockBuilder', 'BlockTransactions', 'LedgerBuilder', 'TransactionBuilder'],
      ...['ImpersonatedSigner', 'Key', 'LedgerJson', 'LedgerMembers', 'NamedKeyPair', 'NextBlock', 'Seed'],
      // accounts, faults and send rules
      ...['AnswerMaker', 'FailureJson', 'NewAccount', 'NewAdditions', 'NewDelay', 'NewEvent', 'NewFailure', 'NewFault'],
      ...[
        'NewFaultMatch',
        'NewFaultThen',
        'NewHttpReply',
        'NewSendMatch',
        'NewSendOutcome',
        'NewSendRule',
        'NewTransferMatch',
      ],
      ...['RpcAccount'],
      // results of control methods
      ...['AccountFields', 'AddedBlock', 'AddedFixtures', 'AddedTransaction', 'Explanation', 'FixtureProblem'],
      ...['FixtureSource', 'ForkAddress', 'JournalCall', 'LedgerReach', 'LedgerTips', 'ListedFault'],
      ...['ListedSendRule', 'ProgramErrorInfo', 'SentFate', 'SentInstructionInfo', 'SentTransactionInfo'],
      ...['Timeline', 'TimelineSlot'],
      // methods and subscriptions of the node
      ...['ExtensionParams', 'InSlot', 'MethodName', 'MethodParams', 'NodeMethods', 'Notifications'],
      ...['NotifiedAccount', 'ParamsOf', 'ResultOf', 'Subscribe', 'Subscribed', 'SubscriptionKind'],
      ...['SubscriptionParams'],
    ],
  },
  fastify: { values: ['stillnode'], types: ['StillnodeOptions'] },
  jest: {
    values: ['useStillnode'],
    types: [
      ...['CurrentTest', 'NewSendMatch', 'NodeHandle', 'ReceivedTimes', 'SharedNodeOptions', 'StrictCheck'],
      ...['StrictOptions', 'Strictness', 'TestNode'],
    ],
  },
  kit: { values: ['stillnode'], types: ['LocalConfig', 'StillnodeClient', 'StillnodeConfig', 'UrlConfig'] },
  playwright: {
    values: ['expect', 'stillnodeTest', 'test'],
    types: [
      ...['NewSendMatch', 'NodeHandle', 'ReceivedTimes', 'SharedNodeOptions', 'StillnodeFixtures', 'StillnodeTest'],
      ...['StrictCheck', 'StrictOptions', 'Strictness', 'TestNode'],
    ],
  },
  vitest: {
    values: ['expect', 'stillnodeTest', 'test'],
    types: [
      ...['NewSendMatch', 'NodeHandle', 'ReceivedTimes', 'SharedNodeOptions', 'StillnodeFixtures', 'StrictCheck'],
      ...['StrictOptions', 'Strictness', 'TestNode'],
    ],
  },
} as const;

type EntryName = keyof typeof SURFACE;
const ENTRIES = Object.keys(SURFACE) as readonly EntryName[];

let project: Project;
beforeAll(async () => {
  project = await packedProject();
  for (const name of ['@playwright/test', '@solana/kit']) project.lend(name);
});
afterAll(() => project.remove());

function distText(file: string): string {
  return readFileSync(join(project.folder, 'node_modules/stillnode/dist', file), 'utf8');
}

interface Declared {
  readonly kind: 'value' | 'type';
  /** the comment before it; empty: there is none */
  readonly comment: string;
}

/** The declaration of a name in a file of types, of which functions may have several: the first has the comment. */
function declared(name: string, text: string): Declared | undefined {
  const declaration = new RegExp(`^(?:declare )?(?:abstract )?(interface|type|class|function|const) ${name}\\b`, 'm');
  const found = declaration.exec(text);
  if (found === null) return undefined;
  const before = text.slice(0, found.index);
  const start = before.endsWith('*/\n') ? before.lastIndexOf('/**') : before.length;
  const isType = found[1] === 'interface' || found[1] === 'type';
  return { kind: isType ? 'type' : 'value', comment: before.slice(start) };
}

interface Exported extends Declared {
  readonly name: string;
}

/** What the types of an entry export; a class that is exported with `type` is no value. */
function exportsOf(entry: EntryName): readonly Exported[] {
  const own = distText(`${entry}.d.cts`);
  const [, list = ''] = /^export \{([^}]*)\};?\s*$/m.exec(own) ?? [];
  return list.split(',').map((item) => {
    const [, type, local, name = local!] = /^\s*(type )?(\w+)(?: as (\w+))?\s*$/.exec(item)!;
    const declaration = declared(local!, own) ?? declared(local!, distText('types.d.cts'));
    if (declaration === undefined) return { name, kind: 'value', comment: '' };
    return { name, comment: declaration.comment, kind: type === undefined ? declaration.kind : 'type' };
  });
}

function namesOf(entry: EntryName, kind: Declared['kind']): readonly string[] {
  return exportsOf(entry)
    .filter((one) => one.kind === kind)
    .map(({ name }) => name)
    .toSorted();
}

describe.each(ENTRIES)('the entry %s', (entry) => {
  const { types, values } = SURFACE[entry];

  it('exports these types, and no others', () => {
    expect(namesOf(entry, 'type')).toEqual(types.toSorted());
  });

  it('exports these values in its types, and no others', () => {
    expect(namesOf(entry, 'value')).toEqual(values.toSorted());
  });

  it('exports the same values at run time', async () => {
    const wanted = values.toSorted();
    const [, listed = ''] = /^export \{([^}]*)\}/m.exec(distText(`${entry}.js`)) ?? [];
    expect(listed.split(',').map((name) => name.trim())).toEqual(wanted);
    // Vitest cannot be loaded outside of its tests
    if (entry === 'vitest') return;
    const path = entry === 'index' ? 'stillnode' : `stillnode/${entry}`;
    const script = `process.stdout.write(JSON.stringify(Object.keys(require('${path}')).sort()))`;
    const { stdout } = await project.run(process.execPath, ['--input-type=commonjs', '-e', script]);
    expect(JSON.parse(stdout)).toEqual(wanted);
  });

  it('describes everything that it exports', () => {
    // `expect` of Vitest is passed on
    const without = exportsOf(entry).filter(({ comment, name }) => comment === '' && name !== 'expect');
    expect(without.map(({ name }) => name)).toEqual([]);
  });
});

it('classes that only signatures name are no values', async () => {
  const classes = ['BlockBuilder', 'BlockTransactions', 'FixtureProblem', 'LedgerBuilder', 'TransactionBuilder'];
  const uses = classes.map((name) => `// @ts-expect-error it does not exist at run time\n${name};`);
  const compilerOptions = { noEmit: true, strict: true, module: 'node16', target: 'es2022', types: [] };
  project.write({
    'values.ts': `import { ${classes.join(', ')} } from 'stillnode';\n${uses.join('\n')}\n`,
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['values.ts'] }),
  });
  await project.run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.']);
}, 60_000);

it('every function has code in its description', () => {
  const functions = ENTRIES.flatMap((entry) =>
    exportsOf(entry).flatMap(({ comment, kind, name }) =>
      kind === 'value' && name !== 'expect' ? [{ name: `${entry} ${name}`, comment }] : [],
    ),
  );
  expect(
    functions.filter(({ comment }) => !/@example|```|`[^`]*[(.'][^`]*`/.test(comment)).map(({ name }) => name),
  ).toEqual([]);
});
