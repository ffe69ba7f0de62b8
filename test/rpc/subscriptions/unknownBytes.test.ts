import { expect, it, onTestFinished, vi } from 'vitest';
import { addBlocks } from '../../../src/ledger/moves/addBlocks.ts';
import { account as accountKind } from '../../../src/rpc/subscriptions/accountSubscriptions.ts';
import { accountOfParsed } from '../../../src/solana/account.ts';
import { address } from '../../../src/solana/address.ts';
import { inSlot, notice, testHub } from '../../support/subscriptions.ts';
import { testAccount, testBlock, testLedger } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

/** Accounts that were recorded as jsonParsed, and whose bytes nobody knows. */

const STAKE_PROGRAM = address('Stake11111111111111111111111111111111111111');
const STAKED = namedAddress('staked');
const OTHER = namedAddress('other');
const FORM = { program: 'stake', parsed: { type: 'initialized' }, space: 200, knownBytes: new Uint8Array() };
const WRITES = [
  accountOfParsed(testAccount({ address: STAKED, lamports: 9n, owner: STAKE_PROGRAM }), FORM),
  testAccount({ address: OTHER, lamports: 7n, owner: STAKE_PROGRAM, data: Buffer.from('abc') }),
];

function warningsOf(): string[] {
  const warnings: string[] = [];
  const spy = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(`${warning}`));
  onTestFinished(() => spy.mockRestore());
  return warnings;
}

async function watched(...kinds: readonly (readonly [kind: string, params: string])[]) {
  const { connect, live } = testHub(testLedger({ blocks: [{ slot: 5 }] }));
  const { subscribe, told } = connect();
  for (const [kind, params] of kinds) await subscribe(kind, params);
  await live.move((state, distance) => addBlocks(state, [{ block: testBlock({ slot: 6 }), writes: WRITES }], distance));
  return { live, told };
}

const config = (more = '') => `{"commitment":"processed","encoding":"base64"${more}}`;
const shown = (lamports: number, data: string, space: number) =>
  `{"lamports":${lamports},"data":${data},"owner":"${STAKE_PROGRAM}","executable":false,"rentEpoch":18446744073709551615,"space":${space}}`;
const ofProgram = (address: string, text: string) => inSlot(6, `{"pubkey":"${address}","account":${text}}`);
const RECORDED = shown(9, '{"program":"stake","parsed":{"type":"initialized"},"space":200}', 200);
const PLAIN = shown(7, '["YWJj","base64"]', 3);

it('are left out where a filter needs their bytes, with a warning, and everybody else is told', async () => {
  const warnings = warningsOf();
  const { told } = await watched(
    [
      'program',
      `["${STAKE_PROGRAM}",${config(`,"filters":[{"memcmp":{"offset":0,"bytes":"YWJj","encoding":"base64"}}]`)}]`,
    ],
    ['program', `["${STAKE_PROGRAM}",${config()}]`],
    ['account', `["${STAKED}",${config()}]`],
    ['slot', '[]'],
  );
  expect(told.toSorted()).toEqual(
    [
      notice('program', 0, ofProgram(OTHER, PLAIN)),
      notice('program', 1, ofProgram(STAKED, RECORDED)),
      notice('program', 1, ofProgram(OTHER, PLAIN)),
      notice('account', 2, inSlot(6, RECORDED)),
      notice('slot', 3, '{"slot":6,"parent":5,"root":5}'),
    ].toSorted(),
  );
  expect(warnings).toEqual([
    `programSubscribe: account ${STAKED} was recorded as jsonParsed, so its bytes are not known`,
  ]);
});

it('are told of by size', async () => {
  const warnings = warningsOf();
  const { told } = await watched(['program', `["${STAKE_PROGRAM}",${config(',"filters":[{"dataSize":200}]')}]`]);
  expect(told).toEqual([notice('program', 0, ofProgram(STAKED, RECORDED))]);
  expect(warnings).toEqual([]);
});

it('what one subscription cannot tell does not keep the others from being told, nor the move from being seen', async () => {
  const warnings = warningsOf();
  const spy = vi.spyOn(accountKind, 'noticesFor').mockImplementation(({ kind }) => {
    if (kind === 'reached') throw new Error('cannot be shown');
    return [];
  });
  onTestFinished(() => spy.mockRestore());
  const { live, told } = await watched(['account', `["${OTHER}",${config()}]`], ['slot', '[]']);
  expect(told).toEqual([notice('slot', 1, '{"slot":6,"parent":5,"root":5}')]);
  expect(new Set(warnings)).toEqual(new Set(['accountSubscribe: cannot be shown']));
  await live.move((state, distance) => addBlocks(state, [{ block: testBlock({ slot: 7 }), writes: [] }], distance));
  expect(told).toEqual([
    notice('slot', 1, '{"slot":6,"parent":5,"root":5}'),
    notice('slot', 1, '{"slot":7,"parent":6,"root":6}'),
  ]);
});
