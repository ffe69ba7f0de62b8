import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** Small parts that the screens share. */

/** Facts as pairs of a name and a value. */
export function Facts({ facts }: { facts: Readonly<Record<string, ComponentChildren>> }) {
  return (
    <dl>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A table. On a narrow screen each row is a block, with the head before each cell. @param numbers columns of amounts, aligned right */
export function Table({
  head,
  numbers = [],
  rows,
  label,
}: {
  label: string;
  head: readonly string[];
  numbers?: readonly string[];
  rows: readonly ComponentChildren[][];
}) {
  const classOf = (column: number) => (numbers.includes(head[column]!) ? 'number' : undefined);
  if (rows.length === 0) return <p class="dim">none</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {head.map((name, j) => (
              <th scope="col" key={name} class={classOf(j)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={j} class={classOf(j)} data-head={head[j]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Failed({ children }: { children: ComponentChildren }) {
  return (
    <p class="error" role="alert">
      {children}
    </p>
  );
}

/** A choice that is on or off, with its label behind it. */
export function Checkbox({ choice, children }: { choice: Signal<boolean>; children: ComponentChildren }) {
  return (
    <label>
      <input
        type="checkbox"
        checked={choice.value}
        onChange={(event) => {
          choice.value = event.currentTarget.checked;
        }}
      />{' '}
      {children}
    </label>
  );
}
