import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountedRule, NO_QUEUED_SENDS, type SendQueue } from '../../../../src/live/sendQueue.ts';
import type { MatchedSend } from '../../../../src/rpc/sending/sendMatch.ts';
import { chooseRule, peekRule } from '../../../../src/rpc/sending/sendRules.ts';
import type { SendMatch } from '../../../../src/runtime/sendRule.ts';
import { SYSTEM_PROGRAM } from '../../../../src/solana/address.ts';
import { keyOf, sentLegacy, transfer } from '../../../support/sentTransactions.ts';
import { namedAddress, namedBlockhash } from '../../../support/transactions.ts';

const TRANSACTION = sentLegacy(namedBlockhash('5'), [transfer(5)]);
const ALICE: MatchedSend = { ...TRANSACTION, keys: [keyOf('alice'), namedAddress('bob'), SYSTEM_PROGRAM] };
const CAROL: MatchedSend = { ...TRANSACTION, keys: [keyOf('carol'), namedAddress('bob'), SYSTEM_PROGRAM] };

type Given = readonly [match: SendMatch, times?: number | undefined];

function rulesOf(...given: readonly Given[]): SendQueue {
  const rules = given.map(
    ([match, times], i): CountedRule => ({
      id: `send-rule-${i + 1}`,
      json: null,
      rule: { match, then: { kind: 'drop' }, times },
      matches: 0,
      hits: 0,
    }),
  );
  return { ...NO_QUEUED_SENDS, rules, lastRule: rules.length };
}

/** Who decides each of the sends, one after the other. */
function deciders(start: SendQueue, sent: readonly MatchedSend[]) {
  let sends = start;
  const chosen = sent.map((one) => {
    const peeked = peekRule(sends, one);
    const { rule, sends: after } = chooseRule(sends, one);
    // a simulation just before is told the same
    expect(peeked?.id).toBe(rule?.id);
    sends = after;
    return rule?.id;
  });
  return { chosen, counts: sends.rules.map(({ matches: fits, hits }) => [fits, hits]) };
}

const fromAlice = { feePayer: keyOf('alice') };

describe('a rule is chosen', () => {
  it('that comes first among those that fit', () => {
    expect(deciders(rulesOf([{ feePayer: keyOf('carol') }], [fromAlice], [{}]), [ALICE, CAROL])).toEqual({
      chosen: ['send-rule-2', 'send-rule-1'],
      counts: [
        [1, 1],
        [1, 1],
        [2, 0],
      ],
    });
  });

  it('or none', () => {
    expect(deciders(rulesOf([fromAlice]), [CAROL])).toEqual({ chosen: [undefined], counts: [[0, 0]] });
    expect(deciders(rulesOf(), [CAROL])).toEqual({ chosen: [undefined], counts: [] });
  });

  it('at most so many times as it says', () => {
    expect(deciders(rulesOf([fromAlice, 2], [{}]), [ALICE, ALICE, ALICE])).toEqual({
      chosen: ['send-rule-1', 'send-rule-1', 'send-rule-2'],
      counts: [
        [3, 2],
        [3, 1],
      ],
    });
  });

  it('for one of the sends that fit the rest of its match', () => {
    expect(deciders(rulesOf([{ ...fromAlice, nth: 2 }]), [ALICE, CAROL, ALICE, ALICE])).toEqual({
      chosen: [undefined, undefined, 'send-rule-1', undefined],
      counts: [[3, 1]],
    });
  });

  it('by its own count, which goes on while others decide', () => {
    expect(deciders(rulesOf([{ nth: 3 }], [{ nth: 2 }], [{ nth: 3 }]), [ALICE, ALICE, ALICE, ALICE])).toEqual({
      chosen: [undefined, 'send-rule-2', 'send-rule-1', undefined],
      counts: [
        [4, 1],
        [4, 1],
        [4, 0],
      ],
    });
  });

  it('and nothing is lost of what else is decided', () => {
    const sends: SendQueue = { ...rulesOf([{}]), holds: [{ slot: 5n, commitment: 'processed' }] };
    const { rules: _, ...rest } = chooseRule(sends, ALICE).sends;
    const { rules: __, ...before } = sends;
    expect(rest).toEqual(before);
  });
});

it('every send is decided by the first rule that counts to it, or by none', () => {
  const given = fc.record(
    { isAlice: fc.boolean(), nth: fc.integer({ min: 1, max: 4 }), times: fc.integer({ min: 1, max: 3 }) },
    { requiredKeys: ['isAlice'] },
  );
  fc.assert(
    fc.property(fc.array(given, { maxLength: 4 }), fc.array(fc.boolean(), { maxLength: 8 }), (list, fromAlices) => {
      const rules = list.map(
        ({ isAlice, nth, times }): Given => [{ ...(isAlice && fromAlice), ...(nth !== undefined && { nth }) }, times],
      );
      const { chosen, counts } = deciders(
        rulesOf(...rules),
        fromAlices.map((isAlice) => (isAlice ? ALICE : CAROL)),
      );
      const hits = list.map(() => 0);
      const expected = fromAlices.map((isFromAlice, at) => {
        const index = list.findIndex(({ isAlice, nth, times }, i) => {
          const seen = fromAlices.slice(0, at + 1).filter((other) => other || !isAlice).length;
          const doesFit = isFromAlice || !isAlice;
          return doesFit && (nth === undefined || nth === seen) && (times === undefined || hits[i]! < times);
        });
        if (index < 0) return undefined;
        hits[index]!++;
        return `send-rule-${index + 1}`;
      });
      expect(chosen).toEqual(expected);
      expect(counts.map(([, hit]) => hit)).toEqual(hits);
    }),
  );
});
