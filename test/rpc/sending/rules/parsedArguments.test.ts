import { beforeAll, describe, expect, it } from 'vitest';
import { parseJson } from '../../../../src/codec/parseJson.ts';
import { sendRuleOf } from '../../../../src/control/parse/parseSendRule.ts';
import { RpcError } from '../../../../src/errors.ts';
import { loadLedger } from '../../../../src/fixtures/loadLedger.ts';
import { ata, keypair, type LedgerNode, type NewSendMatch, rawTokens, sol, tokens } from '../../../../src/index.ts';
import type { LedgerState } from '../../../../src/ledger/state.ts';
import type { Address } from '../../../../src/solana/address.ts';
import { SYSTEM } from '../../../../src/solana/programs/system.ts';
import { reasonOf } from '../../../support/clients.ts';
import { sendInstructions, TRANSFER_LEDGER, tokenTransfer, transferNode } from '../../../support/matchedTransfers.ts';

/** Matches by the arguments that jsonParsed shows. */

let node: LedgerNode;
let state: LedgerState;

/** 2.5 usdc of alice to bob, checked; 2 usdc of alice to carol, plain; 1.5 SOL of alice to bob. */
beforeAll(async () => {
  node = await transferNode();
  state = (await loadLedger([TRANSFER_LEDGER])).state;
  const pay = { mint: 'usdc', from: 'alice' } as const;
  await sendInstructions(node, [
    tokenTransfer(node, { ...pay, to: 'bob', amount: 2_500_000n }),
    tokenTransfer(node, { ...pay, to: 'carol', amount: 2_000_000n }, false),
    SYSTEM.transfer.build(
      { source: keypair('alice').address, destination: keypair('bob').address },
      { lamports: 1_500_000_000n },
    ),
  ]);
});

type Args = NonNullable<NewSendMatch['args']>;
const checked = (args: Args) => ({ instruction: 'spl-token transferChecked', args });
const plain = (args: Args) => ({ instruction: 'spl-token transfer', args });
const inSol = (args: Args) => ({ instruction: 'system transfer', args });

describe('a match has an instruction', () => {
  it.each<[match: NewSendMatch]>([
    [checked({})],
    [checked({ destination: ata('bob', 'usdc') })],
    [checked({ authority: '$alice', mint: '$usdc' })],
    [checked({ authority: keypair('alice') })],
    [checked({ tokenAmount: tokens('2.5', 'usdc') })],
    [checked({ tokenAmount: tokens('2.50') })],
    [checked({ tokenAmount: tokens(2.5, 'usdc'), mint: '$usdc' })],
    [checked({ tokenAmount: rawTokens(2_500_000) })],
    [checked({ tokenAmount: { tokens: '2.5', mint: '$usdc' } })],
    [checked({ tokenAmount: 2_500_000 })],
    [checked({ tokenAmount: 2_500_000n })],
    [checked({ tokenAmount: { amount: '2500000' } })],
    [checked({ tokenAmount: { decimals: 6, uiAmountString: '2.5' } })],
    [checked({ tokenAmount: { uiAmount: 2.5 } })],
    [plain({ amount: tokens(2, 'usdc') })],
    [plain({ amount: rawTokens(2_000_000) })],
    [plain({ amount: '2000000' })],
    [plain({ amount: 2_000_000 })],
    [inSol({ lamports: sol(1.5) })],
    [inSol({ lamports: { lamports: 1_500_000_000 } })],
    [inSol({ lamports: 1_500_000_000, source: '$alice', destination: keypair('bob') })],
  ])('%o', async (match) => {
    expect(await node.verify({ sent: match })).toBe(1);
  });
});

describe('a match does not have an instruction, and says where the nearest differs', () => {
  const DESTINATION = `args.destination is "$ata(bob,usdc)", expected "$ata(carol,usdc)"`;

  it.each<[match: NewSendMatch, differences: readonly string[]]>([
    [checked({ destination: ata('carol', 'usdc') }), [DESTINATION]],
    [checked({ tokenAmount: tokens('2.6', 'usdc') }), ['args.tokenAmount.uiAmountString is "2.5", expected "2.6"']],
    [checked({ tokenAmount: 25 }), ['args.tokenAmount.amount is "2500000", expected "25"']],
    [checked({ tokenAmount: tokens('2.5', 'gold') }), ['args.mint is "$usdc", expected "$gold"']],
    [plain({ amount: tokens('2.5', 'usdc') }), ['args.amount is "2000000", expected "2500000"']],
    [plain({ amount: rawTokens(2_000_000, 'gold') }), ['args.mint is "$usdc", expected "$gold"']],
    [plain({ amount: sol('0.002') }), ['args.mint is "$usdc", expected "$wsol"']],
    [inSol({ lamports: sol(2) }), ['args.lamports is 1500000000, expected 2000000000']],
    [
      inSol({ lamports: 1, source: '$bob' }),
      ['args.lamports is 1500000000, expected 1', 'args.source is "$alice", expected "$bob"'],
    ],
    [{ instruction: 'system createAccount', args: { lamports: 1 } }, ['no instruction is system createAccount']],
  ])('%o', async (match, differences) => {
    const { message } = (await reasonOf(node.verify({ sent: match }))) as Error;
    expect(message.split('\n').slice(2)).toEqual(differences.map((text) => `    ${text}`));
  });
});

