import { describe, expect, it } from 'vitest';
import { controlText, NO_ARGUMENT_CASES } from '../support/control.ts';
import { callText, THREE_TIPS, testNode } from '../support/testNode.ts';
import { namedSignature } from '../support/transactions.ts';

const SIGNATURES = [5, 6].map((slot) => namedSignature(`in ${slot}`));
const BLOCKS = [5, 6, 7].map((slot) => ({ slot, transactions: [{ name: `in ${slot}` }] }));

describe('stillnode_expireStatuses', () => {
  it('statuses of finalized slots need a search from then on', async () => {
    const node = testNode({ ...THREE_TIPS, blocks: BLOCKS });
    const statuses = (config: string) =>
      callText(node, 'getSignatureStatuses', `[${JSON.stringify(SIGNATURES)},${config}]`, 'agave');
    expect(await statuses('{"searchTransactionHistory":false}')).toMatch(/"value":\[\{.*\},\{.*\}\]/);
    expect(await controlText(node, 'expireStatuses')).toBe('true');
    expect(await statuses('{"searchTransactionHistory":false}')).toMatch(/"value":\[null,\{.*\}\]/);
    expect(await statuses('{"searchTransactionHistory":true}')).toMatch(/"value":\[\{.*\},\{.*\}\]/);
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'expireStatuses', params)).toBe(error);
  });
});
