import type { SlotNode } from '../format/script.ts';

/**
 * Reports names that several transactions have.
 *
 * @param isTaken whether a transaction of the ledger has the name already
 */
export function checkNames(slots: readonly SlotNode[], isTaken: (name: string) => boolean = () => false): void {
  const names = new Set<string>();
  for (const node of slots) {
    if (node.kind !== 'blocks') continue;
    for (const { name, at } of node.transactions) {
      if (name === undefined) continue;
      if (names.has(name)) at.refuse(`two transactions have the name ${JSON.stringify(name)}`);
      else if (isTaken(name))
        at.refuse(`a transaction of the ledger has the name ${JSON.stringify(name)} already`, 'give it another name');
      names.add(name);
    }
  }
}
