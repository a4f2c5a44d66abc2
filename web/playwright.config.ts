import { chromiumOptions } from './e2e/support/chromium';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: './e2e',
  // One server and one database: tests create their own accounts, so files can run in parallel.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // The timeout only ends stuck tests: on a busy machine pages take many times as long.
  timeout: 180_000,
  // scripts/test.sh repeats failed journeys at the end and reports those that pass then as flaky.
  retries: 0,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  outputDir: 'test-results/playwright',
  globalSetup: './e2e/support/start-server.ts',
  use: {
    ...chromiumOptions,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    // Without animations nothing is clicked while it moves. Tests about motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Traces take longer than the journeys themselves. scripts/test.sh records one when it repeats a failed journey.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
});
