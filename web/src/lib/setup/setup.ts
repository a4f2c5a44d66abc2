/** The setup guide: its steps, as the server checks them. */
import { queryOptions } from '@tanstack/react-query';
import { paths } from '@/config/paths';
import { callFor } from '@/lib/api/client';
import type { Schemas } from '@/lib/api/schemas';

export type Setup = Schemas['SetupAnswer'];
export type SetupStep = Schemas['SetupStep'];
export type SetupStepName = Schemas['SetupStepName'];

const SETUP_KEY = 'system/setup';

/** The server writes findings in the reader's language. */
export function setupOptions(language: string) {
  return queryOptions({
    queryKey: [SETUP_KEY, language],
    queryFn: ({ signal }) => callFor('system/setup', {}, { silent: true, signal }),
  });
}

export const ALL_SETUP = { queryKey: [SETUP_KEY] } as const;

export function saveSetup(changes: Schemas['SetupSaveRequest']): Promise<unknown> {
  return callFor('system/setupSave', changes);
}

/** The page on which a step is done. A backup is a command. */
export const STEP_PATHS: Readonly<Record<SetupStepName, string>> = {
  brand: paths.settings,
  second_factor: paths.security,
  payment: paths.wallet,
  channel: paths.channels,
  prices: paths.projects,
  retention: paths.settings,
  backup: paths.systemHealth,
};
