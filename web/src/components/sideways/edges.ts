/** Which edges of a place have something beyond them. */
export interface Edges {
  before: boolean;
  after: boolean;
}

/** Browsers round what they scroll and what they measure differently. */
const ROUNDING_PX = 1;

export function edgesOf(place: { scrollLeft: number; scrollWidth: number; clientWidth: number }): Edges {
  const beyond = place.scrollWidth - place.clientWidth - place.scrollLeft;
  return { before: place.scrollLeft > ROUNDING_PX, after: beyond > ROUNDING_PX };
}
