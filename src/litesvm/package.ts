import type * as LiteSvmModule from 'litesvm';

/** What of the package is used. */
export type LiteSvmPackage = Pick<typeof LiteSvmModule, 'LiteSVM' | 'FailedTransactionMetadata'>;

/** As in `peerDependencies` of package.json. */
export const LITESVM_RANGE = '^1.5.0';

/** The package that executes transactions is not there, or does not run here. */
export class LiteSvmMissingError extends Error {
  constructor(problem: string, cause: unknown) {
    super(problem, { cause });
    this.name = 'LiteSvmMissingError';
  }
}

/** @throws LiteSvmMissingError */
export async function loadPackage(): Promise<LiteSvmPackage> {
  try {
    return await import('litesvm');
  } catch (error) {
    throw new LiteSvmMissingError(problemOf(error as NodeJS.ErrnoException), error);
  }
}

/** Optional packages are not installed with others, and there is no build of this one for every platform. */
function problemOf({ code, message }: NodeJS.ErrnoException): string {
  const [firstLine] = `${message}`.split('\n');
  const isAbsent = /^(?:ERR_)?MODULE_NOT_FOUND$/.test(code ?? '') && /['"]litesvm['"]/.test(firstLine!);
  if (isAbsent)
    return `executing transactions needs the package litesvm (${LITESVM_RANGE}), which is not installed: npm install litesvm`;
  return `the package litesvm (${LITESVM_RANGE}) does not load on ${process.platform} ${process.arch}: ${firstLine}`;
}
