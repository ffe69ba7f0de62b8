import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../cli/command.ts';
import type { Project } from './project.ts';

/** npm fetches a runtime once; where it cannot, its tests are skipped. */
const FETCH_MS = 120_000;

/** The program of a runtime that is a package of npm, e.g. `node@26`, `bun`; undefined: it cannot be fetched. */
export async function executableOf(spec: string): Promise<string | undefined> {
  const [name = ''] = spec.split('@');
  const show = name === 'deno' ? ['eval', 'console.log(process.execPath)'] : ['-p', 'process.execPath'];
  const args = ['-y', '--prefer-offline', '-p', spec, name, ...show];
  try {
    return (await promisify(execFile)('npx', args, { timeout: FETCH_MS })).stdout.trim();
  } catch {
    return undefined;
  }
}

/** What the program that tries everything once says of a runtime. @param before the arguments of the runtime before a program */
export async function probe(project: Project, runtime: string, before: readonly string[] = []): Promise<string> {
  project.lend('litesvm');
  cpSync(join(ROOT, 'test/package/probe.mjs'), join(project.folder, 'probe.mjs'));
  // what failed stands in the output
  const asking = project.run(runtime, [...before, 'probe.mjs', ...before]);
  return (await asking.catch((failure: { stdout: string }) => failure)).stdout;
}

/** What it says where all is well. */
export const ALL_IS_WELL: string = [
  'in process: named wallets, history, forks',
  'HTTP: calls, forks, requests that offer another protocol',
  'sockets, on both ports',
  'faults',
  'close: who asks is answered, and then the port is closed',
  'LiteSVM',
  'exec',
  'the command ends at SIGTERM',
]
  .map((check) => `ok: ${check}\n`)
  .join('');
