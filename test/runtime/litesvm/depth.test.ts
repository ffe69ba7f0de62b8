import { describe, expect, it } from 'vitest';
import { recursiveProgram } from '../../support/assembledPrograms.ts';
import { programAccount } from '../../support/compiledPrograms.ts';
import { bankOn, executeAll, meta } from '../../support/realExecution.ts';
import { protocolFor } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const PROGRAM = namedAddress('recursive');

describe('a program that calls itself until it is refused, in slot 8', () => {
  it.each([
    ['without the gate cpiDepth8', undefined, 5],
    ['before the gate cpiDepth8', 9n, 5],
    ['with the gate cpiDepth8', 8n, 9],
  ])('%s', (_what, cpiDepth8, depth) => {
    const protocol = protocolFor('4.3', 'genesis', { flags: { cpiDepth8 } });
    const bank = bankOn([programAccount(PROGRAM, recursiveProgram())], { protocol });
    const { err, logs } = executeAll(bank, [{ program: PROGRAM, accounts: [meta(PROGRAM)], data: new Uint8Array() }]);
    expect(err).toEqual({ InstructionError: [0, 'CallDepth'] });
    expect(logs.filter((line) => line.includes(' invoke [')).length).toBe(depth);
  });
});
