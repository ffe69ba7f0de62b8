import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, errorText } from '../../support/answers.ts';
import { NO_PARAMS_CASES } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';

const BEHIND = testNode({ cluster: { slotsBehind: 42n } });

describe.each(BOTH_DIALECTS)('getHealth (%s)', (dialect) => {
  it.each(['[]', 'null'])('a node that is not behind is ok: %s', async (params) => {
    expect(await callText(testNode({}), 'getHealth', params, dialect)).toBe('"ok"');
  });

  it.each([42n, 18446744073709551615n])('a node that is %s slots behind says so', async (slotsBehind) => {
    expect(await callText(testNode({ cluster: { slotsBehind } }), 'getHealth', '[]', dialect)).toBe(
      errorText(-32005, `Node is behind by ${slotsBehind} slots`, `{"numSlotsBehind":${slotsBehind}}`),
    );
  });

  it.each(NO_PARAMS_CASES)('%s is refused, before anything else', async (params, error) => {
    expect(await callText(BEHIND, 'getHealth', params, dialect)).toBe(error);
  });
});
