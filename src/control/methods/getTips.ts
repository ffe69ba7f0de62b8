import { type ConsensusName, type GateName, gatesIn } from '../../gates.ts';
import { consensusAt } from '../../ledger/protocol.ts';
import { lastSlot, tipsOf } from '../../ledger/tips.ts';
import { LedgerView } from '../../ledger/view.ts';
import type { NodeVersionName } from '../../nodeVersion.ts';
import { objectOf } from '../../rpc/openrpc/schema.ts';
import { ANY_OBJECT, TEXT, U64 as U64_SCHEMA } from '../../rpc/openrpc/schemas.ts';
import type { U64 } from '../../solana/meta.ts';
import { controlMethod } from '../controlMethod.ts';
import type { LedgerTips } from '../tipsResult.ts';

export interface LedgerReach extends LedgerTips {
  readonly firstAvailable: U64;
  readonly last: U64;
  /** the version of the node */
  readonly agave: NodeVersionName;
  readonly consensus: ConsensusName;
  /** the gates at the processed tip: whether each is active, or its value if it has one */
  readonly gates: Readonly<Record<GateName, boolean | number>>;
}

export interface GetTipsMethod {
  getTips(): Promise<LedgerReach>;
}

export const getTips = controlMethod({
  name: 'getTips',
  summary: 'the tips, the slots that the ledger has, and what its node and its cluster are at the processed tip',
  result:
    'tips, with `firstAvailable`; `last`, the highest slot that the ledger has; `agave`, the version of the node; `consensus`, `tower` or `alpenglow`; `gates` by name',
  schema: objectOf({
    agave: TEXT,
    confirmed: U64_SCHEMA,
    consensus: TEXT,
    finalized: U64_SCHEMA,
    firstAvailable: U64_SCHEMA,
    gates: ANY_OBJECT,
    last: U64_SCHEMA,
    processed: U64_SCHEMA,
  }),

  run(_args, { now: { state } }) {
    // a node keeps a block whose parent was cleaned up
    const { firstAvailable } = new LedgerView(state, 'finalized', { keepOrphan: true });
    const { gates, version } = state.protocol;
    const tips = tipsOf(state);
    return {
      ...tips,
      firstAvailable,
      last: lastSlot(state),
      agave: version.name,
      consensus: consensusAt(state.protocol, tips.processed),
      gates: gatesIn(gates, tips.processed),
    };
  },

  library: (call): GetTipsMethod => ({ getTips: () => call() }),
});
