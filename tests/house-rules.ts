/** Checks architecture rules. Each rule is a function from sources to sentences with the remedy. */

export interface Source {
  /** Path from the root: `packages/server/src/jobs/store.ts`. */
  readonly path: string;
  readonly text: string;
}

export type Rule = (sources: readonly Source[]) => string[];

/** Folders that are not slices: the foundations of slices, and the code that composes them. */
const NOT_SLICES = new Set(['app', 'cli', 'device-protocol', 'kit', 'net', 'platform', 'testing', 'ui']);
const SLICE_FILE = /^(packages\/(?:server|web|contract)\/src)\/([\w-]+)\/(.+)$/;
const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

const isTest = ({ path }: Source): boolean =>
  /\.(test|e2e|component)\.tsx?$|\/testing\/|packages\/e2e\//.test(path);
const listProductSources = (sources: readonly Source[]): Source[] =>
  sources.filter((source) => /^(packages|scripts|bench)\//.test(source.path) && !isTest(source));

/** Returns the path of a relative import from the root. */
function resolveImport(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function findSlice(path: string): { root: string; slice: string; rest: string } | undefined {
  const [, root, slice, rest] = SLICE_FILE.exec(path) ?? [];
  return root === undefined || slice === undefined || rest === undefined || NOT_SLICES.has(slice)
    ? undefined
    : { root, slice, rest };
}

function listImports(source: Source): { target: string; specifier: string }[] {
  return [...source.text.matchAll(IMPORT)].map(([, specifier = '']) => ({
    specifier,
    target: resolveImport(source.path, specifier),
  }));
}

/** Files of a slice that other slices may import, by package; `index.ts` by default. */
const ALLOWED_ENTRIES: Readonly<Record<string, RegExp>> = {
  // Allows endpoints and schemas too, so that a slice can use the schemas of another slice without importing
  // its whole index.
  contract: /^([\w-]+\/)?(index|schema|endpoints)\.ts$/,
  // Allows an index inside a slice too, for parts that other slices load lazily.
  web: /^([\w-]+\/)?index\.tsx?$/,
};

export const importSlicesByIndex: Rule = (sources) =>
  listProductSources(sources).flatMap((source) => {
    const own = findSlice(source.path);
    return listImports(source).flatMap(({ target, specifier }) => {
      const other = findSlice(target);
      if (!other || (own && own.slice === other.slice && own.root === other.root)) return [];
      const face = ALLOWED_ENTRIES[other.root.split('/')[1] ?? ''] ?? /^index\.ts$/;
      // Allows the route tree to import pages directly, because it loads them lazily.
      if (source.path.endsWith('web/src/routes.tsx') || face.test(other.rest)) return [];
      return [
        `${source.path} imports ${specifier}: import from the index of ${other.slice}, or export it there.`,
      ];
    });
  });

export const checkPlatformImports: Rule = (sources) =>
  listProductSources(sources)
    .filter(({ path }) => path.startsWith('packages/server/src/platform/'))
    .flatMap((source) =>
      listImports(source)
        .filter(({ target }) => findSlice(target))
        .map(
          ({ specifier }) =>
            `${source.path} imports ${specifier}: the platform must not depend on slices; pass in the dependency.`,
        ),
    );

/** File whose interfaces all slices receive. A type that depends on it again would tie their files together. */
const SERVICES = 'packages/server/src/services.ts';

export const keepServicesOutOfCircles: Rule = (sources) => {
  const files = new Map(sources.map((source) => [source.path, source]));
  const importers = new Map<string, string>();
  const queue = [SERVICES];
  for (const path of queue) {
    const source = files.get(path);
    for (const { target } of source ? listImports(source) : []) {
      if (importers.has(target)) continue;
      importers.set(target, path);
      queue.push(target);
    }
  }
  const last = importers.get(SERVICES);
  return last === undefined
    ? []
    : [`${SERVICES} depends on ${last}, which imports it: declare the interface that it needs there.`];
};

/**
 * Packages that each shipped package may use. Imports go in one direction, and the cloud contains no device
 * code.
 */
const BUILDS_ON: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  runtime: [],
  'telemetry-codec': [],
  rf: [],
  topology: [],
  web: ['contract', 'rf', 'topology'],
  'device-plane': ['contract', 'runtime'],
  server: ['contract', 'device-plane', 'rf', 'runtime', 'telemetry-codec', 'topology'],
  agent: ['contract', 'runtime'],
  simulator: ['agent', 'contract', 'runtime'],
  demo: ['contract', 'runtime', 'server', 'simulator'],
};
const PACKAGE_IMPORT = /(?:from|import)\s*\(?\s*'@northlight\/([\w-]+)/g;

/** Returns the other packages that a source imports, or a package.json names as runtime dependencies. */
function listUsedPackages(source: Source): string[] {
  if (source.path.endsWith('/package.json')) {
    const { dependencies = {} } = JSON.parse(source.text) as { dependencies?: Record<string, string> };
    return Object.keys(dependencies).flatMap((name) => /^@northlight\/(.+)/.exec(name)?.[1] ?? []);
  }
  return [
    ...[...source.text.matchAll(PACKAGE_IMPORT)].map(([, name = '']) => name),
    ...listImports(source).flatMap(({ target }) => /^packages\/([\w-]+)\//.exec(target)?.[1] ?? []),
  ];
}

export const checkPackageImports: Rule = (sources) =>
  listProductSources(sources).flatMap((source) => {
    const [, own = ''] = /^packages\/([\w-]+)\/(?:src\/.*\.tsx?|package\.json)$/.exec(source.path) ?? [];
    const below = BUILDS_ON[own];
    if (!below) return [];
    return listUsedPackages(source)
      .filter((name) => name !== own && !below.includes(name))
      .map(
        (name) =>
          `${source.path} uses ${name}: ${own} builds on ${below.join(', ') || 'no other package'}; combine them in a package above both.`,
      );
  });

/** Packages and programs that exist for tests; only these may use test code. */
const TEST_TOOLS = /^packages\/(dev-env|e2e|lab)\/|\/cli\/matrix\.ts$/;
const TEST_CODE = /from\s+'([^']*\/testing(?:\/[^']*)?)'/g;

export const checkTestImports: Rule = (sources) =>
  listProductSources(sources)
    .filter(({ path }) => path.startsWith('packages/') && !TEST_TOOLS.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(TEST_CODE)].map(
        ([, specifier = '']) =>
          `${path} imports ${specifier}: test code does not ship; move shared code out of testing/.`,
      ),
    );

export const checkPrimitiveImports: Rule = (sources) =>
  listProductSources(sources)
    .filter(({ path }) => path.startsWith('packages/web/src/ui/'))
    .flatMap((source) => {
      const forbidden = /from '(@tanstack\/react-(?:query|router)|@northlight\/contract)'/.exec(
        source.text,
      )?.[1];
      return forbidden
        ? [`${source.path} imports ${forbidden}: ui/ holds primitives; move it to kit/ or a slice.`]
        : [];
    });

const MAX_LINES = 400;
const P95_LINES = 300;
const MEDIAN_LINES = 90;

export const checkFileSizes: Rule = (sources) => {
  const sized = listProductSources(sources)
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .sort((a, b) => a.lines - b.lines);
  const at = (share: number): number =>
    sized[Math.min(sized.length - 1, Math.floor(sized.length * share))]?.lines ?? 0;
  return [
    ...sized
      .filter(({ lines }) => lines > MAX_LINES)
      .map(
        ({ path, lines }) =>
          `${path} has ${lines} lines, at most ${MAX_LINES}: split it by what changes together.`,
      ),
    ...(at(0.95) > P95_LINES
      ? [`5% of the files have more than ${P95_LINES} lines (${at(0.95)}): split the largest.`]
      : []),
    ...(at(0.5) > MEDIAN_LINES ? [`The median file has ${at(0.5)} lines, at most ${MEDIAN_LINES}.`] : []),
  ];
};

const countCodeLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line))
    .join('\n');

export const checkForAny: Rule = (sources) =>
  sources
    .filter(({ path }) => /\.tsx?$/.test(path))
    .filter(({ text }) => /(: any\b|<any>|\bas any\b|\bany\[\])/.test(countCodeLines(text)))
    .map(({ path }) => `${path} uses any: use unknown and parse, or name the type.`);

const SUPPRESSIONS_PER_THOUSAND = 0.5;

export const checkSuppressions: Rule = (sources) => {
  const lines = listProductSources(sources).reduce((sum, { text }) => sum + text.split('\n').length, 0);
  const all = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line) =>
        /(oxlint-disable|@ts-(?:ignore|expect-error|nocheck))/.test(line) && !path.startsWith('tests/')
          ? [{ path, line }]
          : [],
      ),
  );
  return [
    ...all
      .filter(({ line }) => !/ -- \S/.test(line))
      .map(({ path }) => `${path} suppresses a check without a reason: add one after " -- ".`),
    ...(all.length > Math.max(3, (lines / 1000) * SUPPRESSIONS_PER_THOUSAND)
      ? [`${all.length} suppressions in ${lines} lines: at most ${SUPPRESSIONS_PER_THOUSAND} per thousand.`]
      : []),
  ];
};

