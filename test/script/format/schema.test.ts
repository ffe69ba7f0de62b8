import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../src/codec/jsonText.ts';
import { YAML_NOTATION } from '../../../src/files/yaml.ts';
import { codeBlocks, readText } from '../../docs/tables.ts';
import { read } from './scripts.ts';

const isValid = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(readText('schema/ledger.schema.json')));

/** As an editor has it. */
function plainYaml(text: string): unknown {
  const parsed = YAML_NOTATION.parse(text, new Map());
  if ('mistakes' in parsed) throw new Error('an example is no YAML');
  return JSON.parse(stringifyJson(parsed.value));
}

/** No text that the reader takes for an address until names are resolved. */
const OTHER_VALUES: readonly unknown[] = [null, true, -1, 0, 7, 1.5, '$a', [], [1, 2], {}, { sol: 1 }];

/** The value with each of its parts left out, or replaced by something else. */
function* changesOf(value: unknown): Generator<unknown> {
  yield* OTHER_VALUES;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const others = Object.entries(value).filter(([other]) => other !== name);
    if (!Array.isArray(value)) yield Object.fromEntries(others);
    for (const changed of changesOf(member))
      yield Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed };
  }
}

describe('validation', () => {
  const page = readText('docs/fixtures.md');
  const examples = [
    ...Array.from(page.matchAll(/^```json title="[^"]+"\n(.*?)^```$/gms), ([, text]) => JSON.parse(text!)),
    ...Array.from(page.matchAll(/^```yaml title="[^"]+"\n(.*?)^```$/gms), ([, text]) => plainYaml(text!)),
    // a script has the members of ledger.json too
    ...codeBlocks('json', page).flatMap((text) => (text.includes('"processed"') ? JSON.parse(text) : [])),
  ];

  it('has examples', () => {
    expect(examples.length).toBe(8);
  });

  it.each(examples)('takes the example %# of the documentation', (example) => {
    isValid(example);
    expect(isValid.errors).toBeNull();
  });

  it.each(examples)('takes every change of the example %# that the reader takes', (example) => {
    const changes = [...changesOf(example)];
    expect(changes.length).toBeGreaterThan(50);
    for (const changed of changes) {
      const text = JSON.stringify(changed);
      if (read(text).problems.length > 0) continue;
      isValid(changed);
      expect(isValid.errors, text).toBeNull();
    }
  });

  const transaction = (text: string) => `{"slots": [{"slot": 1, "transactions": [${text}]}]}`;
  it.each([
    '{}',
    '{"execute": "litesvm"}',
    '{"skipped": [1, [3, 5]], "slotsBehind": 3, "snapshots": {"full": 3, "incremental": null}}',
    '{"send": {"confirm": "auto", "faucet": "$alice", "strict": false}}',
    '{"keys": {"a": "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR"}}',
    '{"accounts": {"8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR": {"sol": 1.5}, "$a": {"raw": {"owner": "$p"}, "lamports": 3}}}',
    '{"slots": [{"skipped": 3}, {"skipped": [4, 5]}, {"slot": 6, "blockTime": null}]}',
    '{"accounts": {"$a": {"mint": {"decimals": 0, "extensions": {"nonTransferable": {}, "transferFeeConfig": {"newerTransferFee": {"maximumFee": "5", "transferFeeBasisPoints": 1}}, "interestBearingConfig": {"initializationTimestamp": -5}}}, "metadata": {"name": "A", "tokenStandard": null}, "sol": 1}, "$b": {"token": {"mint": "$a", "owner": "$c", "extensions": {"memoTransfer": {}}}}}}',
    transaction('{"transfer": {"from": "$a", "to": "$b", "lamports": 1}, "err": "InsufficientFundsForFee"}'),
    transaction(
      '{"memo": "a", "err": {"InstructionError": [0, "InvalidSeeds"]}, "version": 0, "balances": {"$a": {"sol": "1"}}}',
    ),
    transaction('{"memo": {"text": "a", "signers": ["$a"]}, "err": {"error": "InvalidSeeds", "instruction": 1}}'),
    transaction('{"memo": "a", "execute": "litesvm"}, {"memo": "a", "execute": "none"}'),
    transaction('{"raw": {"program": "$p", "accounts": ["$a sw", {"address": "$b"}], "data": {"hex": "00"}}}'),
    transaction(
      '{"instructions": [{"memo": "a"}], "inner": [{"index": 0, "instructions": []}], "returnData": {"program": "$p", "data": {"utf8": ""}}}',
    ),
    transaction(
      '{"market.buy": {"args": {"a": 1}, "accounts": {"b": "$c"}}, "emits": [{"market.Sold": {}, "instruction": 0}]}',
    ),
    transaction(
      '{"instructions": [{"market.buy": {}}], "err": {"error": "market.Closed", "account": "a", "instruction": 0}}',
    ),
    transaction('{"memo": "a", "err": "market.Closed"}'),
  ])('takes what the reader takes: %s', (text) => {
    expect(read(text).problems).toEqual([]);
    isValid(JSON.parse(text));
    expect(isValid.errors).toBeNull();
  });

  it.each([
    '[]',
    '{"finalised": 1}',
    '{"execute": "svm"}',
    '{"execute": null}',
    '{"processed": "1"}',
    '{"skipped": [[1, 2, 3]]}',
    '{"keys": {"$a": "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR"}}',
    '{"keys": {"a": {"seed": {"hex": "0"}}}}',
    '{"keys": {"a": {"seed": {"hex": "00", "utf8": "a"}}}}',
    '{"accounts": {"$a": {}}}',
    '{"accounts": {"$a": {"sol": "1."}}}',
    '{"accounts": {"$a": {"sol": -1}}}',
    '{"accounts": {"$a": {"mint": {}}}}',
    '{"accounts": {"$a": {"token": {"mint": "$m"}}}}',
    '{"accounts": {"$a": {"mint": {"decimals": 0, "extensions": {"memoTransfer": {}}}}}}',
    '{"accounts": {"$a": {"mint": {"decimals": 0, "extensions": {"tokenGroup": {}}}}}}',
    '{"accounts": {"$a": {"mint": {"decimals": 0}, "metadata": {}}}}',
    '{"accounts": {"$a": {"mint": {"decimals": 0}, "sol": 1, "lamports": 1}}}',
    '{"accounts": {"$a": {"sol": 1, "metadata": {"name": "A"}}}}',
    '{"slots": [{}]}',
    '{"slots": [{"slot": 1, "to": 2}]}',
    '{"slots": [{"from": 1}]}',
    '{"slots": [{"from": 1, "to": 4, "every": 0}]}',
    '{"slots": [{"slot": 1, "skipped": 2}]}',
    transaction('{}'),
    transaction('{"payer": "$a"}'),
    transaction('{"trasnfer": {}}'),
    transaction('{"memo": "a", "instructions": []}'),
    transaction('{"instructions": [{"memo": "a", "raw": {"program": "$p"}}]}'),
    transaction('{"memo": "a", "repeat": 0}'),
    transaction('{"memo": "a", "version": 2}'),
    transaction('{"memo": "a", "execute": "yes"}'),
    transaction('{"memo": "a", "err": "InvalidSeed"}'),
    transaction('{"memo": "a", "err": {"instruction": 1}}'),
    transaction('{"memo": "a", "err": null}'),
    transaction('{"memo": "a", "balances": {"$a": {}}}'),
    transaction('{"market.buy": {}, "memo": "a"}'),
    transaction('{"market.buy": {"argz": {}}}'),
    transaction('{"market.buy": {}, "emits": [{"Sold": {}}]}'),
    transaction('{"market.buy": {}, "emits": [{"market.Sold": {}, "instruction": -1}]}'),
    transaction('{"market.buy": {}, "err": {"error": "market.Closed", "sauce": "a"}}'),
  ])('refuses what the reader refuses: %s', (text) => {
    expect(read(text).problems).not.toEqual([]);
    expect(isValid(JSON.parse(text))).toBe(false);
  });
});
