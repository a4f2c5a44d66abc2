/** The layout of the pages before login: product information and the form. */
import type { ReactNode } from 'react';
import { ProductLogo } from '@/components/icon/product-logo';
import { ColorSchemeToggle } from '@/components/preferences/color-scheme-toggle';
import { LanguageLinks } from '@/components/preferences/language-links';
import { useProductTitle } from '@/lib/product-title';
import { SiftedNumbers } from './sifted-numbers';
import classes from './auth.module.css';

export function AuthFrame({ children }: { children: ReactNode }) {
  const product = useProductTitle();
  return (
    <div className={classes.frame}>
      <SiftedNumbers />
      <div className={classes.side}>
        <header className={classes.top}>
          <span className={classes.brand}>
            <ProductLogo size={28} />
            {product}
          </span>
          <ColorSchemeToggle />
        </header>
        <main className={classes.main}>{children}</main>
        <LanguageLinks />
      </div>
    </div>
  );
}
