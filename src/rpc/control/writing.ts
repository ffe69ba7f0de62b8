import { isJsonArray, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { type Cursor, newReading } from '../../fixtures/document/cursor.ts';
import { readMembers } from '../../fixtures/document/members.ts';
import { readText, readU64 } from '../../fixtures/document/readers.ts';
import { dumpLedger } from '../../fixtures/dump/dumpLedger.ts';
import { fixtureKind } from '../../fixtures/input/input.ts';
import { loadInto } from '../../fixtures/loadInto.ts';
import { lengthOf } from '../../ledger/history/emptyRuns.ts';
import { type AccountSet, setAccount as setAccountMove } from '../../ledger/moves/setAccount.ts';
import { signatureIn } from '../../ledger/state.ts';
import type { Address } from '../../solana/address.ts';
import type { Block } from '../../solana/block.ts';
import type { U64 } from '../../solana/meta.ts';
import {
  fixtureText,
  readArguments,
  readNoArguments,
  readOptional,
  readTextArgument,
  readWord,
  sentencesOf,
  throwIfWrong,
} from './arguments.ts';
import { paced } from './pace.ts';
import { accountOf, addressOf, knownAddressOf } from './parse/parseAccount.ts';
import { addBlockIn, addTransactionIn } from './parse/parseBlocks.ts';
import type { Verb } from './verb.ts';

/** What the block is depends on the ledger, so it is read when the call runs. */
export const addBlock: Verb<JsonValue> = {
  name: 'stillnode_addBlock',

  describe: ({ ANY_OBJECT, BLOCKHASH, listOf, objectOf, SIGNATURE, U64 }) => ({
    summary:
      'puts a block in the words of scripts on top of the processed tip, which moves to it, and the others follow at their distance',
    params: { block: ANY_OBJECT },
    result: '`{"blockhash","signatures","slot"}`',
    schema: objectOf({ blockhash: BLOCKHASH, signatures: listOf(SIGNATURE), slot: U64 }),
    errors: ['outOfRange'],
  }),

  readParams: (params) => readArguments(params, ['block'], (at) => at!.value),

  async run(words, { caller, execute, live, loadLiteSvm }) {
    let added: Block | undefined;
    await live.moveLater((now) =>
      paced(caller, async (pace) => {
        const { block, moved } = await addBlockIn(words, now, { execute, load: loadLiteSvm, pace });
        added = block;
        return moved;
      }),
    );
    const { blockhash, slot, transactions = [] } = added!;
    return { blockhash, signatures: transactions.map(({ signature }) => signature), slot };
  },
};

/** What the transaction is depends on the ledger, so it is read when the call runs. */
export const addTransaction: Verb<JsonValue> = {
  name: 'stillnode_addTransaction',

  describe: ({ ANY_OBJECT, BLOCKHASH, objectOf, SIGNATURE, U64 }) => ({
    summary: 'puts a transaction in the words of scripts into a block of its own, on top of the processed tip',
    params: { transaction: ANY_OBJECT },
    result: '`{"blockhash","signature","slot"}`',
    schema: objectOf({ blockhash: BLOCKHASH, signature: SIGNATURE, slot: U64 }),
    errors: ['outOfRange'],
  }),

  readParams: (params) => readArguments(params, ['transaction'], (at) => at!.value),

  async run(words, { caller, execute, live, loadLiteSvm }) {
    let added: Block | undefined;
    await live.moveLater((now) =>
      paced(caller, async (pace) => {
        const { block, moved } = await addTransactionIn(words, now, { execute, load: loadLiteSvm, pace });
        added = block;
        return moved;
      }),
    );
    const { blockhash, slot, transactions = [] } = added!;
    return { blockhash, signature: transactions[0]!.signature, slot };
  },
};

export const address: Verb<string> = {
  name: 'stillnode_address',

  describe: ({ ADDRESS, TEXT }) => ({
    summary: 'the address that a word of scripts stands for, with the keys and the mints of the ledger',
    params: { words: TEXT },
    result: 'address in base58',
    schema: ADDRESS,
    errors: [],
  }),

  readParams: (params) => readTextArgument(params, 'words'),

  run(words, { now }) {
    return knownAddressOf(words, now.state);
  },
};

interface SignatureParams {
  readonly name: string;
  readonly copy: number;
}

export const signature: Verb<SignatureParams> = {
  name: 'stillnode_signature',

  describe: ({ SIGNATURE, TEXT, U64, withDefault }) => ({
    summary: 'the signature of a transaction that has a name in a script',
    params: { name: TEXT, 'copy?': withDefault(U64, 0) },
    result: 'signature',
    schema: SIGNATURE,
    errors: ['unknownName'],
  }),

  readParams: (params) =>
    readArguments(params, ['name', 'copy?'], (at, copy) => {
      const name = readText(at!);
      return name === undefined ? undefined : { name, copy: Number(readOptional(copy!, readU64) ?? 0) };
    }),

  run({ copy, name }, { now }) {
    const found = signatureIn(now.state, name, copy);
    if (found instanceof RangeError) throw rpcErrors.unknownName(found.message);
    return found;
  },
};

interface SetAccountParams {
  /** a word for an address */
  readonly address: string;
  readonly account: JsonValue;
  readonly from: AccountSet['from'];
}

/** What the account is depends on the ledger, so it is read when the call runs. */
export const setAccount: Verb<SetAccountParams> = {
  name: 'stillnode_setAccount',

  describe: ({ ANY_OBJECT, closedObjectOf, orNull, TEXT, withDefault, wordOf }) => ({
    summary: 'sets an account, or deletes it',
    params: {
      address: TEXT,
      account: orNull(ANY_OBJECT),
      'config?': closedObjectOf({ 'from?': withDefault(wordOf('always', 'processed'), 'always') }),
    },
    result: 'its address in base58',
    schema: TEXT,
    errors: [],
  }),

  readParams: (params) => {
    const rest = readArguments(params, ['address', 'account', 'config?'], (address, _account, config) => {
      const text = readText(address!);
      const from = readOptional(config!, (at) => readMembers(at, { from: readFrom }))?.from ?? 'always';
      return text === undefined ? undefined : { address: text, from };
    });
    return { ...rest, account: (isJsonArray(params) ? params[1] : undefined) ?? null };
  },

  async run({ account, address, from }, { live }) {
    let found: Address | undefined;
    await live.moveAccount((before) => {
      const set = { address: addressOf(address, before), from };
      found = set.address;
      const state = account === null ? null : accountOf(address, account, before);
      return { state: setAccountMove(before, set.address, state, from), set };
    });
    return found ?? null;
  },
};

function readFrom(at: Parameters<typeof readText>[0]): AccountSet['from'] | undefined {
  return readWord(at, ['always', 'processed']);
}

interface LoadParams {
  readonly value: JsonValue;
  /** of the file that would hold the value, without its endings */
  readonly stem: string;
}

export const load: Verb<LoadParams> = {
  name: 'stillnode_load',

  describe: ({ listOf, objectOf, TEXT, U64 }) => ({
    summary: 'adds a fixture of any format to the ledger, without moving a tip',
    params: { value: {}, 'name?': TEXT },
    result: '`{"accounts","blocks","transactions","warnings"?}`: how many were added, and what was left out or assumed',
    schema: objectOf({ accounts: U64, blocks: U64, transactions: U64, 'warnings?': listOf(TEXT) }),
    errors: [],
  }),

  readParams: (params) => {
    const stem = readArguments(params, ['value', 'name?'], (_value, name) => readOptional(name!, readStem) ?? 'value');
    return { stem, value: (isJsonArray(params) ? params[0] : undefined) ?? null };
  },

  async run({ stem, value }, { caller, live, loadLiteSvm }) {
    let added: JsonObject = {};
    await live.moveLater(({ sends, state: before }) =>
      paced(caller, async (pace) => {
        const reading = newReading();
        const name = `${stem}.json`;
        const source = { file: name, text: fixtureText(value), firstLine: 1, hasLines: false };
        const loaded = await loadInto(
          before,
          { name, read: async (onText) => onText(source) },
          reading,
          loadLiteSvm,
          pace,
        );
        throwIfWrong(reading);
        if (loaded === undefined) throw rpcErrors.internalError();
        const warnings = sentencesOf(reading.warnings);
        added = { ...loaded.counts, ...(warnings.length > 0 && { warnings }) };
        return { state: loaded.state, sends };
      }),
    );
    return added;
  },
};

function readStem(at: Cursor): string | undefined {
  const name = readText(at);
  if (name === undefined) return undefined;
  return fixtureKind(name)?.stem ?? at.expected('the name of a fixture file, such as "account.json"');
}

/** Other blocks were sent to the node, or loaded from files. */
const MAX_EMPTY_BLOCKS = 10_000;

export const dump: Verb<null> = {
  name: 'stillnode_dump',

  describe: ({ listOf, objectOf, TEXT }) => ({
    summary: 'the ledger as fixtures, in one format whatever it was loaded from',
    params: {},
    result: '`[{"name","text"}]`, the files that `stillnode dump` writes',
    schema: listOf(objectOf({ name: TEXT, text: TEXT })),
    errors: ['outOfRange'],
  }),

  readParams: readNoArguments,

  run(_params, { now: { state } }) {
    const empty = state.history.emptyRuns.reduce((sum, run) => sum + lengthOf(run), 0);
    if (empty > MAX_EMPTY_BLOCKS)
      throw rpcErrors.outOfRange(
        `too many empty blocks for one answer: ${empty}, at most ${MAX_EMPTY_BLOCKS}: dump the ledger before it advances so far`,
      );
    return Array.from(dumpLedger(state), ({ name, text }) => ({ name, text }));
  },
};

/** An account as getAccountInfo answers it with the encoding base64; integers may be text. */
export interface RpcAccount {
  readonly lamports: U64 | string;
  readonly owner: string;
  readonly data: readonly [data: string, encoding: 'base64' | 'base58' | 'base64+zstd'] | string;
  readonly executable: boolean;
  readonly rentEpoch: U64 | string;
  readonly space?: U64;
}
