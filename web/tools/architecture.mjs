/**
 * Layering rules: imports only go down, features do not import each other, and nothing re-exports (no
 * barrels). What a query asks for is said once, in `queryOptions`.
 */

const MAY_IMPORT = {
  app: ['app', 'shell', 'features', 'components', 'lib', 'config', 'locales'],
  shell: ['shell', 'features', 'components', 'lib', 'config'],
  features: ['features', 'components', 'lib', 'config'],
  components: ['components', 'lib', 'config'],
  lib: ['lib', 'config', 'locales'],
  locales: ['locales', 'config'],
  config: ['config'],
};

/** The module specifiers of static, dynamic and type imports. */
export function importsOf(source) {
  const found = source.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)['"]([^'"]+)['"]/g);
  return [...found].map((match) => match[1]);
}

/** `file` is relative to src, with forward slashes. */
export function violations(file, source) {
  const [layer, feature] = file.split('/');
  const problems = [];
  if (/^\s*export\s+(?:\*|\{[^}]*\})\s+from\s/m.test(source))
    problems.push(`${file}: re-exports (no barrels)`);
  if (/\buseQuery(?:<[^>]*>)?\(\{\s*queryKey\b/.test(source))
    problems.push(`${file}: a query without queryOptions`);
  if (!(layer in MAY_IMPORT)) return problems;
  for (const specifier of importsOf(source)) {
    const target = resolveInside(file, specifier);
    if (target === null) continue;
    const [targetLayer, targetFeature] = target.split('/');
    if (!MAY_IMPORT[layer].includes(targetLayer)) {
      problems.push(`${file}: ${layer} must not import ${target}`);
    } else if (layer === 'features' && targetLayer === 'features' && targetFeature !== feature) {
      problems.push(`${file}: feature ${feature} must not import feature ${targetFeature}`);
    }
  }
  return problems;
}

/** Returns null for packages. */
function resolveInside(file, specifier) {
  if (specifier.startsWith('@/')) return specifier.slice(2);
  if (!specifier.startsWith('.')) return null;
  const parts = file.split('/').slice(0, -1);
  for (const step of specifier.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return parts.join('/');
}
