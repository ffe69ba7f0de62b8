import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepCompiledCode } from './cli/compileCache.ts';

/** The command `stillnode`: its code is loaded with what V8 compiled at an earlier start. */

keepCompiledCode(dirname(fileURLToPath(import.meta.url)), process.env);
void import('./cli/startCommand.ts');
