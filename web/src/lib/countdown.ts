/** Time left until a Unix timestamp, as shown in the countdown of an order. */

export type Countdown = { expired: true } | { expired: false; minutes: number; seconds: number };

export function countdown(expireSeconds: number, nowMs: number): Countdown {
  const left = Math.ceil(expireSeconds - nowMs / 1000);
  if (left <= 0) return { expired: true };
  return { expired: false, minutes: Math.floor(left / 60), seconds: left % 60 };
}
