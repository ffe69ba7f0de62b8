import * as metaSchema from '@open-rpc/meta-schema';
import { Ajv, type AnySchemaObject } from 'ajv';
import { describe, expect, it } from 'vitest';
import { rpcErrors } from '../../../src/errors.ts';
import { EXTENSIONS } from '../../../src/extensions/index.ts';
import { createTables, listMethods } from '../../../src/rpc/tables.ts';
import { DOCUMENT, DOCUMENT_TEXT, errorNames } from './served.ts';

const META_SCHEMA = (metaSchema as unknown as { openrpcDocument: AnySchemaObject }).openrpcDocument;

/** The meta-schema names JSON Schema by an address of its own, in two spellings: draft 7. */
const JSON_SCHEMAS = ['https://meta.json-schema.tools', 'https://meta.json-schema.tools/'].map((id) => ({
  $id: id,
  $ref: 'http://json-schema.org/draft-07/schema#',
  definitions: { JSONSchemaObject: { properties: { $ref: { type: 'string' } } } },
}));

describe('the document', () => {
  it('is what OpenRPC wants', () => {
    const { $schema, ...schema } = META_SCHEMA;
    expect($schema).toBe(JSON_SCHEMAS[1]!.$id);
    const validate = new Ajv({ strict: false, validateFormats: false, schemas: JSON_SCHEMAS }).compile(schema);
    expect(DOCUMENT.openrpc).toBe(META_SCHEMA.properties.openrpc.enum[0]);
    expect(validate(DOCUMENT) ? [] : validate.errors).toEqual([]);
    expect(validate({ ...DOCUMENT, methods: [{ name: 'getSlot' }] })).toBe(false);
    expect(validate({ ...DOCUMENT, components: { schemas: { U64: { type: 'whole' } } } })).toBe(false);
  });

  it('has every method that is served, once, and no other', async () => {
    expect(DOCUMENT.methods.map(({ name }) => name).sort()).toEqual(
      listMethods(createTables({ extensions: EXTENSIONS }))
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('has every error of the catalogue, but for those whose code a rule gives', () => {
    const fixed = Object.keys(rpcErrors).filter((name) => name !== 'givenError');
    expect(Object.keys(DOCUMENT.components.errors).sort()).toEqual(fixed.sort());
    expect(DOCUMENT.components.errors.blockCleanedUp).toEqual({
      code: -32001,
      message: 'Block {…} cleaned up, does not exist on node. First available block: {…}',
    });
    expect(DOCUMENT_TEXT).not.toContain('undefined');
  });

  it('refers to what it has, and has no schema that nothing refers to', () => {
    const referred = Array.from(DOCUMENT_TEXT.matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name]) => name!);
    expect([...new Set(referred)].sort()).toEqual(Object.keys(DOCUMENT.components.schemas).sort());
    const raised = new Set(DOCUMENT.methods.flatMap(errorNames));
    expect([...raised].filter((name) => !(name in DOCUMENT.components.errors))).toEqual([]);
  });
});

describe.each(DOCUMENT.methods)('$name', (method) => {
  it('names no parameter and no error twice', () => {
    const names = method.params.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(errorNames(method)).size).toBe(method.errors.length);
  });

  it('is summed up in one phrase', () => {
    expect(method.summary).toMatch(/^[a-z][^\n]+[a-z]$/);
  });
});
