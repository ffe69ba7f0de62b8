import type { JsonText } from '../codec/json.ts';

/** Where an answer comes from: the ledger of the node, what was recorded of another node, or that node itself. */
export type Source = 'ledger' | 'record' | 'upstream';

/** The outcome of a call, as it was sent. */
export interface JsonOutcome {
  readonly kind: 'result' | 'error';
  readonly text: JsonText;
}

/** Answers what a ledger lacks. */
export interface Upstream {
  /**
   * @param call `params` is the text of a list
   * @param lack what the ledger lacks, as a sentence without its period
   * @returns undefined: nobody is asked, the answer of the ledger holds
   * @throws RpcError upstreamFailed, or notKept where a recording has to have everything
   */
  find(
    call: { readonly method: string; readonly params: JsonText },
    lack: string,
  ): Promise<(JsonOutcome & { readonly from: Source }) | undefined>;
  /** Ends what is under way. */
  close(): void;
}
