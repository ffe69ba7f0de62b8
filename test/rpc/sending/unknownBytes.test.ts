import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { encodeBase58 } from '../../../src/codec/base58.ts';
import { setAccount } from '../../../src/ledger/moves/setAccount.ts';
import { SlotTimer } from '../../../src/live/slotTimer.ts';
import { advanceSends } from '../../../src/rpc/sending/sendMoves.ts';
import { executeTransaction } from '../../../src/runtime/execute.ts';
import { accountOfParsed } from '../../../src/solana/account.ts';
import { address } from '../../../src/solana/address.ts';
import { notRecordedText } from '../../support/answers.ts';
import { ALICE, BOB, type SendNode, sendNode, signed } from '../../support/sends.ts';
import { transfer } from '../../support/sentTransactions.ts';
import { testAccount } from '../../support/testNode.ts';

/** Transactions on accounts that were recorded as jsonParsed, and whose bytes nobody knows. */

const STAKE_PROGRAM = address('Stake11111111111111111111111111111111111111');
const FORM = { program: 'stake', parsed: { type: 'initialized' }, space: 200, knownBytes: new Uint8Array() };
const PAYMENT = signed([transfer(5)]);
const SIGNATURE = encodeBase58(PAYMENT.subarray(1, 65));
const REFUSAL = notRecordedText(
  `Account ${BOB} was recorded as jsonParsed, so its bytes are not known: record it with encoding base64`,
);

/** Bob, who is paid, becomes such an account. */
async function forget({ live }: SendNode): Promise<void> {
  const bob = accountOfParsed(testAccount({ address: BOB, lamports: 9n, owner: STAKE_PROGRAM }), FORM);
  await live.overrideAccount((state) => ({
    state: setAccount(state, BOB, bob, 'always'),
    set: { address: BOB, from: 'always' },
  }));
}

async function waiting(): Promise<SendNode> {
  const sends = sendNode();
  await sends.rule({ kind: 'delay', blocks: 2n }, {}, 1);
  expect(await sends.send(PAYMENT)).toBe(`"${SIGNATURE}"`);
  await forget(sends);
  return sends;
}

function warningsOf(): string[] {
  const warnings: string[] = [];
  const spy = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(`${warning}`));
  onTestFinished(() => spy.mockRestore());
  return warnings;
}

const WARNING = `transaction ${SIGNATURE} comes into no block: account ${BOB} was recorded as jsonParsed, so its bytes are not known`;

describe('a transaction on an account whose bytes are not known', () => {
  it.each(['', '"skipPreflight":true'])('is refused when it is sent, and nothing has changed: %s', async (config) => {
    const sends = sendNode();
    await forget(sends);
    const { version, sends: decided } = sends.live;
    expect(await sends.send(PAYMENT, config)).toBe(REFUSAL);
    expect(await sends.simulate(PAYMENT)).toBe(REFUSAL);
    expect(sends.live.version).toBe(version);
    expect(sends.live.sends).toEqual(decided);
    // the client got an error: it is listed, as other refused transactions
    expect(sends.live.sent.records.map(({ error, rule }) => [error?.code, rule])).toEqual([[-32603, null]]);
    expect(await sends.airdrop(ALICE, 5)).toMatch(/^"\w+"$/);
  });

  it.each<[string, (sends: SendNode) => Promise<unknown>]>([
    ['advance', ({ node }) => node.advance(3)],
    ['airdrop', async ({ airdrop, node }) => [await node.advance(), await airdrop(ALICE, 5)]],
    ['addBlock', async ({ node }) => [await node.advance(), await node.addBlock({})]],
  ])('that waited comes into no block, and blocks go on: %s', async (_name, make) => {
    const warnings = warningsOf();
    const sends = await waiting();
    await make(sends);
    await sends.node.advance();
    expect(warnings).toEqual([WARNING]);
    expect(sends.live.sends.queue).toEqual([]);
    expect(await sends.call('getSignatureStatuses', `[["${SIGNATURE}"]]`)).toContain('"value":[null]');
  });

  it('lets the ledger go on by itself', async () => {
    const warnings = warningsOf();
    const { live } = await waiting();
    const errors: unknown[] = [];
    const { processed } = live.version.state.chains;
    await new Promise<void>((resolve) => {
      const goOn = async () => {
        const { state } = await live.moveWithSends((now) => advanceSends(now, 1n, {}, executeTransaction));
        if (state.chains.processed.tip >= processed.tip + 4n) resolve();
      };
      const timer = new SlotTimer();
      timer.set(1, () =>
        goOn().catch((error: unknown) => {
          errors.push(error);
          resolve();
        }),
      );
      onTestFinished(() => timer.stop());
    });
    expect([errors, warnings]).toEqual([[], [WARNING]]);
  });
});
