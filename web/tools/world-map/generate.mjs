/**
 * Generates the map outlines by country code that the console embeds. Run `npm install && npm run generate` in this
 * folder. The geometry is from Natural Earth (public domain), packaged by world-atlas.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoCentroid, geoNaturalEarth1, geoPath } from 'd3-geo';
import iso from 'i18n-iso-countries';
import { feature } from 'topojson-client';

const WIDTH = 1000;
const HEIGHT = 472;
/** Countries too small to be visible are drawn as dots. */
const DOT_RADIUS = 3;
const ANTARCTICA = '010';

const require = createRequire(import.meta.url);
const read = (detail) => {
  const topology = JSON.parse(readFileSync(require.resolve(`world-atlas/countries-${detail}.json`), 'utf8'));
  return feature(topology, topology.objects.countries).features.filter(({ id }) => id && id !== ANTARCTICA);
};
const coarse = read('110m');
const fine = read('50m');

const projection = geoNaturalEarth1().fitExtent(
  [
    [2, 2],
    [WIDTH - 2, HEIGHT - 2],
  ],
  { type: 'FeatureCollection', features: coarse },
);
const path = geoPath(projection).digits(0);
const outlines = {};

for (const country of coarse) {
  const code = iso.numericToAlpha2(country.id);
  if (code) outlines[code] = path(country);
}
for (const place of fine) {
  const code = iso.numericToAlpha2(place.id);
  if (!code || outlines[code]) continue;
  const [x, y] = projection(geoCentroid(place)).map(Math.round);
  const r = DOT_RADIUS;
  outlines[code] = `M${x - r},${y}a${r},${r},0,1,0,${2 * r},0a${r},${r},0,1,0,${-2 * r},0Z`;
}

const sorted = Object.fromEntries(Object.entries(outlines).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const target = new URL('../../src/components/world-map/outlines.json', import.meta.url);
writeFileSync(target, `${JSON.stringify({ width: WIDTH, height: HEIGHT, outlines: sorted }, null, 2)}\n`);
