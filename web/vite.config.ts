import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { shortPreloads } from './tools/preloads';

// The server replaces this placeholder with a fresh CSP nonce in every index.html it sends.
const NONCE_PLACEHOLDER = '__NUMSIFT_NONCE__';

const SERVER = process.env.NUMSIFT_API ?? 'http://127.0.0.1:8080';

export default defineConfig(({ command }) => ({
  plugins: [react(), shortPreloads()],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      // Programs of the documentation, shown as they are.
      '@examples': fileURLToPath(new URL('../docs/examples/api', import.meta.url)),
    },
  },
  html: command === 'build' ? { cspNonce: NONCE_PLACEHOLDER } : {},
  server: {
    proxy: { '/api': SERVER, '/v1': SERVER },
    fs: { allow: ['.', '../docs/examples/api'] },
  },
  build: {
    target: 'es2022',
    manifest: true,
    // Inlined assets would need `data:` in more CSP directives than images.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  test: {
    // Most logic needs no browser; a test that does says so in its first line.
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.mjs'],
    setupFiles: ['./src/test-setup.ts'],
    reporters: ['default', 'json'],
    outputFile: { json: './test-results/vitest.json' },
    restoreMocks: true,
    // The test files of a worker share their modules: loading these anew for each took most of the time.
    isolate: false,
    // No test is about time: what is stuck ends, what is slow beside other work does not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));
