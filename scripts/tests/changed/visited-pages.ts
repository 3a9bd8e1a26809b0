import { dirname, join, normalize } from 'node:path';
import { PATHS } from '../../../packages/web/src/paths.ts';
import type { Sources } from './import-graph.ts';

export const ROUTES = 'packages/web/src/routes.tsx';

/** A page of the console: the modules of its route and of the routes above, its address and its title. */
interface Page {
  readonly modules: readonly string[];
  /** Matches the addresses of the page in the text of a test. */
  readonly address: RegExp;
  readonly title: string | undefined;
}

/** Reads the pages of the route tree. */
export function listPages(sources: Sources): readonly Page[] {
  const text = sources.get(ROUTES) ?? '';
  const routes = text.split(/^const (?=\w+ = createRoute\()/m).map((block) => ({
    name: /^\w+/.exec(block)?.[0] ?? '',
    parent: /getParentRoute: \(\) => (\w+)/.exec(block)?.[1] ?? '',
    path: /path: PATHS\.(\w+)/.exec(block)?.[1],
    title: /title: '([^']+)'/.exec(block)?.[1],
    module: /import\('([^']+)'\)/.exec(block)?.[1],
  }));
  const listModules = (name: string): string[] => {
    const route = routes.find((each) => each.name === name);
    // The shell belongs to every page, so that it decides nothing.
    if (!route || name === 'shell') return [];
    const own = route.module === undefined ? [] : [normalize(join(dirname(ROUTES), route.module))];
    return [...own, ...listModules(route.parent)];
  };
  return routes.flatMap(({ name, path, title }) => {
    const address = path === undefined ? undefined : PATHS[path as keyof typeof PATHS];
    if (address === undefined) return [];
    const pattern = address.replaceAll(/\$\w+/g, String.raw`[^/'"\`?]+`);
    return [{ title, modules: listModules(name), address: new RegExp(`['"\`]${pattern}(?=[?'"\`#])`) }];
  });
}

/** Returns the modules of the pages that a test opens: by an address, or by the title of a link in the menu. */
export const findVisitedModules = (text: string, pages: readonly Page[]): readonly string[] =>
  pages
    .filter(
      ({ address, title }) => address.test(text) || (title !== undefined && text.includes(`'${title}'`)),
    )
    .flatMap(({ modules }) => modules);
