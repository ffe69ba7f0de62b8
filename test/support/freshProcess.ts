import { spawnSync } from 'node:child_process';
import { rolldown } from 'rolldown';

/**
 * Runs a file that measures memory in a process of its own. The one that tests share holds what hundreds of files have left, and each
 * collection of garbage there goes over all of it: a third of a second instead of a few milliseconds.
 *
 * @param file a module that writes its figures to stdout, as JSON
 * @returns the figures
 */
export async function measuredBy<Figures>(file: string, ...args: readonly string[]): Promise<Figures> {
  // what is installed is loaded as it is
  const bundle = await rolldown({ input: file, external: /^[a-z@]/, platform: 'node' });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  const { stderr, stdout } = spawnSync(process.execPath, ['--input-type=module', '-', ...args], {
    input: output[0].code,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Figures;
}
