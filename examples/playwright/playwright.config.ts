import { defineConfig } from '@playwright/test';

// biome-ignore lint/style/noDefaultExport: Playwright reads it
export default defineConfig({
  webServer: [
    {
      command: 'npx stillnode ../fixtures --port 8899 --dialect agave --auto-fork',
      url: 'http://127.0.0.1:8899/health',
      reuseExistingServer: !process.env.CI,
    },
    // and the app itself
    { command: 'npm run dev', url: 'http://127.0.0.1:3000', reuseExistingServer: !process.env.CI },
  ],
});
