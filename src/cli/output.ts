/**
 * Output that nobody takes: what the command does goes on without.
 * @module
 */

/** What may wait for a reader that has stalled: it waits in memory. */
const MAX_WAITING_BYTES = 2 ** 20;

/** Lets the command live on where a reader is gone (`| head -1`) or a disk is full; what is printed then is lost. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Writes a line of the log, or drops it where too many wait already. */
export function writeLog(
  line: string,
  stream: Pick<NodeJS.WriteStream, 'write' | 'writableLength'> = process.stderr,
): void {
  if (stream.writableLength < MAX_WAITING_BYTES) stream.write(line);
}
