import { existsSync } from 'node:fs';
import type { PlaywrightWorkerOptions } from '@playwright/test';

/** The headless shell is faster. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path));

/** Debian's Chromium instead of a download, without background network requests. */
export const chromiumOptions: Pick<PlaywrightWorkerOptions, 'browserName' | 'launchOptions'> = {
  browserName: 'chromium',
  launchOptions: {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // Debian enables GPU rendering, which test machines emulate in software.
      '--disable-gpu',
      '--disable-gpu-rasterization',
    ],
  },
};
