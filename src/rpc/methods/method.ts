import type { JsonResult, JsonText } from '../../codec/jsonText.ts';
import { DIALECTS, type Dialect } from '../../dialect.ts';
import { rpcErrors } from '../../errors.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { type Commitment, DEFAULT_COMMITMENT } from '../../solana/rpcWords.ts';
import type { DescribedMethod } from '../openrpc/description.ts';
import type { Params } from '../params/params.ts';
import type { ContextConfig } from '../params/usualTypes.ts';
import type { Reasons } from './reasons/index.ts';

/** The addresses that the node listens on, as `host:port`. */
export interface NodeAddresses {
  readonly rpc: string;
  readonly pubsub: string;
}

/** The ledger that a method answers from. It does not change while a request is answered. */
export interface MethodContext {
  readonly ledger: LedgerState;
  readonly dialect: Dialect;
  /** undefined: the node listens on no port */
  readonly addresses?: NodeAddresses | undefined;
  /** undefined: reasons are not requested, as in most calls; `reasons?.…` skips its sentence then */
  readonly reasons?: Reasons | undefined;
  /** limit for the accounts of the result; undefined: none */
  readonly maxResultBytes?: number | undefined;
}

/**
 * One RPC method. From its description follow the reading of its parameters, the OpenRPC document, docs/methods.md and the
 * types of `node.request`.
 */
export interface Method<P = unknown> extends DescribedMethod {
  /** whether a version has it; undefined: all have */
  readonly isKnown?: (version: NodeVersion) => boolean;
  /** whether answers depend on more than the ledger, so that none is used again */
  readonly isNeverCached?: boolean;
  readonly params: Params<P>;
  /** the text of `result` */
  answer(params: P, context: MethodContext): JsonResult | Promise<JsonResult>;
}

export function method<P>(definition: Method<P>): Method<P> {
  return definition;
}

/** A method that the contract does not describe: the rules of the node hold in either dialect. */
export function withNodeRules(method: Method): Method {
  const dialect = DIALECTS.agave;
  return {
    ...method,
    params: {
      ...method.params,
      read(params, { version }) {
        if (method.isKnown?.(version) === false) throw rpcErrors.methodNotFound();
        return method.params.read(params, { dialect, version });
      },
    },
    answer: (params, context) => method.answer(params, { ...context, dialect }),
  };
}

/** The ledger at a commitment. */
export function viewAt({ ledger, dialect }: MethodContext, commitment: Commitment = DEFAULT_COMMITMENT): LedgerView {
  return new LedgerView(ledger, commitment, { keepOrphan: dialect.orphanBlock === 'allOnes' });
}

/** The view of a commitment, refused while its tip is below the minimum slot of the client. */
export function viewFrom(context: MethodContext, { commitment, minContextSlot }: ContextConfig): LedgerView {
  const view = viewAt(context, commitment);
  if (minContextSlot !== undefined && view.slot < minContextSlot) {
    context.reasons?.behindSlot(minContextSlot, view);
    throw rpcErrors.minContextSlotNotReached(view.slot);
  }
  return view;
}

/**
 * A result as the text of `{ context, value }`: the context has the tip of the view and, if the dialect shows it, the version of the node.
 */
export function inContext(view: LedgerView, value: JsonText, { ledger, dialect }: MethodContext): JsonText {
  const version = dialect.unnamedFields === 'shown' ? `"apiVersion":${JSON.stringify(ledger.node.apiVersion)},` : '';
  return `{"context":{${version}"slot":${view.slot}},"value":${value}}`;
}
