import type { Project } from '@northlight/contract';
import { findWorstState, type WorstState } from '../../app/use-tab-title.ts';
import type { WorldMap } from './world.ts';

/** Mark of the projects of one country. */
export interface Site {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly state: WorstState;
  readonly projects: readonly Project[];
  /** False if the label would cover another label; the list below the map then names the project. */
  readonly labelled: boolean;
}

const RANK: Readonly<Record<WorstState, number>> = { error: 3, warning: 2, ok: 1, none: 0 };
const CHARACTER_WIDTH = 7.4;
const LABEL_HEIGHT = 19;

/**
 * Returns one mark per country with its most severe state. A country with a single project has its mark at
 * the project's position.
 */
export function groupSites(projects: readonly Project[], place: WorldMap['place']): Site[] {
  const groups = new Map<string, Project[]>();
  for (const project of projects) {
    if (project.country !== '')
      groups.set(project.country, [...(groups.get(project.country) ?? []), project]);
  }
  const sites = [...groups].flatMap(([country, members]): Site[] => {
    const only = members.length === 1 ? members[0] : undefined;
    const point = place(country, only?.position);
    if (!point) return [];
    const [x, y] = point;
    const state = members
      .map((project) => findWorstState(project).state)
      .reduce((a, b) => (RANK[b] > RANK[a] ? b : a));
    const label = only ? only.name : `${members.length} projects`;
    return [{ key: country, x, y, label, state, projects: members, labelled: true }];
  });
  return hideCollidingLabels(
    sites.sort((a, b) => RANK[b.state] - RANK[a.state] || b.projects.length - a.projects.length),
  );
}

/** Sets `labelled` to false for labels that would cover an earlier one. */
export function hideCollidingLabels<S extends Pick<Site, 'label' | 'x' | 'y'>>(
  sites: readonly S[],
): (S & Pick<Site, 'labelled'>)[] {
  const taken: { left: number; right: number; top: number; bottom: number }[] = [];
  return sites.map((site) => {
    const box = {
      left: site.x - 8,
      right: site.x + 12 + site.label.length * CHARACTER_WIDTH,
      top: site.y - LABEL_HEIGHT / 2,
      bottom: site.y + LABEL_HEIGHT / 2,
    };
    const free = taken.every(
      (other) =>
        box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom,
    );
    if (free) taken.push(box);
    return { ...site, labelled: free };
  });
}
