import { type JsonObject, type JsonText, stringifyJson } from '../../codec/jsonText.ts';
import { type ErrorName, type RpcError, rpcErrors } from '../../errors.ts';
import { DEFAULT_VERSION, NODE_VERSION_NAMES } from '../../nodeVersion.ts';
import type { DescribedMethod } from './description.ts';
import { resultText } from './resultText.ts';
import { listMembers, type Members } from './schema.ts';
import { COMPONENTS } from './schemas.ts';

/**
 * The document that `rpc.discover` answers: the descriptions of the methods in the form of OpenRPC.
 *
 * Source   OpenRPC 1.3.2
 * @module
 */

const INFO = {
  title: 'stillnode',
  /** the version of Agave, whose interface this is */
  version: DEFAULT_VERSION.release,
  description: `A Solana JSON-RPC node that stands still: it answers reads of a recorded ledger as Agave ${NODE_VERSION_NAMES.slice(0, -1).join(', ')} or ${NODE_VERSION_NAMES.at(-1)} would. Parameters that only one of its two dialects takes are listed too.`,
};

/** Methods in the order in which they are given. */
export function createDocument(methods: readonly DescribedMethod[]): JsonText {
  return stringifyJson({
    openrpc: '1.3.2',
    info: INFO,
    methods: methods.map(methodObject),
    components: { errors: errorObjects(), schemas: COMPONENTS },
  });
}

function methodObject({ errors, name, params, result, summary, ...method }: DescribedMethod): JsonObject {
  const { members } = params;
  return {
    name,
    summary,
    paramStructure: 'by-position',
    params: listMembers(members).map((param) => ({
      name: param.name,
      required: param.isRequired,
      schema: param.schema,
    })),
    result: { name: 'result', description: resultText(result), schema: result },
    errors: [...(method.paramErrors ?? paramErrors(members)), ...errors].map((error) => ({
      $ref: `#/components/errors/${error}`,
    })),
  };
}

/** The errors of parameters that cannot be decoded. The node has other ones where parameters may be left out. */
function paramErrors(params: Members): readonly ErrorName[] {
  const required = listMembers(params).filter(({ isRequired }) => isRequired).length;
  const total = Object.keys(params).length;
  if (total === 0) return ['noParamsExpected'];
  const values: readonly ErrorName[] = takesKeys(params) ? ['invalidParams', 'invalidParam'] : ['invalidParams'];
  if (required === total) return values;
  if (required === 0) return ['paramsNotArray', 'tooManyParams', ...values];
  return ['paramsNotArray', 'tooFewParams', 'tooManyParams', ...values];
}

/** Addresses and signatures are decoded in two steps, and each step has its own error. */
function takesKeys(params: Members): boolean {
  return /"#\/components\/schemas\/(Address|Signature)"/.test(stringifyJson(params));
}

/** Every error, with `{…}` in the place of what is filled in. */
function errorObjects(): JsonObject {
  const names = Object.keys(rpcErrors) as ErrorName[];
  const objects = names.map((name) => [name, errorObject(rpcErrors[name])] as const);
  // an error that a rule gives has the code of the rule
  return Object.fromEntries(objects.filter(([, { code }]) => typeof code === 'number'));
}

function errorObject(make: (...details: never[]) => RpcError): JsonObject {
  // every argument is only written into the text
  const details = new Array(make.length).fill('{…}') as never[];
  const { code, message, data } = make(...details);
  return { code, message, data };
}
