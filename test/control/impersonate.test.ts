import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { createNode, impersonated, type LedgerNode, ledger, sol, startNode } from '../../src/index.ts';
import { controlText, invalidText, unknownText } from '../support/control.ts';
import { namedAddress } from '../support/transactions.ts';

const WHALE = namedAddress('whale');
const BOB = namedAddress('bob');

function nodeOf(): Promise<LedgerNode> {
  const script = ledger().key('whale', WHALE).wallet('whale', sol(9)).blocks({ from: 1, to: 5 });
  return createNode({ ledger: script, dialect: 'agave' });
}

/** The code of the error; undefined: it was accepted. */
async function send(node: Pick<LedgerNode, 'request'>, lamports = 1_000_000): Promise<number | undefined> {
  return (await errorOfSend(node, lamports))?.code;
}

interface SendError {
  readonly code: number;
  readonly message: string;
}

async function errorOfSend(
  node: Pick<LedgerNode, 'request'>,
  lamports = 1_000_000,
  skipPreflight = false,
): Promise<SendError | undefined> {
  const { value } = (await node.request('getLatestBlockhash', [])) as {
    readonly value: { readonly blockhash: string };
  };
  const [fromPubkey, toPubkey] = [new PublicKey(WHALE), new PublicKey(BOB)];
  const message = new TransactionMessage({
    payerKey: fromPubkey,
    recentBlockhash: value.blockhash,
    instructions: [SystemProgram.transfer({ fromPubkey, toPubkey, lamports })],
  });
  const transaction = await impersonated(WHALE).signTransaction(new VersionedTransaction(message.compileToV0Message()));
  const text = Buffer.from(transaction.serialize()).toString('base64');
  return node.request('sendTransaction', [text, { encoding: 'base64', skipPreflight }]).then(
    () => undefined,
    (error: SendError) => error,
  );
}

describe('stillnode_impersonate', () => {
  it('is true, and lasts until stillnode_stopImpersonating', async () => {
    const node = await nodeOf();
    expect(await send(node)).toBe(-32002);
    expect(await controlText(node, 'impersonate', `["${WHALE}"]`)).toBe('true');
    expect(await send(node, 1_000_000)).toBeUndefined();
    expect(await send(node, 1_000_001)).toBeUndefined();
    expect(await controlText(node, 'stopImpersonating', `["${WHALE}"]`)).toBe('true');
    expect(await send(node, 1_000_002)).toBe(-32002);
  });

  it('is named by the error of a send that `impersonated` has signed without it', async () => {
    const node = await nodeOf();
    for (const skipPreflight of [false, true])
      expect(await errorOfSend(node, 1_000_000, skipPreflight)).toMatchObject({
        code: -32002,
        message: `Transaction simulation failed: Transaction did not pass signature verification: its signature is the one that impersonated("${WHALE}") of stillnode writes, but this ledger does not impersonate ${WHALE}: stillnode_impersonate ["${WHALE}"] (node.impersonate), or \`send.impersonate\` of ledger.json`,
      });
    expect((await node.sent()).map(({ slot }) => slot)).toEqual([undefined, undefined]);
  });

  it('takes a name, and the same one twice', async () => {
    const node = await nodeOf();
    expect(await controlText(node, 'impersonate', '["$whale"]')).toBe('true');
    expect(await controlText(node, 'impersonate', '["$whale"]')).toBe('true');
    expect(await send(node)).toBeUndefined();
    expect(await controlText(node, 'stopImpersonating', '["$whale"]')).toBe('true');
    expect(await send(node, 2_000_000)).toBe(-32002);
  });

  it('is a method of a node', async () => {
    const node = await nodeOf();
    expect(await node.impersonate('whale')).toBeUndefined();
    expect(await send(node)).toBeUndefined();
    expect(await node.stopImpersonating({ address: WHALE })).toBeUndefined();
    expect(await send(node, 2_000_000)).toBe(-32002);
  });

  it.each(['impersonate', 'stopImpersonating'])('%s refuses what is not one address', async (name) => {
    const node = await nodeOf();
    expect(await controlText(node, name, '[]')).toBe(
      invalidText('expected the arguments [address], but address is missing'),
    );
    expect(await controlText(node, name, '[5]')).toBe(invalidText('address: expected a string, found 5'));
    expect(await controlText(node, name, '["whale"]')).toBe(
      invalidText(
        'address: expected an address (base58 of 32 bytes) or a $name, found "whale" (a name starts with a dollar: $whale)',
      ),
    );
    expect(await controlText(node, name, '["$whele"]')).toBe(
      unknownText('the ledger knows no account `$whele` (did you mean $whale?)'),
    );
  });

  it('is refused without control', async () => {
    const node = await startNode({ ledger: ledger().block(5), control: false });
    try {
      for (const method of ['stillnode_impersonate', 'stillnode_stopImpersonating']) {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [WHALE] });
        const reply = await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        expect(await reply.text()).toBe(
          '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":1}\n',
        );
      }
    } finally {
      await node.close();
    }
  });
});

describe('the impersonated addresses of a ledger', () => {
  it('are those of send.impersonate, and come back with a reset', async () => {
    const script = ledger({ send: { impersonate: ['$whale'] } })
      .key('whale', WHALE)
      .wallet('whale', sol(9))
      .blocks({ from: 1, to: 5 });
    const node = await createNode({ ledger: script, dialect: 'agave' });
    expect(await send(node)).toBeUndefined();
    await node.stopImpersonating('whale');
    expect(await send(node, 2)).toBe(-32002);
    await node.reset();
    expect(await send(node, 1_000_003)).toBeUndefined();
  });

  it('are kept by a snapshot, and forgotten by a reset', async () => {
    const node = await nodeOf();
    const before = await node.snapshot();
    await node.impersonate('whale');
    const id = await node.snapshot();
    await node.revert(before);
    expect(await send(node)).toBe(-32002);
    await node.revert(id);
    expect(await send(node)).toBeUndefined();
    await node.reset();
    expect(await send(node)).toBe(-32002);
  });

  it('are those of the ledger when a fork is made, and its own from then on', async () => {
    const node = await nodeOf();
    await node.impersonate('whale');
    const fork = await node.fork();
    await node.stopImpersonating('whale');
    expect(await send(fork)).toBeUndefined();
    expect(await send(node)).toBe(-32002);
  });

  it('are in a dump', async () => {
    const node = await nodeOf();
    await node.impersonate('whale');
    const files = (await node.request('stillnode_dump', [])) as readonly {
      readonly name: string;
      readonly text: string;
    }[];
    const { text } = files.find(({ name }) => name === 'ledger.json')!;
    expect(JSON.parse(text)).toMatchObject({ send: { impersonate: [WHALE] } });
  });

  it('decide about a transaction that waits when its block is made', async () => {
    const node = await nodeOf();
    await node.impersonate('whale');
    await node.onSend({ then: { delay: 2 } });
    expect(await send(node)).toBeUndefined();
    await node.stopImpersonating('whale');
    await node.advance(2);
    const [sent] = await node.sent();
    expect(sent).toMatchObject({ impersonated: [WHALE] });
    expect(sent).not.toHaveProperty('slot');
  });
});
