import { readFile } from 'node:fs/promises';
import { setAccount } from '../ledger/moves/setAccount.ts';
import { minimumBalance } from '../ledger/rent.ts';
import type { LedgerState } from '../ledger/state.ts';
import { LedgerView } from '../ledger/view.ts';
import { emptyAccount } from '../model/account.ts';
import { address } from '../model/address.ts';

/** What compiled programs are read from, by their addresses. */
export type ProgramFiles = Readonly<Record<string, string>>;

/** A file that is given as a program is none, or cannot be read. */
export class ProgramFileError extends Error {
  constructor(problem: string, cause?: unknown) {
    super(problem, { cause });
    this.name = 'ProgramFileError';
  }
}

/** its programs have their code in their own account */
const LOADER = address('BPFLoader2111111111111111111111111111111111');
const ELF = Buffer.from('\x7fELF', 'latin1');

/**
 * Puts compiled programs into a ledger, each as one account that every commitment reads.
 *
 * @throws ProgramFileError
 */
export async function withPrograms(state: LedgerState, files: ProgramFiles): Promise<LedgerState> {
  let changed = state;
  for (const [program, path] of Object.entries(files)) {
    const data = await readProgram(path);
    const view = new LedgerView(state, 'processed', { keepOrphan: false });
    const account = {
      ...emptyAccount(address(program)),
      owner: LOADER,
      data,
      executable: true,
      lamports: minimumBalance(BigInt(data.length), view),
    };
    changed = setAccount(changed, account.address, account, 'always');
  }
  return changed;
}

async function readProgram(path: string): Promise<Uint8Array> {
  const data = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new ProgramFileError(`cannot read the program ${path}: ${reasonOf(error)}`, error);
  });
  if (!data.subarray(0, ELF.length).equals(ELF))
    throw new ProgramFileError(
      `${path} is not a compiled program: it has to be an ELF file, as cargo build-sbf makes it`,
    );
  return data;
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder';
    case 'EACCES':
      return 'permission denied';
    default:
      return message;
  }
}
