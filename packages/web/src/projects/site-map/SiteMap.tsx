import type { Project } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import atlasUrl from 'world-atlas/countries-110m.json?url';
import { PATHS } from '../../paths.ts';
import classes from '../projects.module.css';
import map from './site-map.module.css';
import { type Site, groupSites } from './sites.ts';
import { useFrame } from './use-frame.ts';
import { type Atlas, drawWorldMap } from './world.ts';

/** Maximum zoom: outlines of this atlas are coarse, and the region around the sites should be recognised. */
const MAX_ZOOM = 10;
/** Fraction of the width beyond which a label is to the left of its mark. */
const RIGHT_EDGE = 0.78;

/** Map of the projects, zoomed to their countries. */
export function SiteMap({ projects }: { readonly projects: readonly Project[] }) {
  const atlas = useQuery({
    queryKey: ['atlas', atlasUrl],
    queryFn: async () => (await (await fetch(atlasUrl)).json()) as Atlas,
    staleTime: Infinity,
    gcTime: Infinity,
  }).data;
  const [frame, box] = useFrame();
  const countries = [...new Set(projects.map(({ country }) => country))].sort().join('\n');
  const world = useMemo(
    () => atlas && frame && drawWorldMap(atlas, countries.split('\n'), frame, MAX_ZOOM),
    [atlas, countries, frame],
  );
  const sites = useMemo(() => (world ? groupSites(projects, world.place) : []), [world, projects]);
  return (
    <div ref={box} className={`clipped ${classes['mapBox']}`}>
      {world && frame ? (
        <svg
          width={frame.width}
          height={frame.height}
          display="block"
          aria-label="Map of the sites"
          role="group"
        >
          <path d={world.land} fill="var(--land)" aria-hidden="true" />
          <path
            d={world.borders}
            fill="none"
            stroke="var(--land-line)"
            strokeWidth={0.6}
            aria-hidden="true"
          />
          {sites.map((site) => (
            <SiteMark key={site.key} site={site} isLeft={site.x > frame.width * RIGHT_EDGE} />
          ))}
        </svg>
      ) : (
        <Skeleton height="100%" />
      )}
    </div>
  );
}

const STATE_LABELS = {
  ok: 'all online',
  warning: 'open alarms',
  error: 'devices offline',
  none: 'no devices yet',
} as const;

interface SiteMarkProps {
  readonly site: Site;
  /** True if the label is to the left of the mark. */
  readonly isLeft: boolean;
}

function SiteMark({ isLeft, site }: SiteMarkProps) {
  const [first] = site.projects;
  if (!first) return null;
  const one = site.projects.length === 1;
  const name = `${site.label}, ${site.key}: ${STATE_LABELS[site.state]}`;
  return (
    <Link
      to={one ? PATHS.status : PATHS.projects}
      search={one ? { project: first.id } : { filter: `Country = ${site.key}` }}
      className={map['site']}
      data-state={site.state}
      aria-label={name}
    >
      <title>{name}</title>
      <circle cx={site.x} cy={site.y} r="12" fill="transparent" />
      {site.state === 'error' ? (
        <path d={`M${site.x} ${site.y - 7}l7 7-7 7-7-7Z`} className={map['dot']} />
      ) : (
        <circle cx={site.x} cy={site.y} r="5.5" className={map['dot']} />
      )}
      {site.labelled && (
        <text
          x={isLeft ? site.x - 10 : site.x + 10}
          y={site.y + 4}
          textAnchor={isLeft ? 'end' : 'start'}
          aria-hidden="true"
        >
          {site.label}
        </text>
      )}
    </Link>
  );
}
