import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { stringifyJson } from '../../src/codec/jsonText.ts';
import { loadLedger, loadSources } from '../../src/fixtures/loadLedger.ts';
import { createNode } from '../../src/index.ts';
import { NODE_VERSION_NAMES } from '../../src/nodeVersion.ts';
import { SAMPLE_LEDGER } from '../../src/packageFiles.ts';
import { METHODS } from '../../src/rpc/methods/index.ts';
import { SEND_METHODS } from '../../src/rpc/sending/index.ts';
import { ROOT } from '../cli/command.ts';
import { callsOf } from '../rpc/openrpc/calls.ts';
import { DOCUMENT } from '../rpc/openrpc/served.ts';
import { loadClientLedger } from '../support/clientLedger.ts';
import { type Call, everyCall } from '../support/everyCall.ts';
import type { Language } from '../support/languages.ts';
import { nodeOver } from '../support/nodeOver.ts';

/**
 * Answers of all versions, decoded by strict types in other languages. A language without its tools is skipped, and one whose packages
 * cannot be downloaded.
 */

interface Decoder {
  readonly rule: string;
  /** copied into the folder in which the commands run */
  readonly files: readonly string[];
  readonly tool: readonly [program: string, version: string];
  /** downloads packages, into the folder or a cache of the user */
  readonly install: string;
  /** reads the file of answers, and writes a report */
  readonly decode: string;
  /** the wrong answers that its types refuse */
  readonly refuses: readonly (keyof typeof WRONG)[];
  /** a failure for which the types are to blame */
  readonly isKnown?: (failure: Failure) => boolean;
  readonly methodsWithoutClass: readonly string[];
}

interface Answer {
  readonly method: string;
  readonly text: string;
}

interface Failure extends Answer {
  readonly failure: string;
}

interface Report {
  readonly decoded: number;
  readonly failures: readonly Failure[];
  readonly methodsWithoutClass: readonly string[];
}

/** Answers that no node gives: balances with a value of another kind, and with a member too many, too few, or null. */
const WRONG = {
  otherKind: balanceAnswer('{"context":{"apiVersion":"4.4.0","slot":5},"value":"5"}'),
  unknownMember: balanceAnswer('{"context":{"apiVersion":"4.4.0","slot":5},"more":5,"value":5}'),
  missingMember: balanceAnswer('{"context":{"apiVersion":"4.4.0","slot":5}}'),
  nullMember: balanceAnswer('{"context":{"apiVersion":null,"slot":5},"value":5}'),
} as const;

function balanceAnswer(result: string): Answer {
  return { method: 'getBalance', text: `{"jsonrpc":"2.0","result":${result},"id":1}` };
}

const DECODERS: Readonly<Record<Language, Decoder>> = {
  python: {
    rule: 'solders, with which solana-py decodes, takes every answer',
    files: ['test/languages/decoders/decode.py', 'examples/python/requirements.txt'],
    tool: ['python3', '--version'],
    install: 'python3 -m venv . && bin/python -m pip install --quiet "$(grep ^solders== requirements.txt)"',
    decode: 'bin/python decode.py',
    refuses: ['otherKind', 'missingMember'],
    methodsWithoutClass: ['getAgGenesisCert', 'getRankMap'],
  },
  go: {
    rule: 'solana-go takes every answer, and has every member of it',
    files: ['test/languages/decoders/decode.go', 'examples/go/go.mod', 'examples/go/go.sum'],
    tool: ['go', 'version'],
    install: 'go mod download',
    decode: 'go run decode.go',
    refuses: ['otherKind', 'unknownMember'],
    // solana-go has no place for data as one base58 text, as nodes answer without an encoding
    isKnown: ({ failure }) => failure.includes('unknown kind'),
    methodsWithoutClass: ['getAgGenesisCert', 'getRankMap', 'getStakeMinimumDelegation'],
  },
  rust: {
    rule: 'the types of the Rust client take every answer, and give it back as it was',
    files: ['Cargo.lock', 'Cargo.toml', 'decode.rs'].map((name) => `test/languages/decoders/${name}`),
    tool: ['cargo', '--version'],
    install: 'cargo fetch --locked',
    // the crates name a newer Rust than they need
    decode: 'cargo run --quiet --locked --ignore-rust-version --',
    refuses: ['otherKind', 'unknownMember', 'missingMember', 'nullMember'],
    methodsWithoutClass: ['getAgGenesisCert', 'getRankMap'],
  },
  java: {
    rule: 'Jackson takes every answer into records, without a member that is unknown, missing or of another kind',
    files: ['test/languages/decoders/decode.java', 'examples/java/pom.xml'],
    tool: ['mvn', '--version'],
    install: 'mvn --batch-mode --quiet dependency:build-classpath -Dmdep.outputFile=classpath',
    decode: 'java -cp "$(cat classpath)" decode.java',
    refuses: ['otherKind', 'unknownMember', 'missingMember', 'nullMember'],
    methodsWithoutClass: ['getAgGenesisCert', 'getRankMap'],
  },
};

