import { describe, expect, it } from 'vitest';
import { CONTROL_METHODS } from '../../src/control/methods/index.ts';
import { DIALECTS } from '../../src/dialect.ts';
import { createNode, type LedgerNode } from '../../src/node/createNode.ts';
import { servedBy } from '../../src/node/ledgerNode.ts';
import { CONTROL_OFF, type ControlAccess, IN_PROCESS } from '../../src/rpc/protocol/call.ts';
import { replyText } from '../../src/rpc/protocol/envelope.ts';
import { BOTH_DIALECTS, errorText } from '../support/answers.ts';
import { controlText, tipsText } from '../support/control.ts';
import { callText, THREE_TIPS, testNode } from '../support/testNode.ts';

/** Who may control a ledger. */

const ADVANCE = '{"jsonrpc":"2.0","id":1,"method":"stillnode_advance","params":[]}';
const UNKNOWN = errorText(-32601, 'Method not found');
const SAME_TIPS = tipsText(6, 5, 7);

const replyOf = (body: string) => `{"jsonrpc":"2.0","error":${body},"id":1}\n`;

async function replyTo(node: LedgerNode, body: string, access: ControlAccess = CONTROL_OFF): Promise<string> {
  const caller = { ...IN_PROCESS, access: () => access };
  return replyText((await servedBy(node).dispatch(body, DIALECTS.contract, caller)).reply);
}

async function listedIn(text: string): Promise<string[]> {
  const { methods } = JSON.parse(text) as { methods: { name: string }[] };
  return methods.map(({ name }) => name).filter((name) => name.startsWith('stillnode_'));
}

describe('within the process', () => {
  it.each(BOTH_DIALECTS)('control is allowed, in the %s dialect too', async (dialect) => {
    expect(await callText(testNode(THREE_TIPS), 'stillnode_advance', '[]', dialect)).toBe(tipsText(7, 6, 8));
  });

  it.each([...CONTROL_METHODS.keys()])('without control %s is unknown, whatever its arguments', async (name) => {
    const node = await createNode({ ledger: [], control: false });
    expect(await callText(node, name, '[]')).toBe(UNKNOWN);
    expect(await callText(node, name, '{"a":1}')).toBe(UNKNOWN);
    expect(await callText(node, 'getFoo', '[]')).toBe(UNKNOWN);
  });

  it('without control the typed methods throw, and the ledger is as it was', async () => {
    const node = await createNode({ ledger: [], control: false });
    await expect(node.advance()).rejects.toMatchObject({ code: -32601, message: 'Method not found' });
    await expect(node.fork()).rejects.toMatchObject({ code: -32601 });
    expect(await callText(node, 'getSlot', '[]')).toBe('0');
  });

  it('a method with the prefix that is none is unknown', async () => {
    expect(await controlText(testNode({}), 'advence')).toBe(UNKNOWN);
    expect(await callText(testNode({}), 'advance', '[]')).toBe(UNKNOWN);
  });
});

describe('a request', () => {
  const urlOf = (name: string) => ({ url: `http://here/${name}`, wsUrl: `ws://there/${name}` });

  it('that is allowed runs, and is told the addresses that the server gives', async () => {
    const node = testNode(THREE_TIPS);
    const body = '{"jsonrpc":"2.0","id":1,"method":"stillnode_fork","params":["a"]}';
    expect(await replyTo(node, body, { kind: 'allowed', urlOf })).toBe(
      '{"jsonrpc":"2.0","result":{"name":"a","url":"http://here/a","wsUrl":"ws://there/a"},"id":1}\n',
    );
  });

  it.each([
    ['that the server says nothing of', undefined],
    ['where control is off', { kind: 'off' } as const],
  ])('%s finds no such method', async (_what, access) => {
    const node = testNode(THREE_TIPS);
    expect(await replyTo(node, ADVANCE, access)).toBe(replyOf(UNKNOWN));
    expect(await controlText(node, 'advance', '[0]')).toBe(SAME_TIPS);
  });

  it('that is refused is told why, before its arguments are read', async () => {
    const node = testNode(THREE_TIPS);
    const refused = { kind: 'refused', message: 'control calls need ?controlKey=…' } as const;
    const error = errorText(-32600, 'control calls need ?controlKey=…', '{"reason":"refused"}');
    expect(await replyTo(node, ADVANCE, refused)).toBe(replyOf(error));
    expect(await replyTo(node, ADVANCE.replace('[]', '["x"]'), refused)).toBe(replyOf(error));
    expect(await replyTo(node, ADVANCE.replace('advance', 'advence'), refused)).toBe(replyOf(UNKNOWN));
    expect(await controlText(node, 'advance', '[0]')).toBe(SAME_TIPS);
  });

  it('that is refused is answered otherwise', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';
    const refused = { kind: 'refused', message: 'no' } as const;
    expect(await replyTo(testNode(THREE_TIPS), body, refused)).toBe('{"jsonrpc":"2.0","result":5,"id":1}\n');
  });
});

describe('a notification', () => {
  it.each([
    ['alone', (body: string) => body],
    ['in a batch', (body: string) => `[${body},${body}]`],
  ])('changes nothing: %s', async (_where, bodyOf) => {
    const node = testNode(THREE_TIPS);
    expect(await node.dispatch(bodyOf(ADVANCE.replace('"id":1,', '')))).toBe('');
    expect(await controlText(node, 'advance', '[0]')).toBe(SAME_TIPS);
  });

  it('and neither does a call without a version', async () => {
    const node = testNode(THREE_TIPS);
    expect(await node.dispatch(ADVANCE.replace('"jsonrpc":"2.0",', ''))).toContain('-32600');
    expect(await controlText(node, 'advance', '[0]')).toBe(SAME_TIPS);
  });
});

describe('rpc.discover lists the control methods', () => {
  const DISCOVER = '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}';
  const urlOf = () => undefined;

  it.each([
    ['where control is allowed', { kind: 'allowed', urlOf } as const, [...CONTROL_METHODS.keys()]],
    ['and not where it is off', { kind: 'off' } as const, []],
    ['and not to a request that is refused', { kind: 'refused', message: '' } as const, []],
  ])('%s, whoever asked before', async (_where, access, listed) => {
    const node = testNode({});
    for (const before of [{ kind: 'off' } as const, { kind: 'allowed', urlOf } as const])
      await replyTo(node, DISCOVER, before);
    const reply = JSON.parse(await replyTo(node, DISCOVER, access)) as { result: unknown };
    expect(await listedIn(JSON.stringify(reply.result))).toEqual(listed);
  });
});
