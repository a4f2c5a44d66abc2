import { existsSync } from 'node:fs';
import type { PlaywrightWorkerOptions } from '@playwright/test';

/** The one without windows does the same in less time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Debian's Chromium instead of a downloaded one, with nothing that calls home. */
export const chromiumOptions: Pick<PlaywrightWorkerOptions, 'browserName' | 'launchOptions'> = {
  browserName: 'chromium',
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path)),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // Debian's defaults draw with a GPU that test machines do not have, in software.
      '--disable-gpu',
      '--disable-gpu-rasterization',
    ],
  },
};
