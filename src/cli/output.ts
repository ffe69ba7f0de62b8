/**
 * The command continues when its output cannot be written.
 * @module
 */

/** Limit for output that waits in memory for a slow reader. */
const MAX_WAITING_BYTES = 2 ** 20;

/** Ignores write errors, such as a closed pipe (`| head -1`) or a full disk: the output is lost, but the command continues. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Writes a line of the log, or drops it if too much output is waiting. */
export function writeLog(
  line: string,
  stream: Pick<NodeJS.WriteStream, 'write' | 'writableLength'> = process.stderr,
): void {
  if (stream.writableLength < MAX_WAITING_BYTES) stream.write(line);
}
