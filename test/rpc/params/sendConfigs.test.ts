import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/codec/jsonText.ts';
import { parseJson } from '../../../src/codec/parseJson.ts';
import { RpcError } from '../../../src/errors.ts';
import { createNode, ledger, sol } from '../../../src/index.ts';
import { DEFAULT_VERSION } from '../../../src/nodeVersion.ts';
import { type Params, params, readAsNode } from '../../../src/rpc/params/params.ts';
import type { OptionalType } from '../../../src/rpc/params/paramType.ts';
import { sendConfig, simulateConfig } from '../../../src/rpc/params/sendConfig.ts';
import { orDefaults } from '../../../src/rpc/params/structType.ts';
import { requestAirdrop } from '../../../src/rpc/sending/requestAirdrop.ts';
import { namedAddress, namedBlockhash } from '../../support/transactions.ts';

type Read = (param: JsonValue | undefined) => unknown;

/** What a reader makes of JSON text, or code, message and data of its error. */
function outcome(read: Read, text: string | undefined): unknown {
  try {
    return read(text === undefined ? undefined : parseJson(text));
  } catch (error) {
    expect(error).toBeInstanceOf(RpcError);
    const { code, data, message } = error as RpcError;
    return { code, message, data };
  }
}

function readerOf<T>(asked: Params<T>): Read {
  return (param) => readAsNode(asked, param, DEFAULT_VERSION);
}

/** Reads the only parameter. */
function configReader<T>(type: OptionalType<T>): Read {
  const asked = params({ config: type });
  return (param) => readAsNode(asked, param === undefined ? [] : [param], DEFAULT_VERSION).config;
}

const readSendConfig = configReader(orDefaults(sendConfig));
const readSimulateConfig = configReader(orDefaults(simulateConfig));

const badParams = (reason: string) => ({ code: -32602, message: `Invalid params: ${reason}.`, data: undefined });
const ENCODINGS = 'one of `binary`, `base64`, `base58`, `json`, `jsonParsed`';
const COMMITMENTS = 'one of `processed`, `confirmed`, `finalized`';

describe('the configuration of sendTransaction', () => {
  const NOTHING = {
    encoding: 'base58',
    maxRetries: undefined,
    minContextSlot: undefined,
    preflightCommitment: undefined,
    skipPreflight: false,
  };

  it.each<[text: string | undefined, members: Partial<Record<keyof typeof NOTHING, unknown>>]>([
    [undefined, {}],
    ['{}', {}],
    ['{"commitment":"bogus","other":[]}', {}],
    ['{"encoding":null,"maxRetries":null,"minContextSlot":null,"preflightCommitment":null}', {}],
    ['{"encoding":"binary"}', { encoding: 'binary' }],
    ['{"encoding":{"json":null}}', { encoding: 'json' }],
    [
      '{"encoding":"base64","maxRetries":3,"minContextSlot":7,"skipPreflight":true,"preflightCommitment":"processed"}',
      { encoding: 'base64', maxRetries: 3n, minContextSlot: 7n, skipPreflight: true, preflightCommitment: 'processed' },
    ],
    ['{"maxRetries":18446744073709551615}', { maxRetries: 18446744073709551615n }],
    ['{"preflightCommitment":{"confirmed":null}}', { preflightCommitment: 'confirmed' }],
    [
      '[true,"finalized","base64",0,9]',
      { encoding: 'base64', maxRetries: 0n, minContextSlot: 9n, preflightCommitment: 'finalized', skipPreflight: true },
    ],
    ['[false,null,null,null,null]', {}],
  ])('%s', (text, members) => {
    expect(outcome(readSendConfig, text)).toEqual({ ...NOTHING, ...members });
  });

  it.each([
    ['"base64"', 'invalid type: string "base64", expected struct RpcSendTransactionConfig'],
    ['5', 'invalid type: integer `5`, expected struct RpcSendTransactionConfig'],
    ['{"encoding":"x"}', `unknown variant \`x\`, expected ${ENCODINGS}`],
    ['{"encoding":5}', 'invalid type: integer `5`, expected string or map'],
    ['{"maxRetries":-1}', 'invalid value: integer `-1`, expected usize'],
    ['{"maxRetries":1.0}', 'invalid type: floating point `1.0`, expected usize'],
    ['{"minContextSlot":-1}', 'invalid value: integer `-1`, expected u64'],
    ['{"preflightCommitment":"recent"}', `unknown variant \`recent\`, expected ${COMMITMENTS}`],
    ['{"preflightCommitment":5}', 'invalid type: integer `5`, expected string or map'],
    ['{"skipPreflight":null}', 'invalid type: null, expected a boolean'],
    ['{"skipPreflight":"true"}', 'invalid type: string "true", expected a boolean'],
    // in alphabetical order
    ['{"skipPreflight":1,"preflightCommitment":2,"minContextSlot":"3"}', 'invalid type: string "3", expected u64'],
    ['{"skipPreflight":1,"preflightCommitment":"x"}', `unknown variant \`x\`, expected ${COMMITMENTS}`],
    ['{"minContextSlot":"m","maxRetries":"r","encoding":"e"}', `unknown variant \`e\`, expected ${ENCODINGS}`],
    ['{"minContextSlot":"m","maxRetries":"r"}', 'invalid type: string "r", expected usize'],
    // or as they are declared
    ['[]', 'invalid length 1, expected struct RpcSendTransactionConfig with 5 elements'],
    ['[true]', 'invalid length 1, expected struct RpcSendTransactionConfig with 5 elements'],
    ['[true,null,null,null]', 'invalid length 4, expected struct RpcSendTransactionConfig with 5 elements'],
    ['[true,null,null,null,null,null]', 'invalid length 6, expected fewer elements in array'],
    ['[null]', 'invalid type: null, expected a boolean'],
    ['[true,"x","x"]', `unknown variant \`x\`, expected ${COMMITMENTS}`],
  ])('%s is refused', (text, reason) => {
    expect(outcome(readSendConfig, text)).toEqual(badParams(reason));
  });
});

