import { expect, it } from 'vitest';
import { consoleFiles, earlyScript } from './early-console.ts';

const style = (...names) => ({ viteMetadata: { importedCss: new Set(names) } });
const bundle = {
  'index.js': {
    fileName: 'index.js',
    imports: ['react.js'],
    facadeModuleId: '/c/index.html',
    ...style('index.css'),
  },
  'react.js': { fileName: 'react.js' },
  'shell.js': {
    fileName: 'shell.js',
    imports: ['react.js', 'menu.js'],
    facadeModuleId: '/c/src/app/console-app.tsx',
    ...style('shell.css'),
  },
  'menu.js': { fileName: 'menu.js', ...style('menu.css', 'shell.css') },
  'loader.js': {
    fileName: 'loader.js',
    imports: ['menu.js'],
    facadeModuleId: '/c/src/app/session-loader.tsx',
  },
};

it('names each file of the console once, without those of the entry', () => {
  expect(consoleFiles(bundle)).toEqual(['shell.js', 'menu.js', 'loader.js', 'shell.css', 'menu.css']);
});

it('asks for nothing without a session', () => {
  const added = [];
  const page = (cookie) => ({
    cookie,
    createElement: () => ({}),
    head: { append: (link) => added.push(link) },
  });
  // The script is text of the page, so it is run as such.
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  const run = new Function('document', earlyScript(['shell.js', 'shell.css']));
  run(page('language=en'));
  expect(added).toEqual([]);
  run(page('language=en; Admin-Token=x'));
  expect(added).toEqual([
    { rel: 'modulepreload', crossOrigin: '', href: '/shell.js' },
    { rel: 'preload', as: 'style', crossOrigin: '', href: '/shell.css' },
  ]);
});
