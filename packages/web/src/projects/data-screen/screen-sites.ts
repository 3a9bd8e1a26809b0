import type { ScreenProject } from '@northlight/contract';
import { plural } from '../../kit/format/index.ts';
import { withoutCollisions } from '../sites.ts';
import type { Frame, World } from '../world.ts';

export type ScreenState = 'ok' | 'warning' | 'error' | 'none';

/** Projects that stand so near each other that they are one mark. */
export interface ScreenSite {
  readonly key: number;
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly state: ScreenState;
  readonly projects: readonly ScreenProject[];
  readonly labelled: boolean;
  /** Near the right edge its label stands before it. */
  readonly isLeft: boolean;
}

/** Marks nearer than this part of the map would cover each other. */
const NEAR = 0.025;
const RIGHT_EDGE = 0.78;
const RANK: Readonly<Record<ScreenState, number>> = { error: 3, warning: 2, ok: 1, none: 0 };

/** The worst that is to be said of a project. */
export function screenStateOf({ devices, online, openAlarms }: ScreenProject): ScreenState {
  if (devices === 0) return 'none';
  if (online < devices) return 'error';
  return openAlarms > 0 ? 'warning' : 'ok';
}

/** In words, for who cannot tell colours. */
export function stateWords(project: ScreenProject): string {
  const { devices, online, openAlarms } = project;
  const parts = [
    ...(online < devices ? [`${devices - online} offline`] : []),
    ...(openAlarms > 0 ? [plural(openAlarms, 'alarm')] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  return devices === 0 ? 'no devices yet' : 'all online';
}

/** Marks of the map, the worst first; what is near a worse one joins it. */
export function screenSites(
  projects: readonly ScreenProject[],
  place: World['place'],
  { width }: Pick<Frame, 'width'>,
): ScreenSite[] {
  const placed = projects
    .flatMap((project) => {
      const point = place(project.country, project.position);
      return point ? [{ project, state: screenStateOf(project), x: point[0], y: point[1] }] : [];
    })
    .sort((a, b) => RANK[b.state] - RANK[a.state] || b.project.devices - a.project.devices);
  const marks: { x: number; y: number; state: ScreenState; projects: ScreenProject[] }[] = [];
  for (const { project, state, x, y } of placed) {
    const near = marks.find((mark) => Math.hypot(mark.x - x, mark.y - y) < NEAR * width);
    if (near) near.projects.push(project);
    else marks.push({ x, y, state, projects: [project] });
  }
  return withoutCollisions(
    marks.map((mark) => ({
      ...mark,
      isLeft: mark.x > width * RIGHT_EDGE,
      key: mark.projects[0]?.id ?? 0,
      label: mark.projects.length === 1 ? (mark.projects[0]?.name ?? '') : `${mark.projects.length} projects`,
    })),
  );
}
