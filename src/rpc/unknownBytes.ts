import { type RpcError, rpcErrors } from '../errors.ts';
import { UnknownBytesError } from '../solana/account.ts';

/** The error of a call that needs bytes of an account that was recorded without them. Undefined: the error is another one. */
export function unknownBytesRefusal(error: unknown): RpcError | undefined {
  if (!(error instanceof UnknownBytesError)) return undefined;
  return error.isOutdated ? rpcErrors.bytesOutdated(error.address) : rpcErrors.bytesNotRecorded(error.address);
}
