import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { errorWithoutSecrets, NodeAddress } from '../../../src/tools/record/nodeAddress.ts';
import { RealNode } from '../../../src/tools/record/realNode.ts';
import { openUpstream } from '../../../src/tools/record/upstream.ts';
import { folder } from '../../cli/command.ts';
import { startProxy } from '../../support/upstreamProxy.ts';

/** Keys of the URL of a node, in every form in which the node may repeat them. */

describe('a text of the node', () => {
  it.each<[what: string, url: string, text: string, shown: string]>([
    ['a part of the path', 'http://h/v2/s3cret-key', 'no s3cret-key', 'no …'],
    ['a value of the query', 'http://h/?api-key=s3cret', 'key s3cret!', 'key …!'],
    ['a name of the query without a value', 'http://h/?s3cret', 'key s3cret!', 'key …!'],
    ['a name of the query with a value', 'http://h/?s3cret=1', 's3cret is unknown', '… is unknown'],
    ['a fragment', 'http://h/#s3cret', 's3cret', '…'],
    ['a user without a password', 'http://s3cret@h/', 's3cret', '…'],
    ['a plus sign as it is', 'http://h/?key=a+b+c+d', 'a+b+c+d', '…'],
    ['a plus sign as a space', 'http://h/?key=a+b+c+d', 'a b c d', '…'],
    ['a plus sign, encoded', 'http://h/?key=a+b+c+d', 'a%2Bb%2Bc%2Bd', '…'],
    ['a space as a plus sign', 'http://h/?key=ab%20cd%20ef', 'ab+cd+ef', '…'],
    ['%xx as it is', 'http://h/?key=ab%2fcd%3D', 'ab%2fcd%3D', '…'],
    ['%xx in the other case', 'http://h/?key=ab%2fcd%3D', 'ab%2Fcd%3d', '…'],
    ['%xx decoded', 'http://h/?key=ab%2fcd%3D', 'ab/cd=', '…'],
    ['what was not encoded, encoded', 'http://h/?key=ab/cd/ef', 'ab%2Fcd%2Fef', '…'],
    ['what is not encoded as it should be', 'http://h/?key=100%+sure', '100%+sure, 100%25%2Bsure', '…, …'],
    ['letters beyond ASCII', 'http://h/schlüssel', 'schlüssel schl%C3%BCssel', '… …'],
    ['credentials', 'http://me:pa%2Fss%2Fword@h/', 'me:pa/ss/word and pa%2Fss%2Fword', '…:… and …'],
    ['credentials in base64', 'http://me:password@h/', 'Basic bWU6cGFzc3dvcmQ=', 'Basic …='],
    ['credentials in base64 without padding', 'http://me:password@h/', 'bWU6cGFzc3dvcmQ', '…'],
    ['credentials in base64 for URLs', 'http://me:%3F%3F%3E%3E%3E%3E@h/', 'bWU6Pz8-Pj4-', '…'],
    ['a short part, as a word', 'http://h/?key=k3y', 'k3y, (k3y) k3y', '…, (…) …'],
    ['a short part, not inside a word', 'http://h/?key=lot', 'a slot, lots', 'a slot, lots'],
    ['short credentials', 'http://a:b@h/', 'a:b YTpi', '…:… …'],
    ['signs that patterns use', 'http://h/(a.b)*[c]$', '(a.b)*[c]$ (axb)', '… (axb)'],
    ['the longest first', 'http://h/secret/secret-key', 'secret-key secret', '… …'],
    ['nothing', 'http://h/', 'a b: c', 'a b: c'],
  ])('%s', (_what, url, text, shown) => {
    expect(new NodeAddress(url).withoutSecrets(text)).toBe(shown);
  });

  it('has no key in any form, whatever the key is', () => {
    const key = fc.string({ unit: fc.constantFrom(...'aB3é+/=&?#%:@ .-'), minLength: 6 });
    fc.assert(
      fc.property(key, (text) => {
        const encoded = encodeURIComponent(text);
        const address = new NodeAddress(`http://h/v1?key=${encoded}`);
        const form = new URLSearchParams({ key: text }).toString().slice('key='.length);
        for (const repeated of [text, encoded, encoded.toLowerCase(), form])
          expect(address.withoutSecrets(`<${repeated}>`)).toBe('<…>');
      }),
    );
  });
});

describe('an error', () => {
  const hide = (text: string) => text.replaceAll('key', '…');

  it('is as it was sent where it repeats nothing', () => {
    const text = '{"message": "no", "code": -32000, "data": {"b": 1.50, "a": 18446744073709551615}}';
    expect(errorWithoutSecrets(text, hide)).toBe(text);
  });

  it('has no keys in its texts and in names of members', () => {
    const text = '{"code":-32000,"message":"no key","data":{"key":1.0,"at":[{"a key":"key"}]},"key":2}';
    expect(errorWithoutSecrets(text, hide)).toBe(
      '{"code":-32000,"data":{"at":[{"a …":"…"}],"…":1.0},"message":"no …","…":2}',
    );
  });

  it('keeps its own members, even where the URL has these words', () => {
    const hideAll = (text: string) => new NodeAddress('http://h/data/code?message').withoutSecrets(text);
    expect(errorWithoutSecrets('{"code":1,"message":"a code","data":{"code":2}}', hideAll)).toBe(
      '{"code":1,"data":{"…":2},"message":"a …"}',
    );
  });
});

it('an error that repeats keys reaches neither an answer nor a file', async () => {
  await using proxy = await startProxy();
  const path = folder();
  const url = `${proxy.url.replace('http://', 'http://me:pa%2Fss@')}?n4me-0f-key&a=b+c+d+e`;
  const upstream = openUpstream({ url, record: path });
  onTestFinished(() => upstream.close());
  proxy.behave(({ headers, url: repeated }) => ({
    error: JSON.stringify({
      code: -32001,
      message: `no: ${repeated} ${headers.authorization}`,
      data: { [proxy.key]: 'me', 'n4me-0f-key': ['b c d e', 'b+c+d+e'] },
    }),
  }));
  const error = '{"code":-32001,"data":{"…":["…","…"]},"message":"no: /…?…&…=… Basic …="}';
  expect(await upstream.find({ method: 'getBlock', params: '[5]' }, 'x')).toEqual({
    kind: 'error',
    text: error,
    from: 'upstream',
  });
  const [name] = readdirSync(path);
  const kept: unknown = JSON.parse(readFileSync(join(path, name!), 'utf8'));
  expect(kept).toMatchObject({ response: { error: JSON.parse(error) } });
  const client = new RealNode(url);
  expect(await client.ask('getBlock', '[5]')).toEqual({
    kind: 'error',
    text: error,
    code: -32001,
    message: 'no: /…?…&…=… Basic …=',
  });
  client.close();
});
