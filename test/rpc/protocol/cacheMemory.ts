import { ResultCache } from '../../../src/rpc/protocol/resultCache.ts';
import { usedMemory } from '../../support/memory.ts';

/** Writes how many bytes a full cache of 16 MiB takes of its process, for results of each shape. */

export interface CacheMemory {
  readonly what: string;
  readonly bytes: number;
  /** of the cache, which is still there, for what was not set */
  readonly foundNothing: boolean;
}

const MIB = 1024 * 1024;
const SHAPES = [
  ['many small results', 40, 10],
  ['long questions', 4000, 10],
  ['results of some size', 100, 3000],
  ['large results', 100, 300_000],
] as const;

async function memoryOf(what: string, keyLength: number, resultLength: number): Promise<CacheMemory> {
  const before = await usedMemory();
  const cache = new ResultCache(16 * MIB);
  // as results come: pieces of something larger
  for (let i = 0; i < (40 * MIB) / (keyLength + resultLength + 500); i++) {
    const key = Buffer.from(`${i} `.padEnd(keyLength, 'k')).toString();
    cache.set(key, Buffer.alloc(resultLength + 1000, `${i}`).subarray(0, resultLength));
  }
  const bytes = (await usedMemory()) - before;
  return { what, bytes, foundNothing: cache.get('none') === undefined };
}

const found: CacheMemory[] = [];
for (const [what, keyLength, resultLength] of SHAPES) found.push(await memoryOf(what, keyLength, resultLength));
process.stdout.write(JSON.stringify(found));
