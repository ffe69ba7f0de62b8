import { gatesIn } from '../../gates.ts';
import { consensusAt } from '../../ledger/protocol.ts';
import { lastSlot, tipsOf } from '../../ledger/tips.ts';
import { LedgerView } from '../../ledger/view.ts';
import { packageVersion } from '../../packageFiles.ts';
import { objectOf, withName, withNote, withType } from '../../rpc/openrpc/schema.ts';
import { ANY_OBJECT, SLOT, TEXT } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';

export const getTips = controlMethod({
  name: 'getTips',
  effect: 'reads',
  summary: 'the tips, the slots that the ledger has, and what its node and its cluster are at the processed tip',
  result: withName(
    'LedgerReach',
    objectOf({
      agave: withNote(withType('NodeVersionName', TEXT), 'the version of the node'),
      confirmed: SLOT,
      consensus: withNote(withType('ConsensusName', TEXT), '`tower` or `alpenglow`'),
      dialect: withNote(withType('DialectName', TEXT), 'the form of the answers: `agave` or `contract`'),
      finalized: SLOT,
      firstAvailable: SLOT,
      gates: withNote(
        withType('Readonly<Record<GateName, boolean | number>>', ANY_OBJECT),
        'the gates at the processed tip: whether each is active, or its value if it has one',
      ),
      last: withNote(SLOT, 'the highest slot that the ledger has'),
      processed: SLOT,
      stillnode: withNote(TEXT, 'the version of stillnode'),
    }),
    'the tips, the slots that the ledger has, and what its node and its cluster are at the processed tip',
  ),

  run(_args, { dialect, now: { state } }) {
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
      dialect: dialect.name,
      stillnode: packageVersion(),
      gates: gatesIn(gates, tips.processed),
    };
  },
});
