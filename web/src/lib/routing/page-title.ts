/** The document title of a page. */
export function pageTitle(title: string | undefined, productTitle: string): string {
  return title ? `${title} - ${productTitle}` : productTitle;
}
