import { useEffect } from 'preact/hooks';
import { failure } from './client.ts';

/**
 * Keys of the page: `/` goes to the search, j and k choose the next row and the one before, Escape closes.
 * @module
 */

function isField(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}

/** Calls a function for a key that is pressed outside of fields and dialogs. If the function returns false, the browser handles the key. */
export function useKeys(keys: Readonly<Record<string, () => unknown>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isHandledElsewhere = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      const act = keys[event.key];
      if (
        act === undefined ||
        isHandledElsewhere ||
        isField(event.target) ||
        document.querySelector('dialog[open]') !== null
      )
        return;
      if (act() !== false) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

function goToSearch(): void {
  const fields = 'input[type="search"]';
  (document.querySelector<HTMLElement>(`main ${fields}`) ?? document.querySelector<HTMLElement>(fields))?.focus();
}

/** Moves the focus to the first link of another row of the tables. */
function focusRow(step: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('main tbody tr')].flatMap(
    (row) => row.querySelector('a') ?? [],
  );
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  links[at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  return links.length > 0;
}

/** The keys of every screen. */
export function usePageKeys(): void {
  useKeys({ '/': goToSearch, j: () => focusRow(1), k: () => focusRow(-1) });
  useEffect(() => {
    const onEscape = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Escape' || document.querySelector('dialog[open]') !== null) return;
      failure.value = '';
      if (isField(target)) target.blur();
      for (const menu of document.querySelectorAll('details.menu[open]')) {
        const hasFocus = menu.contains(document.activeElement) || menu.contains(target as Node);
        menu.removeAttribute('open');
        if (hasFocus) menu.querySelector('summary')?.focus();
      }
    };
    addEventListener('keydown', onEscape);
    return () => removeEventListener('keydown', onEscape);
  }, []);
}
