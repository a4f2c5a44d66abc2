/** Favourite checks of an account, stored in this browser. */
import { useState } from 'react';
import { array, record, string } from 'zod/mini';
import { FAVOURITES_STORAGE_KEY } from '@/config/constants';
import { readStored, writeStored } from '@/lib/storage';

const schema = record(string(), array(string()));

function readAll(): Readonly<Record<string, readonly string[]>> {
  return readStored(localStorage, FAVOURITES_STORAGE_KEY, schema) ?? {};
}

export function useFavourites(uid: number): [ReadonlySet<string>, (slug: string) => void] {
  const owner = String(uid);
  const [slugs, setSlugs] = useState(() => readAll()[owner] ?? []);
  return [
    new Set(slugs),
    (slug) => {
      // Another window may have changed them.
      const latest = readAll();
      const before = latest[owner] ?? [];
      const next = before.includes(slug) ? before.filter((other) => other !== slug) : [...before, slug];
      setSlugs(next);
      writeStored(localStorage, FAVOURITES_STORAGE_KEY, { ...latest, [owner]: next });
    },
  ];
}
