import { signal } from '@preact/signals';
import { failure } from './client.ts';

/** The parts of the address: `#/tx/SIGNATURE` is `['tx', 'SIGNATURE']`. */
export const route = signal<readonly string[]>(partsOf(location.hash));

addEventListener('hashchange', () => {
  failure.value = '';
  route.value = partsOf(location.hash);
});

function partsOf(hash: string): readonly string[] {
  return hash
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}

export function hrefOf(...parts: readonly (string | number | bigint)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(String(part))).join('/')}`;
}

export function go(...parts: readonly (string | number | bigint)[]): void {
  location.hash = hrefOf(...parts);
}
