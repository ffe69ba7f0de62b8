import type * as LiteSvmModule from 'litesvm';

/** The part of the package that is used. */
export type LiteSvmPackage = Pick<typeof LiteSvmModule, 'FailedTransactionMetadata' | 'FeatureSet' | 'LiteSVM'>;

/** The range of `peerDependencies` in package.json. */
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

/** The package is optional, and has no build for some platforms. */
function problemOf({ code, message }: NodeJS.ErrnoException): string {
  const [firstLine] = `${message}`.split('\n');
  const isAbsent = /^(?:ERR_)?MODULE_NOT_FOUND$/.test(code ?? '') && /['"]litesvm['"]/.test(firstLine!);
  if (isAbsent)
    return `executing transactions needs the package litesvm (${LITESVM_RANGE}), which is not installed: npm install litesvm`;
  return `the package litesvm (${LITESVM_RANGE}) does not load on ${process.platform} ${process.arch}: ${firstLine}`;
}
