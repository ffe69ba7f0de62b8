import { rpcErrors } from '../errors.ts';
import type { ControlTable } from '../rpc/tables.ts';
import { type ControlContext, isControl, runControlMethod } from './controlMethod.ts';
import type { LedgerControls } from './ledgerControls.ts';
import { type LibraryCall, withHints } from './libraryCall.ts';
import { CONTROL_METHODS } from './methods/index.ts';
import { handlesOf, type LocalFaults } from './nodeHandles.ts';
import { WatchControl } from './watchControl.ts';

/** Functions of a node that its control methods call. */
export type ControlOptions = Pick<ControlContext, 'loadLiteSvm' | 'onDump' | 'show'>;

/** The table of control methods for the router of a node. */
export function createControls({ loadLiteSvm, onDump, show }: ControlOptions): ControlTable {
  return {
    methods: [...CONTROL_METHODS.values()],
    owns: isControl,
    connect: (live, nextId, notify) => new WatchControl(live, nextId, notify),
    callsOf:
      (
        { addresses, advance, execute, forks, live, maxResultBytes, upstream, upstreamAccounts },
        dialect,
        { methodOf, sends },
      ) =>
      ({ method: name, params }, { caller }) => {
        const access = caller.access();
        const method = CONTROL_METHODS.get(name);
        if (access.kind === 'off' || method === undefined) throw rpcErrors.methodNotFound();
        if (access.kind === 'refused') throw rpcErrors.controlRefused(access.message);
        return runControlMethod(method, params, {
          live,
          now: live.moment,
          forks,
          dialect,
          addresses: addresses?.(),
          caller,
          execute,
          advance,
          loadLiteSvm,
          methodOf: (other) => methodOf(other, caller),
          sends,
          urlOf: access.urlOf,
          maxResultBytes,
          show,
          onDump,
          hasUpstream: upstream !== undefined,
          upstreamAccounts,
        });
      },
  };
}

/**
 * The control methods of a node in the library: those that each method of the table has.
 *
 * @param request calls a method and returns its result
 * @param local undefined: the node is in another process
 */
export function controlsOf(
  request: (method: string, params: readonly unknown[]) => Promise<unknown>,
  local?: LocalFaults,
): LedgerControls {
  const methods = Array.from(CONTROL_METHODS.values(), ({ library, name }) => {
    // the tests of the control methods check their results against the types of the library
    const wireCall: LibraryCall = async <T>(...params: readonly unknown[]) => (await request(name, params)) as T;
    const call: LibraryCall = <T>(...params: readonly unknown[]) => withHints(wireCall<T>(...params), 'wire', 'node');
    return library?.(call, wireCall);
  });
  // `npm run docs` writes the type from the same methods
  return Object.assign(handlesOf(request, local), ...methods) as LedgerControls;
}
