import { diffOf } from './difference.ts';

export function DifferenceView({ after, before }: { before: string; after: string }) {
  return (
    <pre class="json">
      {diffOf(before, after).map(({ kind, text }, i) => (
        <div key={i} class={kind}>
          {{ same: '  ', gone: '- ', new: '+ ' }[kind]}
          {text}
        </div>
      ))}
    </pre>
  );
}
