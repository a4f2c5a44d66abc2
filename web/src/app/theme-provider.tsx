import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { COLOR_SCHEME_STORAGE_KEY } from '@/config/constants';
import { styleNonce } from '@/lib/nonce';
import { useAppStore } from '@/lib/stores/app-store';
import { useSettingsStore } from '@/lib/stores/settings-store';
import { themeFor, variablesFor } from './theme';

const colorSchemeManager = localStorageColorSchemeManager({ key: COLOR_SCHEME_STORAGE_KEY });

export function ThemeProvider({ children }: { children: ReactNode }) {
  const color = useSettingsStore((settings) => settings.theme);
  const size = useAppStore((app) => app.size);
  const theme = useMemo(() => themeFor(color, size), [color, size]);
  const variables = useMemo(() => variablesFor(color, size), [color, size]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}
