import type { JsonObject, JsonValue } from '../codec/jsonText.ts';
import { rpcErrors } from '../errors.ts';
import { dumpLedger } from '../fixtures/dump/dumpLedger.ts';
import { fixtureKind } from '../fixtures/input/input.ts';
import { loadInto } from '../fixtures/loadInto.ts';
import { lengthOf } from '../ledger/history/emptyRuns.ts';
import { setAccount as setAccountMove } from '../ledger/moves/setAccount.ts';
import { listOf, objectOf, orNull } from '../rpc/openrpc/schema.ts';
import { ANY_OBJECT, BLOCKHASH, SIGNATURE, TEXT, U64 } from '../rpc/openrpc/schemas.ts';
import type { Address } from '../solana/address.ts';
import { type Cursor, newReading } from '../syntax/cursor.ts';
import { readText } from '../syntax/readers.ts';
import { anyValue, config, fixtureText, sentencesOf, text, throwIfWrong, word } from './arguments.ts';
import { type ControlContext, controlMethod } from './controlMethod.ts';
import { paced } from './pace.ts';
import { accountOf, withAddress } from './parse/parseAccount.ts';
import { type Added, addBlockIn, addTransactionIn } from './parse/parseBlocks.ts';

/**
 * Methods that write. What a block, a transaction or an account is depends on the ledger: such values are read when the method runs.
 * @module
 */

const WARNINGS = { 'warnings?': listOf(TEXT) };

export const addBlock = controlMethod({
  name: 'stillnode_addBlock',
  summary:
    'adds a block, in the format of scripts, on top of the processed tip, which moves to it; confirmed and finalized keep their distance',
  params: { block: anyValue(ANY_OBJECT) },
  result: '`{"blockhash","signatures","slot","warnings"?}`; `warnings`: what no node would have in a block',
  schema: objectOf({ blockhash: BLOCKHASH, signatures: listOf(SIGNATURE), slot: U64, ...WARNINGS }),
  errors: ['outOfRange'],

  async run({ block }, context) {
    const { block: added, warnings } = await add(addBlockIn, block, context);
    const { blockhash, slot, transactions = [] } = added;
    return { blockhash, signatures: transactions.map(({ signature }) => signature), slot, ...warningsIn(warnings) };
  },
});

export const addTransaction = controlMethod({
  name: 'stillnode_addTransaction',
  summary: 'adds a transaction, in the format of scripts, in a new block on top of the processed tip',
  params: { transaction: anyValue(ANY_OBJECT) },
  result: '`{"blockhash","signature","slot","warnings"?}`',
  schema: objectOf({ blockhash: BLOCKHASH, signature: SIGNATURE, slot: U64, ...WARNINGS }),
  errors: ['outOfRange'],

  async run({ transaction }, context) {
    const { block, warnings } = await add(addTransactionIn, transaction, context);
    const { blockhash, slot, transactions = [] } = block;
    return { blockhash, signature: transactions[0]!.signature, slot, ...warningsIn(warnings) };
  },
});

async function add(addIn: typeof addBlockIn, json: JsonValue, context: ControlContext): Promise<Added> {
  const { caller, execute, live, loadLiteSvm } = context;
  let added: Added | undefined;
  await live.moveLater((now) =>
    paced(caller, async (pace) => {
      added = await addIn(json, now, { execute, load: loadLiteSvm, pace });
      return added.moved;
    }),
  );
  return added!;
}

function warningsIn(warnings: readonly string[]): JsonObject {
  return warnings.length > 0 ? { warnings } : {};
}

export const setAccount = controlMethod({
  name: 'stillnode_setAccount',
  summary: 'sets or deletes an account',
  params: {
    address: text,
    account: anyValue(orNull(ANY_OBJECT)),
    'config?': config({ 'from?': word('always', 'processed') }),
  },
  result: 'its address in base58',
  schema: TEXT,

  async run({ account, address, config }, { live }) {
    const from = config?.from ?? 'always';
    let found: Address | undefined;
    await live.moveAccount((before) => {
      const named = withAddress(address, before);
      found = named.address;
      const [given, ...others] = account === null ? [null] : accountOf(address, found, account, before);
      const set = setAccountMove(named.state, found, given, from);
      const state = others.reduce((after, other) => setAccountMove(after, other.address, other, from), set);
      return { state, set: { address: found, from } };
    });
    return found ?? null;
  },
});

export const load = controlMethod({
  name: 'stillnode_load',
  summary: 'adds a fixture of any format to the ledger, without moving a tip',
  params: { value: anyValue({}), 'name?': { schema: TEXT, read: readStem } },
  result: '`{"accounts","blocks","transactions","warnings"?}`: how many were added, and what was left out or assumed',
  schema: objectOf({ accounts: U64, blocks: U64, transactions: U64, ...WARNINGS }),

  async run({ name: stem = 'value', value }, { caller, live, loadLiteSvm }) {
    let added: JsonObject = {};
    await live.moveLater(({ sends, state: before }) =>
      paced(caller, async (pace) => {
        const reading = newReading();
        const name = `${stem}.json`;
        const source = { file: name, text: fixtureText(value), firstLine: 1, hasLines: false };
        const input = { name, read: async (onText: (text: typeof source) => void) => onText(source) };
        const loaded = await loadInto(before, input, reading, loadLiteSvm, pace);
        throwIfWrong(reading);
        if (loaded === undefined) throw rpcErrors.internalError();
        added = { ...loaded.counts, ...warningsIn(sentencesOf(reading.warnings)) };
        return { state: loaded.state, sends };
      }),
    );
    return added;
  },
});

/** The name of the file that would hold the value, without its endings. */
function readStem(at: Cursor): string | undefined {
  const name = readText(at);
  if (name === undefined) return undefined;
  return fixtureKind(name)?.stem ?? at.expected('the name of a fixture file, such as "account.json"');
}

/** Other blocks were sent to the node, or loaded from files. */
const MAX_EMPTY_BLOCKS = 10_000;

export const dump = controlMethod({
  name: 'stillnode_dump',
  summary: 'the ledger as fixtures, in one format',
  result: '`[{"name","text"}]`, the files that `stillnode dump` writes',
  schema: listOf(objectOf({ name: TEXT, text: TEXT })),
  errors: ['outOfRange'],

  run(_args, { now: { state } }) {
    const empty = state.history.emptyRuns.reduce((sum, run) => sum + lengthOf(run), 0);
    if (empty > MAX_EMPTY_BLOCKS)
      throw rpcErrors.outOfRange(
        `too many empty blocks for one answer: ${empty}, at most ${MAX_EMPTY_BLOCKS}: dump the ledger before it advances so far`,
      );
    return Array.from(dumpLedger(state), ({ name, text }) => ({ name, text }));
  },
});
