import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../src/codec/jsonText.ts';
import { parseJson } from '../../../src/codec/parseJson.ts';
import { BOTH_DIALECTS, membersOf, partOf } from '../../support/answers.ts';
import { NO_PARAMS_CASES } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';

// what the document says is tested in test/openrpc
describe.each(BOTH_DIALECTS)('rpc.discover (%s)', (dialect) => {
  const discover = (params: string, ledger = {}) => callText(testNode(ledger), 'rpc.discover', params, dialect);

  it.each(['[]', 'null'])('gives an OpenRPC document: %s', async (params) => {
    const text = await discover(params);
    expect(membersOf(text)).toEqual(['components', 'info', 'methods', 'openrpc']);
    expect(partOf(text, 'openrpc')).toBe('"1.3.2"');
    expect(partOf(text, 'info', 'title')).toBe('"stillnode"');
  });

  it('of a method it has what is taken, given and raised', async () => {
    const methods = partOf(await discover('[]'), 'methods')!;
    expect(methods).toContain(
      '{"errors":[{"$ref":"#/components/errors/paramsNotArray"},{"$ref":"#/components/errors/tooManyParams"},' +
        '{"$ref":"#/components/errors/invalidParams"},{"$ref":"#/components/errors/minContextSlotNotReached"}],' +
        '"name":"getSlot","paramStructure":"by-position",' +
        '"params":[{"name":"config","required":false,"schema":{"$ref":"#/components/schemas/ContextConfig"}}],' +
        '"result":{"description":"the tip","name":"result","schema":{"$ref":"#/components/schemas/U64"}},' +
        '"summary":"the tip at a commitment"}',
    );
  });

  it('writes integers exactly', async () => {
    expect(partOf(await discover('[]'), 'components', 'schemas', 'U64', 'maximum')).toBe('18446744073709551615');
  });

  it('does not depend on the ledger', async () => {
    const text = await discover('[]');
    expect(await discover('[]', { apiVersion: '1.2.3', blocks: [{ slot: 5 }] })).toBe(text);
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  it.each(NO_PARAMS_CASES)('%s is refused', async (params, error) => {
    expect(await discover(params)).toBe(error);
  });
});
