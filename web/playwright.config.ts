import { chromiumOptions } from './e2e/support/chromium';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: './e2e',
  // One server, one database: accounts are made by the tests themselves, so files may run beside each other.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // A journey that passes only at the second try is reported as such; it does not stop a release.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  outputDir: 'test-results/playwright',
  globalSetup: './e2e/support/start-server.ts',
  use: {
    ...chromiumOptions,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    // Recording every journey in case it fails takes longer than the journeys themselves.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
});
