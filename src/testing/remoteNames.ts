import { CONTROL_METHODS } from '../control/methods/index.ts';
import { withStackOf } from '../errors.ts';
import type { LedgerNode } from '../node/ledgerNode.ts';
import type { NamedLedger } from '../runtime/names/ledgerNames.ts';
import { addressIn, namedSignature } from '../script/building/keysInLedger.ts';
import type { Address, Signature } from '../solana/address.ts';
import { TOKEN_PROGRAM } from '../solana/address.ts';

/** The answer of `stillnode_names`. */
interface NamesJson {
  readonly accounts: Readonly<Record<string, Address>>;
  readonly tokenPrograms: Readonly<Record<string, Address>>;
  readonly transactions: Readonly<Record<string, readonly Signature[]>>;
}

type Client = Pick<LedgerNode, 'request'>;

/**
 * Adds names to a client of a node in another process. They are read again after each of its calls that may change them; changes by other
 * clients are not seen.
 */
export async function withNames<T extends Client>(client: T): Promise<T & Pick<LedgerNode, 'address' | 'signature'>> {
  const read = async () => (await client.request('stillnode_names')) as NamesJson;
  let json = await read();
  return {
    ...client,
    request: async (method, ...params) => {
      const result = await client.request(method, ...params);
      if (CONTROL_METHODS.get(method)?.effect === 'names') json = await read();
      return result;
    },
    address: function address(key): string {
      return withStackOf(address, () => addressIn(namedLedger(json), key));
    },
    signature: function signature(name, copy): string {
      return withStackOf(signature, () => namedSignature(namedLedger(json), name, copy));
    },
  };
}

function namedLedger({ accounts, tokenPrograms, transactions }: NamesJson): NamedLedger {
  const addresses = new Map(Object.entries(accounts));
  // derived names, such as `$ata(alice,usdc)`, have no key of their own
  const plainNames = [...addresses].filter(([name]) => !name.includes('('));
  const knownAddresses = new Set(addresses.values());
  return {
    names: {
      addresses,
      keys: new Map(plainNames.map(([name, address]) => [name.slice(1), { address }])),
      signatures: new Map(Object.entries(transactions)),
      programs: new Map(),
    },
    hasAccount: (address) => knownAddresses.has(address),
    tokenProgramOf: (mint) => tokenPrograms[mint] ?? TOKEN_PROGRAM,
  };
}
