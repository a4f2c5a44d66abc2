/** Time left until a unix moment, as an order's countdown shows it. */

export type Countdown = { expired: true } | { expired: false; minutes: number; seconds: number };

export function countdown(expireSeconds: number, nowMs: number): Countdown {
  const left = Math.ceil(expireSeconds - nowMs / 1000);
  if (left <= 0) return { expired: true };
  return { expired: false, minutes: Math.floor(left / 60), seconds: left % 60 };
}
