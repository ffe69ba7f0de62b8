import { expect, it } from 'vitest';
import { missingFilesOf, sourceIn } from '../../build/docs/methodFiles.ts';
import { methodsTable, withTable } from '../../build/docs/methodTables.ts';
import { paramTypes } from '../../build/docs/paramTypes.ts';
import { DIALECTS } from '../../src/dialect.ts';
import { answerWithReasons } from '../../src/rpc/methods/explainAnswer.ts';
import { method } from '../../src/rpc/methods/method.ts';
import type { DescribedMethod } from '../../src/rpc/openrpc/description.ts';
import { createDocument } from '../../src/rpc/openrpc/document.ts';
import { withNote } from '../../src/rpc/openrpc/schema.ts';
import { U64 } from '../../src/rpc/openrpc/schemas.ts';
import { params } from '../../src/rpc/params/params.ts';
import { withDefault, words } from '../../src/rpc/params/paramType.ts';
import { orDefaults, struct } from '../../src/rpc/params/structType.ts';
import { address, commitment } from '../../src/rpc/params/usualTypes.ts';
import { createTables, listMethods } from '../../src/rpc/tables.ts';
import { codeWords, readText } from '../docs/tables.ts';
import { callsOf } from '../rpc/openrpc/calls.ts';
import type { ServedDocument } from '../rpc/openrpc/served.ts';
import { testLedger } from '../support/testNode.ts';

/** CONTRIBUTING, "Add a method", followed step by step with a method that does not exist. */

const CODE = `
/**
 * Units    lamports
 * Source   agave 9.9 rpc.rs get_savings
 */
export const getSavings = method({`;

const getSavings = method({
  name: 'getSavings',
  summary: 'what an account has put aside',
  params: params({ address, period: withDefault(words(['day', 'year']), 'year') }),
  result: withNote(U64, 'lamports, or `null` | none'),
  errors: ['notInLedger', 'minContextSlotNotReached'],
  answer: ({ period }) => (period === 'year' ? '5' : '0'),
});

const SAVINGS_CONFIG = struct('RpcSavingsConfig', { commitment, period: withDefault(words(['day', 'year']), 'year') });

const LISTED = listMethods(createTables());
const TABLE: readonly DescribedMethod[] = [...LISTED, getSavings];
const DOCUMENT = JSON.parse(createDocument(TABLE)) as ServedDocument;

it('the recipe has four steps', () => {
  const [, recipe = ''] = readText('CONTRIBUTING.md').split('### Add a method\n');
  const steps = Array.from(recipe.split('\n###')[0]!.matchAll(/^\d+\. .*$/gm), ([step]) => codeWords(step)[0]);
  expect(steps).toEqual([
    'src/rpc/methods/<name>.ts',
    'src/rpc/methods/index.ts',
    'test/rpc/methods/<name>.test.ts',
    'npm run docs',
  ]);
});

it('steps 1 and 2: what is described in the table stands in the OpenRPC document', () => {
  expect(DOCUMENT.methods.at(-1)).toEqual({
    name: 'getSavings',
    summary: 'what an account has put aside',
    paramStructure: 'by-position',
    params: [
      { name: 'address', required: true, schema: { $ref: '#/components/schemas/Address' } },
      { name: 'period', required: false, schema: { type: 'string', enum: ['day', 'year'], default: 'year' } },
    ],
    result: { name: 'result', description: 'lamports, or `null` | none', schema: { $ref: '#/components/schemas/U64' } },
    errors: [
      'paramsNotArray',
      'tooFewParams',
      'tooManyParams',
      'invalidParams',
      'invalidParam',
      'notInLedger',
      'minContextSlotNotReached',
    ].map((name) => ({ $ref: `#/components/errors/${name}` })),
  });
  expect(DOCUMENT.methods).toHaveLength(LISTED.length + 1);
});

it('and test/openrpc has calls of it, one with what it requires and one with all that it takes', () => {
  const calls = callsOf(DOCUMENT.methods.at(-1)!);
  expect(calls.map((call) => call.length)).toEqual([1, 2]);
  expect(calls[1]).toEqual([expect.stringMatching(/^\w{32,44}$/), 'day']);
});

it('step 3: the file and its tests are missed until they are there', () => {
  expect(missingFilesOf('getSavings')).toEqual([
    'src/rpc/methods/getSavings.ts',
    'test/rpc/methods/getSavings.test.ts',
  ]);
  expect(missingFilesOf('rpc.discover')).toEqual([]);
});

it('step 4: the page gets a row, in the order of the names, and is otherwise left as it is', () => {
  const page = readText('docs/methods.md');
  const sources = (name: string) => (name === 'getSavings' ? sourceIn(CODE) : 'somewhere');
  const written = withTable(page, methodsTable(TABLE, sources));
  const lines = written.split('\n');
  const row = lines.findIndex((line) => line.startsWith('| getSavings '));
  expect(lines[row]).toBe(
    '| getSavings | address, period? = "year" | lamports, or `null` \\| none | notInLedger, minContextSlotNotReached | agave 9.9 rpc.rs get_savings |',
  );
  expect([lines[row - 1], lines[row + 1]].map((line) => line?.split(' | ')[0])).toEqual([
    '| getRecentPrioritizationFees',
    '| getSignatureStatuses',
  ]);
  const outsideTable = (text: string) => text.replace(/^<!-- Table.*^<!-- End/ms, '');
  expect(outsideTable(written)).toBe(outsideTable(page));
});

it('and node.request the types of its parameters, with their defaults', () => {
  const withConfig = { ...getSavings, params: params({ address, config: orDefaults(SAVINGS_CONFIG) }) };
  expect(paramTypes([getSavings], [])).toContain(
    "  readonly getSavings: readonly [address: AddressParam, period?: 'day' | 'year'];\n",
  );
  const types = paramTypes([withConfig], []);
  expect(types).toContain('  readonly getSavings: readonly [address: AddressParam, config?: GetSavingsConfig];\n');
  expect(types).toContain(`export interface GetSavingsConfig {
  readonly commitment?: Commitment;
  /** default: year */
  readonly period?: 'day' | 'year';
}`);
});

it('and stillnode_explain knows the names of its members', async () => {
  const withConfig = method({
    ...getSavings,
    params: params({ config: orDefaults(SAVINGS_CONFIG) }),
    answer: () => '5',
  });
  const context = { ledger: testLedger({}), dialect: DIALECTS.agave };
  const { reasons } = await answerWithReasons(withConfig, [{ perod: 'day' }], context);
  expect(reasons.map(({ sentence }) => sentence)).toEqual([
    '"perod" is not a member of config, and the node ignores it: did you mean "period"?',
  ]);
  const refused = await answerWithReasons(withConfig, [{ period: 'week' }], context);
  expect(refused.answer).toMatchObject({
    error: { code: -32602, message: 'Invalid params: unknown variant `week`, expected `day` or `year`.' },
  });
});

it('a page without the marks of the table, or a docstring without a Source, is refused', () => {
  expect(() => withTable('# Methods\n', '')).toThrow('npm run docs');
  expect(() => sourceIn('/** Units    lamports */\nexport const getSavings')).toThrow('no docstring with a Source');
});
