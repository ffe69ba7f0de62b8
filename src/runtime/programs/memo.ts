import { quoteDebug, utf8Text, validUtf8Prefix } from '../../codec/text.ts';
import type { Invocation, Program } from '../invocation.ts';
import { ProgramError } from '../programError.ts';

/** The first memo program: the text has to be UTF-8, accounts do not matter, and nothing is logged. Source spl-memo 1.0 */
export const memoV1Program: Program = ({ instruction: { data } }) => {
  if (utf8Text(data) === undefined) throw new ProgramError('InvalidInstructionData', 'a memo that is not UTF-8');
};

/**
 * The third memo program: all its accounts have to sign, and they are logged with the text.
 *
 * Source   spl-memo 3.0 `processor.rs`; recorded transactions of mainnet-beta
 */
export const memoProgram: Program = (invocation) => {
  const { instruction, log } = invocation;
  const { accounts, data } = instruction;
  for (const { address, isSigner } of accounts) if (isSigner) log(`Program log: Signed by ${address}`);
  assertAllSign(invocation);
  const text = utf8Text(data);
  if (text === undefined) {
    log(`Program log: Invalid UTF-8, from byte ${validUtf8Prefix(data)}`);
    throw new ProgramError('InvalidInstructionData', 'a memo that is not UTF-8');
  }
  log(`Program log: Memo (len ${data.length}): ${quoteDebug(text)}`);
};

/**
 * The fourth memo program: it logs each signer in a line, and the text unchanged.
 *
 * Source   the program itself, in litesvm 1.5
 */
export const memoV4Program: Program = (invocation) => {
  const { instruction, log } = invocation;
  const { accounts, data } = instruction;
  if (accounts.length > 0) log('Program log: Signed by:');
  const signers = new Set(accounts.filter(({ isSigner }) => isSigner).map(({ address }) => address));
  for (const signer of signers) log(`Program log: ${signer}`);
  assertAllSign(invocation);
  log(`Program log: Memo (len ${data.length})`);
  const text = utf8Text(data);
  if (text === undefined) throw new ProgramError('ProgramFailedToComplete', 'a memo that is not UTF-8');
  log(`Program log: ${text}`);
};

function assertAllSign({ instruction, accounts: { names } }: Invocation): void {
  const missing = instruction.accounts.find(({ isSigner }) => !isSigner);
  if (missing !== undefined)
    throw new ProgramError('MissingRequiredSignature', `${names.show(missing.address)} does not sign the memo`);
}
