/** Form values of both generators and the requests built from them. */
import type { Run } from './api/runs';
import type { DrawOrder, Earlier, NumberStyle, RunRequest, Space, SpaceRequest } from './api/spaces';

export const MOST_NUMBERS = 10_000_000;
export const MOST_SEGMENTS = 20;
const PREVIEW = 20;

export const ORDERS = ['random', 'sequential'] as const;
export const STYLES = ['e164', 'national', 'international'] as const;
export const EARLIER = ['exclude', 'continue', 'repeat'] as const;

export interface RunOptions {
  order: DrawOrder;
  style: NumberStyle;
  earlier: Earlier;
  /** A list whose numbers are excluded. */
  without_list: number | null;
}

export interface SegmentForm {
  key: number;
  space: Space;
  /** Value of the number field, possibly empty. */
  count: number | string;
}

export interface GenerationForm extends RunOptions {
  segments: readonly SegmentForm[];
}

const NO_SPACE: Space = { country: null, kind: 'any', carrier: null, prefix: null, pattern: null };

export function newSegment(key: number, space: Partial<Space>, count: number): SegmentForm {
  return { key, space: { ...NO_SPACE, ...space }, count };
}

export function newForm(space: Partial<Space>): GenerationForm {
  return {
    order: 'random',
    style: 'e164',
    earlier: 'exclude',
    without_list: null,
    segments: [newSegment(1, space, 1000)],
  };
}

/** Returns null if the count is not valid. */
export function countOf(count: number | string): number | null {
  const number = typeof count === 'number' ? count : Number(count || Number.NaN);
  return Number.isSafeInteger(number) && number >= 1 && number <= MOST_NUMBERS ? number : null;
}

export function totalOf(segments: readonly SegmentForm[]): number {
  return segments.reduce((sum, { count }) => sum + (countOf(count) ?? 0), 0);
}

/** A pattern field that is still empty. */
export function isBlank({ space }: SegmentForm): boolean {
  return space.country === null && !space.pattern?.trim() && !space.prefix?.trim();
}

export function spaceRequest({ segments, ...options }: GenerationForm): SpaceRequest {
  return { segments: segments.map(({ space }) => space), ...options };
}

export function runRequest(form: GenerationForm, page: NonNullable<RunRequest['page']>): RunRequest | null {
  const { segments: typed, ...options } = form;
  const segments = typed.map(({ space, count }) => ({ space, count: countOf(count) }));
  const sound = segments.every(
    (segment): segment is { space: Space; count: number } => segment.count !== null,
  );
  if (!sound || totalOf(typed) > MOST_NUMBERS) return null;
  return { page, segments, ...options };
}

/** The same run, limited to the size of the preview. */
export function previewRequest({ segments: typed, ...options }: GenerationForm): RunRequest {
  const segments = typed.map(({ space, count }) => ({
    space,
    count: Math.min(countOf(count) ?? PREVIEW, PREVIEW),
  }));
  return { segments, ...options };
}

/** Form values that continue a run. */
export function continued(run: Run): GenerationForm {
  return {
    order: run.order,
    style: run.style,
    earlier: run.earlier === 'repeat' ? 'continue' : run.earlier,
    without_list: run.without_list ?? null,
    segments: run.segments.map(({ space, count }, index) => newSegment(index + 1, space, count)),
  };
}
