import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/codec/parseJson.ts';
import { sendRuleOf } from '../../../src/control/parse/parseSendRule.ts';
import { RpcError } from '../../../src/errors.ts';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import { ata, ledger, sol } from '../../../src/index.ts';
import type { LedgerState } from '../../../src/ledger/state.ts';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import type { SendMatch } from '../../../src/runtime/sendRule.ts';
import { emptyAccount } from '../../../src/solana/account.ts';
import { MEMO_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { testLedger } from '../../support/testNode.ts';
import { namedAddress, namedSignature } from '../../support/transactions.ts';

const ALICE = namedKeyPair('alice').address;
const BOB = namedKeyPair('bob').address;
/** It knows three names, by their accounts. */
const STATE = testLedger({
  blocks: [{ slot: 5 }],
  accounts: [ALICE, BOB, namedKeyPair('usdc').address].map((address) => ({ address, lamports: 1n })),
});
const OTHER = namedAddress('other');
const SIGNATURE = namedSignature('a');

const read = (text: string, state: LedgerState = STATE) => sendRuleOf(parseJson(text), state);

function refusal(text: string): string {
  try {
    read(text);
  } catch (error) {
    expect(error).toBeInstanceOf(RpcError);
    const { code, data, message } = error as RpcError;
    expect({ code, data }).toEqual({ code: -32602, data: { reason: 'invalid' } });
    return message;
  }
  throw new Error(`${text} is read`);
}

describe('a rule has', () => {
  it('an outcome, and by default fits everything, always', () => {
    expect(read('{"then":"drop"}')).toEqual({ match: {}, then: { kind: 'drop' }, times: undefined });
    expect(read('{"then":"drop","optional":true}')).toEqual({ match: {}, then: { kind: 'drop' }, optional: true });
    expect(read('{"match":{},"then":"drop","times":2}')).toEqual({ match: {}, then: { kind: 'drop' }, times: 2 });
  });

  it.each([
    ['5', 'rule: expected an object, found 5'],
    ['[]', 'rule: expected an object, found an empty array'],
    ['{}', 'rule.then: expected an outcome, such as "drop" or {"fail": {"custom": 6001}}, found no such member'],
    [
      '{"than":"drop"}',
      'rule.than: unknown member (did you mean "then"?); rule.then: expected an outcome, such as "drop" or {"fail": {"custom": 6001}}, found no such member',
    ],
    ['{"then":"drop","times":0}', 'rule.times: expected 1 or more, found 0'],
    ['{"then":"drop","times":-1}', 'rule.times: expected an integer from 0 to 4294967295 (u32), found -1'],
    ['{"then":"drop","times":null}', 'rule.times: expected an integer from 0 to 4294967295 (u32), found null'],
    ['{"then":"drop","match":"any"}', 'rule.match: expected an object, found "any"'],
    ['{"then":"drop","match":null}', 'rule.match: expected an object, found null'],
  ])('these members and no others: %s', (text, message) => {
    expect(refusal(text)).toBe(message);
  });
});

describe('a match gives', () => {
  it.each<[text: string, match: SendMatch]>([
    [`{"signature":"${SIGNATURE}"}`, { signature: SIGNATURE }],
    ['{"account":"$alice"}', { account: ALICE }],
    [`{"account":"${OTHER}"}`, { account: OTHER }],
    ['{"feePayer":"$alice"}', { feePayer: ALICE }],
    ['{"program":"$token"}', { program: TOKEN_PROGRAM }],
    ['{"account":"$ata(alice,usdc)"}', { account: ledger().address(ata('alice', 'usdc')) as never }],
    ['{"instruction":"spl-token transferChecked"}', { instruction: 'spl-token transferChecked' }],
    ['{"instruction":"spl-memo"}', { instruction: 'spl-memo' }],
    ['{"memo":"order 17"}', { memo: 'order 17' }],
    ['{"nth":2}', { nth: 2 }],
    ['{"nth":2,"memo":"a","feePayer":"$bob"}', { feePayer: BOB, memo: 'a', nth: 2 }],
  ])('%s', (text, match) => {
    expect(read(`{"match":${text},"then":"drop"}`).match).toEqual(match);
  });

  const TYPED = 'expected the program and the type of an instruction, as in "spl-token transferChecked"';

  it.each([
    [
      '{"signature":"abc"}',
      'signature: expected a signature (base58 of 64 bytes), found "abc" (it is base58 of 3 bytes)',
    ],
    [
      '{"account":"alice"}',
      'account: expected an address (base58 of 32 bytes) or a $name, found "alice" (a name starts with a dollar: $alice)',
    ],
    ['{"feePayer":5}', 'feePayer: expected an address, or a name such as "$alice", found 5'],
    [
      '{"program":"$adress(a)"}',
      'program: $adress(…) is not a derivation (there are $ata(owner,mint) and $pda(program,seed,…))',
    ],
    ['{"instruction":"transferChecked"}', `instruction: ${TYPED}, found "transferChecked"`],
    ['{"instruction":"spl-token"}', `instruction: ${TYPED}, found "spl-token"`],
    ['{"instruction":"spl-memo text"}', `instruction: ${TYPED}, found "spl-memo text"`],
    ['{"instruction":"spl-token  transfer"}', `instruction: ${TYPED}, found "spl-token  transfer"`],
    [
      '{"instruction":"spl-token transferCheckd"}',
      'instruction: spl-token has no instruction "transferCheckd" (did you mean "spl-token transferChecked"?)',
    ],
    [
      '{"instruction":"system transfr"}',
      'instruction: system has no instruction "transfr" (did you mean "system transfer"?)',
    ],
    ['{"instruction":"vote nothingLikeIt"}', 'instruction: vote has no instruction "nothingLikeIt"'],
    [
      '{"instruction":"spl-tokne transfer"}',
      'instruction: expected a program whose instructions are parsed, found "spl-tokne transfer" (did you mean "spl-token"?)',
    ],
    [
      '{"instruction":"lending borrow"}',
      'instruction: expected a program whose instructions are parsed, found "lending borrow" (there are address-lookup-table, ' +
        'spl-associated-token-account, bpf-loader, bpf-upgradeable-loader, spl-memo, spl-token, stake, system, vote)',
    ],
    ['{"memo":5}', 'memo: expected a string, found 5'],
    ['{"nth":0}', 'nth: expected 1 or more, found 0'],
    ['{"nht":1}', 'nht: unknown member (did you mean "nth"?)'],
  ])('no mistakes: %s', (text, message) => {
    expect(refusal(`{"match":${text},"then":"drop"}`)).toBe(`rule.match.${message}`);
  });
});

describe('an outcome is', () => {
  const failed = (err: object | string) => ({ kind: 'fail', isLate: false, err });

  it.each<[text: string, outcome: object]>([
    ['"drop"', { kind: 'drop' }],
    ['"succeed"', { kind: 'succeed' }],
    ['{"succeed":{}}', { kind: 'succeed', additions: {} }],
    ['{"succeed":{"logs":["a"],"units":7}}', { kind: 'succeed', additions: { logs: ['a'], units: 7n } }],
    [
      '{"succeed":{"returnData":{"program":"$memo","data":{"hex":"01"}}}}',
      { kind: 'succeed', additions: { returnData: { programId: MEMO_PROGRAM, data: Buffer.from([1]) } } },
    ],
    ['{"fail":{"custom":6001}}', failed({ InstructionError: [0, { Custom: 6001 }] })],
    ['{"fail":{"custom":0,"instruction":2}}', failed({ InstructionError: [2, { Custom: 0 }] })],
    [
      '{"fail":{"custom":1,"logs":["Program log: no"],"units":150}}',
      { ...failed({ InstructionError: [0, { Custom: 1 }] }), logs: ['Program log: no'], units: 150n },
    ],
    ['{"fail":{"error":"InvalidAccountData"}}', failed({ InstructionError: [0, 'InvalidAccountData'] })],
    ['{"fail":{"error":"Immutable","instruction":1}}', failed({ InstructionError: [1, 'Immutable'] })],
    ['{"fail":{"error":"UnbalancedTransaction"}}', failed('UnbalancedTransaction')],
    [
      '{"fail":{"error":{"InsufficientFundsForRent":{"account_index":2}}}}',
      failed({ InsufficientFundsForRent: { account_index: 2 } }),
    ],
    ['{"failLate":{"custom":1}}', { kind: 'fail', isLate: true, err: { InstructionError: [0, { Custom: 1 }] } }],
    ['{"refuse":"BlockhashNotFound"}', { kind: 'refuse', err: 'BlockhashNotFound' }],
    [
      '{"refuse":{"InsufficientFundsForRent":{"account_index":0}}}',
      { kind: 'refuse', err: { InsufficientFundsForRent: { account_index: 0 } } },
    ],
    ['{"feesOnly":"ProgramAccountNotFound"}', { kind: 'feesOnly', err: 'ProgramAccountNotFound' }],
    ['{"delay":3}', { kind: 'delay', blocks: 3n }],
    ['{"stopAt":"processed"}', { kind: 'stopAt', commitment: 'processed' }],
    ['{"stopAt":"confirmed"}', { kind: 'stopAt', commitment: 'confirmed' }],
    ['{"fork":{"dropAfter":2}}', { kind: 'fork', dropAfter: 2n, landsAgain: false }],
    ['{"fork":{"dropAfter":2,"then":"succeed"}}', { kind: 'fork', dropAfter: 2n, landsAgain: true }],
    ['{"rpcError":{"code":-32000,"message":"no"}}', { kind: 'rpcError', code: -32000, message: 'no' }],
    [
      '{"rpcError":{"code":-32000,"message":"no","data":null}}',
      { kind: 'rpcError', code: -32000, message: 'no', data: null },
    ],
    [
      '{"rpcError":{"code":1,"message":"","data":{"a":[1]}}}',
      { kind: 'rpcError', code: 1, message: '', data: { a: [1] } },
    ],
    ['{"unhealthy":150}', { kind: 'unhealthy', slotsBehind: 150n }],
    ['{"unhealthy":null}', { kind: 'unhealthy', slotsBehind: null }],
  ])('%s', (text, outcome) => {
    expect(read(`{"then":${text}}`).then).toStrictEqual(outcome);
  });

  const KINDS =
    'there are succeed, fail, failLate, refuse, feesOnly, neverRan, delay, stopAt, fork, rpcError, unhealthy, drop';
  const OUTCOME = 'expected an outcome, such as "drop" or {"fail": {"custom": 6001}}';
  const OF_INSTRUCTION = 'expected the name of an InstructionError';

  it.each([
    ['null', `: ${OUTCOME}, found null`],
    ['{}', `: ${OUTCOME}, found an empty object`],
    ['{"drop":{}}', ': expected the text "drop", found an object with drop'],
    ['{"fail":{"custom":1},"delay":1}', `: ${OUTCOME}, found an object with fail, delay`],
    ['"fail"', ': expected an object, as "fail" has arguments: {"fail": …}, found "fail"'],
    ['"drpo"', ': expected an outcome, found "drpo" (did you mean "drop"?)'],
    ['"toString"', `: expected an outcome, found "toString" (${KINDS})`],
    ['{"toString":1}', `.toString: unknown outcome (${KINDS})`],
    ['{"feeOnly":"x"}', '.feeOnly: unknown outcome (did you mean "feesOnly"?)'],
    ['{"succeed":null}', '.succeed: expected an object, found null'],
    ['{"succeed":{"log":[]}}', '.succeed.log: unknown member (did you mean "logs"?)'],
    ['{"fail":{}}', '.fail: expected either custom or error, found an empty object'],
    [
      '{"fail":{"custom":1,"error":"Immutable"}}',
      '.fail: expected either custom or error, found an object with custom, error',
    ],
    ['{"fail":{"custom":-1}}', '.fail.custom: expected an integer from 0 to 4294967295 (u32), found -1'],
    ['{"fail":{"error":"Imutable"}}', `.fail.error: ${OF_INSTRUCTION}, found "Imutable" (did you mean "Immutable"?)`],
    ['{"fail":{"error":6001}}', `.fail.error: ${OF_INSTRUCTION}, found 6001 (a code of a program is {"custom": 6001})`],
    [
      '{"fail":{"error":"BlockhashNotFound"}}',
      `.fail.error: ${OF_INSTRUCTION}, found "BlockhashNotFound" (it keeps a transaction out of blocks: {"refuse": "BlockhashNotFound"})`,
    ],
    [
      '{"failLate":{"error":"ProgramAccountNotFound"}}',
      `.failLate.error: ${OF_INSTRUCTION}, found "ProgramAccountNotFound" (nothing is run then: {"feesOnly": "ProgramAccountNotFound"})`,
    ],
    [
      '{"fail":{"error":"UnbalancedTransaction","instruction":0}}',
      '.fail.instruction: it is the whole transaction that has this error, and no instruction',
    ],
    [
      '{"fail":{"error":{"InsufficientFundsForFee":{}}}}',
      '.fail.error: expected a name, or {"InsufficientFundsForRent": {"account_index": 0}}, found an object with InsufficientFundsForFee',
    ],
    [
      '{"refuse":"Immutable"}',
      '.refuse: expected an error that pays no fee, found "Immutable" (it is found by running: {"fail": {"error": "Immutable"}})',
    ],
    [
      '{"refuse":"AccountInUse"}',
      '.refuse: expected an error that pays no fee, found "AccountInUse" (there are AccountLoadedTwice, TooManyAccountLocks, ' +
        'InvalidLoadedAccountsDataSizeLimit, BlockhashNotFound, AlreadyProcessed, AccountNotFound, InvalidAccountForFee, ' +
        'InsufficientFundsForFee, SignatureFailure, ProgramCacheHitMaxLimit)',
    ],
    [
      '{"refuse":"BlockhashNotfound"}',
      '.refuse: expected an error that pays no fee, found "BlockhashNotfound" (did you mean "BlockhashNotFound"?)',
    ],
    [
      '{"feesOnly":"AccountNotFound"}',
      '.feesOnly: expected an error that pays only the fee, found "AccountNotFound" (it keeps a transaction out of blocks: {"refuse": "AccountNotFound"})',
    ],
    ['{"delay":0}', '.delay: expected 1 block or more, found 0'],
    ['{"stopAt":"finalized"}', '.stopAt: expected "processed" or "confirmed", found "finalized"'],
    ['{"fork":{}}', '.fork.dropAfter: expected an integer from 0 to 18446744073709551615 (u64), found no such member'],
    ['{"fork":{"dropAfter":1,"then":"fail"}}', '.fork.then: expected "succeed", found "fail"'],
    ['{"rpcError":{"code":1}}', '.rpcError.message: expected a string, found no such member'],
    [
      '{"rpcError":{"code":9007199254740993,"message":""}}',
      '.rpcError.code: expected a code that a double holds exactly, found 9007199254740993',
    ],
    [
      '{"unhealthy":"150"}',
      '.unhealthy: expected an integer from 0 to 18446744073709551615 (u64), found "150" (write the number without quotes)',
    ],
  ])('nothing else: %s', (text, message) => {
    expect(refusal(`{"then":${text}}`)).toBe(`rule.then${message}`);
  });

  it('right in each of its parts, and every mistake is told', () => {
    expect(refusal('{"match":{"nth":0},"then":{"delay":0},"times":0}')).toBe(
      'rule.match.nth: expected 1 or more, found 0; rule.then.delay: expected 1 block or more, found 0; rule.times: expected 1 or more, found 0',
    );
  });
});

/** The state of a ledger with a wallet, and with mints of both token programs. */
async function withMints(): Promise<LedgerState> {
  const script = ledger({ finalized: 100 })
    .wallet('alice', sol(5))
    .mint('usdc', { decimals: 6 })
    .mint('gold', { decimals: 0, program: 'token2022' })
    .block(100);
  return (await loadLedger([script])).state;
}

describe('what a success adds', () => {
  const additions = async (text: string) => {
    const { then } = read(`{"then":{"succeed":${text}}}`, await withMints());
    return then.kind === 'succeed' ? then.additions : undefined;
  };

  it('are accounts as they are after it, in the order in which they are given', async () => {
    const rpc = `{"lamports":7,"owner":"${TOKEN_PROGRAM}","data":["AQI=","base64"],"executable":false,"rentEpoch":0}`;
    const given = await additions(
      `{"accounts":{"$bob":{"sol":1.5},"${OTHER}":${rpc},"$alice":null,"$carol":{"sol":0}}}`,
    );
    const carol = namedKeyPair('carol').address;
    expect(given).toEqual({
      accounts: [
        { ...emptyAccount(BOB), lamports: 1_500_000_000n },
        { ...emptyAccount(OTHER), lamports: 7n, owner: TOKEN_PROGRAM, data: Buffer.from([1, 2]), rentEpoch: 0n },
        emptyAccount(ALICE),
        emptyAccount(carol),
      ],
    });
  });

  it('are accounts of tokens, under the program of their mint, also where it is new', async () => {
    const given = await additions(
      '{"accounts":{"$ata(bob,gold)":{"tokens":"3"},"$ata(bob,new)":{"tokens":"1.5"},"$new":{"mint":{"decimals":1,"program":"$token2022"}}}}',
    );
    expect(given?.accounts?.map(({ address, owner }) => [address, owner])).toEqual([
      [ledger().address(ata('bob', 'gold', 'token2022')), TOKEN_2022_PROGRAM],
      [ledger().address(ata('bob', 'new', 'token2022')), TOKEN_2022_PROGRAM],
      [namedKeyPair('new').address, TOKEN_2022_PROGRAM],
    ]);
  });

  it('are calls of instructions, in the words of scripts', async () => {
    const given = await additions(
      '{"inner":[{"index":1,"instructions":[{"transfer":{"from":"$alice","to":"$bob","lamports":5}},{"memo":"hi"}]},' +
        '{"index":0,"instructions":[{"transferChecked":{"mint":"$usdc","from":"$ata(alice,usdc)","to":"$ata(bob,usdc)","amount":"1.5"}},' +
        '{"raw":{"program":"$other","accounts":["$alice sw"],"data":{"hex":"ff"}}}]}]}',
    );
    const [first, second] = given!.inner!;
    expect(first).toEqual({
      index: 1,
      instructions: [
        {
          program: SYSTEM_PROGRAM,
          accounts: [
            { address: ALICE, isSigner: true, isWritable: true },
            { address: BOB, isSigner: false, isWritable: true },
          ],
          data: new Uint8Array(Buffer.from('020000000500000000000000', 'hex')),
        },
        { program: MEMO_PROGRAM, accounts: [], data: Buffer.from('hi') },
      ],
    });
    expect(second?.index).toBe(0);
    expect(second?.instructions.map(({ program, data }) => [program, Buffer.from(data).toString('hex')])).toEqual([
      [TOKEN_PROGRAM, '0c60e316000000000006'],
      [namedKeyPair('other').address, 'ff'],
    ]);
    expect(second?.instructions.every((call) => Object.keys(call).length === 3)).toBe(true);
  });

  it.each([
    ['{"accounts":[]}', '.accounts: expected an object, found an empty array'],
    ['{"accounts":{"$a":{"slo":5}}}', '.accounts.$a.slo: unknown member (did you mean "sol"?)'],
    [
      '{"accounts":{"$a":{"raw":{"owner":"$system"}},"$ata(a,b)":{"tokens":"5"}}}',
      '.accounts.$ata(a,b): there is no mint `$b` (add it with stillnode_setAccount: {"mint": {"decimals": 6}})',
    ],
    [`{"accounts":{"$alice":null,"${ALICE}":{"sol":1}}}`, `.accounts.${ALICE}: duplicate account \`${ALICE}\``],
    ['{"inner":[{"index":0,"instructions":[]},{"index":0,"instructions":[]}]}', '.inner.1: duplicate instruction 0'],
    [
      '{"inner":[{"index":0,"instructions":[{"transfr":{}}]}]}',
      '.inner.0.instructions.0.transfr: unknown instruction (did you mean "transfer"?)',
    ],
    [
      '{"inner":[{"index":0,"instructions":[{"memo":{"txt":"a"}}]}]}',
      '.inner.0.instructions.0.memo.txt: unknown member (did you mean "text"?); rule.then.succeed.inner.0.instructions.0.memo.text: expected a string, found no such member',
    ],
    [
      '{"returnData":{"program":"memo","data":{"hex":"01"}}}',
      '.returnData.program: expected an address (base58 of 32 bytes) or a $name, found "memo" (a name starts with a dollar: $memo)',
    ],
    [
      '{"returnData":{"program":"$memo"}}',
      '.returnData.data: expected bytes as {"base58" | "base64" | "hex" | "utf8": text}, found no such member',
    ],
    ['{"units":-1}', '.units: expected an integer from 0 to 18446744073709551615 (u64), found -1'],
  ])('are not %s', (text, message) => {
    expect(refusal(`{"then":{"succeed":${text}}}`)).toBe(`rule.then.succeed${message}`);
  });
});
