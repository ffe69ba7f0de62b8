import type { Json } from './json.ts';

/** The configuration of `stillnode_show` that adds summaries of transactions. A trace has its answers with summaries only. */
export const WITH_SUMMARIES: Json = { summaries: true };
