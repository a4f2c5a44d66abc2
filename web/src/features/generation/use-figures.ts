/** Exact figures and a preview for the current input. */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/lib/i18n/use-language';
import { type GeneratedNumber, previewOptions, type SpaceFigures, spacesOptions } from './api/spaces';
import { type GenerationForm, isBlank, previewRequest, spaceRequest } from './generation-form';

const TYPING_MS = 300;

export interface Figures {
  /** One per segment, undefined while unknown. */
  spaces: readonly (SpaceFigures | undefined)[];
  preview: readonly GeneratedNumber[];
  /** The data belongs to earlier input. */
  stale: boolean;
  error: Error | null;
}

export function useFigures(form: GenerationForm): Figures {
  const language = useLanguage();
  const [typed] = useDebouncedValue(form, TYPING_MS);
  const ready = typed.segments.every((segment) => !isBlank(segment));
  const request = spaceRequest(typed);
  const spaces = useQuery({ ...spacesOptions(language, request), enabled: ready });
  const known = ready ? (spaces.data?.segments ?? []) : [];
  const whole =
    !spaces.isPlaceholderData &&
    known.length === typed.segments.length &&
    known.every(({ error, available }) => !error && available > 0);
  const first = previewRequest(typed);
  const preview = useQuery({ ...previewOptions(language, first), enabled: whole });
  return {
    spaces: form.segments.map((_, index) => known[index]),
    preview: whole || spaces.isPlaceholderData ? (preview.data ?? []) : [],
    stale: typed !== form || spaces.isFetching || (whole && preview.isFetching),
    error: spaces.error ?? preview.error,
  };
}
