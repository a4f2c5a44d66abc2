import '@mantine/core/styles.css';
import './global.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchForms } from '@/lib/focus-wrong-field';
import { currentLanguage, initI18n } from '@/lib/i18n/i18n';
import { warmFormatters } from '@/lib/i18n/warm-formatters';
import { styleNonce } from '@/lib/nonce';
import { decide } from '@/lib/routing/guard';
import { askEarly } from '@/lib/session/asked-session';
import { readToken } from '@/lib/session/token';
import { whenIdle } from '@/lib/when-idle';
import { App } from './app';
import { preloadConsole } from './preload-console';
import { watchErrors } from './watch-errors';

async function start(): Promise<void> {
  watchErrors();
  watchForms();
  // Dialogs lock scrolling with a style element that is created at run time.
  setNonce(styleNonce());
  const texts = initI18n();
  const token = readToken() !== null;
  if (token) void preloadConsole(window.location.pathname);
  // Calls can fail, and what they say then is in the texts.
  await texts;
  if (decide(window.location, { token, routesReady: false }).kind === 'load') {
    askEarly();
    // The time until the answers arrive is unused.
    whenIdle(() => warmFormatters(currentLanguage()));
  }
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
