/** A file that was dropped on another page and waits for the wizard. */
let waiting: File | null = null;

export function handOver(file: File): void {
  waiting = file;
}

export function waitingFileName(): string | null {
  return waiting?.name ?? null;
}

/** Returns the file once. */
export function takeHandedFile(): File | null {
  const file = waiting;
  waiting = null;
  return file;
}
