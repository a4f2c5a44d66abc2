import { upload } from '@/lib/api/upload';
import type { ListKind, ListView } from '@/lib/screening/list-types';

interface Request {
  file: File;
  kind: ListKind;
  name?: string;
}

interface Options {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

export function uploadList({ file, kind, name }: Request, options: Options): Promise<ListView> {
  const form = new FormData();
  // The server streams the parts, so the kind must come before the file.
  form.append('kind', kind);
  if (name) form.append('name', name);
  form.append('file', file);
  return upload('task/upload', form, options);
}
