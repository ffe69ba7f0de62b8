import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadZstd } from '../../src/codec/zstd.ts';
import { FixtureError } from '../../src/document/problem.ts';
import { fileInput } from '../../src/loading/input/fileInput.ts';
import { loadLedger } from '../../src/loading/loadLedger.ts';
import { accountFile, K1, K2, problemsOf } from './samples.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stillnode-limits-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const ACCOUNT = JSON.stringify(accountFile(K1, { rentEpoch: 0 }));
const BOB = JSON.stringify(accountFile(K2, { rentEpoch: 0 }));

function write(name: string, content: string | Uint8Array): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

function link(target: string, name: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  symlinkSync(target, join(root, name));
}

function pipe(name: string): string {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  execFileSync('mkfifo', [join(root, name)]);
  return join(root, name);
}

function withoutRoot(problems: readonly unknown[]): string[] {
  return problems.map((problem) => String(problem).replaceAll(root, ''));
}

async function problemsAt(...paths: readonly string[]): Promise<string[]> {
  const error: unknown = await loadLedger(paths).catch((reason: unknown) => reason);
  if (!(error instanceof FixtureError)) throw new Error(`no FixtureError: ${error}`);
  return withoutRoot(error.problems);
}

async function loadedFrom(...paths: readonly string[]) {
  const { counts, warnings } = await loadLedger(paths);
  return { files: counts.files, accounts: counts.accounts, warnings: withoutRoot(warnings) };
}

/** The texts of a file that is read with a bound, or why it is not. */
async function textsOf(path: string, maxBytes: number): Promise<unknown[]> {
  const texts: unknown[] = [];
  try {
    await fileInput(path, maxBytes).read(({ text, firstLine }) => texts.push([firstLine, text]));
  } catch (error) {
    const { line, message } = error as { readonly line?: number; readonly message: string };
    texts.push(line === undefined ? message : `line ${line}: ${message}`);
  }
  return texts;
}

describe('what is too large is an error, and not kept in memory', () => {
  it('a file', async () => {
    const path = write('a.json', '[12345]');
    expect(await textsOf(path, 7)).toEqual([[1, '[12345]']]);
    const message = 'it is larger than 6 bytes: split it, or write one value a line into a .jsonl';
    expect(await textsOf(path, 6)).toEqual([message]);
    expect(await textsOf(write('a.json.zst', Buffer.alloc(9)), 8)).toEqual([message.replace('6', '8')]);
  });

  it('a line, by its number; those before it have been read', async () => {
    const path = write('a.jsonl', '1\n\n"34"\n"67890"\n2\n');
    expect(await textsOf(path, 8)).toEqual([
      [1, '1'],
      [3, '"34"'],
      [4, '"67890"'],
      [5, '2'],
    ]);
    expect(await textsOf(write('last.jsonl', '1\n"3456789"'), 8)).toEqual([
      [1, '1'],
      'line 2: a line of more than 8 bytes',
    ]);
  });

  it('a line that goes on over many reads', async () => {
    const line = `"${'x'.repeat(3 << 20)}"`;
    const path = write('a.jsonl', `1\n${line}\n2`);
    expect(await textsOf(path, 4 << 20)).toEqual([
      [1, '1'],
      [2, line],
      [3, '2'],
    ]);
    expect(await textsOf(path, 2 << 20)).toEqual([[1, '1'], 'line 2: a line of more than 2097152 bytes']);
    expect(await textsOf(write('a.jsonl.gz', gzipSync(`1\n${line}\n2`)), 4 << 20)).toEqual([
      [1, '1'],
      [2, line],
      [3, '2'],
    ]);
  });

  it.each(['.json', '.jsonl'])('what %s.gz and .zst unpack to', async (ending) => {
    const zeros = Buffer.alloc(8 << 20, '\n');
    const message = 'it unpacks to more than 1048576 bytes';
    expect(await textsOf(write(`a${ending}.gz`, gzipSync(zeros)), 1 << 20)).toEqual([message]);
    const frame = (await loadZstd()).compress(zeros.subarray(0, 600_000));
    expect(await textsOf(write(`a${ending}.zst`, Buffer.concat([frame, frame])), 1 << 20)).toEqual([message]);
  });

  it('compressed data of an account: ten megabytes are the most that one can hold', async () => {
    const zstd = await loadZstd();
    const data = (length: number) => [
      Buffer.from(zstd.compress(Buffer.alloc(length))).toString('base64'),
      'base64+zstd',
    ];
    const most = 10 * 1024 * 1024;
    const file = write('a.json', JSON.stringify(accountFile(K1, { rentEpoch: 0, data: data(most), space: most })));
    expect((await loadedFrom(file)).accounts).toBe(1);
    expect(
      await problemsOf({ 'a.json': { pubkey: K1, account: { ...accountFile(K1), data: data(most + 1) } } }),
    ).toContainEqual(
      expect.stringMatching(
        /data\/0: expected zstd data, found bytes that cannot be decompressed: it unpacks to more than 10485760 bytes$/,
      ),
    );
  });

  it('is told with file and line', async () => {
    const input = fileInput(write('a.jsonl', `${ACCOUNT}\n${BOB}  `), BOB.length + 1);
    const { readInput } = await import('../../src/loading/readInput.ts');
    const { Contents } = await import('../../src/loading/merging/contents.ts');
    const { Problems } = await import('../../src/document/problems.ts');
    const { AddressTable } = await import('../../src/document/addressTable.ts');
    const reading = { errors: new Problems(), warnings: new Problems(), addresses: new AddressTable(), included: [] };
    await readInput(input, reading, new Contents());
    expect(withoutRoot(reading.errors.settle())).toEqual([
      `/a.jsonl:2:1: cannot be read: a line of more than ${BOB.length + 1} bytes`,
    ]);
  });
});

