import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';

/**
 * A real browser, where this machine has one: Chromium of the distribution, or that of the variable CHROMIUM.
 * @module
 */

/** The first has no window, and takes a quarter of the processor time of the others. */
const PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export const CHROMIUM: string | undefined = [
  process.env.CHROMIUM ?? '',
  ...PLACES.map((name) => `/usr/bin/${name}`),
].find((file) => file !== '' && existsSync(file));

/** One for all files of this process: it ends with the process, as Playwright sees to. */
let browser: Promise<Browser> | undefined;

/** Tests that open pages: they are skipped where there is no browser. */
export function describeInBrowser(name: string, tests: () => void): void {
  describe.skipIf(CHROMIUM === undefined)(name, { timeout: 60_000 }, tests);
}

export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly isDark?: boolean;
}

/** Calls that the page has begun, and those that have no answer yet. */
interface Traffic {
  begun: number;
  open: number;
}

const TRAFFIC = new WeakMap<Page, Traffic>();

/** Waits until the page has drawn what it asked for, and asks for nothing more. */
export async function settled(page: Page): Promise<void> {
  const traffic = TRAFFIC.get(page)!;
  let begun: number;
  do {
    begun = traffic.begun;
    await page.evaluate(
      '(async () => { for (let i = 0; i < 4; i++) await new Promise((resolve) => requestAnimationFrame(resolve)); })()',
    );
  } while (traffic.open > 0 || traffic.begun > begun);
}

/** A page of the inspector. The test fails if anything reaches the console as an error, or if another address is asked. */
export async function openPage(url: string, { height = 800, isDark = false, width = 1280 }: Look = {}): Promise<Page> {
  browser ??= chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-gpu'] });
  const context = await (await browser).newContext({
    viewport: { width, height },
    colorScheme: isDark ? 'dark' : 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    // what a test breaks on purpose is no mistake of the page
    const isNetwork = /Failed to load resource|^WebSocket connection to/.test(message.text());
    if (message.type() === 'error' && !isNetwork) wrong.push(message.text());
  });
  const traffic: Traffic = { begun: 0, open: 0 };
  TRAFFIC.set(page, traffic);
  const end = () => {
    traffic.open--;
  };
  page.on('requestfinished', end).on('requestfailed', end);
  page.on('request', (request) => {
    traffic.begun++;
    traffic.open++;
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== new URL(url).origin) wrong.push(request.url());
  });
  onTestFinished(async () => {
    await context.close();
    expect(wrong).toEqual([]);
  });
  await page.goto(url);
  return page;
}
