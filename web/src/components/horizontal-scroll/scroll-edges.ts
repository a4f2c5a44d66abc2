/** Which edges of a scroll container have more content beyond them. */
export interface ScrollEdges {
  before: boolean;
  after: boolean;
}

/** Browsers round scroll positions and sizes differently. */
const ROUNDING_PX = 1;

export function scrollEdges(place: {
  scrollLeft: number;
  scrollWidth: number;
  clientWidth: number;
}): ScrollEdges {
  const beyond = place.scrollWidth - place.clientWidth - place.scrollLeft;
  return { before: place.scrollLeft > ROUNDING_PX, after: beyond > ROUNDING_PX };
}
