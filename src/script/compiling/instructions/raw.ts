import type { InstructionBuilder } from './builder.ts';

/** An instruction to any program; its effect is unknown, so it changes nothing. */
export const buildRaw: InstructionBuilder = (args, { names }) => {
  const program = names.resolve(args.address('program'));
  const metas = args.accountMetas('accounts');
  const data = args.bytes('data');
  const addresses = names.resolveAll(metas?.map(({ address }) => address));
  if (program === undefined || metas === undefined || data === undefined || addresses === undefined) return undefined;
  const accounts = metas.map(({ signer, writable }, i) => ({
    address: addresses[i]!,
    isSigner: signer,
    isWritable: writable,
  }));
  return { program, accounts, data, hasNoEffect: true };
};