describe('the configuration of simulateTransaction', () => {
  const NOTHING = {
    accounts: undefined,
    encoding: 'base58',
    innerInstructions: false,
    innerInstructionsEncoding: 'jsonParsed',
    minContextSlot: undefined,
    replaceRecentBlockhash: false,
    sigVerify: false,
    commitment: undefined,
  };
  const accounts = (encoding: string, ...addresses: string[]) => ({ accounts: { encoding, addresses } });

  it.each<[text: string | undefined, members: Partial<Record<keyof typeof NOTHING, unknown>>]>([
    [undefined, {}],
    ['{}', {}],
    ['{"accounts":null,"encoding":null,"minContextSlot":null,"commitment":null,"other":1}', {}],
    ['{"commitment":"recent"}', {}],
    ['{"commitment":"confirmed"}', { commitment: 'confirmed' }],
    [
      '{"encoding":"base64","replaceRecentBlockhash":true,"sigVerify":true,"innerInstructions":true,"minContextSlot":7}',
      {
        encoding: 'base64',
        replaceRecentBlockhash: true,
        sigVerify: true,
        innerInstructions: true,
        minContextSlot: 7n,
      },
    ],
    ['{"accounts":{"addresses":[]}}', accounts('base64')],
    ['{"accounts":{"encoding":"base64","addresses":["a","b"]}}', accounts('base64', 'a', 'b')],
    ['{"accounts":{"encoding":"binary","addresses":["a"]}}', accounts('binary', 'a')],
    ['{"accounts":["jsonParsed",["a"]]}', accounts('jsonParsed', 'a')],
    ['{"accounts":[null,[]]}', accounts('base64')],
  ])('%s', (text, members) => {
    expect(outcome(readSimulateConfig, text)).toEqual({ ...NOTHING, ...members });
  });

  const ACCOUNT_ENCODINGS = 'one of `binary`, `base58`, `base64`, `jsonParsed`, `base64+zstd`';
  const ACCOUNTS = 'struct RpcSimulateTransactionAccountsConfig';

  it.each([
    ['"base64"', 'invalid type: string "base64", expected struct RpcSimulateTransactionConfig'],
    ['[true]', 'invalid type: sequence, expected struct RpcSimulateTransactionConfig'],
    ['{"encoding":"x"}', `unknown variant \`x\`, expected ${ENCODINGS}`],
    ['{"sigVerify":null}', 'invalid type: null, expected a boolean'],
    ['{"replaceRecentBlockhash":null}', 'invalid type: null, expected a boolean'],
    ['{"innerInstructions":null}', 'invalid type: null, expected a boolean'],
    ['{"minContextSlot":-1}', 'invalid value: integer `-1`, expected u64'],
    ['{"accounts":"x"}', `invalid type: string "x", expected ${ACCOUNTS}`],
    ['{"accounts":{}}', 'missing field `addresses`'],
    ['{"accounts":{"encoding":"x"}}', `unknown variant \`x\`, expected ${ACCOUNT_ENCODINGS}`],
    ['{"accounts":{"addresses":null}}', 'invalid type: null, expected a sequence'],
    ['{"accounts":{"addresses":[5],"encoding":"x"}}', 'invalid type: integer `5`, expected a string'],
    ['{"accounts":[]}', `invalid length 0, expected ${ACCOUNTS} with 2 elements`],
    ['{"accounts":["base64"]}', `invalid length 1, expected ${ACCOUNTS} with 2 elements`],
    ['{"accounts":["base64",[],1]}', 'invalid length 3, expected fewer elements in array'],
    // in alphabetical order
    ['{"sigVerify":1,"replaceRecentBlockhash":"r"}', 'invalid type: string "r", expected a boolean'],
    ['{"replaceRecentBlockhash":1,"minContextSlot":"m"}', 'invalid type: string "m", expected u64'],
    ['{"minContextSlot":1.5,"innerInstructions":"i"}', 'invalid type: string "i", expected a boolean'],
    ['{"innerInstructions":1,"encoding":true}', 'invalid type: boolean `true`, expected string or map'],
    ['{"encoding":1,"accounts":{}}', 'missing field `addresses`'],
  ])('%s is refused', (text, reason) => {
    expect(outcome(readSimulateConfig, text)).toEqual(badParams(reason));
  });
});

