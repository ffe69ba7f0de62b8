/**
 * Packs the programs of a test validator into `program-binaries`: `node build/programBinaries.mjs FOLDER`, where FOLDER is
 * `src/programs` of the crate solana-program-binaries. Run by hand; the output is committed.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

const [folder] = process.argv.slice(2);
for (const name of readdirSync(folder).filter((file) => file.endsWith('.so'))) {
  const bytes = readFileSync(`${folder}/${name}`);
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const packed = brotliCompressSync(bytes, { params });
  writeFileSync(new URL(`../program-binaries/${name}.br`, import.meta.url), packed);
  console.log(`${name}: ${bytes.length} bytes, ${packed.length} packed`);
}