/** Matches an assertion on a page that is read once, before the page may have changed. */
const SINGLE_READ =
  /\bexpect\(\s*await\s[^;]*?\.(?:count|textContent|innerText|inputValue|getAttribute|is[A-Z]\w+|all(?:Text|Inner)\w+|title)\(/;

/** Requires assertions of stories to wait. */
export const checkStoryExpectations: Rule = (sources) =>
  sources
    .filter(({ path }) => path.startsWith('packages/e2e/'))
    .flatMap(({ path, text }) =>
      text.split(/;\n/).flatMap((statement) => {
        const [found] = SINGLE_READ.exec(statement) ?? [];
        return found === undefined
          ? []
          : [
              `${path} reads the page once (${found.replaceAll(/\s+/g, ' ')}…): write expect(locator), which waits.`,
            ];
      }),
    );

const MAX_DEPENDENCIES: Readonly<Record<string, number>> = { contract: 1, server: 24, web: 25, agent: 3 };

/** Limits the number of runtime dependencies from a registry, without the packages of this repository. */
export const checkDependencyCounts: Rule = (sources) =>
  Object.entries(MAX_DEPENDENCIES).flatMap(([name, most]) => {
    const manifest = sources.find(({ path }) => path === `packages/${name}/package.json`);
    const { dependencies = {} } = JSON.parse(manifest?.text ?? '{}') as {
      dependencies?: Record<string, string>;
    };
    const outside = Object.keys(dependencies).filter((dependency) => !dependency.startsWith('@northlight/'));
    return outside.length > most
      ? [`packages/${name} has ${outside.length} runtime dependencies, at most ${most}: remove one.`]
      : [];
  });

export const checkPinnedVersions: Rule = (sources) =>
  sources
    .filter(({ path }) => path === 'package.json' || /^packages\/[\w-]+\/package\.json$/.test(path))
    .flatMap(({ path, text }) => {
      const manifest = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
      const all = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
        Object.entries(manifest[kind] ?? {}),
      );
      return all
        .filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))
        .map(([name, version]) => `${path}: ${name} ${version} is not an exact version: pin it.`);
    });

/** Lists the paths in backticks. Omits patterns, which contain braces or angle brackets. */
export function listNamedPaths(page: Source): string[] {
  return [...page.text.matchAll(/`((?:packages|docs|scripts|tests|bench)\/[^`\s]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/[<>*{}…]/.test(path));
}
