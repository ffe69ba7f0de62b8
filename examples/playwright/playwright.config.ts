import { defineConfig } from '@playwright/test';

// biome-ignore lint/style/noDefaultExport: Playwright reads it
export default defineConfig({
  // the app
  webServer: { command: 'npm run dev', url: 'http://127.0.0.1:3000', reuseExistingServer: !process.env.CI },
});
