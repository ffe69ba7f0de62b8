import type { JsonObject } from '../../codec/json.ts';
import type { Account } from '../../model/account.ts';
import { type Address, compareAddresses } from '../../model/address.ts';
import { dataLength } from '../../model/recordedAccount.ts';
import { factsOf } from './accountFacts.ts';
import { type AccountKind, type Recognized, recognize } from './accountKinds.ts';
import type { Scene } from './scene.ts';

/** An account on one line. */
export type AccountEntry = {
  readonly address: Address;
  /** of a script, or one that every cluster has, such as `$token` */
  readonly name: string | null;
  readonly kind: AccountKind;
  readonly lamports: bigint;
  readonly owner: Address;
  /** bytes */
  readonly space: number;
  /** what there is to say of its kind */
  readonly facts: JsonObject;
};

export function accountEntry(
  account: Account,
  scene: Scene,
  recognized: Recognized = recognize(account, scene),
): AccountEntry {
  const { address, lamports, owner } = account;
  return {
    address,
    name: scene.words.of(address),
    kind: recognized.kind,
    lamports,
    owner,
    space: dataLength(account),
    facts: factsOf(account, recognized, scene),
  };
}

/** At the processed tip: those that scripts name first, then by address. What is parsed is let go of, as there may be many. */
export function accountsByKind(scene: Scene): ReadonlyMap<AccountKind, readonly Account[]> {
  const byKind = new Map<AccountKind, Account[]>();
  for (const account of scene.view.accounts.values()) {
    const { kind } = recognize(account, scene);
    const others = byKind.get(kind);
    if (others === undefined) byKind.set(kind, [account]);
    else others.push(account);
  }
  const { words } = scene;
  for (const accounts of byKind.values())
    accounts.sort((a, b) => words.rank(a.address) - words.rank(b.address) || compareAddresses(a.address, b.address));
  return byKind;
}
