import { isActive } from '../../gates.ts';
import { DEFAULT_SETTINGS, type LedgerSettings } from '../../ledger/ledgerBuilder.ts';
import type { Protocol } from '../../ledger/protocol.ts';
import { SlotSet } from '../../ledger/slotSet.ts';
import { DEFAULT_SEND_SETTINGS } from '../../ledger/state.ts';
import type { ClusterName } from '../../solana/address.ts';
import { COMMITMENTS, type Commitment } from '../../solana/rpcWords.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { presentOf } from '../../syntax/members.ts';
import { readKnown } from '../../syntax/syntax.ts';
import type { AddressNode } from '../../syntax/values.ts';
import { LEDGER_MEMBERS, type SkippedSlots } from './ledgerMembers.ts';
import { type GivenProtocol, protocolOf } from './protocolMembers.ts';
import type { ValidatorNode } from './validatorMembers.ts';

/** The members of `ledger.json`, which a script may have too; `at` is the object that contains them. */
export interface LedgerFile {
  readonly settings: Omit<LedgerSettings, 'node' | 'protocol'> & {
    readonly node: Omit<LedgerSettings['node'], 'apiVersion'> & { readonly apiVersion: string | undefined };
  };
  readonly protocol: GivenProtocol;
  /** the cluster whose programs and sysvars the ledger has */
  readonly clusterName: ClusterName | undefined;
  /** validators whose names are not resolved yet */
  readonly validators: readonly ValidatorNode[] | undefined;
  /** addresses that need no key, whose names are not resolved yet */
  readonly impersonated: readonly AddressNode[];
  /** faults that are not read yet */
  readonly faults: Cursor | undefined;
  /** the extensions that are on, not read yet */
  readonly extensions: Cursor | undefined;
  /** whether recorded calls in its folder are answered as recorded */
  readonly isReplayed: boolean;
  readonly at: Cursor;
}

interface ReadMembers {
  readonly file: LedgerFile;
  readonly skipped: readonly SkippedSlots[];
}

/**
 * Reads the members of `ledger.json` from an object. A wrong member counts as absent: it has been
 * reported, so no ledger is created.
 *
 * @param alsoSkipped slots that are skipped according to another place
 */
export function readLedgerMembers(at: Cursor, alsoSkipped: readonly SkippedSlots[] = []): ReadMembers {
  const {
    format: _,
    processed,
    confirmed,
    finalized,
    firstAvailable,
    skipped: listed = [],
    dropped = [],
    ...others
  } = readKnown(at, LEDGER_MEMBERS);
  const {
    cluster: clusterName,
    genesisHash,
    identity,
    apiVersion,
    featureSet,
    send,
    agave,
    gates,
    consensus,
    validators,
    faults,
    extensions,
    replay: isReplayed = false,
    ...facts
  } = others;
  const tips = presentOf({ processed, confirmed, finalized });
  const skipped = [...listed, ...alsoSkipped];
  checkTips(at, tips, skipped);
  const settings = {
    tips,
    dropped: SlotSet.fromRanges(dropped),
    cleanedUpBefore: firstAvailable,
    node: { genesisHash, identity, apiVersion, featureSet },
    clusterFacts: { ...facts, validators: undefined, allAccounts: facts.allAccounts ?? false },
    send: send?.settings ?? DEFAULT_SEND_SETTINGS,
  };
  const protocol = { agave, gates, consensus, standardPreset: clusterName === 'localnet' ? clusterName : undefined };
  return {
    file: {
      settings,
      protocol,
      clusterName,
      validators,
      impersonated: send?.impersonated ?? [],
      faults,
      extensions,
      isReplayed,
      at,
    },
    skipped,
  };
}

/**
 * The settings of a ledger with its protocol.
 *
 * @param file undefined: there is none
 * @param over the protocol that the start of the node chooses: it has priority
 */
export function settingsWithProtocol(file: LedgerFile | undefined, over?: GivenProtocol): LedgerSettings {
  const settings = file?.settings ?? DEFAULT_SETTINGS;
  const protocol = protocolOf(file?.protocol ?? {}, file?.at, over, areApart(settings.tips));
  if (file !== undefined) checkOneTip(file, protocol, over?.consensus !== undefined);
  const apiVersion = file?.settings.node.apiVersion ?? protocol.version.release;
  return { ...settings, node: { ...settings.node, apiVersion }, protocol };
}

/**
 * Under Alpenglow, confirmed and finalized are one tip.
 *
 * @param isOption whether the start of the node names the consensus, and not the file
 */
function checkOneTip({ at, settings }: LedgerFile, { alpenglowFrom }: Protocol, isOption: boolean): void {
  const { tips } = settings;
  if (!areApart(tips) || !isActive(alpenglowFrom, tips.confirmed!)) return;
  const where = isOption ? ' (--consensus, option consensus)' : '';
  at.member('finalized').refuse(
    `expected the confirmed slot, ${tips.confirmed}, as under Alpenglow${where} the two are one tip, found ${tips.finalized}`,
    'a Tower ledger has two: "consensus": "tower"',
    isOption ? undefined : at.member('consensus'),
  );
}

/** Whether confirmed and finalized are given, as different slots. */
function areApart({ confirmed, finalized }: Tips): boolean {
  return confirmed !== undefined && finalized !== undefined && confirmed !== finalized;
}

type Tips = LedgerSettings['tips'];

/** Checks that each tip is at most the one before, from processed to finalized, and not in a skipped slot. */
function checkTips(at: Cursor, tips: Tips, skipped: readonly SkippedSlots[]): void {
  let above: Commitment | undefined;
  for (const name of COMMITMENTS) {
    const tip = tips[name];
    if (tip === undefined) continue;
    const limit = above && tips[above];
    if (limit !== undefined && tip > limit)
      at.member(name).refuse(`expected at most the ${above} slot, ${limit}, found ${tip}`);
    if (skipped.some(({ first, last }) => tip >= first && tip <= last))
      at.member(name).refuse(`expected a slot that is not skipped, found ${tip}`);
    above = name;
  }
}
