import type { AnySchemaObject } from 'ajv';
import { describe, expect, it, onTestFinished } from 'vitest';
import { JsonFloat, type JsonObject, type JsonValue } from '../../../src/codec/jsonText.ts';
import { DIALECTS } from '../../../src/dialect.ts';
import { RpcError, rpcErrors } from '../../../src/errors.ts';
import { EXTENSIONS } from '../../../src/extensions/index.ts';
import { NODE_VERSION_NAMES, NODE_VERSIONS } from '../../../src/nodeVersion.ts';
import { createTables } from '../../../src/rpc/tables.ts';
import { startClientLedger } from '../../support/clientLedger.ts';
import { callText } from '../../support/testNode.ts';
import { callsOf, TIPPED_TEXTS, TRANSACTION_TEXTS } from './calls.ts';
import { DOCUMENT, errorNames, resolve, type ServedMethod, validator } from './served.ts';

/** What the document says of parameters, held against the readers of the methods. */

/** The document has the members of every version; the newest one looks at all of them. */
const NEWEST = NODE_VERSIONS[NODE_VERSION_NAMES.at(-1)!];

type Params = JsonValue | undefined;

const { discovery, reads, sends } = createTables({ extensions: EXTENSIONS });

function readParams(name: string, params: Params): unknown {
  const method = sends.get(name) ?? reads.get(name) ?? discovery.plain;
  return method.params.read(params, { dialect: DIALECTS.agave, version: NEWEST });
}

/** The message of what a reader refuses parameters with; undefined for those that it takes. */
function refusal({ name }: Pick<ServedMethod, 'name'>, params: Params): string | undefined {
  try {
    readParams(name, params);
    return undefined;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return error.message;
  }
}

/** A configuration: where it stands among the parameters, and its members. */
interface Config {
  readonly method: ServedMethod;
  readonly name: string;
  readonly index: number;
  readonly members: Readonly<Record<string, AnySchemaObject>>;
  readonly required: readonly string[];
}

function alternatives(schema: AnySchemaObject): readonly AnySchemaObject[] {
  return ((schema.anyOf as AnySchemaObject[] | undefined) ?? [schema]).map(resolve);
}

const CONFIGS: readonly Config[] = DOCUMENT.methods.flatMap((method) =>
  method.params.flatMap(({ name, required, schema }, index) => {
    const config = alternatives(schema).find(({ properties }) => properties !== undefined);
    return required || config === undefined
      ? []
      : [{ method, name, index, members: config.properties, required: config.required ?? [] }];
  }),
);

/** The members that a configuration requires, as the last call has them. */
function requiredMembers({ index, method, required }: Config): JsonObject {
  const config = (callsOf(method).at(-1)?.[index] ?? {}) as JsonObject;
  return Object.fromEntries(required.map((name) => [name, config[name]!]));
}

/** Parameters that are good up to the configuration. */
function paramsWith({ method, index }: Config, config: JsonValue): Params {
  const [first] = callsOf(method);
  const before = (first as readonly JsonValue[]).slice(0, index);
  return [...before, ...new Array<null>(index - before.length).fill(null), config];
}

/** The same parameters, with the text of a transaction in an encoding. */
function inEncoding(encoding: JsonValue, params: Params): Params {
  const [first, ...others] = params as readonly JsonValue[];
  const inList = Array.isArray(first);
  const texts = [TRANSACTION_TEXTS, TIPPED_TEXTS].find(({ base58 }) => base58 === (inList ? first[0] : first));
  const text = texts?.[`${encoding}`];
  return text === undefined ? params : [inList ? [text] : text, ...others];
}

