import type { JsonValue } from '../codec/jsonText.ts';

/** An error of an instruction as the RPC shows it: a name, or `{Custom: code}`. */
export type InstructionError = JsonValue;

/** An error of a program. In a transaction it becomes the error of the transaction; in a script, a reported problem. */
export class ProgramError extends Error {
  readonly err: InstructionError;
  readonly hint: string | undefined;

  /**
   * @param err as a node shows it
   * @param message the same in a sentence, for the author of a script
   * @param hint what the author can do about it
   */
  constructor(err: InstructionError, message: string, hint?: string) {
    super(message);
    this.name = 'ProgramError';
    this.err = err;
    this.hint = hint;
  }
}

/** An error that a program has numbered itself. */
export function custom(code: number): InstructionError {
  return { Custom: code };
}

/** What hints tell to write: as it is in a file, and as it is in the code of the builder. */
export const HINT_WORDS = {
  wallet: ['give it SOL under `accounts`', "give it SOL as an account: .wallet('alice', sol(1))"],
  mint: ['under `accounts`: {"mint": {"decimals": 6}}', "as an account: .mint('usdc', { decimals: 6 })"],
  mintOfAccount: ['as an account: {"mint": {"decimals": 6}}', "as an account: .mint('usdc', { decimals: 6 })"],
  tokens: ['under `accounts`: {"tokens": "0"}', "as an account: .tokenAccount('alice', tokens(0, 'usdc'))"],
  nonce: [
    'under `accounts`: {"nonce": {"authority": "$alice"}}',
    "as an account: .nonce('nonce', { authority: 'alice' })",
  ],
  lookupTable: [
    'under `accounts`: {"lookupTable": {"addresses": ["$alice"]}}',
    "as an account: .lookupTable('table', { addresses: ['alice'] })",
  ],
  seed: ['give its seed under `keys`', "give its seed with .key('alice', { seed })"],
  idempotent: ['{"idempotent": true}', '{ idempotent: true }'],
  custom: ['{"custom": 6001}', '{ custom: 6001 }'],
  notExecuted: ['give the transaction "execute": "none"', "call .execute('none') on the transaction"],
  executed: ['give the transaction "execute": "litesvm"', "call .execute('litesvm') on the transaction"],
  comma: [
    'between { and } of YAML, a name with a comma goes in quotes: "$ata(alice,usdc)"',
    'a name contains no parentheses',
  ],
} as const;

/** The words of a file. */
export function inFile(name: keyof typeof HINT_WORDS): string {
  return HINT_WORDS[name][0];
}
