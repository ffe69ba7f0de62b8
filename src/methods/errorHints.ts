import type { RpcError } from '../errors.ts';
import type { DescribedMethod } from '../openrpc/description.ts';
import { descriptionOf } from '../openrpc/document.ts';

/** What to write instead, by the beginning of the message of an error. */
const HINTS: readonly (readonly [message: RegExp, hint: string])[] = [
  [
    /^Invalid param: (WrongSize|Invalid)$|^(WrongSize|Invalid)$/,
    'an address and a blockhash are 32 bytes in base58, and a signature is 64: of the names of scripts, stillnode_address ["$shop"] gives the address, and stillnode_signature ["payment"] the signature',
  ],
  [/^Method does not support commitment below/, 'write "commitment": "confirmed" or "finalized"'],
  [/^invalid base58 encoding/, 'a transaction is base58 unless the configuration has "encoding": "base64"'],
  [/^Encoded binary \(base 58\) data/, 'write "encoding": "base64"'],
  [
    /^Invalid param: not a Token account$/,
    'the account is of a token program, but its bytes are not those of an initialised token account',
  ],
  [
    /^Invalid param: (mint could not be unpacked|Token mint could not be unpacked)$/,
    'the bytes of the account are not those of an initialised mint',
  ],
  [
    /^Invalid param: unrecognized Token program id$/,
    'write the address of the Token program or of the Token-2022 program as programId',
  ],
];

/** What helps against an error that the method has told no reason of: at least the error itself. */
export function hintFor({ message }: RpcError, method: Pick<DescribedMethod, 'describe' | 'name'>): string {
  const version = /"maxSupportedTransactionVersion": \d+$/.exec(message)?.[0];
  if (version !== undefined) return `write ${version} into the configuration, or a higher version`;
  const word = /invalid type: string "(processed|confirmed|finalized)", expected struct/.exec(message)?.[1];
  if (word !== undefined) return `${takesText(method)}, and a commitment is a member: {"commitment":"${word}"}`;
  const hint = HINTS.find(([pattern]) => pattern.test(message))?.[1];
  if (hint !== undefined) return hint;
  return isOfParams(message) ? takesText(method) : message;
}

/** An error that does not say what the method takes. */
function isOfParams(message: string): boolean {
  return /^(Invalid param|`params` should|Invalid request$)/.test(message);
}

/** `getBlock takes [slot, config?]` */
function takesText(method: Pick<DescribedMethod, 'describe' | 'name'>): string {
  const names = Object.keys(descriptionOf(method).params);
  return `${method.name} takes ${names.length === 0 ? 'no parameters' : `[${names.join(', ')}]`}`;
}
