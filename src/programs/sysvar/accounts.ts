import { ByteReader } from '../../codec/byteReader.ts';
import type { AccountParser } from '../parsed.ts';
import { SYSVARS } from './layout.ts';

/** Reads a sysvar account: its address alone determines what it holds. */
export const parseSysvarAccount: AccountParser = (data, address) => {
  const sysvar = SYSVARS.get(address);
  return sysvar && { program: 'sysvar', parsed: { type: sysvar.type, info: sysvar.info(new ByteReader(data)) } };
};
