/** The record of an answered request. It has no URL, because that may contain a key. */
export interface RequestRecord {
  readonly httpMethod: string;
  readonly status: number;
  readonly rpcMethods: readonly string[];
  readonly bytes: number;
  readonly milliseconds: number;
}

export type OnRequest = (record: RequestRecord) => void;
