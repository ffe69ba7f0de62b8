import { describe, expect, it } from 'vitest';
import { folder, run, serveHere } from './command.ts';

describe('a command that cannot be understood', () => {
  it.each([
    [['--foo'], "Unknown option '--foo'; see stillnode --help"],
    [['--port', '--quiet'], "Option '--port' argument is ambiguous; see stillnode --help"],
    [['--dialect', 'x'], '--dialect must be contract or agave, not "x"'],
    [['check'], 'check needs a file or a folder: stillnode check PATH…'],
    [
      ['chekc', 'fixtures'],
      '`chekc` is not a command; did you mean check? A file or folder of this name is served by `stillnode serve chekc`',
    ],
  ])('%j: one line on stderr, exit code 2', async (args, message) => {
    expect(await run(args)).toEqual({ code: 2, stdout: '', stderr: `stillnode: ${message}\n` });
  });
});

describe('a node that cannot be had', () => {
  it('a port of WebSockets in use: one line that names the flag, exit code 1', async () => {
    const { port } = new URL((await serveHere()).url);
    expect(await run(['--port', '0', '--ws-port', port])).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: port ${port} on 127.0.0.1, for WebSockets, is in use: choose another with --ws-port PORT, or turn it off with --ws-port off\n`,
    });
  });

  it('a port in use: one line, exit code 1', async () => {
    const { port } = new URL((await serveHere()).url);
    expect(await run(['--port', port])).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: port ${port} on 127.0.0.1 is in use: choose another with --port, or 0 for a free one\n`,
    });
  });

  // 192.0.2.1 is set aside for documentation, .invalid for names that never resolve
  it.each(['192.0.2.1', 'no-such-host.invalid'])(
    'an address of no such machine, %s: one line, exit code 1',
    async (host) => {
      const stderr = `stillnode: cannot listen on ${host}: it is not an address of this machine\n`;
      expect(await run(['--port', '0', '--host', host])).toEqual({ code: 1, stdout: '', stderr });
      expect(await run(['--port', '0'], { STILLNODE_HOST: host })).toEqual({ code: 1, stdout: '', stderr });
    },
  );

  it('a path that is not there: one error, exit code 1', async () => {
    const path = `${folder()}/nowhere`;
    expect(await run([path, '--port', '0'])).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        `error: ${path}: cannot be read: there is no such file or folder`,
        'stillnode: 1 error in the fixtures: nothing was loaded',
        '',
      ].join('\n'),
    });
  });

  it('fixtures with errors: every error of every file, exit code 1, no ready line', async () => {
    const fixtures = folder({ 'a.json': '{', 'b.json': '[1,' });
    const { code, stderr, stdout } = await run([fixtures, '--port', '0']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const lines = stderr.split('\n').slice(0, -1);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^error: \S+a\.json:1:\d+: /);
    expect(lines[1]).toMatch(/^error: \S+b\.json:1:\d+: /);
    expect(lines[2]).toBe('stillnode: 2 errors in the fixtures: nothing was loaded');
  });
});
