/**
 * What is worth knowing of an account at a glance, by its kind.
 * @module
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../codec/json.ts';
import { type Account, opaqueForm } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import { UnknownBytesError } from '../../model/parsedData.ts';
import { readTokenAccount } from '../../programs/splToken/layout.ts';
import type { AccountKind, Recognized } from './accountKinds.ts';
import type { Scene } from './scene.ts';

type FactReader = (info: JsonObject, account: Account, scene: Scene) => JsonObject;

/** Those that are not here have none. The same members always; null: there is no value. */
const FACTS: Readonly<Partial<Record<AccountKind, FactReader>>> = {
  mint: (info, { address }, scene) => ({
    decimals: info.decimals ?? null,
    supply: info.supply ?? null,
    uiSupply: uiAmount(info.supply ?? null, address, scene),
    mintAuthority: info.mintAuthority ?? null,
    freezeAuthority: info.freezeAuthority ?? null,
  }),
  token: (info, account, scene) => {
    if (opaqueForm(account) !== undefined) return recordedToken(info);
    const { amount, mint, owner, state } = readTokenAccount(account.data);
    const uiTokenAmount = uiAmount(`${amount}`, mint, scene);
    return { mint, owner, amount: `${amount}`, uiAmount: uiTokenAmount, isFrozen: state === 'frozen' };
  },
  multisig: ({ numRequiredSigners, signers }) => ({
    numRequiredSigners: numRequiredSigners ?? null,
    signers: signers ?? null,
  }),
  nonce: ({ authority, blockhash }) => ({ authority: authority ?? null, nonce: blockhash ?? null }),
  stake: (info) => {
    const delegation = at(info, 'stake', 'delegation');
    return {
      staker: at(info, 'meta', 'authorized', 'staker'),
      withdrawer: at(info, 'meta', 'authorized', 'withdrawer'),
      voter: at(delegation, 'voter'),
      stake: at(delegation, 'stake'),
    };
  },
  vote: (info, account, { parsing }) => {
    if (opaqueForm(account) !== undefined) return recordedVote(info);
    const summary = parsing.parsers.readVoteSummary(account);
    return {
      nodePubkey: summary?.nodePubkey ?? null,
      commission: summary?.commission ?? null,
      lastVote: summary?.lastVote ?? null,
    };
  },
  lookupTable: ({ addresses, authority }) => ({
    authority: authority ?? null,
    addressCount: Array.isArray(addresses) ? addresses.length : null,
  }),
  program: ({ programData }) => ({ programData: programData ?? null }),
  programData: ({ authority, slot }) => ({ authority: authority ?? null, slot: slot ?? null }),
  buffer: ({ authority }) => ({ authority: authority ?? null }),
};

export function factsOf(account: Account, { kind, parsed }: Recognized, scene: Scene): JsonObject {
  const info = at(parsed?.parsed ?? null, 'info');
  return FACTS[kind]?.(isJsonObject(info) ? info : {}, account, scene) ?? {};
}

/** Of an account whose bytes are not known. */
function recordedToken(info: JsonObject): JsonObject {
  return {
    mint: info.mint ?? null,
    owner: info.owner ?? null,
    amount: at(info, 'tokenAmount', 'amount'),
    uiAmount: at(info, 'tokenAmount', 'uiAmountString'),
    isFrozen: info.state === 'frozen',
  };
}

function recordedVote({ commission, nodePubkey, votes }: JsonObject): JsonObject {
  const lastVote = isJsonArray(votes) ? at(votes.at(-1) ?? null, 'slot') : null;
  return { nodePubkey: nodePubkey ?? null, commission: commission ?? null, lastVote };
}

/** Null: the mint is not in the ledger, or what its amounts depend on, or its bytes are not known. */
function uiAmount(amount: JsonValue, mint: Address, { parsing }: Scene): string | null {
  if (typeof amount !== 'string' || !/^\d+$/.test(amount)) return null;
  const info = unlessUnknown(() => parsing.context.mintOf(mint));
  return info === undefined ? null : parsing.parsers.showTokenAmount(BigInt(amount), info).uiAmountString;
}

function unlessUnknown<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnknownBytesError) return undefined;
    throw error;
  }
}

/** Null where there is no such member. */
function at(value: JsonValue, ...path: readonly string[]): JsonValue {
  return path.reduce((inner: JsonValue, name) => (isJsonObject(inner) ? (inner[name] ?? null) : null), value);
}
