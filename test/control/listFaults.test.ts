import { describe, expect, it } from 'vitest';
import { controlText, NO_ARGUMENT_CASES } from '../support/control.ts';
import { callText, testNode } from '../support/testNode.ts';

describe('stillnode_listFaults', () => {
  it('lists faults as they were given, in the order in which they are looked at, and how often each has happened', async () => {
    const node = testNode({});
    const given = [
      '{"match":{"method":"getHealth","params":[],"times":2},"then":{"preset":"unhealthy"}}',
      '{"match":{"probability":0.5,"seed":4294967295},"then":{"delayMs":{"median":1.5,"sigma":0.25}}}',
      '{"then":{"http":{"body":{"a":1.0},"headers":{"retry-after":"3"},"status":429}}}',
    ];
    for (const rule of given) await controlText(node, 'addFault', `[${rule}]`);
    const listed = (hits: readonly number[]) =>
      `[${given.map((rule, i) => `{"hits":${hits[i]},"id":"fault-${i + 1}","rule":${rule}}`).join(',')}]`;
    expect(await controlText(node, 'listFaults')).toBe(listed([0, 0, 0]));
    for (let i = 0; i < 2; i++) await callText(node, 'getHealth', '[]');
    expect(await controlText(node, 'listFaults')).toBe(listed([2, 0, 0]));
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'listFaults', params)).toBe(error);
  });
});
