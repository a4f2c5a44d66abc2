/**
 * Lets the browser fetch the code of the console together with the entry, for those who are logged in. Without it the
 * entry has to be loaded and run before the browser learns which files come next.
 */
import type { Plugin } from 'vite';
import { TOKEN_COOKIE } from '../src/config/constants';
import { type Bundle, fileOf, filesOf, SHELL, START } from './preloads';

const LOADER = 'src/app/session-loader.tsx';

/** Scripts and style sheets of the console that the entry does not load itself. */
export function consoleFiles(bundle: Bundle): string[] {
  const present = filesOf(bundle, fileOf(bundle, START));
  const scripts = [SHELL, LOADER].flatMap((module) => [...filesOf(bundle, fileOf(bundle, module))]);
  const missing = [...new Set(scripts)].filter((file) => !present.has(file));
  const styles = missing.flatMap((file) => [...(bundle[file]?.viteMetadata?.importedCss ?? [])]);
  return [...missing, ...new Set(styles)];
}

/** Runs in the browser. */
export const earlyScript = (files: readonly string[]): string =>
  `if(document.cookie.includes('${TOKEN_COOKIE}='))for(const file of ${JSON.stringify(files)}){
const link=document.createElement('link'),style=file.endsWith('.css');
link.rel=style?'preload':'modulepreload';
if(style)link.as='style';
link.crossOrigin='';
link.href='/'+file;
document.head.append(link)}`;

/** Before the first script and style sheet, which would delay it. */
const PLACE = '<script src=';

export function earlyConsole(nonce: string): Plugin {
  return {
    name: 'early-console',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const script = `<script nonce="${nonce}">${earlyScript(consoleFiles(bundle))}</script>`;
        return html.replace(PLACE, `${script}\n    ${PLACE}`);
      },
    },
  };
}
