import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningNode } from '../../../src/node/createNode.ts';
import { BOTH_DIALECTS } from '../../support/answers.ts';
import { startClientLedger } from '../../support/clientLedger.ts';
import { callText } from '../../support/testNode.ts';
import { CALLS, callsOf } from './calls.ts';
import { DOCUMENT, DOCUMENT_TEXT, type ServedDocument, validator } from './served.ts';

/** What the document says of results, held against answers. */

/** The document with objects that hold nothing but what it lists, so that it must list everything. */
const CLOSED = JSON.parse(DOCUMENT_TEXT, (_key, value) =>
  value?.type === 'object' && value.properties !== undefined ? { ...value, additionalProperties: false } : value,
) as ServedDocument;

let node: RunningNode;
beforeAll(async () => {
  node = await startClientLedger('4.5');
});
afterAll(() => node.close());

it('there are calls of no method that is not served', () => {
  const served = DOCUMENT.methods.map(({ name }) => name);
  expect(Object.keys(CALLS).filter((name) => !served.includes(name))).toEqual([]);
});

describe.each(BOTH_DIALECTS)('in the %s dialect', (dialect) => {
  it.each(CLOSED.methods)('the answers of $name are as described', async ({ name, params, result }) => {
    const validate = validator(result.schema, CLOSED);
    for (const call of callsOf({ name, params })) {
      const answer: unknown = JSON.parse(await callText(node, name, JSON.stringify(call), dialect));
      expect(validate(answer) ? [] : [answer, validate.errors]).toEqual([]);
    }
  });
});
