// npm run judge [-- URL [WS-URL]]: a localnet of this project beside a real node. Vite loads the TypeScript, also what is loaded later.
import { createServer } from 'vite';

const server = await createServer({
  appType: 'custom',
  configFile: false,
  server: { middlewareMode: true, watch: null, ws: false },
});
try {
  const { judge } = await server.ssrLoadModule('/test/judge/judge.ts');
  process.exitCode = await judge(process.argv.slice(2));
} finally {
  await server.close();
}
