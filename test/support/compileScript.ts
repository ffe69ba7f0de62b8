import { compileInSteps } from '../../src/script/compiling/compile.ts';
import type { ScriptOptions } from '../../src/script/compiling/scriptOptions.ts';
import type { ScriptSink } from '../../src/script/compiling/sink.ts';
import { slotsInOrder } from '../../src/script/compiling/slotOrder.ts';
import type { Script } from '../../src/script/format/script.ts';

/** Compiles a script at once. */
export function compileScript(script: Script, sink: ScriptSink, options: ScriptOptions = {}): void {
  for (const _ of compileInSteps({ ...script, slots: slotsInOrder(script.slots) }, sink, options));
}
