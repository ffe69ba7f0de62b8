import { port } from '../../node/settingKinds.ts';
import { command, readText } from '../command.ts';
import type { InspectOptions } from '../inspect.ts';
import { usageError } from '../output.ts';

export const inspect = command({
  usage: 'inspect FILE',
  summary: 'open a test that failed: serve the inspector over its trace',
  details: 'FILE is the .stillnode.json that the report of the test names. Nothing can be changed, and no node runs.',
  flags: [
    { name: 'port', value: 'PORT', help: 'port on 127.0.0.1', default: 'a free one' },
    { name: 'html', value: 'OUT.html', help: 'write the page with the trace inside, in place of serving it' },
  ],
  read(line): InspectOptions {
    const [file, ...others] = line.positionals;
    if (file === undefined || others.length > 0)
      throw usageError('inspect needs the file of one test: stillnode inspect FILE');
    const text = readText('port', line);
    if (text !== undefined && port.read(text) === undefined)
      throw usageError(`--port must be ${port.noun}, not ${JSON.stringify(text)}`);
    return { file, port: text === undefined ? 0 : Number(text), html: readText('html', line) };
  },
  run: async (options, output) => (await import('../inspect.ts')).runInspect(options, output),
});
