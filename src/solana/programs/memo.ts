import { utf8Text } from '../../codec/text.ts';
import type { InstructionParser } from './parserTypes.ts';

/** The whole data as text; the accounts, which only sign, are not shown. Source agave 4.1 transaction-status parse_memo */
export const parseMemoInstruction: InstructionParser = ({ data }) => {
  const parsed = utf8Text(data);
  return parsed === undefined ? undefined : { program: 'spl-memo', parsed };
};
