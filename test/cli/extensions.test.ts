import { expect, it } from 'vitest';
import { post, serve } from './command.ts';

/** Extensions of the command that people install. */

const CALLS = [
  '{"jsonrpc":"2.0","id":1,"method":"getPriorityFeeEstimate","params":[{"options":{"recommended":true}}]}',
  '{"jsonrpc":"2.0","id":2,"method":"getTransactionsForAddress","params":["11111111111111111111111111111111",{"filters":{"slot":{"gt":999}}}]}',
];
const BATCH = `[${CALLS.join(',')}]`;
const ESTIMATE = '{"jsonrpc":"2.0","result":{"priorityFeeEstimate":10000.0},"id":1}';
const PAGE = '{"jsonrpc":"2.0","result":{"data":[],"paginationToken":null},"id":2}';
const unknown = (id: number) => `{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":${id}}`;

it.each<[args: readonly string[], variables: Record<string, string>, replies: readonly string[]]>([
  [[], {}, [ESTIMATE, PAGE]],
  [['--extensions', 'none'], {}, [unknown(1), unknown(2)]],
  [['--extensions', 'getTransactionsForAddress'], {}, [unknown(1), PAGE]],
  [[], { STILLNODE_EXTENSIONS: 'getPriorityFeeEstimate' }, [ESTIMATE, unknown(2)]],
])('with %j and %j', async (args, variables, replies) => {
  const { url } = await serve(args, variables);
  expect(JSON.parse(await (await post(url, BATCH)).text())).toEqual(JSON.parse(`[${replies.join(',')}]`));
});
