import type { ControlResults } from '../../control/controlTypes.ts';
import type { ExtensionParams } from '../../extensions/extensionParams.ts';
import type { ExtensionResults } from '../../extensions/extensionResults.ts';
import type { WithContext } from '../../rpc/openrpc/answerValues.ts';
import type { MethodParams } from '../../rpc/openrpc/paramTypes.ts';
import type { MethodResults } from '../../rpc/openrpc/resultTypes.ts';
import type { AccountOf, KeyedAccount } from './accountAnswers.ts';
import type { BundleSimulation } from './bundleAnswers.ts';
import type { ConfigAt, MemberOf } from './callConfig.ts';
import type { SimulationOf } from './simulationAnswers.ts';
import type { AddressTransactions, BlockOf, TransactionOf } from './transactionAnswers.ts';

/** The types of `node.request`: parameters and results of the methods, in the agave dialect. */

type ProgramAccounts<Config> =
  MemberOf<Config, 'withContext'> extends infer Wanted
    ? [Wanted] extends [never | false]
      ? KeyedAccount<AccountOf<Config>>[]
      : [Wanted] extends [true]
        ? WithContext<KeyedAccount<AccountOf<Config>>[]>
        : KeyedAccount<AccountOf<Config>>[] | WithContext<KeyedAccount<AccountOf<Config>>[]>
    : never;

/** Results of the methods, of which some depend on the configuration. @template Params parameters of the call */
interface Results<Params> extends MethodResults, ExtensionResults {
  getAccountInfo: WithContext<AccountOf<ConfigAt<Params, 1>> | null>;
  getBlock: BlockOf<ConfigAt<Params, 1>> | null;
  getMultipleAccounts: WithContext<(AccountOf<ConfigAt<Params, 1>, 'base64'> | null)[]>;
  getProgramAccounts: ProgramAccounts<ConfigAt<Params, 1>>;
  getTokenAccountsByDelegate: WithContext<KeyedAccount<AccountOf<ConfigAt<Params, 2>>>[]>;
  getTokenAccountsByOwner: WithContext<KeyedAccount<AccountOf<ConfigAt<Params, 2>>>[]>;
  getTransaction: TransactionOf<ConfigAt<Params, 1>> | null;
  getTransactionsForAddress: AddressTransactions<ConfigAt<Params, 1>>;
  simulateBundle: WithContext<BundleSimulation>;
  simulateTransaction: WithContext<SimulationOf<ConfigAt<Params, 1>>>;
}

/** Parameters of all methods that read the ledger or take transactions. */
interface CallParams extends MethodParams, ExtensionParams {}

/** @template Params parameters of the call */
export type NodeMethods<Params> = {
  [Name in keyof CallParams]: {
    readonly params: CallParams[Name];
    readonly result: Name extends keyof Results<Params> ? Results<Params>[Name] : unknown;
  };
};

/** The name of a method, which editors complete; any other text is accepted too. */
export type MethodName = keyof CallParams | keyof ControlResults | (string & {});

/** The parameters of a method; any list for an unknown method. */
export type ParamsOf<Name extends string> = Name extends keyof CallParams ? CallParams[Name] : readonly unknown[];

/** The result of a method for its parameters, or of a control method; unknown for an unknown method. */
export type ResultOf<Name extends string, Params = ParamsOf<Name>> = Name extends keyof CallParams
  ? NodeMethods<Params>[Name]['result']
  : Name extends keyof ControlResults
    ? ControlResults[Name]
    : unknown;

/** The arguments after the name of a method: its parameters, which may be left out if none is required. */
type ParamsArgument<Name extends string, Params> = [] extends ParamsOf<Name> ? [params?: Params] : [params: Params];

/** Calls of methods, with types for those that are known. */
export type Request = <Name extends MethodName, const Params extends ParamsOf<Name>>(
  method: Name,
  ...params: ParamsArgument<Name, Params>
) => Promise<ResultOf<Name, Params>>;

/** Calls of methods that give the text of the result. */
export type RequestText = <Name extends MethodName>(
  method: Name,
  ...params: ParamsArgument<Name, ParamsOf<Name>>
) => Promise<string>;
