import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExchangeFolder, exchangeName, exchangeText, questionKey } from '../../../src/tools/record/exchange.ts';
import { folder } from '../../cli/command.ts';

const QUESTION = {
  method: 'getAccountInfo',
  params: '["8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR",{"encoding":"base64"}]',
};

describe('the text of an exchange', () => {
  it('has lines for members and items, and numbers and strings as they were sent', () => {
    const result =
      '{"a":[1,2.50,1e3],"b":[],"c":{},"d":[{"x":[1],"y":"\\u00e9\\" ]"}, "two"],"e":{"f":18446744073709551615}}';
    expect(exchangeText(QUESTION, { kind: 'result', text: result })).toBe(`{
  "request": {
    "method": "getAccountInfo",
    "params": [
      "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR",
      {"encoding":"base64"}
    ]
  },
  "response": {
    "jsonrpc": "2.0",
    "result": {
      "a": [1,2.50,1e3],
      "b": [],
      "c": {},
      "d": [
        {"x":[1],"y":"\\u00e9\\" ]"},
        "two"
      ],
      "e": {
        "f": 18446744073709551615
      }
    },
    "id": 1
  }
}
`);
  });
});

describe('the name of an exchange', () => {
  it.each([
    ['getBlock', '[301,{"encoding":"base64"}]', 'getBlock-301-'],
    ['getAccountInfo', '["8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR"]', 'getAccountInfo-8qbHbw2BbbTH-'],
    [
      'getMultipleAccounts',
      '[["8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR","x"]]',
      'getMultipleAccounts-8qbHbw2BbbTH-',
    ],
    ['getSlot', '[]', 'getSlot-'],
    ['getSlot', '[{"commitment":"finalized"}]', 'getSlot-'],
    ['../a b', '["../../x"]', '___a_b-x-'],
  ])('says what it is: %s %s', (method, params, beginning) => {
    const name = exchangeName({ method, params });
    expect(name.slice(0, beginning.length)).toBe(beginning);
    expect(name.slice(beginning.length)).toMatch(/^[0-9a-f]{10}\.json$/);
  });

  it('is the same for the same call, however it is written, and differs where only the case does', () => {
    const name = exchangeName({ method: 'getX', params: '["aB",{"b":1,"a":2}]' });
    expect(exchangeName({ method: 'getX', params: ' [ "aB", {"a":2, "b":1} ]' })).toBe(name);
    expect(exchangeName({ method: 'getX', params: '["Ab",{"b":1,"a":2}]' }).toLowerCase()).not.toBe(name.toLowerCase());
  });

  it('differs for calls that differ', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.array(fc.jsonValue()), (a, b) => {
        const [one, other] = [a, b].map((params) => ({ method: 'getX', params: JSON.stringify(params) }));
        const areSame = questionKey(one!) === questionKey(other!);
        expect(exchangeName(one!) === exchangeName(other!)).toBe(areSame);
      }),
    );
  });
});

describe('a folder of exchanges', () => {
  it.each(['result', 'error'] as const)('gives back what was written: %s', (kind) => {
    const path = folder();
    const text = '{"code":5,"n":18446744073709551615,"message":"e \\u00e9"}';
    new ExchangeFolder(path).write(QUESTION, { kind, text });
    expect(readdirSync(path)).toEqual([exchangeName(QUESTION)]);
    const read = new ExchangeFolder(path).read(QUESTION);
    expect(read).toEqual({ kind, text });
  });

  it('knows nothing of other calls, of damaged files and of files of other calls', () => {
    const path = folder();
    const exchanges = new ExchangeFolder(path);
    expect(exchanges.read(QUESTION)).toBeUndefined();
    const file = join(path, exchangeName(QUESTION));
    exchanges.write(QUESTION, { kind: 'result', text: 'null' });
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.slice(0, -10));
    expect(exchanges.read(QUESTION)).toBeUndefined();
    writeFileSync(file, whole.replace('base64', 'base58'));
    expect(exchanges.read(QUESTION)).toBeUndefined();
    writeFileSync(file, whole);
    expect(exchanges.read(QUESTION)).toEqual({ kind: 'result', text: 'null' });
  });

  it('leaves nothing behind where it cannot write', () => {
    const path = folder();
    const exchanges = new ExchangeFolder(join(path, 'deep/er'));
    expect(() => exchanges.writeFile('no/such/file', 'x')).toThrow();
    expect(readdirSync(exchanges.path)).toEqual([]);
  });
});
