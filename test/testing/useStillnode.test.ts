import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useStillnode } from '../../src/jest.ts';

// the hooks of Vitest are those of Jest; test/package/jest.test.ts runs in Jest itself
const GLOBALS = { afterAll, afterEach, beforeAll, beforeEach, expect };

function withGlobals<T>(globals: Readonly<Record<string, unknown>>, run: () => T): T {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  try {
    return run();
  } finally {
    vi.unstubAllGlobals();
  }
}

describe('useStillnode', () => {
  const stillnode = withGlobals(GLOBALS, () => useStillnode());
  const urls: string[] = [];

  it.each([1, 2])('each test has a fork of one node: %d', async () => {
    const { node } = stillnode;
    urls.push(node.url);
    expect(await node.request('getSlot', [{ commitment: 'processed' }])).toBe(320);
    await node.advance();
    await (expect(node) as unknown as { toHaveReceivedCall(method: string): Promise<void> }).toHaveReceivedCall(
      'getSlot',
    );
  });

  it('the forks of tests that have ended are gone', async () => {
    const [first, second] = urls.map((url) => new URL(url));
    expect(first!.origin).toBe(second!.origin);
    expect(first!.pathname).not.toBe(second!.pathname);
    expect((await fetch(`${first}/health`)).status).toBe(404);
    expect(await stillnode.node.listForks()).toHaveLength(1);
  });
});

describe('outside of a test', () => {
  const stillnode = withGlobals(GLOBALS, () => useStillnode());
  afterAll(() => {
    expect(() => stillnode.node).toThrow(new TypeError('`node` is there while a test runs: read it in the test'));
  });

  it('there is no node', () => {
    expect(stillnode.node.name).toBe('fork-1');
  });
});

it('without the globals of Jest it says which, and what to do', () => {
  expect(() => withGlobals({ beforeAll, expect }, () => useStillnode())).toThrow(
    new TypeError(
      'useStillnode needs beforeEach, afterEach, afterAll among the globals: call it in a test file of Jest; where injectGlobals is false, put those of @jest/globals there first',
    ),
  );
});
