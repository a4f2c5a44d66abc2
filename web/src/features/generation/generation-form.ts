/** What the two generators ask for, as requests. Pure. */
import type { Run } from './api/runs';
import type { DrawOrder, Earlier, NumberStyle, RunRequest, Space, SpaceRequest } from './api/spaces';

export const MOST_NUMBERS = 10_000_000;
export const MOST_SEGMENTS = 20;
const PREVIEW = 20;

export const ORDERS = ['random', 'sequential'] as const;
export const STYLES = ['e164', 'national', 'international'] as const;
export const EARLIER = ['exclude', 'continue', 'repeat'] as const;

export interface Manner {
  order: DrawOrder;
  style: NumberStyle;
  earlier: Earlier;
  /** A list of one's own whose numbers must not come. */
  without_list: number | null;
}

export interface SegmentForm {
  /** Keeps its inputs apart from those of others. */
  key: number;
  space: Space;
  /** What stands in the field: a number, or nothing yet. */
  count: number | string;
}

export interface GenerationForm extends Manner {
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

/** A count that a run can have, or null. */
export function countOf(count: number | string): number | null {
  const number = typeof count === 'number' ? count : Number(count || Number.NaN);
  return Number.isSafeInteger(number) && number >= 1 && number <= MOST_NUMBERS ? number : null;
}

export function totalOf(segments: readonly SegmentForm[]): number {
  return segments.reduce((sum, { count }) => sum + (countOf(count) ?? 0), 0);
}

/** Nothing to measure yet: a pattern field that is still empty. */
export function isBlank({ space }: SegmentForm): boolean {
  return space.country === null && !space.pattern?.trim() && !space.prefix?.trim();
}

export function spaceRequest({ segments, ...manner }: GenerationForm): SpaceRequest {
  return { segments: segments.map(({ space }) => space), ...manner };
}

export function runRequest(form: GenerationForm, page: RunRequest['page']): RunRequest | null {
  const { segments: typed, ...manner } = form;
  const segments = typed.map(({ space, count }) => ({ space, count: countOf(count) }));
  const sound = segments.every(
    (segment): segment is { space: Space; count: number } => segment.count !== null,
  );
  if (!sound || totalOf(typed) > MOST_NUMBERS) return null;
  return { page, segments, ...manner };
}

/** The same run, but no longer than a preview. */
export function previewRequest({ segments: typed, ...manner }: GenerationForm): RunRequest {
  const segments = typed.map(({ space, count }) => ({
    space,
    count: Math.min(countOf(count) ?? PREVIEW, PREVIEW),
  }));
  return { segments, ...manner };
}

/** A form that goes on where a run stopped. */
export function continued(run: Run): GenerationForm {
  return {
    order: run.order,
    style: run.style,
    earlier: run.earlier === 'repeat' ? 'continue' : run.earlier,
    without_list: run.without_list ?? null,
    segments: run.segments.map(({ space, count }, index) => newSegment(index + 1, space, count)),
  };
}
