import { readFile } from 'node:fs/promises';
import { setAccount } from '../ledger/moves/setAccount.ts';
import { minimumBalance } from '../ledger/rent.ts';
import type { LedgerState } from '../ledger/state.ts';
import { LedgerView } from '../ledger/view.ts';
import { type Account, emptyAccount } from '../model/account.ts';
import { type Address, address } from '../model/address.ts';
import { reasonOf } from './input/reason.ts';
import type { Recorded } from './merging/contents.ts';

/** What compiled programs are read from, by their addresses. */
export type ProgramFiles = Readonly<Record<string, string>>;

export interface Program {
  readonly address: Address;
  /** ELF */
  readonly code: Uint8Array;
}

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
 * Reads compiled programs.
 *
 * @throws ProgramFileError
 */
export async function readPrograms(files: ProgramFiles): Promise<readonly Program[]> {
  const programs: Program[] = [];
  for (const [program, path] of Object.entries(files))
    programs.push({ address: address(program), code: await readProgram(path) });
  return programs;
}

/** The recorded state for scripts, with programs that are given apart from it. */
export function withProgramsBelow(recorded: Recorded, programs: readonly Program[]): Recorded {
  const { account } = recorded;
  const given = accountsOf(programs, { account: (address) => account?.(address) });
  const byAddress = new Map(given.map((program) => [program.address, program]));
  return { ...recorded, account: (address) => byAddress.get(address) ?? account?.(address) };
}

/** Each as one account. */
function accountsOf(programs: readonly Program[], view: Pick<LedgerView, 'account'>): readonly Account[] {
  return programs.map(({ address, code }) => ({
    ...emptyAccount(address),
    owner: LOADER,
    data: code,
    executable: true,
    lamports: minimumBalance(BigInt(code.length), view),
  }));
}

/** Puts compiled programs into a ledger, where every commitment reads them. */
export function withPrograms(state: LedgerState, programs: readonly Program[]): LedgerState {
  const view = new LedgerView(state, 'processed', { keepOrphan: false });
  return accountsOf(programs, view).reduce(
    (changed, account) => setAccount(changed, account.address, account, 'always'),
    state,
  );
}

async function readProgram(path: string): Promise<Uint8Array> {
  const data = await readFile(path).catch((error: unknown) => {
    throw new ProgramFileError(`cannot read the program ${path}: ${reasonOf(error)}`, error);
  });
  if (!data.subarray(0, ELF.length).equals(ELF))
    throw new ProgramFileError(
      `${path} is not a compiled program: it has to be an ELF file, as cargo build-sbf makes it`,
    );
  return data;
}
