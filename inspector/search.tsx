import { useState } from 'preact/hooks';
import { ask, failure } from './client.ts';
import { memberOf } from './json.ts';
import { go } from './route.ts';

/** Finds a slot, a transaction or an account, and goes to its screen. */
export function Search() {
  const [text, setText] = useState('');
  const find = async (event: Event) => {
    event.preventDefault();
    const trimmed = text.trim();
    if (trimmed === '') return;
    try {
      const item = await ask('stillnode_show', [trimmed]);
      failure.value = '';
      if (memberOf(item, 'transaction') !== undefined) go('tx', String(memberOf(item, 'signature')));
      else if (memberOf(item, 'states') !== undefined) go('account', String(memberOf(item, 'address')));
      else go('slot', String(memberOf(item, 'slot')));
    } catch (error) {
      failure.value = (error as Error).message;
    }
  };
  return (
    <form role="search" onSubmit={find}>
      <input
        type="search"
        aria-label="slot, signature, address or name"
        placeholder="slot, signature, address, $name  ( / )"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
