import { shownFlag, VALIDATOR_FLAGS, type ValidatorFlag } from '../../src/cli/validator/validatorFlags.ts';
import { tableText } from './methodTables.ts';

/** The flags of `solana-test-validator` with what becomes of them. */
export function validatorTable(): string {
  const rows = VALIDATOR_FLAGS.map((flag) => [namesOf(flag), flag.fate, flag.meaning]);
  return tableText(['flag', 'fate', 'here'], rows);
}

function namesOf(flag: ValidatorFlag): string {
  const names = [...(flag.short === undefined ? [] : [`-${flag.short}`]), shownFlag(flag)];
  return [...names, ...(flag.aliases ?? []).map((alias) => `--${alias}`)].map((name) => `\`${name}\``).join(', ');
}
