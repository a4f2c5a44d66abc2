import { useEffect } from 'react';
import { useProductTitle } from '@/lib/product-title';
import { pageTitle } from '@/lib/routing/page-title';

export function usePageTitle(title: string | undefined): void {
  const product = useProductTitle();
  useEffect(() => {
    document.title = pageTitle(title, product);
  }, [title, product]);
}
