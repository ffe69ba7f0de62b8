import { DIALECTS } from '../../dialect.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { type LedgerView, wholeView } from '../../ledger/view.ts';
import { type AccountOptions, type AccountParsing, prepareAccountOptions } from '../../rpc/encoding/account.ts';
import { idlProgramsOf } from '../../rpc/encoding/describedTransaction.ts';
import { noFates, type SendFates } from '../../rpc/sending/fates.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import { AccountDescriptions } from './accountDescriptions.ts';
import { type ListLimits, UNLIMITED } from './limitedLists.ts';
import { ShownNames } from './shownNames.ts';

/** An interface as a type, which may be a part of a JsonObject: an interface has no index signature. */
export type MembersOf<T> = Pick<T, keyof T>;

/** A ledger that is shown, with its names, programs and parsers. */
export interface ShowContext extends ListLimits {
  readonly state: LedgerState;
  /** whether transactions have a summary, and their errors a sentence */
  readonly hasSummaries: boolean;
  /** the transactions that were sent to the ledger, with their fates */
  readonly fates: SendFates;
  readonly view: LedgerView;
  readonly names: ShownNames;
  readonly programs: readonly IdlProgram[];
  readonly descriptions: AccountDescriptions;
  readonly parsing: AccountParsing;
  /** the options of jsonParsed in the dialect `agave` */
  readonly accountOptions: AccountOptions;
}

export async function showContextOf(
  state: LedgerState,
  limits = UNLIMITED,
  { hasSummaries = false, fates = noFates(state) }: Partial<Pick<ShowContext, 'hasSummaries' | 'fates'>> = {},
): Promise<ShowContext> {
  const view = wholeView(state);
  const request = { encoding: 'jsonParsed', dataSlice: undefined, dialect: DIALECTS.agave } as const;
  const { version } = state.protocol;
  const accountOptions = await prepareAccountOptions(request, view, { knowsNativeMint: true }, version);
  const programs = idlProgramsOf(state);
  return {
    ...limits,
    state,
    hasSummaries,
    fates,
    view,
    names: new ShownNames(state.names),
    programs,
    descriptions: new AccountDescriptions(programs),
    parsing: accountOptions.parsing!,
    accountOptions,
  };
}
