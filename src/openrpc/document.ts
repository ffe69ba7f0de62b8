/**
 * The document that `rpc.discover` answers: the descriptions, laid out as OpenRPC wants them.
 *
 * Source   OpenRPC 1.3.2
 * @module
 */
import { type JsonObject, type JsonText, stringifyJson } from '../codec/json.ts';
import { type ErrorName, type RpcError, rpcErrors } from '../errors.ts';
import type { MethodDescription } from './description.ts';
import { DESCRIPTIONS } from './descriptions.ts';
import { listMembers, type Members } from './schema.ts';
import { SCHEMAS } from './schemas.ts';

const INFO = {
  title: 'stillnode',
  /** of the node whose interface it is */
  version: '4.1.0',
  description:
    'A Solana JSON-RPC node that stands still: it answers reads of a recorded ledger as Agave 4.1 would. Parameters that only one of its two dialects takes are listed too.',
};

function methodObject([name, { summary, params, result, schema, errors }]: [string, MethodDescription]): JsonObject {
  return {
    name,
    summary,
    paramStructure: 'by-position',
    params: listMembers(params).map((param) => ({
      name: param.name,
      required: param.isRequired,
      schema: param.schema,
    })),
    result: { name: 'result', description: result, schema },
    errors: [...paramErrors(params), ...errors].map((error) => ({ $ref: `#/components/errors/${error}` })),
  };
}

/** How parameters are refused that do not decode: in the node that depends on which of them may be left out. */
function paramErrors(params: Members): readonly ErrorName[] {
  const required = listMembers(params).filter(({ isRequired }) => isRequired).length;
  const total = Object.keys(params).length;
  if (total === 0) return ['noParamsExpected'];
  const values: readonly ErrorName[] = takesKeys(params) ? ['invalidParams', 'invalidParam'] : ['invalidParams'];
  if (required === total) return values;
  if (required === 0) return ['paramsNotArray', 'tooManyParams', ...values];
  return ['paramsNotArray', 'tooFewParams', 'tooManyParams', ...values];
}

/** Keys decode in two steps, and each has an error of its own. */
function takesKeys(params: Members): boolean {
  return /"#\/components\/schemas\/(Address|Signature)"/.test(stringifyJson(params));
}

/** Every error of the catalogue, with `{…}` for what is filled in. */
function errorObjects(): JsonObject {
  const names = Object.keys(rpcErrors) as ErrorName[];
  return Object.fromEntries(names.map((name) => [name, errorObject(rpcErrors[name])]));
}

function errorObject(make: (...details: never[]) => RpcError): JsonObject {
  // no detail does more than go into a text
  const details = new Array(make.length).fill('{…}') as never[];
  const { code, message, data } = make(...details);
  return { code, message, data };
}

export const OPENRPC_DOCUMENT: JsonText = stringifyJson({
  openrpc: '1.3.2',
  info: INFO,
  methods: Object.entries(DESCRIPTIONS).map(methodObject),
  components: { errors: errorObjects(), schemas: SCHEMAS },
});
