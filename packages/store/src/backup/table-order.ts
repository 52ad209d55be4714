// The sequence in which the tables of a backup are stored, so that each row is restored after the rows that it refers to.

/** A foreign key: `from` refers to `to`. */
export interface TableReference {
  readonly from: string;
  readonly to: string;
}

/** Returns the names so that each table is after the tables that it refers to. Throws when the references are a cycle. */
export function orderTables(names: readonly string[], references: readonly TableReference[]): readonly string[] {
  const ordered: string[] = [];
  let rest = names.toSorted();
  while (rest.length > 0) {
    const waiting = new Set(rest);
    const ready = rest.filter(
      (name) => !references.some(({ from, to }) => from === name && to !== name && waiting.has(to)),
    );
    if (ready.length === 0) throw new Error(`the tables ${rest.join(', ')} refer to each other`);
    ordered.push(...ready);
    rest = rest.filter((name) => !ready.includes(name));
  }
  return ordered;
}
