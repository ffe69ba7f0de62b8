/** The record of an answered request, or of an answered message over a WebSocket. It has no URL, because that may contain a key. */
export interface RequestRecord {
  /** `WS`: a message over a WebSocket */
  readonly httpMethod: string;
  /** 101 over a WebSocket */
  readonly status: number;
  readonly rpcMethods: readonly string[];
  readonly bytes: number;
  readonly milliseconds: number;
}

export type OnRequest = (record: RequestRecord) => void;
