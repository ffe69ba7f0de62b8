import { containsJson } from '../../codec/compareJson.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import type { JournalCall } from '../../control/journalCall.ts';
import { jsonOf } from '../../rpc/protocol/inProcessCalls.ts';

/**
 * A record of the control calls of a test: the rules that it adds, the calls that it expects, the sends that it looks at.
 * @module
 */

/** The name that a test gives itself in the journal, if its node is in another process. */
export const TEST_CLIENT = 'stillnode-test';

/** Whether a call was made by the code of the test, with `node.request`: the tested app asks over HTTP or sockets. */
export function isOwn({ client, transport }: Pick<JournalCall, 'client' | 'transport'>): boolean {
  return transport === 'process' || client === TEST_CLIENT;
}

interface ExpectedCalls {
  readonly method: string;
  /** undefined: any */
  readonly params?: unknown;
}

type Take = (asks: OwnAsks, result: unknown, params: readonly unknown[]) => void;

/** Functions that take something from a control call and its result, by method. */
const TAKERS: Readonly<Record<string, Take>> = {
  stillnode_addFault: (asks, id) => asks.rules.add(String(id)),
  stillnode_onSend: (asks, id) => asks.rules.add(String(id)),
  stillnode_verify: (asks, _count, [expected]) => {
    const { method, params, sent, times } = expected as Partial<
      ExpectedCalls & { readonly sent: { readonly signature?: string }; readonly times: number }
    >;
    if (sent?.signature !== undefined) asks.signatures.add(sent.signature);
    if (method !== undefined && times !== 0) asks.expectedCalls.push({ method, params });
  },
  stillnode_waitForCall: (asks, _call, [method, config]) => {
    const { params } = (config ?? {}) as { readonly params?: unknown };
    asks.expectedCalls.push({ method: String(method), params });
  },
  stillnode_sent: (asks, sends) => {
    for (const { signature } of sends as readonly Sent[]) if (signature !== null) asks.signatures.add(signature);
  },
  stillnode_waitForSend: (asks, sent) => {
    const { signature } = sent as Sent;
    if (signature !== null) asks.signatures.add(signature);
  },
  stillnode_show: (asks, _item, [subject]) => asks.signatures.add(String(subject)),
};

interface Sent {
  readonly signature: string | null;
}

/** Control methods that change nothing. */
const READING =
  /^stillnode_(?:address|calls|dump|explain|fields|getTips|list\w*|names|sent|show|signature|subscriptions|timeline|verify|waitFor\w*)$/;

export class OwnAsks {
  /** ids of the faults and send rules that the test has added */
  readonly rules = new Set<string>();
  readonly expectedCalls: ExpectedCalls[] = [];
  /** signatures of the sends that it has looked at by control calls */
  readonly signatures = new Set<string>();

  /** control calls that change something, in their order */
  readonly moves: { readonly method: string; readonly params: JsonValue }[] = [];

  /** Learns from a call that was answered with a result. */
  take(method: string, params: readonly unknown[], result: unknown): void {
    if (method.startsWith('stillnode_') && !READING.test(method))
      this.moves.push({ method, params: jsonOf(withoutAbsent(params), 'params') });
    TAKERS[method]?.(this, result, params);
  }

  isExpected({ method, params }: JournalCall): boolean {
    return this.expectedCalls.some(
      (expected) =>
        expected.method === method &&
        // null means any
        (expected.params === undefined ||
          expected.params === null ||
          containsJson(jsonOf(params, 'params'), jsonOf(expected.params, 'params'))),
    );
  }
}

/** Parameters without those at the end that are not given. */
function withoutAbsent(params: readonly unknown[]): readonly unknown[] {
  return params.slice(0, params.findLastIndex((param) => param !== undefined) + 1);
}
