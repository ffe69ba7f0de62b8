import { describe, expect, it } from 'vitest';
import { readBody } from '../../../src/rpc/protocol/envelope.ts';
import { callKey } from '../../../src/rpc/protocol/resultCache.ts';

function textsOf(body: string): (string | undefined)[] {
  return readBody(body).envelopes.map((envelope) => (envelope.kind === 'call' ? envelope.paramsText : envelope.kind));
}

function call(params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"m","params":${params}}`;
}

describe('the text of parameters', () => {
  it.each(['[1]', '[ 1,\n2 ]', '["]", "\\u0061"]', '{"params":[1],"a":{"params":2}}', '[]', 'null'])(
    'is what was sent: %j',
    (params) => {
      expect(textsOf(call(params))).toEqual([params]);
      expect(textsOf(`[${call(params)},${call('[7]')}]`)).toEqual([params, '[7]']);
    },
  );

  it('is not known where there are none', () => {
    expect(textsOf('{"jsonrpc":"2.0","id":1,"method":"m"}')).toEqual([undefined]);
  });

  it('makes a key of its own for every method, whatever its name', () => {
    const methods = ['m', 'm\n[1', 'm\0', 'm\0[1]', '\0'];
    const texts = ['[1]', '[1\n]', '[1 ]', undefined];
    const keys = methods.flatMap((method) =>
      texts.map((text) => callKey({ method, params: undefined, paramsText: text })),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});
