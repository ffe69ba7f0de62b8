import { sessionAsShell, sessionAsTest } from './asCode.ts';
import { session } from './client.ts';
import { Copy } from './copy.tsx';

export function SessionScreen() {
  return (
    <main>
      <h1>Session as a test</h1>
      {session.value.length === 0 ? (
        <p>Actions on this page, such as advance or reorg, are written here as a test.</p>
      ) : null}
      <p class="row">
        <Copy label="copy for Vitest" text={() => sessionAsTest(session.value)} />
        <Copy label="copy as shell script" text={() => sessionAsShell(session.value)} />
        <button
          type="button"
          class="changes"
          onClick={() => {
            session.value = [];
          }}
          disabled={session.value.length === 0}
        >
          start again
        </button>
      </p>
      <pre class="json">{sessionAsTest(session.value)}</pre>
    </main>
  );
}
