import { custom, ProgramError } from '../../programError.ts';

/**
 * The errors that the interfaces of metadata and groups number.
 *
 * Source   spl-token-metadata-interface 1.0 `error.rs`, spl-token-group-interface 0.7 `error.rs`
 * @module
 */

const METADATA = {
  IncorrectMintAuthority: 901_952_959,
  IncorrectUpdateAuthority: 901_952_960,
  Immutable: 901_952_961,
  KeyNotFound: 901_952_962,
} as const;

const GROUP = {
  SizeExceedsNewMaxSize: 3_406_457_176,
  SizeExceedsMaxSize: 3_406_457_177,
  Immutable: 3_406_457_178,
  IncorrectMintAuthority: 3_406_457_179,
  IncorrectUpdateAuthority: 3_406_457_180,
  MemberAccountIsGroupAccount: 3_406_457_181,
} as const;

export type MetadataErrorName = keyof typeof METADATA;
export type GroupErrorName = keyof typeof GROUP;

export function metadataError(name: MetadataErrorName, message: string, hint?: string): ProgramError {
  return new ProgramError(custom(METADATA[name]), message, hint);
}

export function groupError(name: GroupErrorName, message: string, hint?: string): ProgramError {
  return new ProgramError(custom(GROUP[name]), message, hint);
}
