import { Ajv, type AnySchemaObject } from 'ajv';
import { DIALECTS } from '../../../src/dialect.ts';
import { EXTENSIONS } from '../../../src/extensions/index.ts';
import { createTables } from '../../../src/rpc/tables.ts';
import { testLedger } from '../../support/testNode.ts';

/** The document as it is served. */

export interface ServedParam {
  readonly name: string;
  readonly required: boolean;
  readonly schema: AnySchemaObject;
}

export interface ServedMethod {
  readonly name: string;
  readonly summary: string;
  readonly params: readonly ServedParam[];
  readonly result: { readonly description: string; readonly schema: AnySchemaObject };
  readonly errors: readonly { readonly $ref: string }[];
}

export interface ServedDocument {
  readonly openrpc: string;
  readonly methods: readonly ServedMethod[];
  readonly components: {
    readonly errors: Readonly<Record<string, { readonly code: number; readonly message: string }>>;
    readonly schemas: Readonly<Record<string, AnySchemaObject>>;
  };
}

const context = { ledger: testLedger({}), dialect: DIALECTS.contract };

export const DOCUMENT_TEXT: string = String(
  await createTables({ extensions: EXTENSIONS }).discovery.plain.answer(undefined, context),
);
export const DOCUMENT: ServedDocument = JSON.parse(DOCUMENT_TEXT) as ServedDocument;

/** The names behind the last slash of what a method refers to. */
export function errorNames({ errors }: ServedMethod): readonly string[] {
  return errors.map(({ $ref }) => $ref.slice($ref.lastIndexOf('/') + 1));
}

const compilers = new WeakMap<ServedDocument, Ajv>();

/** What compiles schemas that refer to a document: it compiles each component once. */
function compilerOf(document: ServedDocument): Ajv {
  const known = compilers.get(document);
  if (known !== undefined) return known;
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addSchema({ components: document.components }, 'document');
  compilers.set(document, ajv);
  return ajv;
}

/** A test for values by a schema of the document. */
export function validator(schema: AnySchemaObject, document: ServedDocument = DOCUMENT) {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/');
  return compilerOf(document).compile(JSON.parse(text) as AnySchemaObject);
}

/** A schema, or what it refers to. */
export function resolve(schema: AnySchemaObject): AnySchemaObject {
  const { $ref } = schema;
  return typeof $ref === 'string' ? DOCUMENT.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]! : schema;
}
