// node build/compareBuilds.mjs OLD_PACKAGE [CALLS [SEED]]: random calls to the built package here and to another one, whose
// answers must have the same text. Run it before a change of structure is merged; OLD_PACKAGE is a folder with a `dist`.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

const [oldPackage, calls = '100000', seed = '1'] = process.argv.slice(2);
if (oldPackage === undefined) throw new Error('node build/compareBuilds.mjs OLD_PACKAGE [CALLS [SEED]]');

const { createNode } = await import('../dist/index.js');
const { createNode: createOldNode } = await import(resolve(oldPackage, 'dist/index.js'));

const SCRIPTS = 'ledger-fixtures/scripted';
const LEDGERS = [
  'ledger-fixtures/default',
  {
    cluster: 'localnet',
    accounts: { $alice: { sol: 100 }, $usdc: { mint: { decimals: 6 } } },
    slots: [
      { slot: 1, transactions: [{ transfer: { from: '$alice', to: '$bob', sol: 1 } }] },
      { slot: 3, transactions: [{ transfer: { from: '$alice', to: '$bob', sol: 2 } }] },
    ],
  },
  ...readdirSync(SCRIPTS).flatMap((name) => (/\.ledger\.(json|yaml)$/.test(name) ? [`${SCRIPTS}/${name}`] : [])),
];
const nameOf = (ledger) => (typeof ledger === 'string' ? ledger : 'a localnet');
const SETTINGS = [
  { dialect: 'contract' },
  { dialect: 'agave' },
  ...['4.1', '4.2', '4.3', '4.4', '4.5'].map((agave) => ({ dialect: 'agave', agave })),
  { dialect: 'agave', extensions: true, control: true },
];
/** These wait, or tell what one process has done: the time it took, how often it was asked. */
const LEFT_OUT = /waitFor|setSlotTime|autoAdvance|closeSockets|calls|Calls|verify|timeline|rpc\.discover/;

// a generator of random numbers that a seed repeats (mulberry32)
let state = Number(seed);
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const below = (limit) => Math.floor(random() * limit);
const oneOf = (items) => items[below(items.length)];
const rarely = () => random() < 0.05;

/** Keeps the addresses, signatures and slots of an answer, which later calls ask about. */
function remember(text, known) {
  for (const [word] of text.matchAll(/[1-9A-HJ-NP-Za-km-z]{32,88}/g)) {
    const pool = word.length <= 44 ? known.addresses : known.signatures;
    if (pool.size < 2000) pool.add(word);
  }
  for (const [, slot] of text.matchAll(/"(?:slot|parentSlot|tip)":(\d{1,7})\b/g)) known.slots.add(Number(slot));
}

const WRONG = [null, 7, -1, 1.5, '', 'x', true, [], {}, [[]], '1'.repeat(44), 2 ** 53, '🙂'];

/** A value for a schema of rpc.discover: mostly a right one, now and then another. */
function randomValue(schema, known, schemas) {
  if (rarely()) return oneOf(WRONG);
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return namedValue(name, known) ?? randomValue(schemas[name], known, schemas);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return oneOf(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return randomValue(oneOf(choices), known, schemas);
  if (schema.type === 'object') {
    const members = Object.entries(schema.properties ?? {}).filter(
      ([key]) => schema.required?.includes(key) || random() < 0.4,
    );
    return Object.fromEntries(members.map(([key, member]) => [key, randomValue(member, known, schemas)]));
  }
  if (schema.type === 'array')
    return Array.from({ length: below(4) }, () => randomValue(schema.items ?? {}, known, schemas));
  if (schema.type === 'integer' || schema.type === 'number') return oneOf([0, 1, 2, 3, 8, 165, oneOf(known.slots)]);
  if (schema.type === 'boolean') return random() < 0.5;
  return oneOf([oneOf(known.addresses), oneOf(known.signatures), 'alice', 'bob', 'usdc']);
}

function namedValue(name, known) {
  if (/Address|Pubkey/.test(name)) return oneOf(known.addresses);
  if (/Signature/.test(name)) return oneOf(known.signatures);
  if (/Slot|U64/.test(name)) return oneOf([0, 1, 32, 165, oneOf(known.slots), oneOf(known.slots) + 1]);
  return undefined;
}

/** The document of a node, with the methods that it has. */
async function documentOf(node) {
  return JSON.parse(await node.dispatch('{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}')).result;
}

async function answer(node, body) {
  try {
    return await node.dispatch(body);
  } catch (error) {
    return `throws ${error}`;
  }
}

let asked = 0;
let failures = 0;
const kinds = LEDGERS.flatMap((ledger) => SETTINGS.map((settings) => ({ ledger, settings })));
for (const { ledger, settings } of kinds) {
  let nodes;
  try {
    nodes = [await createOldNode({ ledger, ...settings }), await createNode({ ledger, ...settings })];
  } catch (error) {
    console.log(`${nameOf(ledger)} ${JSON.stringify(settings)}: not loaded: ${error.message.slice(0, 200)}`);
    continue;
  }
  const [oldNode, newNode] = nodes;
  const document = await documentOf(newNode);
  const before = new Set((await documentOf(oldNode)).methods.map(({ name }) => name));
  const schemas = document.components.schemas;
  const methods = document.methods.filter(({ name }) => before.has(name) && !LEFT_OUT.test(name));
  const reading = methods.filter(({ name }) => !name.startsWith('stillnode_'));
  const seen = {
    addresses: new Set(['11111111111111111111111111111111']),
    signatures: new Set(['1'.repeat(64)]),
    slots: new Set([1]),
  };
  remember(JSON.stringify(await oldNode.dump()), seen);
  const pools = () => Object.fromEntries(Object.entries(seen).map(([name, values]) => [name, [...values]]));
  let known = pools();
  for (let n = 0; n < Number(calls) / kinds.length; n += 1) {
    const method = oneOf(random() < 0.1 ? methods : reading);
    const given = method.params.filter((param) => param.required || random() < 0.7);
    const params = rarely() ? oneOf(WRONG) : given.map((param) => randomValue(param.schema, known, schemas));
    const body = JSON.stringify({ jsonrpc: '2.0', id: n, method: method.name, params });
    const [oldText, newText] = [await answer(oldNode, body), await answer(newNode, body)];
    asked += 1;
    if (oldText !== newText) {
      failures += 1;
      const at = [...oldText].findIndex((letter, index) => letter !== newText[index]);
      const around = (text) => text.slice(Math.max(0, at - 80), at + 160);
      if (failures <= 40)
        console.log(
          `${nameOf(ledger)} ${JSON.stringify(settings)}\n${body.slice(0, 600)}\n- ${around(oldText)}\n+ ${around(newText)}\n`,
        );
    }
    if (n % 200 === 0) {
      remember(newText, seen);
      known = pools();
    }
  }
}
console.log(`${asked} calls to ${kinds.length} nodes, ${failures} answers differ`);
process.exitCode = failures === 0 ? 0 : 1;
