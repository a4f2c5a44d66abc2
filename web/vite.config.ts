import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chunkGroups } from './tools/chunks';
import { directImports } from './tools/direct-imports';
import { earlyConsole } from './tools/early-console';
import { mantineStyles } from './tools/mantine-styles';
import { shortPreloads } from './tools/preloads';
import { unusedCode } from './tools/unused-code';

// The server replaces this placeholder with a fresh CSP nonce in every index.html it sends.
const NONCE_PLACEHOLDER = '__NUMSIFT_NONCE__';

const ROOT = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');

const SERVER = process.env.NUMSIFT_API ?? 'http://127.0.0.1:8080';

const shortName = (name: string): string => name.replace(/\.\w+$/, '').split('~', 1)[0] ?? name;

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    directImports(),
    mantineStyles(),
    shortPreloads(),
    unusedCode(),
    earlyConsole(NONCE_PLACEHOLDER),
  ],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      // React exports the hook itself.
      'use-sync-external-store/shim': 'react',
      // Example programs of the documentation.
      '@docs': fileURLToPath(new URL('../docs', import.meta.url)),
      '@examples': fileURLToPath(new URL('../docs/examples/api', import.meta.url)),
    },
  },
  html: command === 'build' ? { cspNonce: NONCE_PLACEHOLDER } : {},
  server: {
    proxy: { '/api': SERVER, '/v1': SERVER },
    fs: { allow: ['.', '../docs/examples/api', '../docs/cookbook.md'] },
  },
  build: {
    target: 'es2022',
    manifest: true,
    // Inlined assets would require `data:` in more CSP directives.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Browsers without module preloading only load later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups(ROOT) },
        // The bundler names a shared file after all its users.
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = 'asset.css'] }) => `assets/${shortName(name)}-[hash][extname]`,
      },
    },
  },
  test: {
    // Most logic needs no DOM. Tests that do request it in their first line.
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.mjs'],
    setupFiles: ['./src/test-setup.ts'],
    reporters: ['default', 'json'],
    outputFile: { json: './test-results/vitest.json' },
    restoreMocks: true,
    // Share modules between the test files of a worker: reloading them took most of the time.
    isolate: false,
    // The timeout only ends stuck tests, not slow ones.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));