const LOCALNET = { cluster: 'localnet', consensus: 'tower' } as const;
const folder = mkdtempSync(join(tmpdir(), 'stillnode-decoders-'));
const answers = join(folder, 'answers.jsonl');

/**
 * What ledgers answer to calls for all that they have: the sample, the recording for the tests of clients, and a cluster of its own that
 * has made some blocks.
 */
async function answersOf(agave: (typeof NODE_VERSION_NAMES)[number]): Promise<Answer[]> {
  const found: Answer[] = [];
  const { state } = await loadLedger([SAMPLE_LEDGER]);
  const recorded = await loadClientLedger(agave);
  const cluster = await loadSources([{ name: 'ledger.json', text: stringifyJson(LOCALNET) }]);
  const sample = await createNode({ ledger: [SAMPLE_LEDGER], agave });
  const localnet = await createNode({ ledger: LOCALNET, agave });
  await localnet.advance(40);
  for (const [node, calls] of [
    [sample, everyCall(state)],
    [nodeOver(recorded, { dialect: 'agave' }), [...everyCall(recorded.state), ...describedCalls()]],
    [localnet, everyCall(cluster.state)],
  ] as const)
    for (const [method, ...params] of calls.filter(([name]) => METHODS.has(name) || SEND_METHODS.has(name))) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      found.push({ method, text: `${await node.dispatch(body, 'agave')}` });
    }
  await Promise.all([sample.close(), localnet.close()]);
  return found;
}

function describedCalls(): Call[] {
  return DOCUMENT.methods.flatMap((method) => callsOf(method).map((params): Call => [method.name, ...params]));
}

beforeAll(async () => {
  const found = new Map<string, Answer>();
  for (const version of NODE_VERSION_NAMES)
    for (const answer of await answersOf(version)) found.set(`${answer.method} ${answer.text}`, answer);
  writeFileSync(
    answers,
    [...found.values(), ...Object.values(WRONG)].map((answer) => `${JSON.stringify(answer)}\n`).join(''),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const isThere = ([program, version]: Decoder['tool']) =>
  spawnSync(program, [version], { stdio: 'ignore' }).status === 0;

for (const [language, decoder] of Object.entries(DECODERS))
  it.skipIf(!isThere(decoder.tool))(
    `${language}: ${decoder.rule}`,
    ({ skip }) => {
      const cwd = mkdtempSync(join(tmpdir(), `stillnode-${language}-`));
      onTestFinished(() => rmSync(cwd, { recursive: true }));
      for (const file of decoder.files) cpSync(join(ROOT, file), join(cwd, basename(file)));
      if (spawnSync('sh', ['-c', decoder.install], { cwd, stdio: 'ignore' }).status !== 0)
        skip('its packages cannot be downloaded');
      const output = execFileSync('sh', ['-c', `${decoder.decode} ${answers}`], {
        cwd,
        env: { ...process.env, CARGO_TARGET_DIR: join(ROOT, 'node_modules/.cache/decoders-rust') },
        encoding: 'utf8',
        maxBuffer: 2 ** 30,
      });
      const { decoded, failures, methodsWithoutClass } = JSON.parse(output) as Report;
      expect(failures.filter((failure) => !decoder.isKnown?.(failure))).toEqual(
        decoder.refuses.map((name) => ({ ...WRONG[name], failure: expect.any(String) })),
      );
      expect(methodsWithoutClass).toEqual(decoder.methodsWithoutClass);
      expect(decoded).toBeGreaterThan(3000);
    },
    600_000,
  );
