import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { whenIdle } from '@/lib/when-idle';

/** Content at the end of a page, which is rendered once the content above is on the screen. */
export function Later({ children }: { children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setDue(true))), []);
  return due ? children : null;
}
