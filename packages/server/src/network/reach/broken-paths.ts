import type { BrokenPath } from '@northlight/contract';
import { formatPathKey, findPaths, type Path } from './paths.ts';
import type { ReachWorld } from './world.ts';

/**
 * Returns the paths that a draft breaks or adds as broken. Omits paths that are broken already and paths
 * whose clients the draft removes.
 */
export function findBrokenPaths(before: ReachWorld, after: ReachWorld): (BrokenPath & Pick<Path, 'kind'>)[] {
  const now = new Map(
    findPaths(before).map((path) => [formatPathKey(path), path.why === undefined] as const),
  );
  return findPaths(after).flatMap((path): (BrokenPath & Pick<Path, 'kind'>)[] => {
    const { why } = path;
    const works = now.get(formatPathKey(path));
    return why === undefined || works === false ? [] : [{ ...path, why, lost: works === true }];
  });
}
