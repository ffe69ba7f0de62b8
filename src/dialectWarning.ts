let isGiven = false;

/**
 * Warns, once a process, who uses the library and may not know that there are two dialects: a client that announces itself expects the
 * answers of a real node.
 */
export function warnOfDialect(): void {
  if (isGiven) return;
  isGiven = true;
  process.emitWarning(
    "a Solana client library is asking, and this node answers in the contract dialect: { dialect: 'agave' } answers as a real node does, { dialect: 'contract' } keeps the answers without this warning",
    { code: 'STILLNODE_DIALECT' },
  );
}