describe.each(DOCUMENT.methods)('the parameters of $name', (method) => {
  const min = method.params.filter(({ required }) => required).length;
  const max = method.params.length;
  const refused = {
    noParamsExpected: [[1], rpcErrors.noParamsExpected('').message],
    paramsNotArray: [{}, rpcErrors.paramsNotArray().message],
    tooFewParams: [[], rpcErrors.tooFewParams(min).message],
    tooManyParams: [new Array(max + 1).fill(null), rpcErrors.tooManyParams(min, max, max + 1).message],
    invalidParams: [new Array(max).fill(new JsonFloat(0.5)), expect.stringMatching(/^Invalid params: /)],
  } as const satisfies Record<string, readonly [Params, unknown]>;
  const listed = errorNames(method).filter((name): name is keyof typeof refused => name in refused);

  it.each(listed)('%s can arise', (name) => {
    const [params, message] = refused[name];
    expect(refusal(method, params as Params)).toEqual(message);
  });

  it('those that are listed as required come first, and there are as many as the method takes', () => {
    expect(method.params.map(({ required }) => required)).toEqual(method.params.map((_param, i) => i < min));
    if (max === 0) expect(listed).toEqual(['noParamsExpected']);
    else if (min < max) expect(listed).toContain('tooManyParams');
    else expect(refusal(method, [])).toBe(`Invalid params: invalid length 0, expected a tuple of size ${max}.`);
  });

  it('the calls of the tests fit', () => {
    for (const call of callsOf(method)) {
      expect(call.length).toBeGreaterThanOrEqual(min);
      call.forEach((value, i) => {
        const { required, schema } = method.params[i]!;
        const validate = validator(schema);
        if (value !== null || required) expect(validate(value) ? [] : validate.errors).toEqual([]);
      });
    }
  });
});

it('invalidParam is listed for those that take an address or a signature', async () => {
  const node = await startClientLedger(NEWEST.name);
  onTestFinished(() => node.close());
  const refusesBadKeys = async (method: ServedMethod) => {
    const bad = callsOf(method).map((call) => JSON.stringify(call).replaceAll(/"[1-9A-HJ-NP-Za-km-z]{32,88}"/g, '"0"'));
    const answers = await Promise.all(bad.map((params) => callText(node, method.name, params)));
    return answers.includes('{"code":-32602,"message":"Invalid param: Invalid"}');
  };
  const refusing: ServedMethod[] = [];
  for (const method of DOCUMENT.methods) if (await refusesBadKeys(method)) refusing.push(method);
  const lists = (method: ServedMethod) => errorNames(method).includes('invalidParam');
  expect(DOCUMENT.methods.filter(lists)).toEqual(refusing);
});

describe.each(CONFIGS)('$method.name, $name', (config) => {
  const { members, method } = config;

  it('has the members that the method looks at, and no other', () => {
    const seen = new Set<string>();
    const spy = new Proxy<JsonObject>(
      {},
      {
        get: (_target, member) => {
          if (typeof member === 'string') seen.add(member);
        },
      },
    );
    refusal(method, paramsWith(config, spy));
    expect(Object.keys(members).sort()).toEqual([...seen].sort());
  });

  it.each(Object.entries(members))('%s: what is listed is taken, what is not is refused', (member, schema) => {
    const { default: standard, enum: words = [] } = resolve(schema) as { default?: JsonValue; enum?: JsonValue[] };
    const taken = [...words, ...(standard === undefined ? [] : [standard])];
    const take = (value: JsonValue) =>
      refusal(
        method,
        inEncoding(
          member === 'encoding' ? value : 'base58',
          paramsWith(config, { ...requiredMembers(config), [member]: value }),
        ),
      );
    for (const value of taken) expect(take(value)).toBeUndefined();
    // with transactionDetails full only, after the ledger has been asked
    if (method.name === 'getTransactionsForAddress' && member === 'encoding') return;
    // what is no commitment counts as none
    if (member === 'commitment') return;
    const validate = validator(schema);
    // the blockhash of an airdrop is looked at where there is a faucet
    const wrongWords = member === 'recentBlockhash' ? [] : ['bogus'];
    const strange = [-1, 0, 5, 9_999_999, true, ...wrongWords, [[]], {}].filter((value) => !validate(value));
    expect(strange.length).toBeGreaterThan(0);
    for (const value of strange) expect(take(value)).toMatch(/^Invalid /);
  });
});
