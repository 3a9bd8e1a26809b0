import type { Project } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import atlasUrl from 'world-atlas/countries-110m.json?url';
import { PATHS } from '../paths.ts';
import classes from './projects.module.css';
import { type Site, groupSites } from './sites.ts';
import { type Atlas, drawWorldMap, MAP_HEIGHT, MAP_WIDTH } from './world.ts';

async function loadWorld() {
  const answer = await fetch(atlasUrl);
  return drawWorldMap((await answer.json()) as Atlas);
}

export function SiteMap({ projects }: { readonly projects: readonly Project[] }) {
  const world = useQuery({
    queryKey: ['atlas'],
    queryFn: loadWorld,
    staleTime: Infinity,
    gcTime: Infinity,
  }).data;
  const sites = useMemo(() => (world ? groupSites(projects, world.place) : []), [world, projects]);
  if (!world) return <Skeleton style={{ aspectRatio: `${MAP_WIDTH} / ${MAP_HEIGHT}` }} height="auto" />;
  return (
    <svg
      viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
      className={classes['map']}
      aria-label="Map of the sites"
      role="group"
    >
      <path d={world.land} className={classes['land']} aria-hidden="true" />
      <path d={world.borders} className={classes['borders']} aria-hidden="true" />
      {sites.map((site) => (
        <SiteMark key={site.key} site={site} />
      ))}
    </svg>
  );
}

const STATE_LABELS = {
  ok: 'all online',
  warning: 'open alarms',
  error: 'devices offline',
  none: 'no devices yet',
} as const;

function SiteMark({ site }: { readonly site: Site }) {
  const [first] = site.projects;
  if (!first) return null;
  const one = site.projects.length === 1;
  const name = `${site.label}, ${site.key}: ${STATE_LABELS[site.state]}`;
  return (
    <Link
      to={one ? PATHS.status : PATHS.projects}
      search={one ? { project: first.id } : { filter: `Country = ${site.key}` }}
      className={classes['site']}
      data-state={site.state}
      aria-label={name}
    >
      <title>{name}</title>
      <circle cx={site.x} cy={site.y} r="12" fill="transparent" />
      {site.state === 'error' ? (
        <path d={`M${site.x} ${site.y - 7}l7 7-7 7-7-7Z`} className={classes['siteDot']} />
      ) : (
        <circle cx={site.x} cy={site.y} r="5.5" className={classes['siteDot']} />
      )}
      {site.labelled && (
        <text x={site.x + 10} y={site.y + 5} aria-hidden="true">
          {site.label}
        </text>
      )}
    </Link>
  );
}
