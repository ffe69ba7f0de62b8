import { fileURLToPath } from 'node:url';
// biome-ignore lint/correctness/useImportExtensions: as compilers want it unless they are told otherwise
import { StillnodeContainer } from './stillnodeContainer.js';

/** The `globalSetup` of Vitest: one container for all files, which `test` of `stillnode/vitest` finds by the variable. */
export async function setup(): Promise<() => Promise<unknown>> {
  const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));
  const container = await new StillnodeContainer().withFixtures(fixtures).start();
  process.env.STILLNODE_URL = container.url;
  return () => container.stop();
}
