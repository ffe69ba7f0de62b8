import { LiteSVM } from 'litesvm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import { ByteWriter } from '../../../src/codec/bytes.ts';
import { NODE_VERSION_NAMES, type NodeVersionName } from '../../../src/nodeVersion.ts';
import { loadLiteSvm } from '../../../src/runtime/litesvm/litesvmExecutor.ts';
import {
  address,
  CLOCK_SYSVAR,
  UPGRADEABLE_LOADER as LOADER_3,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
} from '../../../src/solana/address.ts';
import { FEATURE, FEATURE_PROGRAM } from '../../../src/solana/feature.ts';
import { callerOfNothing, callerWithOtherPointers, curveProgram } from '../../support/assembledPrograms.ts';
import { LOGGING_CODE, programAccount, SILENT_CODE, upgradeableProgram } from '../../support/compiledPrograms.ts';
import { ALICE, bankOn, executeAll, executeSent, meta, sent } from '../../support/realExecution.ts';
import { type AccountSpec, protocolFor } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

/** What LiteSVM runs, by the version of the node: where it follows the version, and where it stays that of 4.3, as docs/versions.md says. */

const V1_LIMITS = { priorityFee: null, loadedAccountsDataSizeLimit: 1_000_000, heapSize: null };
const PROGRAM = namedAddress('program');
const CODE = namedAddress('code');
const BUFFER = namedAddress('buffer');

const protocolOf = (version: NodeVersionName) => protocolFor(version, 'genesis');
const call = (data: Uint8Array = new Uint8Array()) => ({ program: PROGRAM, accounts: [meta(PROGRAM)], data });
const run = (version: NodeVersionName, accounts: readonly AccountSpec[], ...instructions: ReturnType<typeof call>[]) =>
  executeAll(bankOn(accounts, { protocol: protocolOf(version) }), instructions);

describe('the line of a call of a program without code', () => {
  const DEPLOYED = 'Program is not deployed';
  const CACHED = 'Program is not cached';
  const foreign = { address: CODE, lamports: 10n ** 10n, data: new Uint8Array(100) };
  const [pointer] = upgradeableProgram(PROGRAM, CODE, new Uint8Array());
  const uninitialized = { address: CODE, lamports: 10n ** 10n, owner: LOADER_3, data: new Uint8Array(4) };
  const elf = LOGGING_CODE.slice(0, 200);

  it.each<[string, readonly AccountSpec[], Partial<Record<NodeVersionName, string>>]>([
    ['loader 3, closed', [pointer!], { '4.1': DEPLOYED, '4.3': CACHED }],
    ['loader 3, data of another owner', [pointer!, foreign], { '4.1': DEPLOYED, '4.3': CACHED }],
    ['loader 3, data that were closed in this slot', [pointer!, uninitialized], { '4.1': DEPLOYED, '4.3': CACHED }],
    ['loader 3, no ELF', upgradeableProgram(PROGRAM, CODE, Uint8Array.of(1)), { '4.1': DEPLOYED }],
    ['loader 3, a broken ELF', upgradeableProgram(PROGRAM, CODE, elf), { '4.1': DEPLOYED }],
    ['loader 2, no data', [programAccount(PROGRAM, new Uint8Array())], { '4.1': DEPLOYED, '4.3': CACHED }],
    ['loader 2, no ELF', [programAccount(PROGRAM, Uint8Array.of(1))], { '4.1': DEPLOYED, '4.4': CACHED }],
    ['loader 2, a broken ELF', [programAccount(PROGRAM, elf)], { '4.1': DEPLOYED }],
  ])('%s', (_what, accounts, lines) => {
    let line = '';
    for (const version of NODE_VERSION_NAMES) {
      line = lines[version] ?? line;
      const { err, logs } = run(version, accounts, call());
      expect(err).toEqual({ InstructionError: [0, 'UnsupportedProgramId'] });
      expect([version, ...logs]).toEqual([
        version,
        `Program ${PROGRAM} invoke [1]`,
        line,
        `Program ${PROGRAM} failed: Unsupported program id`,
      ]);
    }
  });

  it('a program that writes these words itself keeps them', () => {
    const hello = { ...call(Buffer.from(DEPLOYED)), accounts: [] };
    expect(run('4.4', [programAccount(PROGRAM, LOGGING_CODE)], hello).logs).toContain(`Program log: ${DEPLOYED}`);
  });
});

