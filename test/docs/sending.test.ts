import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../src/codec/jsonText.ts';
import { parseJson } from '../../src/codec/parseJson.ts';
import { CONTROL_METHODS } from '../../src/control/methods/index.ts';
import { OUTCOME_NAMES } from '../../src/control/parse/parseOutcome.ts';
import { sendRule, sendRuleOf } from '../../src/control/parse/parseSendRule.ts';
import { loadLedger } from '../../src/fixtures/loadLedger.ts';
import { gatesOf, presetSettings } from '../../src/gates.ts';
import { keypair, ledger } from '../../src/index.ts';
import { SEND_MATCH_MEMBERS, TRANSFER_MEMBERS } from '../../src/script/ledgerJson/sendMatchRule.ts';
import { FEES_ONLY_ERRORS, REFUSING_ERRORS } from '../../src/solana/errorEffects.ts';
import { Definitions } from '../../src/syntax/syntax.ts';
import { load } from '../fixtures/samples.ts';
import { MARKET_ADDRESS, MARKET_IDL } from '../support/marketIdl.ts';
import { protocolFor, testLedger } from '../support/testNode.ts';
import { codeBlocks, codeWords, readText, tableUnder } from './tables.ts';

/** docs/sending.md, held against the words of rules. */

const PAGE = readText('docs/sending.md');
const GATES = gatesOf({ ...presetSettings('mainnet'), flags: { invalidFeePayer: 0n } }, '4.3');
/** The names of the examples. */
const EXAMPLE = ['alice', 'bob', 'carol', 'shop', 'usdc', 'oracle', 'lending'].reduce(
  (script, name) => script.key(name, keypair(name).address),
  ledger().program('market', { idl: MARKET_IDL, address: MARKET_ADDRESS }),
);
const STATE = {
  ...testLedger({ blocks: [{ slot: 5 }], protocol: { ...protocolFor('4.3', 'mainnet'), gates: GATES } }),
  names: (await loadLedger([EXAMPLE])).state.names,
};
const OUTCOMES = tableUnder('### Outcomes', PAGE).map(([name, example]) => [
  codeWords(name!)[0]!,
  codeWords(example!)[0]!,
]);
const firstWords = (heading: string) => tableUnder(heading, PAGE).map(([cell]) => codeWords(cell!)[0]!);

const definitions = new Definitions();
const rule = sendRule.schema(definitions);
const SCHEMA = JSON.parse(stringifyJson({ ...rule, definitions: Object.fromEntries(definitions.schemas) })) as object;
const isRule = new Ajv({ strict: false }).compile(SCHEMA);

describe('docs/sending.md', () => {
  it('has every outcome, and no other', () => {
    expect([...new Set(OUTCOMES.map(([name]) => name))].sort()).toEqual([...OUTCOME_NAMES].sort());
  });

  it.each(OUTCOMES)('%s: its example is a rule: %s', (name, example) => {
    const { kind, ...rest } = sendRuleOf(parseJson(`{"then":${example}}`), STATE).then;
    expect(kind).toBe(name === 'failLate' ? 'fail' : name);
    if (kind === 'fail') expect(rest).toMatchObject({ isLate: name === 'failLate' });
  });

  it('has every member of a match, and of a transfer', () => {
    expect(firstWords('### Matching')).toEqual(Object.keys(SEND_MATCH_MEMBERS));
    expect(firstWords('Members of an entry:')).toEqual(Object.keys(TRANSFER_MEMBERS));
  });

  it('has every error that an outcome may give', () => {
    expect([...REFUSING_ERRORS, ...FEES_ONLY_ERRORS].filter((name) => !PAGE.includes(`\`${name}\``))).toEqual([]);
  });

  it('has every member of the settings', () => {
    const { properties } = JSON.parse(readText('schema/ledger.schema.json'));
    expect(firstWords('## Settings')).toEqual(Object.keys(properties.send.properties));
  });

  it('has every control method of sending', () => {
    const [, section] = PAGE.split('## Methods for rules and sends\n');
    const named = codeWords(section!.split('\n### ')[0]!).filter((word) => word.startsWith('stillnode_'));
    const verbs = [...CONTROL_METHODS.keys()];
    const [first, last] = ['stillnode_onSend', 'stillnode_sent'].map((name) => verbs.indexOf(name));
    expect(named).toEqual(expect.arrayContaining(verbs.slice(first, last! + 1)));
  });

  const [rules, settings] = [
    codeBlocks('json', PAGE).filter((text) => text.includes('"then"')),
    codeBlocks('json', PAGE).filter((text) => text.startsWith('{"send"')),
  ];

  it('has examples of both', () => {
    expect([rules.length, settings.length]).toEqual([7, 1]);
    expect(codeBlocks('json', PAGE)).toHaveLength(8);
  });

  it.each(rules)('has rules that can be added: %s', (text) => {
    expect(sendRuleOf(parseJson(text), STATE)).toHaveProperty('then');
  });

  it.each([...rules, ...OUTCOMES.map(([, example]) => `{"then":${example}}`)])(
    'has rules of the schema: %s',
    (text) => {
      expect(isRule(JSON.parse(text))).toBe(true);
    },
  );

  it.each([
    '{"then":"dropp"}',
    '{"then":{"refuse":"ProgramAccountNotFound"}}',
    '{"then":{"delay":0}}',
    '{"then":{"delay":1,"stopAt":"processed"}}',
    '{"then":{"fail":{"error":"market.Closed","account":"a","source":"b"}}}',
    '{"match":{"nth":0},"then":"drop"}',
    '{"match":{"payer":"$alice"},"then":"drop"}',
    '{"match":{"transfers":[]},"then":"drop"}',
    '{"match":{"transfers":[{"form":"$alice"}]},"then":"drop"}',
  ])('what no rule has is not in the schema: %s', (text) => {
    expect(isRule(JSON.parse(text))).toBe(false);
    expect(() => sendRuleOf(parseJson(text), STATE)).toThrow();
  });

  it.each(settings)('has settings that can be loaded: %s', async (text) => {
    const { state } = await load({ 'ledger.json': JSON.parse(text) as never });
    expect(state.send).toEqual({
      confirm: 'manual',
      faucet: '$bank',
      isStrict: true,
      impersonated: [keypair('whale').address],
    });
  });
});