it('a zstd frame whose content was changed is an error', async ({ skip }) => {
  const path = write('a.json', ACCOUNT);
  try {
    execFileSync('zstd', ['-q', path]);
  } catch {
    return skip('no zstd command');
  }
  const bytes = readFileSync(`${path}.zst`);
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(`${path}.zst`, bytes);
  expect(await problemsAt(`${path}.zst`)).toEqual([
    '/a.json.zst: cannot be read: the checksum does not fit the content: the data is damaged',
  ]);
});

describe('what is not a regular file is not opened', () => {
  it('named, it is an error', async () => {
    expect(await problemsAt(pipe('a.json'), '/dev/zero')).toEqual([
      '/a.json: expected a file or a folder, found a FIFO',
      '/dev/zero: expected a file or a folder, found a device',
    ]);
  });

  it('in a folder it is passed over, with a warning where it has the name of a fixture', async () => {
    write('b.json', BOB);
    pipe('a.jsonl');
    pipe('events');
    link('/dev/zero', 'c.json');
    const server = createServer().listen(join(root, 'd.json'));
    await new Promise((resolve) => server.once('listening', resolve));
    expect(await loadedFrom(root)).toEqual({
      files: 1,
      accounts: 1,
      warnings: [
        '/a.jsonl: a FIFO, not a regular file: ignored',
        '/c.json: a device, not a regular file: ignored',
        '/d.json: a socket, not a regular file: ignored',
      ],
    });
    await new Promise((resolve) => server.close(resolve));
  });

  it('included by a script, both are told where the script says so', async () => {
    pipe('pipes/a.json');
    const script = write('x.ledger.json', '{"include": ["pipes", "pipes/a.json"]}');
    expect(await problemsAt(script)).toEqual([
      '/x.ledger.json:1:23: /include/1: /pipes/a.json expected a file or a folder, found a FIFO',
    ]);
  });

  it('even where it takes the place of a file while that is read', async () => {
    const path = write('a.jsonl', ACCOUNT);
    const input = fileInput(path);
    rmSync(path);
    pipe('a.jsonl');
    await expect(input.read(() => {})).rejects.toThrow('it is not a regular file');
  });
});

describe('folders', () => {
  it('that link to each other are read once each', async () => {
    const names = Array.from({ length: 9 }, (_, i) => `folder${i}`);
    for (const name of names) {
      write(`${name}/a.json`, '{}');
      for (const other of names) link(join(root, other), `${name}/to-${other}`);
    }
    expect(await problemsAt(root)).toHaveLength(9);
  });

  it('what cannot be read is told under its own path, and the rest is read', async () => {
    link('nowhere', 'dangling.json');
    link('circle', 'deep/circle');
    write('z.json', '!');
    expect(await problemsAt(root)).toEqual([
      '/dangling.json: links to nowhere, which cannot be read: there is no such file or folder',
      '/deep/circle: links to circle, which cannot be read: the links form a loop',
      '/z.json:1:1: expected JSON: expected a value',
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('that may not be read are told under their own path', async () => {
    mkdirSync(join(root, 'locked'), { mode: 0 });
    write('z.json', '!');
    expect(await problemsAt(root)).toEqual([
      '/locked: cannot be read: permission denied',
      '/z.json:1:1: expected JSON: expected a value',
    ]);
  });
});

it('a name with a newline is a name: it is read, and shown on one line', async () => {
  write('a\nb.json', ACCOUNT);
  expect((await loadedFrom(root)).accounts).toBe(1);
  write('a\nb.json', '{"a\\u001b\u009b\u2028": 1}');
  expect(await problemsAt(root)).toEqual([
    '/a\\nb.json:1:1: expected a fixture of a known format, found an object with a\\u001b\\u009b\\u2028 (docs/fixtures.md shows every format)',
  ]);
});

it('no list is spread into the arguments of a call, which have their place on the stack', () => {
  const sources = ['document', 'ledgerFile', 'loading', 'script/reading'].flatMap((folder) =>
    readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' }).map((name) => join('src', folder, name)),
  );
  const files = sources.filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(50);
  const spreads = files.filter((name) => /\w\(\.\.\.(?!\w+: )/.test(readFileSync(name, 'utf8')));
  expect(spreads).toEqual([]);
});
