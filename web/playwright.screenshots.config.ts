import { defineConfig } from '@playwright/test';
import base from './playwright.config';

/** Not a test: saves a picture of every page, for people to look at. */
export default defineConfig(base, {
  testDir: './e2e/screenshots',
  testMatch: '*.shots.ts',
  reporter: 'list',
  // No picture is about time.
  timeout: 600_000,
  expect: { timeout: 120_000 },
});
