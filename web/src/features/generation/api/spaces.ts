/** Countries, exact figures and previews. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Language } from '@/config/constants';
import { type CallBody, type CallData, callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

type Schemas = components['schemas'];
export type Space = Schemas['SpaceSpec'];
export type SpaceKind = Schemas['SpaceKind'];
export type DrawOrder = Schemas['DrawOrder'];
export type NumberStyle = Schemas['NumberStyle'];
export type Earlier = Schemas['Earlier'];
export type SpaceFigures = Schemas['SpaceView'];
export type PatternPlaces = Schemas['PatternView'];
export type GeneratedNumber = Schemas['NumberView'];
export type Country = Schemas['CountryView'];
export type SpaceRequest = CallBody<'gen_number/space'>;
export type RunRequest = CallBody<'gen_number/generate'>;
export type Choices = CallData<'gen_number/options'>;

export const SPACE_KEY = 'gen_number/space';
export const PREVIEW_KEY = 'gen_number/preview';
/** Names are in the language of the console, and do not change while it is open. */
export function choicesOptions(language: Language, country: string | null) {
  return queryOptions({
    queryKey: ['gen_number/options', language, country],
    queryFn: ({ signal }) => fetchChoices(country, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function fetchChoices(country: string | null, signal: AbortSignal): Promise<Choices> {
  return callFor('gen_number/options', country === null ? {} : { country }, { signal });
}

/** Exact figures. Names are in the language of the console. */
export function spacesOptions(language: Language, request: SpaceRequest) {
  return queryOptions({
    queryKey: [SPACE_KEY, language, request],
    queryFn: ({ signal }) => callFor('gen_number/space', request, { signal, silent: true }),
    placeholderData: keepPreviousData,
  });
}

export function previewOptions(language: Language, request: RunRequest) {
  return queryOptions({
    queryKey: [PREVIEW_KEY, language, request],
    queryFn: ({ signal }) => fetchPreview(request, signal),
    placeholderData: keepPreviousData,
  });
}

async function fetchPreview(request: RunRequest, signal: AbortSignal): Promise<GeneratedNumber[]> {
  return (await callFor('gen_number/preview', request, { signal, silent: true })).items;
}
