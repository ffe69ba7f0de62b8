import { join } from 'node:path';
import { type Finished, folder, post, type Serving, serve } from './command.ts';

/** Times in which a node serves, is asked and ends. */

export async function ask(
  { url }: Pick<Serving, 'url'>,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return ((await (await post(url, body)).json()) as { readonly result: unknown }).result;
}

const SCRIPT = 'accounts: {$alice: {sol: 5}, $bob: {sol: 1}}\nslots: [{from: 1, to: 20}]\n';

export function scripted(): string {
  return join(folder({ 'a.ledger.yaml': SCRIPT }), 'a.ledger.yaml');
}

/** Serves with a folder for the ledger, asks, and ends with a signal. */
export async function session(
  args: readonly string[],
  signal: NodeJS.Signals,
  calls: (node: Serving) => Promise<unknown>,
): Promise<Finished & { readonly result: unknown }> {
  const node = await serve([...args, '--dialect', 'agave', '--quiet']);
  const result = await calls(node);
  node.child.kill(signal);
  return { result, ...(await node.finished) };
}
