import { createNode, ledger } from '../../src/index.ts';

/** Scripts that lifetimeOfProcess.test.ts runs, each in a process of its own: a process ends by itself, or it does not. */

const SCRIPT = ledger({ finalized: 5 }).block(5);
const later = (milliseconds: number, run: () => unknown) => setTimeout(run, milliseconds).unref();

const SCRIPTS: Readonly<Record<string, () => Promise<unknown>>> = {
  async forgotten() {
    const node = await createNode({ ledger: SCRIPT, slotTime: 20 });
    await node.request('getSlot');
    return 'forgotten';
  },

  async forgottenWithoutPort() {
    const node = await createNode({ ledger: SCRIPT, slotTime: 20 });
    await (await node.listen()).close();
    return 'its port is closed';
  },

  async loop() {
    const node = await createNode({ ledger: SCRIPT, slotTime: 20 });
    const slots: unknown[] = [];
    for await (const { slot } of node.subscribe('slot')) if (slots.push(slot) === 3) break;
    return slots.join();
  },

  async loopThatEnds() {
    const node = await createNode({ ledger: SCRIPT });
    later(200, () => node.close());
    for await (const _ of node.subscribe('slot')) throw new Error('nothing moves it');
    return 'the loop ended';
  },

  async openLoop() {
    const node = await createNode({ ledger: SCRIPT });
    for await (const _ of node.subscribe('slot')) throw new Error('nothing moves it');
    return 'the loop ended';
  },

  async wait() {
    const node = await createNode({ ledger: SCRIPT });
    return node.waitForCall('getSlot', { timeoutMs: 200 }).catch(({ message }: Error) => message.split('\n')[0]);
  },

  async request() {
    const node = await createNode({ ledger: SCRIPT });
    await node.answer('getSlot', () => new Promise((resolve) => later(200, () => resolve(7))));
    return node.request('getSlot');
  },

  async delayedRequest() {
    const node = await createNode({ ledger: SCRIPT });
    await node.fail('getSlot', { delayMs: 600_000 });
    const asked = node.request('getSlot').catch(({ message }: Error) => message);
    later(100, () => node.close());
    return asked;
  },
};

console.log(await SCRIPTS[process.argv[2]!]!());
