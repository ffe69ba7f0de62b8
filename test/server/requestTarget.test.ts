import { describe, expect, it } from 'vitest';
import { readTarget } from '../../src/server/requestTarget.ts';

const read = (target: string, prefix?: string) => {
  const { query, ...named } = readTarget(target, prefix);
  return { ...named, query: `${query}` };
};

describe('the target of a request', () => {
  it.each([
    ['/', undefined, ''],
    ['', undefined, ''],
    ['*', undefined, ''],
    ['/%66ork/a', 'a', ''],
    ['/?a=1', undefined, ''],
    ['/health', undefined, '/health'],
    ['/api/v1/bundles/', undefined, '/api/v1/bundles'],
    ['/fork', undefined, '/fork'],
    ['/forks/a', undefined, '/forks/a'],
    ['/fork/', '', ''],
    ['/fork/a', 'a', ''],
    ['/fork/a/', 'a', ''],
    ['/fork/a/health', 'a', '/health'],
    ['/fork/a%2Fb/x', 'a/b', '/x'],
    ['/fork/%zz', '%zz', ''],
    ['/fork/a?x=/fork/b', 'a', ''],
    ['/fork/a#/b', 'a', ''],
    ['http://node:8899', undefined, ''],
    ['http://node:8899?x', undefined, ''],
    ['HTTPS://node/fork/a/health', 'a', '/health'],
  ])('%s', (target, fork, path) => {
    expect(readTarget(target)).toMatchObject({ fork, path });
  });

  it('is read below the prefix of the app, which may have a parameter', () => {
    expect(read('/rpc', '/rpc')).toEqual({ fork: undefined, path: '', query: '' });
    expect(read('/rpc/', '/rpc')).toEqual({ fork: undefined, path: '', query: '' });
    expect(read('/rpc/fork/a/health?b=1', '/rpc')).toEqual({ fork: 'a', path: '/health', query: 'b=1' });
    expect(read('/one/rpc/fork/a', '/:tenant/rpc')).toEqual({ fork: 'a', path: '', query: '' });
    expect(read('/fork/a/rpc', '/fork/a')).toEqual({ fork: undefined, path: '/rpc', query: '' });
  });

  it('has its query as browsers read it', () => {
    expect(read('/?apikey=a+b&apikey=%2B').query).toBe('apikey=a+b&apikey=%2B');
    expect(readTarget('/?apikey=a+b').query.get('apikey')).toBe('a b');
  });
});
