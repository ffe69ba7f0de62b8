import { accountMembers } from './accountConfig.ts';
import { filters } from './filters.ts';
import { optional, withDefault } from './paramType.ts';
import { flattened, struct } from './structType.ts';
import { boolean } from './usualTypes.ts';

/**
 * The configuration of methods that show the accounts of a program.
 *
 * Source   agave 4.1 RpcProgramAccountsConfig
 */
export const programAccountsConfig = struct('RpcProgramAccountsConfig', {
  filters: optional(filters),
  ...flattened(accountMembers),
  withContext: withDefault(boolean, false),
  // the list is sorted in any case
  sortResults: withDefault(boolean, true),
});
