import { describe, expect, it } from 'vitest';
import { controlText, invalidText } from '../support/control.ts';
import { testNode } from '../support/testNode.ts';

describe('stillnode_closeSockets', () => {
  it.each(['[]', '[null]', '[1013]'])('%s: a ledger without sockets has none to end', async (params) => {
    expect(await controlText(testNode({}), 'closeSockets', params)).toBe('0');
  });

  it.each([
    ['[true]', 'code: expected a code that a Close frame may have, found true'],
    ['[1006]', 'code: expected a code that a Close frame may have, found 1006'],
    ['[1000,1]', 'expected the arguments [code?], found 2'],
  ])('%s is refused', async (params, message) => {
    expect(await controlText(testNode({}), 'closeSockets', params)).toBe(invalidText(message));
  });
});
