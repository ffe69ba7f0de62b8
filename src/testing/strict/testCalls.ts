import { containsJson } from '../../codec/compareJson.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import type { JournalCall } from '../../control/controlTypes.ts';
import { CONTROL_METHODS } from '../../control/methods/index.ts';
import { TEST_CLIENT } from '../../node/connection/httpCalls.ts';
import { jsonOf } from '../../rpc/protocol/inProcessCalls.ts';

/**
 * A record of the control calls of a test: the rules that it adds, the calls that it expects, the sends that it looks at.
 * @module
 */

/** Whether the code of the test made a call, with `node.request`. The tested app makes its calls over HTTP or WebSockets. */
export function isFromTest({ client, transport }: Pick<JournalCall, 'client' | 'transport'>): boolean {
  return transport === 'process' || client === TEST_CLIENT;
}

interface ExpectedCalls {
  readonly method: string;
  /** undefined: any */
  readonly params?: unknown;
}

type Recorder = (testCalls: TestCalls, result: unknown, params: readonly unknown[], caller: Error) => void;

/** Functions that record a control call and its result, by method. */
const RECORDERS: Readonly<Record<string, Recorder>> = {
  stillnode_addFault: (testCalls, id, _params, caller) => testCalls.rules.set(String(id), caller),
  stillnode_onSend: (testCalls, id, _params, caller) => testCalls.rules.set(String(id), caller),
  stillnode_verify: (testCalls, _count, [expected]) => {
    const { method, params, sent, times } = expected as Partial<
      ExpectedCalls & { readonly sent: { readonly signature?: string }; readonly times: number }
    >;
    if (sent?.signature !== undefined) testCalls.signatures.add(sent.signature);
    if (method !== undefined && times !== 0) testCalls.expectedCalls.push({ method, params });
  },
  stillnode_waitForCall: (testCalls, _call, [method, config]) => {
    const { params } = (config ?? {}) as { readonly params?: unknown };
    testCalls.expectedCalls.push({ method: String(method), params });
  },
  stillnode_sent: (testCalls, sends) => {
    for (const { signature } of sends as readonly Sent[]) if (signature !== null) testCalls.signatures.add(signature);
  },
  stillnode_waitForSend: (testCalls, sent) => {
    const { signature } = sent as Sent;
    if (signature !== null) testCalls.signatures.add(signature);
  },
  stillnode_show: (testCalls, _item, [subject]) => testCalls.signatures.add(String(subject)),
};

interface Sent {
  readonly signature: string | null;
}

/** The control calls of a test, as far as the checks and the trace need them. */
export class TestCalls {
  /** the faults and send rules that the test has added, by id; the stack of each error has the line of the test that added it */
  readonly rules = new Map<string, Error>();
  readonly expectedCalls: ExpectedCalls[] = [];
  /** signatures of the sends that the test has read by control calls */
  readonly signatures = new Set<string>();

  /** control calls that change something, in their order */
  readonly moves: { readonly method: string; readonly params: JsonValue }[] = [];

  /** Records a call that was answered with a result. @param caller an error made when the test made the call */
  record(method: string, params: readonly unknown[], result: unknown, caller: Error): void {
    if (method.startsWith('stillnode_') && CONTROL_METHODS.get(method)?.effect !== 'reads')
      this.moves.push({ method, params: jsonOf(withoutAbsent(params), 'params') });
    RECORDERS[method]?.(this, result, params, caller);
  }

  isExpected({ method, params }: JournalCall): boolean {
    return this.expectedCalls.some(
      (expected) =>
        expected.method === method &&
        // null, like undefined, means any
        (expected.params === undefined ||
          expected.params === null ||
          containsJson(jsonOf(params, 'params'), jsonOf(expected.params, 'params'))),
    );
  }
}

/** Parameters without undefined ones at the end. */
function withoutAbsent(params: readonly unknown[]): readonly unknown[] {
  return params.slice(0, params.findLastIndex((param) => param !== undefined) + 1);
}
