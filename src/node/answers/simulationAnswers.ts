import type { SimulationOutcome } from '../../rpc/openrpc/resultTypes.ts';
import type { Account, DataOf } from './accountAnswers.ts';
import type { MemberOf } from './callConfig.ts';
import type { ParsedInstruction } from './transactionAnswers.ts';

/** The result of simulateTransaction. */
export interface SimulationOf<Config> extends SimulationOutcome {
  accounts: (Account<DataOf<AccountsEncodingOf<MemberOf<Config, 'accounts'>>>> | null)[] | null;
  innerInstructions: { index: number; instructions: ParsedInstruction[] }[] | null;
}

type AccountsEncodingOf<Accounts> = [MemberOf<Accounts, 'encoding'>] extends [never]
  ? 'base64'
  : MemberOf<Accounts, 'encoding'>;
