import type { SentTransactionInfo } from '../node/ledgerControls.ts';
import { DEFAULT_VERSION } from '../nodeVersion.ts';
import { readSentTransaction } from '../rpc/params/messageParams.ts';
import { failedInstructionText } from '../solana/idl/describeError.ts';

/**
 * The error of a program with an IDL that refused a send, in words: from what the node remembers of it, as a simulation at the end of a
 * test may have another outcome.
 *
 * @param params of `sendTransaction`
 * @returns nothing, or one sentence
 */
export function sendError(params: readonly unknown[], sent: readonly SentTransactionInfo[]): readonly string[] {
  const signature = signatureIn(params);
  const refused = sent.findLast((record) => record.signature === signature && record.error !== undefined);
  return refused?.programError === undefined ? [] : [failedInstructionText(refused.programError)];
}

/** Undefined: it is not a transaction. */
function signatureIn([text, config]: readonly unknown[]): string | undefined {
  const isBase64 =
    typeof config === 'object' && config !== null && 'encoding' in config && config.encoding === 'base64';
  try {
    return readSentTransaction(String(text), isBase64 ? 'base64' : 'base58', DEFAULT_VERSION).signatures[0];
  } catch {
    return undefined;
  }
}