describe('features that a version takes for granted', () => {
  const CPI_POINTERS = 'EDGMC5kxFxGk4ixsNkGt8bW7QL5hDMXnbwaZvYMwNfzF';
  const STAKE_5_1 = 's51VGwCAgebo2745DSUris72RavoLkXGUmVJosESCXr';
  const LOAD_FAILURES = 'LTDSzjZKFJMKHYpNycG1FrWwGGTaFFwqEFjB5GGLNVD';
  const MINIMUM_EXTENSION = 'YbbRLkvenrocjGPGyoQE4wjnvYzTgfsk38NFmcYK7a5';
  const CURVE25519 = '7rcw5UtqgDTBBv2EcynNfYckgdAaH1MAsCjKgXMkN7Ri';
  const BLS12_381 = 'b1sgUiJ3qu7hYm3tNDyyqZNQd6gLGJmJppnLNa93PCQ';

  it.each<[NodeVersionName, readonly string[]]>([
    ['4.4', [CPI_POINTERS, STAKE_5_1]],
    ['4.5', [CPI_POINTERS, STAKE_5_1, LOAD_FAILURES, MINIMUM_EXTENSION, CURVE25519, BLS12_381]],
  ])('%s: LiteSVM has them with all gates off', async (version, features) => {
    const given = vi.spyOn(LiteSVM.prototype, 'withFeatureSet');
    onTestFinished(() => given.mockRestore());
    executeAll(bankOn([], { protocol: protocolOf(version) }), [], await loadLiteSvm());
    const set = given.mock.lastCall![0];
    expect(features.filter((feature) => !set.isActive(decodeBase58(feature)))).toEqual([]);
  });

  it.each(['4.4', '4.5'] as const)('%s: a call with pointers of the caller is refused', (version) => {
    const accounts = [meta(ALICE), meta(PROGRAM)];
    const { err, logs } = run(version, [programAccount(PROGRAM, callerWithOtherPointers())], { ...call(), accounts });
    expect(err).toEqual({ InstructionError: [0, 'ProgramFailedToComplete'] });
    expect(logs[1]).toMatch(/^Invalid account info pointer `lamports': 0x\w+ != 0x\w+$/);
    expect(logs.at(-1)).toBe(`Program ${PROGRAM} failed: Invalid pointer`);
  });

  it('4.5: a program can ask about points of a curve', () => {
    expect(run('4.5', [programAccount(PROGRAM, curveProgram())], call()).err).toBeNull();
  });
});

describe('the upgradeable loader', () => {
  const AUTHORITY = decodeBase58(ALICE);
  const programOf = (code: Uint8Array): readonly AccountSpec[] => {
    const [program, data] = upgradeableProgram(PROGRAM, CODE, code);
    const header = Uint8Array.from([3, 0, 0, 0, ...new Uint8Array(8), 1, ...AUTHORITY]);
    return [program!, { ...data!, data: Buffer.concat([header, code]) }];
  };
  const bufferOf = (code: Uint8Array): AccountSpec => {
    const header = Uint8Array.from([1, 0, 0, 0, 1, ...AUTHORITY]);
    return { address: BUFFER, owner: LOADER_3, lamports: 10n ** 10n, data: Buffer.concat([header, code]) };
  };
  const instruction = (tag: number, accounts: ReturnType<typeof meta>[], data: Uint8Array = new Uint8Array()) => ({
    ...{ program: LOADER_3, accounts },
    data: new ByteWriter().u32(tag).append(data).bytes(),
  });
  const upgrade = instruction(3, [
    ...[CODE, PROGRAM, BUFFER, ALICE].map((key) => meta(key, 'w')),
    ...[RENT_SYSVAR, CLOCK_SYSVAR].map((key) => meta(key)),
    meta(ALICE, 's'),
  ]);
  const extend = (bytes: number) =>
    instruction(
      6,
      [meta(CODE, 'w'), meta(PROGRAM, 'w'), meta(SYSTEM_PROGRAM), meta(ALICE, 'ws')],
      new ByteWriter().u32(bytes).bytes(),
    );
  const write = (bytes: number) =>
    instruction(
      1,
      [meta(BUFFER, 'w'), meta(ALICE, 's')],
      new ByteWriter().u32(0).u64(BigInt(bytes)).append(new Uint8Array(bytes)).bytes(),
    );
  const setNoAuthority = instruction(4, [meta(CODE, 'w'), meta(ALICE, 's')]);
  const closeBy = (authority: typeof ALICE) =>
    instruction(5, [meta(CODE, 'w'), meta(ALICE, 'w'), meta(authority, 's'), meta(PROGRAM, 'w')]);
  const linesOf = (logs: readonly string[]) => logs.filter((line) => !line.startsWith('Program BPFLoader'));
  const VERSIONS = ['4.3', '4.4', '4.5'] as const;
  const [small, large] = [LOGGING_CODE, SILENT_CODE].sort((a, b) => a.length - b.length) as [Uint8Array, Uint8Array];
  const outcomeOf = ({ err, logs }: ReturnType<typeof run>) => [err, linesOf(logs)];

  it.each(VERSIONS)('%s: an upgrade does not resize the account of the code', (version) => {
    const larger = run(version, [...programOf(small), bufferOf(large)], upgrade);
    expect(outcomeOf(larger)).toEqual([
      { InstructionError: [0, 'AccountDataTooSmall'] },
      ['ProgramData account not large enough'],
    ]);
    const smaller = run(version, [...programOf(large), bufferOf(small)], upgrade);
    expect(smaller.err).toBeNull();
    expect(smaller.changes.get(CODE)!.data).toHaveLength(45 + large.length);
  });

  it.each(VERSIONS)('%s: the account of the code is closed by its authority alone', (version) => {
    expect(outcomeOf(run(version, programOf(small), closeBy(namedAddress('other'))))).toEqual([
      { InstructionError: [0, 'IncorrectAuthority'] },
      ['Incorrect authority provided'],
    ]);
    const closed = run(version, programOf(small), closeBy(ALICE));
    expect(outcomeOf(closed)).toEqual([null, [`Closed Program ${PROGRAM}`]]);
    expect(closed.changes.loaded(CODE)).toMatchObject({ lamports: 0n, data: new Uint8Array(4) });
  });

  it('4.5: an extension under 10,240 bytes is refused', () => {
    expect(outcomeOf(run('4.5', programOf(small), extend(10_239)))).toEqual([
      { InstructionError: [0, 'InvalidArgument'] },
      [
        'ExtendProgram requires a minimum of 10240 additional bytes or to extend to maximum size, but only 10239 were requested',
      ],
    ]);
    const extended = run('4.5', programOf(small), extend(10_240));
    expect(extended.err).toBeNull();
    expect(extended.changes.get(CODE)!.data).toHaveLength(45 + small.length + 10_240);
  });

  const active = (feature: string): AccountSpec => ({
    ...{ address: address(feature), owner: FEATURE_PROGRAM },
    data: FEATURE.encode({ activatedAt: 0n }),
  });

  it('4.5: a write of more than 1,232 bytes is refused, also with its feature', () => {
    const bank = bankOn([bufferOf(small), active('UPbPFtaUVoKZuMEJsDxLfvCNuKavoVapghnzepr1e26')], {
      protocol: protocolFor('4.5', 'mainnet'),
    });
    const config = { ...V1_LIMITS, computeUnitLimit: 200_000 };
    const written = (bytes: number) => executeSent(sent([write(bytes)], undefined, config), bank).err;
    expect(written(1_216)).toBeNull();
    expect(written(1_217)).toEqual({ InstructionError: [0, 'InvalidInstructionData'] });
  });

  it('4.5: a program of an older format cannot be final with its feature, without a line that says so', () => {
    expect(outcomeOf(run('4.5', programOf(small), setNoAuthority))).toEqual([null, ['New authority None']]);
    const feature = active('B8JJXCy5amZyWG9r7EnUYLwzXSXTxG7GZ1qZ1qggo83g');
    expect(outcomeOf(run('4.5', [...programOf(small), feature], setNoAuthority))).toEqual([
      { InstructionError: [0, 'InvalidAccountData'] },
      [],
    ]);
  });
});

it('4.5: a call of nothing with rights that the caller lacks is refused for these', () => {
  const { err, logs } = run('4.5', [programAccount(PROGRAM, callerOfNothing())], call());
  expect(err).toEqual({ InstructionError: [0, 'PrivilegeEscalation'] });
  expect(logs[1]).toBe(`${PROGRAM}'s writable privilege escalated`);
});