function refusal(match: string): string {
  try {
    sendRuleOf(parseJson(`{"match":${match},"then":"drop"}`), state);
  } catch (error) {
    expect(error).toBeInstanceOf(RpcError);
    const { code, data, message } = error as RpcError;
    expect({ code, data }).toEqual({ code: -32602, data: { reason: 'invalid' } });
    return message;
  }
  throw new Error(`${match} is read`);
}

describe('arguments are refused', () => {
  const CHECKED = 'spl-token transferChecked';
  const LIKE_TOKENS = '(as in {"tokens": "2.5", "mint": "$usdc"})';

  it.each([
    [CHECKED, '{"destnation":"$bob"}', 'destnation: unknown member (did you mean "destination"?)'],
    [CHECKED, '5', ': expected an object, found 5'],
    [CHECKED, '{"destination":"$alcie"}', 'destination: the ledger knows no account `$alcie` (did you mean $alice?)'],
    [
      CHECKED,
      '{"destination":"alice"}',
      'destination: expected an address (base58 of 32 bytes) or a $name, found "alice" (a name starts with a dollar: $alice)',
    ],
    [CHECKED, '{"destination":5}', 'destination: expected an address, or a name such as "$alice", found 5'],
    [
      CHECKED,
      '{"tokenAmount":"2.5"}',
      `tokenAmount: expected an amount with its unit, or an integer, found "2.5" ${LIKE_TOKENS}`,
    ],
    [
      CHECKED,
      '{"tokenAmount":2.5}',
      `tokenAmount: expected an amount with its unit, or an integer, found the number 2.5 ${LIKE_TOKENS}`,
    ],
    [CHECKED, '{"tokenAmount":{"amout":"1"}}', 'tokenAmount.amout: unknown member (did you mean "amount"?)'],
    [
      CHECKED,
      '{"tokenAmount":{"tokens":"1.2345678","mint":"$usdc"}}',
      'tokenAmount: 1.2345678 has 7 decimals, and the mint 6',
    ],
    [CHECKED, '{"tokenAmount":{"tokens":"1","mnt":"$usdc"}}', 'tokenAmount.mnt: unknown member (did you mean "mint"?)'],
    [
      CHECKED,
      '{"tokenAmount":{"tokens":"1","mint":"$usdd"}}',
      'tokenAmount.mint: the ledger knows no account `$usdd` (did you mean $usdc?)',
    ],
    [
      CHECKED,
      '{"mint":"$gold","tokenAmount":{"tokens":"1","mint":"$usdc"}}',
      'tokenAmount: the amount is of `$usdc`, and the instruction of `$gold`',
    ],
    [CHECKED, '{"mint":{"tokens":"1"}}', 'mint: this member is not an amount of tokens'],
    [
      'spl-token transfer',
      '{"amount":"2.5"}',
      `amount: expected the smallest units of the mint, as jsonParsed has them, found "2.5" ${LIKE_TOKENS}`,
    ],
    ['spl-token transfer', '{"amount":{"tokens":"2.5"}}', `amount: the mint of the amount is not known ${LIKE_TOKENS}`],
    [
      'spl-token transfer',
      '{"amount":{"tokens":"2.5","mint":"$bob"}}',
      'amount: the ledger has no mint `$bob` (add it with stillnode_setAccount: {"mint": {"decimals": 6}})',
    ],
    [
      'system transfer',
      '{"lamports":"1500000000"}',
      'lamports: expected an integer, found "1500000000" (as in {"sol": 1.5})',
    ],
    [
      'system transfer',
      '{"lamports":{"tokens":"1","mint":"$usdc"}}',
      'lamports: this member is not an amount of tokens',
    ],
    ['system createAccount', '{"space":{"sol":1}}', 'space: this member is not an amount in lamports'],
    ['system createAccount', '{"space":"8"}', 'space: expected an integer, found "8"'],
    ['system assign', '{"lamports":5}', 'lamports: unknown member'],
  ])('%s %s', (instruction, args, message) => {
    const text = `{"instruction":"${instruction}","args":${args}}`;
    expect(refusal(text)).toBe(`rule.match.args${message.startsWith(':') ? '' : '.'}${message}`);
  });

  it('in code with the amounts of code', async () => {
    await expect(node.verify({ sent: checked({ tokenAmount: '2.5' }) })).rejects.toThrow(
      `expected.sent.args.tokenAmount: expected an amount with its unit, or an integer, found "2.5" (as in tokens('2.5', 'usdc'))`,
    );
    await expect(node.onSend({ match: inSol({ lamports: '5' }), then: 'drop' })).rejects.toThrow(
      'rule.match.args.lamports: expected an integer, found "5" (as in sol(1.5))',
    );
  });
});

it('a name of the ledger is known, and one of every cluster', async () => {
  const count = (match: NewSendMatch) => node.verify({ sent: match, times: 0 });
  expect(await count({ account: 'till', program: 'memo' })).toBe(0);
  expect(await count({ account: keypair('nobody') })).toBe(0);
  expect(await count({ account: keypair('nobody').address as Address })).toBe(0);
  await expect(count({ account: 'nobody' })).rejects.toThrow(
    "expected.sent.account: the ledger knows no account `$nobody` (keypair('nobody').address is that of a new name)",
  );
  await expect(count({ feePayer: 'alise' })).rejects.toThrow(
    'expected.sent.feePayer: the ledger knows no account `$alise` (did you mean $alice?)',
  );
  await expect(count({ account: ata('alise', 'usdc') })).rejects.toThrow('(did you mean $alice?)');
});
