import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, errorText } from '../../support/answers.ts';
import { NO_PARAMS_CASES } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';

const NODE = testNode({ cluster: { snapshots: { full: 100n, incremental: 18446744073709551615n } } });

describe.each(BOTH_DIALECTS)('getHighestSnapshotSlot (%s)', (dialect) => {
  it.each(['[]', 'null'])('tells both slots: %s', async (params) => {
    expect(await callText(NODE, 'getHighestSnapshotSlot', params, dialect)).toBe(
      '{"full":100,"incremental":18446744073709551615}',
    );
  });

  it('the incremental one may be missing', async () => {
    const node = testNode({ cluster: { snapshots: { full: 0n, incremental: null } } });
    expect(await callText(node, 'getHighestSnapshotSlot', '[]', dialect)).toBe('{"full":0,"incremental":null}');
  });

  it('a node without snapshots says so', async () => {
    expect(await callText(testNode({}), 'getHighestSnapshotSlot', '[]', dialect)).toBe(
      errorText(-32008, 'No snapshot'),
    );
  });

  it.each(NO_PARAMS_CASES)('%s is refused', async (params, error) => {
    expect(await callText(NODE, 'getHighestSnapshotSlot', params, dialect)).toBe(error);
  });
});
