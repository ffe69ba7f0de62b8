import { describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../src/dialect.ts';
import { RpcError, rpcErrors } from '../../../src/errors.ts';
import { LiveLedger } from '../../../src/live/liveLedger.ts';
import { LedgerService } from '../../../src/rpc/ledgerService.ts';
import { IN_PROCESS } from '../../../src/rpc/protocol/call.ts';
import { replyText } from '../../../src/rpc/protocol/envelope.ts';
import { testLedger } from '../../support/testNode.ts';

const ledger = serve();

function serve() {
  const live = LiveLedger.create(testLedger({ processed: 7 }));
  return new LedgerService(live).serve(live);
}

function callOf(method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
}

const ADDRESS = '11111111111111111111111111111111';

describe('what is answered without a promise', () => {
  test.each([
    ['a number', callOf('getSlot', '[]')],
    ['an account', callOf('getAccountInfo', `["${ADDRESS}",{"encoding":"base64"}]`)],
    ['accounts', callOf('getMultipleAccounts', `[["${ADDRESS}"],{"encoding":"jsonParsed"}]`)],
    ['the accounts of a program', callOf('getProgramAccounts', `["${ADDRESS}"]`)],
    ['token accounts', callOf('getTokenAccountsByOwner', `["${ADDRESS}",{"programId":"${ADDRESS}"}]`)],
    ['a block', callOf('getBlock', '[7]')],
    ['statuses', callOf('getSignatureStatuses', '[[]]')],
    ['an error', callOf('getBalance', '[]')],
    ['an unknown method', callOf('getNothing', '[]')],
    ['a call without a version', '{"id":1,"method":"getSlot"}'],
    ['a notification', '{"jsonrpc":"2.0","method":"getSlot"}'],
    ['a request that is invalid', '{"id":1}'],
    ['a text that is not JSON', '{'],
  ])('%s', (_what, body) => {
    for (const dialect of Object.values(DIALECTS)) {
      const answered = ledger.dispatch(body, dialect, IN_PROCESS);
      expect(answered).not.toBeInstanceOf(Promise);
    }
  });
});

test('a batch is waited for: other requests get their turn between its calls', async () => {
  const answered = ledger.dispatch(`[${callOf('getSlot', '[]')}]`, DIALECTS.agave, IN_PROCESS);
  expect(answered).toBeInstanceOf(Promise);
  expect(replyText((await answered).reply)).toBe('[{"jsonrpc":"2.0","result":7,"id":1}]\n');
});

test('zstd is waited for', async () => {
  const body = callOf('getAccountInfo', `["${ADDRESS}",{"encoding":"base64+zstd"}]`);
  expect(ledger.dispatch(body, DIALECTS.agave, IN_PROCESS)).toBeInstanceOf(Promise);
});

test('an error that is an answer has no stack, and other errors keep theirs', () => {
  expect(rpcErrors.methodNotFound().stack).not.toContain('\n');
  expect(new RpcError(1, 'made elsewhere').stack).toContain('answeredAtOnce.test.ts');
});
