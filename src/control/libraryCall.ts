import { RpcError } from '../errors.ts';
import { type HintPlace, rewordHints } from '../syntax/hintParts.ts';

/**
 * Calls of control methods by methods of the library, such as `node.advance`, and the hints in their errors and warnings.
 * @module
 */

/** Calls one control method with arguments. The call starts at once, so that calls keep their order. */
export type LibraryCall = <T>(...params: readonly unknown[]) => Promise<T>;

/** Rewords hints in the warnings or the error of a call. */
export async function withHints<T>(result: Promise<T>, from: HintPlace, to: HintPlace): Promise<T> {
  try {
    return withReworded(await result, from, to);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new RpcError(error.code, rewordHints(error.message, from, to), error.data);
  }
}

function withReworded<T>(result: T, from: HintPlace, to: HintPlace): T {
  const { warnings } = (result ?? {}) as { readonly warnings?: readonly string[] };
  return Array.isArray(warnings)
    ? { ...result, warnings: warnings.map((warning) => rewordHints(warning, from, to)) }
    : result;
}
