let isGiven = false;

/**
 * Warns once per process that there are two dialects: a Solana client library expects the answers of a real node, and users of this
 * library may not know about dialects.
 */
export function warnOfDialect(): void {
  if (isGiven) return;
  isGiven = true;
  process.emitWarning(
    "a Solana client library is asking, and this node answers in the contract dialect: { dialect: 'agave' } answers as a real node does, { dialect: 'contract' } keeps the answers without this warning",
    { code: 'STILLNODE_DIALECT' },
  );
}
