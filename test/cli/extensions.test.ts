import { expect, it } from 'vitest';
import { TIP_PROGRAM } from '../../src/extensions/bundles/tipAccounts.ts';
import { idOf, signatureOf } from '../support/bundles.ts';
import { base64 } from '../support/sends.ts';
import { keyOf, legacyBytes, transfer } from '../support/sentTransactions.ts';
import { folder, post, serve, serveHere } from './command.ts';

/** Extensions of the command. */

const CALLS = [
  '{"jsonrpc":"2.0","id":1,"method":"getBundleStatuses","params":[["00"]]}',
  '{"jsonrpc":"2.0","id":2,"method":"getTransactionsForAddress","params":["11111111111111111111111111111111",{"filters":{"slot":{"gt":999}}}]}',
];
const BATCH = `[${CALLS.join(',')}]`;
const STATUSES = '{"jsonrpc":"2.0","result":{"context":{"slot":320},"value":[null]},"id":1}';
const PAGE = '{"jsonrpc":"2.0","result":{"data":[],"paginationToken":null},"id":2}';
const unknown = (id: number, name: string) =>
  `{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found","data":{"option":"--extensions ${name}","reason":"extension"}},"id":${id}}`;
const NO_STATUSES = unknown(1, 'getBundleStatuses');
const NO_PAGE = unknown(2, 'getTransactionsForAddress');

it.each<[args: readonly string[], variables: Record<string, string>, replies: readonly string[]]>([
  [[], {}, [NO_STATUSES, NO_PAGE]],
  [['--extensions', 'all'], {}, [STATUSES, PAGE]],
  [['--extensions', 'none'], { STILLNODE_EXTENSIONS: 'all' }, [NO_STATUSES, NO_PAGE]],
  [['--extensions', 'getTransactionsForAddress'], {}, [NO_STATUSES, PAGE]],
  [[], { STILLNODE_EXTENSIONS: 'getBundleStatuses' }, [STATUSES, NO_PAGE]],
])('with %j and %j', async (args, variables, replies) => {
  const { url } = await serveHere(args, variables);
  expect(JSON.parse(await (await post(url, BATCH)).text())).toEqual(JSON.parse(`[${replies.join(',')}]`));
});

const TIP_ACCOUNT = '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5';
const LEDGER = { cluster: 'localnet', accounts: { [keyOf('alice')]: { sol: 5 } } };

it.each<[args: readonly string[], owner: string | undefined]>([
  [['--extensions', 'all'], TIP_PROGRAM],
  [[], undefined],
])('a bundle of one, and the tip accounts of a cluster, with %j', async (args, owner) => {
  const { url } = await serve(['--dialect', 'agave', ...args, folder({ 'a.ledger.json': JSON.stringify(LEDGER) })]);
  const ask = async (path: string, method: string, params: readonly unknown[]) => {
    const response = await post(`${url}${path}`, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return { bundle: response.headers.get('x-bundle-id'), result: JSON.parse(await response.text()).result };
  };
  const { result: account } = await ask('', 'getAccountInfo', [TIP_ACCOUNT, { encoding: 'base64' }]);
  expect(account.value?.owner).toBe(owner);
  const { result: latest } = await ask('', 'getLatestBlockhash', []);
  const bytes = legacyBytes(latest.value.blockhash, [transfer(1_000_000)]);
  const sent = await ask('/api/v1/transactions', 'sendTransaction', [base64(bytes), { encoding: 'base64' }]);
  expect(sent).toEqual({ bundle: owner === undefined ? null : idOf(bytes), result: signatureOf(bytes) });
});
