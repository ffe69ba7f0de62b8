import { type JsonObject, type JsonText, stringifyJson } from '../../codec/jsonText.ts';
import { type ErrorName, type RpcError, rpcErrors } from '../../errors.ts';
import { DEFAULT_VERSION } from '../../nodeVersion.ts';
import type { DescribedMethod, MethodDescription, Vocabulary } from './description.ts';
import * as schema from './schema.ts';
import { listMembers, type Members } from './schema.ts';
import * as schemas from './schemas.ts';

/**
 * The document that `rpc.discover` answers: the descriptions of the methods in the form of OpenRPC.
 *
 * Source   OpenRPC 1.3.2
 * @module
 */

const INFO = {
  title: 'stillnode',
  /** of Agave, whose interface this is */
  version: DEFAULT_VERSION.release,
  description:
    'A Solana JSON-RPC node that stands still: it answers reads of a recorded ledger as Agave 4.1, 4.2 or 4.3 would. Parameters that only one of its two dialects takes are listed too.',
};

const VOCABULARY: Vocabulary = { ...schema, ...schemas };

export function descriptionOf(method: DescribedMethod): MethodDescription {
  return method.describe(VOCABULARY);
}

/** Methods in the order in which they are given. */
export function createDocument(methods: readonly DescribedMethod[]): JsonText {
  return stringifyJson({
    openrpc: '1.3.2',
    info: INFO,
    methods: methods.map(methodObject),
    components: { errors: errorObjects(), schemas: schemas.COMPONENTS },
  });
}

function methodObject(method: DescribedMethod): JsonObject {
  const { summary, params, result, schema, errors } = descriptionOf(method);
  return {
    name: method.name,
    summary,
    paramStructure: 'by-position',
    params: listMembers(params).map((param) => ({
      name: param.name,
      required: param.isRequired,
      schema: param.schema,
    })),
    result: { name: 'result', description: result, schema },
    errors: [...(method.paramErrors ?? paramErrors(params)), ...errors].map((error) => ({
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
  // one that a rule gives may have any code
  return Object.fromEntries(objects.filter(([, { code }]) => typeof code === 'number'));
}

function errorObject(make: (...details: never[]) => RpcError): JsonObject {
  // every argument is only written into the text
  const details = new Array(make.length).fill('{…}') as never[];
  const { code, message, data } = make(...details);
  return { code, message, data };
}
