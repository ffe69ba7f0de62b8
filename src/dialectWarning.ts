let isGiven = false;

/** Warns once per process that there are two dialects, where nobody has chosen one. */
export function warnOfDialect(): void {
  if (isGiven) return;
  isGiven = true;
  process.emitWarning(
    "no `dialect` is set, so this node answers in the contract dialect: six read methods with a small, fixed set of fields. { dialect: 'agave' } answers as a real node does, { dialect: 'contract' } keeps the answers without this warning",
    { code: 'STILLNODE_DIALECT' },
  );
}
