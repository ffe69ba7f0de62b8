import { readText } from '../../test/docs/tables.ts';

/** A page whose code blocks with a path as their title hold the file of that path in `examples/`. */
export function withExamples(page: string): string {
  return page.replaceAll(
    /^```(\w+) title="(\w+\/[^"]+)"\n[\s\S]*?^```$/gm,
    (_, language: string, path: string) =>
      `\`\`\`${language} title="${path}"\n${readText(`examples/${path}`).trimEnd()}\n\`\`\``,
  );
}
