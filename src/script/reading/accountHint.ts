import type { Cursor } from '../../document/cursor.ts';
import { associatedNames } from './associatedNames.ts';
import { literalOf } from './literal.ts';

/** `5`, `5 SOL`, `12.5 usdc` */
const AMOUNT = /^(?<amount>(?:0|[1-9]\d*)(?<fraction>\.\d+)?)\s*(?<unit>[A-Za-z]*)$/;

/** How to write an account that is given as something other than an object: its amount alone, as in `$alice: 5 SOL`. */
export function accountHint(at: Cursor): string {
  const text = typeof at.value === 'string' ? at.value.trim() : literalOf(at);
  const { amount, fraction, unit = '' } = AMOUNT.exec(text ?? '')?.groups ?? {};
  const isAssociated = associatedNames(at.key) !== undefined;
  const forms = amount === undefined ? [] : formsOf(amount, { unit, isWhole: fraction === undefined, isAssociated });
  if (forms.length > 0) return `write ${forms.join(' or ')}`;
  return `write what it is, such as ${isAssociated ? '{"tokens": "1"}' : '{"sol": 1}'}`;
}

interface Written {
  readonly unit: string;
  readonly isWhole: boolean;
  /** the mint is that of the address, whatever it is called */
  readonly isAssociated: boolean;
}

function formsOf(amount: string, { isAssociated, isWhole, unit }: Written): readonly string[] {
  const isUnit = (pattern: RegExp) => unit === '' || pattern.test(unit);
  if (isAssociated) return /^(?:sol|lamports?)$/i.test(unit) ? [] : [`{"tokens": "${amount}"}`];
  return [
    ...(isUnit(/^sol$/i) ? [`{"sol": ${amount}}`] : []),
    ...(isWhole && isUnit(/^lamports?$/i) ? [`{"lamports": ${amount}}`] : []),
  ];
}
