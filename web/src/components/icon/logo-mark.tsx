/** The product logo: numbers falling through a sieve. */
export function LogoMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <g fill="#fff">
        <circle cx="9" cy="9" r="2.4" fillOpacity=".55" />
        <circle cx="16" cy="9" r="2.4" />
        <circle cx="23" cy="9" r="2.4" fillOpacity=".55" />
        <circle cx="12.5" cy="16" r="2.4" />
        <circle cx="19.5" cy="16" r="2.4" fillOpacity=".55" />
        <circle cx="16" cy="23" r="2.4" />
      </g>
    </svg>
  );
}
