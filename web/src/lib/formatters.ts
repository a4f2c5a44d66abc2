/** The browser's formatters, created once for each language and kind: creating one costs more than using it. */

function kept<Options, Formatter>(create: (locale: string, options?: Options) => Formatter) {
  const known = new Map<string, Formatter>();
  return (locale: string, options?: Options): Formatter => {
    const key = locale + JSON.stringify(options ?? null);
    const formatter = known.get(key) ?? create(locale, options);
    known.set(key, formatter);
    return formatter;
  };
}

export const numberFormat = kept(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

export const dateFormat = kept(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

export const regionNames = kept(
  (locale) => new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }),
);

export const narrowList = kept((locale) => new Intl.ListFormat(locale, { style: 'narrow' }));
