import type { PlaywrightWorkerOptions } from '@playwright/test';

/** Debian's Chromium instead of a downloaded one, with nothing that calls home. */
export const chromiumOptions: Pick<PlaywrightWorkerOptions, 'browserName' | 'launchOptions'> = {
  browserName: 'chromium',
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
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
