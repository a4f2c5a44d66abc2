/** Unhandled errors, kept for the error log. */
import { create } from 'zustand';

export interface LoggedError {
  id: number;
  message: string;
  /** Where the error was caught. */
  info: string;
  url: string;
  stack: string;
}

/** Limits memory if a page fails in a loop. */
const MAX_ERRORS = 100;

interface ErrorLogState {
  errors: readonly LoggedError[];
  add: (error: unknown, info: string) => void;
  clear: () => void;
}

let nextId = 1;

export const useErrorLog = create<ErrorLogState>((set) => ({
  errors: [],
  add: (error, info) => {
    const known = error instanceof Error;
    const logged: LoggedError = {
      id: nextId++,
      message: known ? error.message : String(error),
      info,
      url: window.location.href,
      stack: known ? (error.stack ?? '') : '',
    };
    set(({ errors }) => ({ errors: [logged, ...errors].slice(0, MAX_ERRORS) }));
  },
  clear: () => set({ errors: [] }),
}));
