import { address, getTransactionDecoder, lamports } from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import type { Account } from '../../src/solana/account.ts';
import type { Address } from '../../src/solana/address.ts';
import { type CompiledScript, compileGood, type ScriptSpec } from './scripts.ts';

/** Scripted transactions, executed by litesvm, which runs the real programs. */

type Accounts = NonNullable<ScriptSpec['accounts']>;

const SLOTS_PER_EPOCH = 432_000;

/** An account with its data as hex; undefined: it does not exist. */
type End = { readonly lamports: bigint; readonly owner: string; readonly data: string } | undefined;

/** How every account ends, by the script and by the programs. */
export function endsOf(accounts: Accounts, slots: NonNullable<ScriptSpec['slots']>) {
  const before = compileGood({ accounts });
  const done = compileGood({ accounts, slots });
  if (done.transactions.length === 0) throw new Error('a script without transactions');
  const svm = execute(before, done);
  const scripted: [Address, End][] = [];
  const executed: [Address, End][] = [];
  for (const key of new Set([...before.accounts.keys(), ...done.accounts.keys()])) {
    const ours = done.accounts.get(key);
    if (ours?.executable) continue;
    scripted.push([key, ours && plain(ours)]);
    executed.push([key, endIn(svm, key)]);
  }
  return { scripted, executed };
}

/** Executes the transactions in order on the accounts that are there before them. */
function execute(before: CompiledScript, { transactions }: CompiledScript): LiteSVM {
  const svm = startAt(before, Number(transactions[0]!.slot));
  for (const { wire } of transactions) {
    const failure = send(svm, wire);
    if (failure !== undefined) throw new Error(failure);
  }
  return svm;
}

/** Whether the programs refuse the last transaction, and only it, of a script in which it is given as failed. */
export function isLastRefused(accounts: Accounts, slots: NonNullable<ScriptSpec['slots']>): boolean {
  const { transactions } = compileGood({ accounts, slots });
  const svm = startAt(compileGood({ accounts }), Number(transactions[0]!.slot));
  const failures = transactions.map(({ wire }) => send(svm, wire));
  const failed = failures.findIndex((failure) => failure !== undefined);
  if (failed >= 0 && failed < failures.length - 1) throw new Error(failures[failed]);
  return failed === failures.length - 1;
}

function send(svm: LiteSVM, wire: Uint8Array): string | undefined {
  const result = svm.sendTransaction(getTransactionDecoder().decode(wire) as never);
  if (!(result instanceof FailedTransactionMetadata)) return undefined;
  return `${result.err()} ${result.meta().logs().join('\n')}`;
}

function startAt(before: CompiledScript, slot: number): LiteSVM {
  const svm = new LiteSVM().withNativeMints().withBlockhashCheck(false);
  const clock = svm.getClock();
  clock.slot = BigInt(slot);
  clock.epoch = BigInt(Math.floor(slot / SLOTS_PER_EPOCH));
  svm.setClock(clock);
  for (const account of before.accounts.values()) {
    const { executable, data, owner } = account;
    svm.setAccount({
      address: address(account.address),
      lamports: lamports(account.lamports),
      data,
      executable,
      programAddress: address(owner),
      space: BigInt(data.length),
    });
  }
  return svm;
}

function endIn(svm: LiteSVM, key: Address): End {
  const account = svm.getAccount(address(key));
  if (!account.exists || account.lamports === 0n) return undefined;
  const owner = account.programAddress as unknown as Account['owner'];
  return plain({ lamports: account.lamports, owner, data: Uint8Array.from(account.data) });
}

function plain({ lamports: had, owner, data }: Pick<Account, 'lamports' | 'owner' | 'data'>) {
  return { lamports: had, owner, data: Buffer.from(data).toString('hex') };
}
