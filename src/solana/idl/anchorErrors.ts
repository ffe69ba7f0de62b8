import list from './anchorErrors.json' with { type: 'json' };
import type { IdlError } from './idl.ts';

/**
 * The errors that every program of Anchor has besides its own.
 *
 * Source   anchor 0.31 lang/src/error.rs ErrorCode
 * @module
 */

export const ANCHOR_ERRORS: readonly IdlError[] = list;
