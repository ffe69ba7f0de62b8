/**
 * Recognizes an account in a line of a `.jsonl` without parsing its members, because such files may have a million lines.
 * A line that is not recognized, valid or not, is parsed and read member by member.
 * @module
 */
import { U64_MAX, U64_MAX_TEXT } from '../../codec/u64.ts';
import { type AddressTable, uniqueAddress } from '../../document/addressTable.ts';
import type { Account } from '../../model/account.ts';
import { ADDRESS, BASE64, recognize, recognizeBase64, U64 } from '../../rpcJson/patterns.ts';

const PUBKEY = `"pubkey":"(?<pubkey>${ADDRESS})"`;
const DATA = `"data":\\["(?<data>${BASE64})","base64"\\]`;
const EXECUTABLE = '"executable":(?<executable>true|false)';
const LAMPORTS = `"lamports":(?<lamports>${U64})`;
const OWNER = `"owner":"(?<owner>${ADDRESS})"`;
const RENT_EPOCH = `"rentEpoch":(?<rentEpoch>${U64_MAX_TEXT}|${U64})`;
const SPACE = `"space":(?<space>${U64})`;

/** Members in the order of nodes and of the `solana` command line. */
const FORMS = [
  `^\\{"account":\\{${[DATA, EXECUTABLE, LAMPORTS, OWNER, RENT_EPOCH, SPACE].join(',')}\\},${PUBKEY}\\}$`,
  `^\\{${PUBKEY},"account":\\{${[LAMPORTS, DATA, OWNER, EXECUTABLE, RENT_EPOCH, SPACE].join(',')}\\}\\}$`,
].map((pattern) => new RegExp(pattern));

interface AccountParts {
  readonly pubkey: string;
  readonly data: string;
  readonly executable: string;
  readonly lamports: string;
  readonly owner: string;
  readonly rentEpoch: string;
  readonly space: string;
}

/** Reads an account. Undefined if the text is something else, or breaks a rule that the pattern does not check. */
export function readAccountText(text: string, addresses: AddressTable): Account | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const address = uniqueAddress(parts.pubkey);
  const owner = addresses.get(parts.owner);
  const data = recognizeBase64(parts.data);
  if (address === undefined || owner === undefined || data === undefined) return undefined;
  if (Number(parts.space) > data.length) return undefined;
  return {
    address,
    lamports: BigInt(parts.lamports),
    owner,
    data,
    executable: parts.executable === 'true',
    // nearly every account has this value
    rentEpoch: parts.rentEpoch === U64_MAX_TEXT ? U64_MAX : BigInt(parts.rentEpoch),
  };
}

function partsOf(text: string): AccountParts | undefined {
  for (const form of FORMS) {
    const match = recognize(form, text);
    if (match !== undefined) return match.groups as unknown as AccountParts;
  }
  return undefined;
}
