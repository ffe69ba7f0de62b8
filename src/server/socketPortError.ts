export class SocketPortError extends Error {
  readonly problem: string;
  readonly code: string | undefined;

  constructor(problem: string, cause?: NodeJS.ErrnoException) {
    super(`${problem}: choose another with \`wsPort\`, or turn it off with \`wsPort: 'off'\``, { cause });
    this.name = 'SocketPortError';
    this.problem = problem;
    this.code = cause?.code;
  }
}
