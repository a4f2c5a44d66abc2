/** The two halves of every page before the login: what the product does, and the form. */
import type { ReactNode } from 'react';
import { LogoMark } from '@/components/icon/logo-mark';
import { ColorSchemeToggle } from '@/components/preferences/color-scheme-toggle';
import { useProductTitle } from '@/lib/product-title';
import { LanguageLinks } from './language-links';
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
            <LogoMark size={28} />
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
