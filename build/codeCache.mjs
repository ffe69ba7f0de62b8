// Writes what V8 compiles of the command on its way to a first answer, for launch.js to start from.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { constants, Script } from 'node:vm';

const url = pathToFileURL('dist/cli.js');
const filename = fileURLToPath(new URL('command.cjs', url));
const command = new Script(readFileSync(filename, 'latin1'), {
  filename,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});

process.argv.splice(2, Infinity, '--port', '0', '--quiet');
for (const name of Object.keys(process.env)) if (name.startsWith('STILLNODE_')) delete process.env[name];
const base = await new Promise((resolve) => {
  process.stdout.write = (text) => {
    const ready = /http:\/\/\S+:\d+/.exec(text);
    if (ready !== null) resolve(ready[0]);
    return true;
  };
  command.runInThisContext()(createRequire(filename), url.href);
});
const body = '{"jsonrpc":"2.0","id":1,"method":"getBlock","params":[310]}';
const reply = await fetch(base, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
if (!(await reply.text()).includes('"blockhash"')) throw new Error('the command does not answer');
writeFileSync(`${filename}.cache`, command.createCachedData());
process.exit(0);
