import { defineConfig } from '@playwright/test';
import base from './playwright.config';

/** Not a test: saves screenshots of every page. */
export default defineConfig(base, {
  testDir: './e2e/screenshots',
  testMatch: '*.shots.ts',
  reporter: 'list',
  timeout: 600_000,
  expect: { timeout: 120_000 },
});
