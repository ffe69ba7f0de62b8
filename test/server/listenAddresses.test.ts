import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { baseUrl, boundAddresses, isLoopback, isOwnOrigin } from '../../src/server/listenAddresses.ts';

/** Only what is read of a socket. */
function socketAt(localAddress: string, localPort = 8899, encrypted?: boolean): Socket {
  return { localAddress, localPort, ...(encrypted !== undefined && { encrypted }) } as unknown as Socket;
}

test.each([
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['128.0.0.1', false],
  ['192.168.1.5', false],
  ['::2', false],
  ['fe80::1', false],
  ['::ffff:10.0.0.1', false],
])('%s is loopback: %s', (address, is) => {
  expect(isLoopback(address)).toBe(is);
});

test('a server on a file of the system, or on nothing, is bound to no address', () => {
  expect(boundAddresses(['/run/node.sock', null, { address: '::1', family: 'IPv6', port: 1 }])).toEqual(['::1']);
});

describe('an own origin', () => {
  const rows: [what: string, origin: string, addresses: string[], socket: Socket, isOwn: boolean][] = [
    ['IPv6', 'http://[::1]:8899', ['::1'], socketAt('::1'), true],
    ['localhost of IPv6', 'http://localhost:8899', ['::1'], socketAt('::1'), true],
    ['localhost where nothing is loopback', 'http://localhost:8899', ['192.0.2.1'], socketAt('192.0.2.1'), false],
    ['that address', 'http://192.0.2.1:8899', ['192.0.2.1'], socketAt('192.0.2.1'), true],
    ['port 80, which browsers leave out', 'http://127.0.0.1', ['127.0.0.1'], socketAt('127.0.0.1', 80), true],
    ['port 80 spelled out', 'http://127.0.0.1:80', ['127.0.0.1'], socketAt('127.0.0.1', 80), false],
    ['https', 'https://127.0.0.1:8899', ['127.0.0.1'], socketAt('127.0.0.1', 8899, true), true],
    ['http where it is https', 'http://127.0.0.1:8899', ['127.0.0.1'], socketAt('127.0.0.1', 8899, true), false],
    ['IPv4 on every address of IPv6', 'http://10.0.0.1:8899', ['::'], socketAt('::ffff:10.0.0.1'), true],
    ['localhost on every address', 'http://localhost:8899', ['::'], socketAt('::ffff:10.0.0.1'), true],
    ['a second address', 'http://[::1]:8899', ['127.0.0.1', '::1'], socketAt('127.0.0.1'), true],
    ['no address at all', 'http://localhost:8899', [], socketAt('127.0.0.1'), false],
  ];
  test.each(rows)('%s: %s', (_what, origin, addresses, socket, isOwn) => {
    expect(isOwnOrigin(origin, { addresses }, socket)).toBe(isOwn);
  });

  test('is that of the name that was asked for', () => {
    const place = { addresses: ['192.0.2.1'], name: 'node.test' };
    expect(isOwnOrigin('http://node.test:8899', place, socketAt('192.0.2.1'))).toBe(true);
    expect(isOwnOrigin('http://page.test:8899', place, socketAt('192.0.2.1'))).toBe(false);
  });
});

describe('the address of a request', () => {
  test.each<[addresses: string[], socket: Socket, hostHeader: string | undefined, url: string]>([
    [['127.0.0.1'], socketAt('127.0.0.1'), 'page.test', 'http://127.0.0.1:8899'],
    [['::1'], socketAt('::1'), 'page.test', 'http://[::1]:8899'],
    [['127.0.0.1', '::1'], socketAt('::1'), undefined, 'http://127.0.0.1:8899'],
    [['::'], socketAt('::ffff:10.0.0.1'), 'node.test:9000', 'http://node.test:9000'],
    [['::'], socketAt('::ffff:10.0.0.1'), undefined, 'http://10.0.0.1:8899'],
    [['0.0.0.0'], socketAt('10.0.0.1', 8899, true), 'node.test', 'https://node.test'],
    [[], socketAt('10.0.0.1'), 'node.test', 'http://node.test'],
    // as Bun has it
    [['127.0.0.1'], socketAt('127.0.0.1', 8899, false), undefined, 'http://127.0.0.1:8899'],
  ])('on %j', (addresses, socket, hostHeader, url) => {
    expect(baseUrl({ addresses }, socket, hostHeader)).toBe(url);
  });
});
