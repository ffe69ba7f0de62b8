import { fstatSync, type Stats } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { CliError } from './output.ts';

/** The end of stdin, which a process has when its parent ends, however that happens. @module */

const STDIN = 0;

/** Turns of the loop after which a pipe that has no writer has told its end. */
const TURNS = 3;

/**
 * Calls the listener when stdin ends; what arrives until then is dropped. An open stdin does not keep the process running, so that a command
 * that fails ends.
 *
 * @throws CliError if stdin has ended already, as /dev/null has
 */
export async function onStdinEnd(listener: () => void): Promise<void> {
  const { stdin } = process;
  let isEnded = !(stdin.isTTY || isPipe());
  const end = () => {
    isEnded = true;
  };
  stdin.once('end', end).once('error', end).resume();
  for (let turn = 0; turn < TURNS; turn++) await setImmediate();
  if (isEnded) throw new CliError('stdin has ended already: start it with a pipe');
  stdin.once('end', listener).once('error', listener).unref();
}

function isPipe(): boolean {
  let stats: Stats;
  try {
    stats = fstatSync(STDIN);
  } catch {
    return false;
  }
  return stats.isFIFO() || stats.isSocket();
}
