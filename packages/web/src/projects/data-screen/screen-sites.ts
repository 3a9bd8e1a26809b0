import type { ScreenProject } from '@northlight/contract';
import { formatPlural } from '../../kit/format/index.ts';
import { hideCollidingLabels } from '../site-map/sites.ts';
import type { Frame, WorldMap } from '../site-map/world.ts';

export type ScreenProjectState = 'ok' | 'warning' | 'error' | 'none';

/** Mark of one project or several nearby projects. */
export interface ScreenSite {
  readonly key: number;
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly state: ScreenProjectState;
  readonly projects: readonly ScreenProject[];
  readonly labelled: boolean;
  /** True near the right edge, where the label is to the left of the mark. */
  readonly isLeft: boolean;
}

/** Marks closer than this fraction of the map's width are merged. */
const MERGE_DISTANCE = 0.025;
const RIGHT_EDGE = 0.78;
const RANK: Readonly<Record<ScreenProjectState, number>> = { error: 3, warning: 2, ok: 1, none: 0 };

/** Returns the most severe state of a project. */
export function getScreenProjectState({ devices, online, openAlarms }: ScreenProject): ScreenProjectState {
  if (devices === 0) return 'none';
  if (online < devices) return 'error';
  return openAlarms > 0 ? 'warning' : 'ok';
}

/** Returns the label of a project's state, as an alternative to its colour. */
export function formatStateLabel(project: ScreenProject): string {
  const { devices, online, openAlarms } = project;
  const parts = [
    ...(online < devices ? [`${devices - online} offline`] : []),
    ...(openAlarms > 0 ? [formatPlural(openAlarms, 'alarm')] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  return devices === 0 ? 'no devices yet' : 'all online';
}

/** Returns the marks of the map, the most severe first. Merges the marks of nearby projects. */
export function listScreenSites(
  projects: readonly ScreenProject[],
  place: WorldMap['place'],
  { width }: Pick<Frame, 'width'>,
): ScreenSite[] {
  const placed = projects
    .flatMap((project) => {
      const point = place(project.country, project.position);
      return point ? [{ project, state: getScreenProjectState(project), x: point[0], y: point[1] }] : [];
    })
    .sort((a, b) => RANK[b.state] - RANK[a.state] || b.project.devices - a.project.devices);
  const marks: { x: number; y: number; state: ScreenProjectState; projects: ScreenProject[] }[] = [];
  for (const { project, state, x, y } of placed) {
    const nearby = marks.find((mark) => Math.hypot(mark.x - x, mark.y - y) < MERGE_DISTANCE * width);
    if (nearby) nearby.projects.push(project);
    else marks.push({ x, y, state, projects: [project] });
  }
  return hideCollidingLabels(
    marks.map((mark) => ({
      ...mark,
      isLeft: mark.x > width * RIGHT_EDGE,
      key: mark.projects[0]?.id ?? 0,
      label: mark.projects.length === 1 ? (mark.projects[0]?.name ?? '') : `${mark.projects.length} projects`,
    })),
  );
}
