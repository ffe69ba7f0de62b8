import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../../../src/codec/base58.ts';
import { parseConfigAccount } from '../../../../src/solana/programs/config.ts';
import { describeHostile } from './hostile.ts';
import { key, keyText, U64_MAX, u8, u64 } from './layoutBytes.ts';
import { describeVectors, parsedText } from './vectors.ts';

const VALIDATOR_INFO = 'Va1idator1nfo111111111111111111111111111111';
const text = (data: Uint8Array) => parsedText(parseConfigAccount, data);

const head = Buffer.concat([u8(2), decodeBase58(VALIDATOR_INFO), u8(0), key(7), u8(1)]);

function info(content: string | Uint8Array, keys: Uint8Array = head): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([keys, u64(BigInt(bytes.length)), bytes]);
}

/** the member `configData` of what is shown for a JSON text */
function shown(json: string | Uint8Array): string | undefined {
  return /"configData":(.*),"keys"/.exec(text(info(json)) ?? '')?.[1];
}

const sample = info('{"name":"Node","website":"https://example.org","list":[1,2.5,null]}');

describeVectors('config', () => [parseConfigAccount]);
describeHostile(parseConfigAccount, [sample, info('[]')]);

describe('validator info', () => {
  it('shows the JSON with sorted keys, and every key of the account', () => {
    expect(text(sample)).toBe(
      '{"parsed":{"info":{"configData":{"list":[1,2.5,null],"name":"Node","website":"https://example.org"},"keys":[' +
        `{"pubkey":"${VALIDATOR_INFO}","signer":false},{"pubkey":"${keyText(7)}","signer":true}]},` +
        `"type":"validatorInfo"},"program":"config","space":${sample.length}}`,
    );
  });

  it('ignores the capacity after the text', () => {
    expect(text(Buffer.concat([info('true'), Buffer.alloc(50, 0xff)]))).toContain('"configData":true,');
  });

  it.each([
    [' null ', 'null'],
    ['-0', '-0.0'],
    ['1', '1'],
    ['1.0', '1.0'],
    ['1e20', '1e+20'],
    ['{"a":[3.5,7E-22],"__proto__":0.1}', '{"__proto__":0.1,"a":[3.5,7e-22]}'],
    ['18446744073709551615', '18446744073709551615'],
    ['18446744073709551616', '1.8446744073709552e+19'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['{"b":{"d":1,"c":2},"a":[{"z":1,"y":2}]}', '{"a":[{"y":2,"z":1}],"b":{"c":2,"d":1}}'],
    ['{"10":1,"9":2,"__proto__":3}', '{"10":1,"9":2,"__proto__":3}'],
    ['"caf\\u00e9 \\u001f \\/ \u007f"', '"caf\u00e9 \\u001f / \u007f"'],
    ['{"\\ud83d\\ude00":1,"\\uffee":2}', '{"\uffee":2,"\ud83d\ude00":1}'],
    [`${'['.repeat(127)}${']'.repeat(127)}`, `${'['.repeat(127)}${']'.repeat(127)}`],
  ])('shows %j as the node does', (json, expected) => {
    expect(shown(json)).toBe(expected);
  });

  it.each([
    ['no JSON', info('{"name":')],
    ['two values', info('1 2')],
    ['an empty text', info('')],
    ['128 levels', info(`${'['.repeat(128)}${']'.repeat(128)}`)],
    ['half a surrogate pair', info('"\\ud83d"')],
    ['a number beyond f64', info('1e400')],
    ['a byte order mark', info('\ufeff{}')],
    ['bytes that are not UTF-8', info(Buffer.from([0x22, 0xff, 0x22]))],
    ['another first key', info('{}', Buffer.concat([u8(1), key(7), u8(1)]))],
    ['no keys', info('{}', u8(0))],
    ['a signer of 2', info('{}', Buffer.concat([u8(1), decodeBase58(VALIDATOR_INFO), u8(2)]))],
    ['a count longer than needed', info('{}', Buffer.concat([Buffer.from([0x82, 0x00]), head.subarray(1)]))],
    ['more keys than bytes', info('{}', Buffer.concat([Buffer.from([0xff, 0xff, 0x03]), head.subarray(1)]))],
    ['a text longer than the account', Buffer.concat([head, u64(3n), Buffer.from('{}')])],
    ['the longest text', Buffer.concat([head, u64(U64_MAX), Buffer.from('{}')])],
    ['no text', head],
  ])('falls back for %s', (_, data) => {
    expect(text(data)).toBeUndefined();
  });

  it('shows any object of strings as JSON.stringify would after sorting', () => {
    const ascii = fc.string({ unit: 'grapheme-ascii' });
    fc.assert(
      fc.property(fc.dictionary(ascii, fc.string({ unit: 'binary' })), (object) => {
        const sorted = Object.keys(object).sort();
        const members = sorted.map((name) => `${JSON.stringify(name)}:${JSON.stringify(object[name])}`);
        const data = info(JSON.stringify(object));
        expect(text(data)).toContain(`"configData":{${members.join(',')}},"keys"`);
      }),
    );
  });
});
