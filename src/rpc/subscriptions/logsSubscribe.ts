import { type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import type { Address } from '../../solana/address.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import { isSimpleVote } from '../../solana/wire.ts';
import { transactionLogsText } from '../encoding/transaction.ts';
import type { CommitmentWord } from '../params/accountConfig.ts';
import { readAddress } from '../params/keyParams.ts';
import { knownVariant, readSingleKey, readStrings, readVariant } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { namesAccount } from './ledgerEvents.ts';
import { inSlot, NOTHING, readConfig, readOrRefuse, refuseBareVariant, type Subscription } from './subscription.ts';

const KINDS = ['all', 'allWithVotes', 'mentions'] as const;

type Filter = { readonly kind: 'all' | 'allWithVotes' } | { readonly kind: 'mentions'; readonly address: Address };

interface Params {
  readonly filter: Filter;
  readonly commitment: CommitmentWord;
}

/** Unlike a node, it sends the logs of every slot that is reached, also of one that was there before. Source   agave 4.1 rpc_pubsub.rs logs_subscribe */
export const logs: Subscription<Params> = {
  kind: 'logs',
  name: 'logsSubscribe',

  describe: ({ ADDRESS, ANY_OBJECT, anyOf, COMMITMENT, listOf, objectOf, orNull, SIGNATURE, TEXT, U64, wordOf }) => ({
    summary: 'the logs of each transaction, in the order of their block; `all` leaves out votes',
    params: {
      filter: anyOf(wordOf('all', 'allWithVotes'), objectOf({ mentions: listOf(ADDRESS, 1) })),
      'config?': objectOf({ 'commitment?': COMMITMENT }),
    },
    result: 'context and `{signature, err, logs}`',
    schema: objectOf({
      context: objectOf({ slot: U64 }),
      value: objectOf({ signature: SIGNATURE, err: orNull(anyOf(TEXT, ANY_OBJECT)), logs: listOf(TEXT) }),
    }),
    errors: ['invalidSubscriptionParam'],
  }),

  readParams(params) {
    const [filterParam, configParam] = readPositional(params, 1, 2);
    const checkFilter = readFilter(filterParam!);
    const { commitment } = readConfig(configParam, 'RpcTransactionLogsConfig');
    return { filter: checkFilter(), commitment };
  },

  tell(event, { commitment, filter }) {
    if (event.kind !== 'reached' || event.commitment !== commitment) return NOTHING;
    const { slot, transactions } = event.seen;
    return Array.from(transactions).flatMap((transaction) => {
      const lines = passes(transaction, filter) ? transactionLogsText(transaction) : undefined;
      if (lines === undefined) return [];
      const { err, signature } = transaction;
      return [inSlot(slot, `{"signature":"${signature}","err":${stringifyJson(err)},"logs":${lines}}`)];
    });
  },
};

/** The addresses are looked at later, when everything has been decoded. */
function readFilter(value: JsonValue): () => Filter {
  if (typeof value === 'string') {
    const kind = knownVariant(value, KINDS);
    refuseBareVariant(kind, 'mentions');
    return () => ({ kind: kind as 'all' | 'allWithVotes' });
  }
  const [key, content] = readSingleKey(value);
  const kind = knownVariant(key, KINDS);
  if (kind !== 'mentions') {
    readVariant(value, KINDS);
    return () => ({ kind });
  }
  const addresses = readStrings(content);
  return () => ({ kind, address: readMention(addresses) });
}

function readMention([first, ...others]: readonly string[]): Address {
  if (first === undefined || others.length > 0) throw rpcErrors.invalidSubscriptionParam('Only 1 address supported');
  return readOrRefuse(() => readAddress(first), 'Invalid mentions provided');
}

function passes(transaction: LedgerTransaction, filter: Filter): boolean {
  switch (filter.kind) {
    case 'all':
      return !isSimpleVote(transaction);
    case 'allWithVotes':
      return true;
    case 'mentions':
      return namesAccount(transaction, filter.address);
  }
}
