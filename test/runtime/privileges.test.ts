import { expect, test } from 'vitest';
import { NO_ACCOUNT_NAMES } from '../../src/runtime/accountNames.ts';
import { BankAccounts } from '../../src/runtime/accounts/bankAccounts.ts';
import { rentExemption } from '../../src/runtime/accounts/builtinAccounts.ts';
import { Changes } from '../../src/runtime/accounts/changes.ts';
import type { Invocation } from '../../src/runtime/invocation.ts';
import { checkCall } from '../../src/runtime/invoke.ts';
import { ProgramError } from '../../src/runtime/programError.ts';
import { MEMO_PROGRAM, SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import type { Instruction } from '../../src/solana/instruction.ts';
import { metas } from '../support/bothRuntimes.ts';
import { key } from '../support/liteSvmSystem.ts';

const [alice, bob, vault, stranger] = [1, 2, 3, 4].map(key);
const moment = { slot: 1n, epoch: 0n, unixTimestamp: 0n, parentHash: new Uint8Array(32) };

/** What is logged, and the error, when a program that was given some accounts calls another one with some. */
function calling(given: readonly string[], passed: readonly string[]) {
  const logs: string[] = [];
  const instruction: Instruction = { program: MEMO_PROGRAM, accounts: metas(...given), data: new Uint8Array() };
  const called = { ...instruction, program: SYSTEM_PROGRAM, accounts: metas(...passed) };
  const caller: Invocation = {
    instruction,
    accounts: new Changes(new BankAccounts(undefined), moment, NO_ACCOUNT_NAMES, new Set(), rentExemption),
    site: { isCalled: false, followsMemo: false },
    log: (line) => void logs.push(line),
    call: () => undefined,
    setReturnData: () => undefined,
  };
  try {
    checkCall(caller, called, [vault!]);
    return ['allowed', logs];
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    return [error.err, logs];
  }
}

test.each<[string, readonly string[], readonly string[], unknown, ...string[]]>([
  ['what it was given', [`${alice} sw`, bob!, SYSTEM_PROGRAM], [`${alice} sw`, bob!], 'allowed'],
  ['less than it was given', [`${alice} sw`, SYSTEM_PROGRAM], [alice!], 'allowed'],
  ['rights that one of two mentions gives', [alice!, `${alice} sw`, SYSTEM_PROGRAM], [`${alice} sw`], 'allowed'],
  ['a signature of what it derives', [vault!, SYSTEM_PROGRAM], [`${vault} s`], 'allowed'],
  [
    'no other signature',
    [`${bob} w`, SYSTEM_PROGRAM],
    [`${bob} sw`],
    'PrivilegeEscalation',
    `${bob}'s signer privilege escalated`,
  ],
  [
    'nothing readonly as writable, whoever signs',
    [vault!, SYSTEM_PROGRAM],
    [`${vault} sw`],
    'PrivilegeEscalation',
    `${vault}'s writable privilege escalated`,
  ],
  ['no account that it was not given', [alice!, SYSTEM_PROGRAM], [stranger!], 'MissingAccount'],
  ['a call of a program that it was given', [alice!], [alice!], 'MissingAccount', `Unknown program ${SYSTEM_PROGRAM}`],
])('a program passes on %s', (_, given, passed, outcome, ...logs) => {
  expect(calling(given, passed)).toEqual([outcome, logs]);
});