describe('the parameters of requestAirdrop', () => {
  const BOB = namedAddress('bob');
  const HASH = namedBlockhash('5');
  const read = (text: string) => outcome(readerOf(requestAirdrop.params), text);

  it.each<[text: string, rest: object]>([
    [`["${BOB}",5]`, {}],
    [`["${BOB}",5,null]`, {}],
    [
      `["${BOB}",5,{"minContextSlot":"x","commitment":"bogus"}]`,
      { config: { options: { minContextSlot: 'x', commitment: 'bogus' } } },
    ],
    [`["${BOB}",18446744073709551615]`, { lamports: 18446744073709551615n }],
    [
      `["${BOB}",0,{"recentBlockhash":"${HASH}"}]`,
      { lamports: 0n, config: { recentBlockhash: HASH, options: { recentBlockhash: HASH } } },
    ],
    [
      `["${BOB}",5,{"recentBlockhash":null,"commitment":"confirmed"}]`,
      { config: { commitment: 'confirmed', options: { recentBlockhash: null, commitment: 'confirmed' } } },
    ],
    [
      '["nobody",5,{"recentBlockhash":"x"}]',
      { address: 'nobody', config: { recentBlockhash: 'x', options: { recentBlockhash: 'x' } } },
    ],
  ])('%s', (text, rest) => {
    const common = {
      address: BOB,
      lamports: 5n,
      config: { recentBlockhash: undefined, commitment: undefined, options: null },
    };
    expect(read(text)).toEqual({ ...common, ...rest });
  });

  const tooFew = { code: -32602, message: '`params` should have at least 2 argument(s)', data: undefined };

  it.each<[text: string, refusal: object]>([
    ['null', tooFew],
    [`["${BOB}"]`, tooFew],
    ['{}', { ...tooFew, message: '`params` should be an array' }],
    ['[1,2,3,4]', { ...tooFew, message: 'Invalid parameters: Expected from 2 to 3 parameters.', data: '"Got: 4"' }],
    ['[5,"x"]', badParams('invalid type: integer `5`, expected a string')],
    ['["x","5"]', badParams('invalid type: string "5", expected u64')],
    ['["x",null]', badParams('invalid type: null, expected u64')],
    ['["x",-1]', badParams('invalid value: integer `-1`, expected u64')],
    ['["x",1.5,5]', badParams('invalid type: floating point `1.5`, expected u64')],
    ['["x",5,"x"]', badParams('invalid type: string "x", expected struct RpcRequestAirdropConfig')],
    ['["x",5,["x"]]', badParams('invalid type: sequence, expected struct RpcRequestAirdropConfig')],
    ['["x",5,{"recentBlockhash":5}]', badParams('invalid type: integer `5`, expected a string')],
  ])('%s is refused', (text, refusal) => {
    expect(read(text)).toEqual(refusal);
  });

  it.each<[recipient: string, recentBlockhash: string | undefined, fault: string | undefined]>([
    [BOB, undefined, undefined],
    [BOB, HASH, undefined],
    ['nobody', undefined, 'WrongSize'],
    ['0', undefined, 'Invalid'],
    [BOB, 'x', 'WrongSize'],
    [BOB, '0', 'Invalid'],
    ['0', 'x', 'Invalid'],
  ])('keys %s and %s: %s', async (recipient, recentBlockhash, fault) => {
    const node = await createNode({ ledger: ledger({ cluster: 'localnet' }).wallet('bob', sol(1)), dialect: 'agave' });
    const answer = node.requestText('requestAirdrop', [
      recipient,
      5,
      recentBlockhash === undefined ? {} : { recentBlockhash },
    ]);
    if (fault === undefined) expect(JSON.parse(await answer)).toMatch(/^\w{80,88}$/);
    else await expect(answer).rejects.toMatchObject({ code: -32602, message: `Invalid param: ${fault}` });
  });
});
