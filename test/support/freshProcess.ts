import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { rolldown } from 'rolldown';

/**
 * Runs a file in a process of its own.
 *
 * @param file a module
 * @param timeout milliseconds until it is killed; default: never
 */
export async function runOf(
  file: string,
  args: readonly string[] = [],
  timeout?: number,
): Promise<SpawnSyncReturns<string>> {
  // what is installed is loaded as it is
  const bundle = await rolldown({ input: file, external: /^[a-z@]/, platform: 'node' });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  return spawnSync(process.execPath, ['--input-type=module', '-', ...args], {
    input: output[0].code,
    encoding: 'utf8',
    ...(timeout !== undefined && { timeout }),
  });
}

/**
 * Runs a file that measures memory in a process of its own. The one that tests share holds what hundreds of files have left, and each
 * collection of garbage there goes over all of it: a third of a second instead of a few milliseconds.
 *
 * @param file a module that writes its figures to stdout, as JSON
 * @returns the figures
 */
export async function measuredBy<Figures>(file: string, ...args: readonly string[]): Promise<Figures> {
  const { stderr, stdout } = await runOf(file, args);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Figures;
}
