import { ImportGraph, type Sources } from './import-graph.ts';
import { findVisitedModules, listPages, ROUTES } from './visited-pages.ts';

/** Tests that a change reaches, as paths, by the part that runs them. */
export interface SelectedTests {
  readonly unit: readonly string[];
  readonly components: readonly string[];
  readonly stories: readonly string[];
  /** Number of further files of stories that the change reaches. */
  readonly furtherStories: number;
  /** Parts that need root or minutes, and that the change reaches too: only named. */
  readonly named: readonly string[];
}

/** Stories that are run for a change of the whole product. */
const WHOLE_PRODUCT = ['main-job', 'refusal', 'demo', 'first-hour'].map(
  (name) => `packages/e2e/src/core/${name}.e2e.ts`,
);
/** Share of the stories above which a changed file belongs to the whole product. */
const COMMON_SHARE = 0.5;
/** Number of files of stories that fit into the time of a run; the ones that open the fewest pages come first. */
const MAX_STORIES = 5;
const SLICE = /^packages\/(?:contract|server)\/src\/([\w-]+)\//;

const isUnit = (path: string): boolean =>
  path.endsWith('.test.ts') && !/\.lab\.test\.ts$|^tests\/(?:process|vm)\//.test(path);
const isComponent = (path: string): boolean => path.endsWith('.component.tsx');
const isStory = (path: string): boolean => path.endsWith('.e2e.ts');
/** Tests of the whole tree read it instead of importing it. */
const readsTree = (path: string): boolean => /^tests\/[\w-]+\.test\.ts$/.test(path);

/** Selects the tests that changed files reach. */
export function selectTests(sources: Sources, changed: readonly string[]): SelectedTests {
  const graph = new ImportGraph(sources);
  const pages = listPages(sources);
  const tests = [...sources.keys()];
  const touches = (reached: ReadonlySet<string>): boolean => changed.some((path) => reached.has(path));

  /** Follows a test of whole pages to the shell and the pages that it opens, but not to the started product. */
  const collectPages = (path: string): PageTest => {
    const pageModules = findVisitedModules(sources.get(path) ?? '', pages);
    const reached = graph.collect([path, ...pageModules], (file) => file === ROUTES || isServerSide(file));
    return { path, pageModules, reached };
  };
  const components = tests
    .filter(isComponent)
    .map(collectPages)
    .filter(({ reached }) => touches(reached));
  const stories = selectStories(tests.filter(isStory).map(collectPages), changed);
  return {
    unit: tests.filter(isUnit).filter((path) => readsTree(path) || touches(graph.collect([path]))),
    components: components.map(({ path }) => path),
    stories: stories.slice(0, MAX_STORIES),
    furtherStories: Math.max(0, stories.length - MAX_STORIES),
    named: nameFurtherParts(changed),
  };
}

/** Files of the started product that no page loads. */
const isServerSide = (path: string): boolean =>
  /^packages\/(?:agent|demo|dev-env|device-plane|lab|runtime|server|simulator|telemetry-codec)\//.test(path);

/** A file of tests that opens pages of the console. */
interface PageTest {
  readonly path: string;
  /** Modules of the pages that it opens. */
  readonly pageModules: readonly string[];
  /** All files that it loads. */
  readonly reached: ReadonlySet<string>;
}

/**
 * Lists stories, the most specific first: those that load a changed file or, for a changed slice of server or
 * contract, those that open a page of that slice. A file that most stories reach, and one of the device side, selects
 * stories of the whole product.
 */
function selectStories(stories: readonly PageTest[], changed: readonly string[]): readonly string[] {
  const selected = new Set<string>();
  let isWholeProduct = false;
  for (const file of changed) {
    const slice = SLICE.exec(file)?.[1];
    const affected = stories.filter(
      ({ pageModules, path, reached }) =>
        path === file ||
        reached.has(file) ||
        (slice !== undefined && pageModules.some((each) => each.startsWith(`packages/web/src/${slice}/`))),
    );
    if (affected.length > COMMON_SHARE * stories.length || (isProduct(file) && affected.length === 0))
      isWholeProduct = true;
    else for (const { path } of affected) selected.add(path);
  }
  return [
    ...stories
      .filter(({ path }) => selected.has(path))
      .toSorted((one, other) => one.reached.size - other.reached.size)
      .map(({ path }) => path),
    ...(isWholeProduct ? WHOLE_PRODUCT.filter((path) => !selected.has(path)) : []),
  ];
}

const isProduct = (path: string): boolean =>
  /^packages\/.*\.(?:tsx?|css)$/.test(path) &&
  !/\.(?:test|component|e2e)\.tsx?$|\/testing\/|^packages\/lab\//.test(path);

function nameFurtherParts(changed: readonly string[]): readonly string[] {
  const isAny = (pattern: RegExp): boolean => changed.some((path) => pattern.test(path));
  return [
    ...(isAny(/^packages\/(?:agent|lab|device-plane)\//) ? ['npm run test:lab'] : []),
    ...(isAny(/^packages\/agent\/|^tests\/vm\//) ? ['npm run test:vm'] : []),
    ...(isAny(/^scripts\/|^packages\/server\/src\/(?:platform|supervisor|main|server)|^tests\/process\//)
      ? ['npm run test:process']
      : []),
  ];
}
