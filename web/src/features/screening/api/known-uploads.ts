/** Uploads that have begun and not finished, stored in this browser so that they go on after a reload. */
import { array, literal, number, object, string } from 'zod/mini';
import { UPLOADS_STORAGE_KEY, UPLOAD_KEPT_MS } from '@/config/constants';
import { LIST_KINDS, type ListKind } from '@/lib/screening/list-types';
import { readStored, writeStored } from '@/lib/storage';

/** An upload, and by which its file is recognised. A file cannot be kept across a reload: the user chooses it again. */
export interface KnownUpload {
  id: number;
  kind: ListKind;
  name: string;
  size: number;
  /** When the file was changed. */
  modified: number;
}

const schema = array(
  object({
    id: number(),
    kind: literal(LIST_KINDS),
    name: string(),
    size: number(),
    modified: number(),
    at: number(),
  }),
);

/** Uploads that this page is sending. */
const running = new Set<number>();

function readAll(): (KnownUpload & { at: number })[] {
  const stored = readStored(localStorage, UPLOADS_STORAGE_KEY, schema) ?? [];
  return stored.filter(({ at }) => Date.now() - at < UPLOAD_KEPT_MS);
}

/** The earlier upload of a file. */
export function knownUpload(file: File, kind: ListKind): KnownUpload | null {
  const same = (known: KnownUpload): boolean =>
    known.kind === kind &&
    known.name === file.name &&
    known.size === file.size &&
    known.modified === file.lastModified &&
    !running.has(known.id);
  return readAll().find(same) ?? null;
}

/** The newest upload that was interrupted. */
export function interruptedUpload(kind: ListKind): KnownUpload | null {
  return readAll().findLast((known) => known.kind === kind && !running.has(known.id)) ?? null;
}

/** Stores an upload that this page sends. */
export function noteUpload({ id, kind, name, size, modified }: KnownUpload): void {
  running.add(id);
  const others = readAll().filter((known) => known.id !== id);
  writeStored(localStorage, UPLOADS_STORAGE_KEY, [
    ...others,
    { id, kind, name, size, modified, at: Date.now() },
  ]);
}

/** Allows an upload to be shown as interrupted: this page has stopped sending it. */
export function stopUpload(id: number): void {
  running.delete(id);
}

export function forgetUpload(id: number): void {
  running.delete(id);
  writeStored(
    localStorage,
    UPLOADS_STORAGE_KEY,
    readAll().filter((known) => known.id !== id),
  );
}
