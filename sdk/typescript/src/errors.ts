import type { FieldProblem, Problem } from './types.js';

/** The base of all errors of this package. */
export class NumsiftError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The server refused a request. `code` is a stable word such as `insufficient-balance`. */
export class ApiError extends NumsiftError {
  readonly code: string;
  readonly detail: string;
  /** The fields that are wrong. */
  readonly errors: readonly FieldProblem[];

  constructor(
    readonly status: number,
    problem: Partial<Problem>,
    readonly requestId: string | null,
  ) {
    const [first] = problem.errors ?? [];
    const place = first?.pointer ? ` (at ${first.pointer})` : '';
    super(`${status} ${problem.code ?? 'unknown'}: ${problem.detail ?? ''}${place}; request id ${requestId}`);
    this.code = problem.code ?? 'unknown';
    this.detail = problem.detail ?? '';
    this.errors = problem.errors ?? [];
  }
}

/** The server could not be reached, or the connection broke, on every attempt. */
export class ConnectionFailed extends NumsiftError {}

/** A task is still running after the time to wait. */
export class TaskNotFinished extends NumsiftError {}

/** A message is not from Numsift, was changed on its way, or is too old. */
export class WebhookInvalid extends NumsiftError {}
