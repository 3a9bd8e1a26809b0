import type { DataScreen } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import atlasUrl from 'world-atlas/countries-50m.json?url';
import { formatCount, formatPlural } from '../../kit/format/index.ts';
import { useFrame } from '../site-map/use-frame.ts';
import { type Atlas, drawWorldMap, type WorldMap } from '../site-map/world.ts';
import map from '../site-map/site-map.module.css';
import classes from './data-screen.module.css';
import { type ScreenSite, listScreenSites, formatStateLabel } from './screen-sites.ts';

type BoardMapProps = Pick<DataScreen, 'countries' | 'offMap' | 'sites'>;

/** Map of the projects, zoomed to the chosen countries. */
export function BoardMap({ countries, offMap, sites }: BoardMapProps) {
  const atlas = useQuery({
    queryKey: ['atlas', atlasUrl],
    queryFn: async () => (await (await fetch(atlasUrl)).json()) as Atlas,
    staleTime: Infinity,
    gcTime: Infinity,
  }).data;
  const names = countries.map(({ name }) => name).join('\n');
  const [frame, box] = useFrame();
  const world = useMemo(
    () => atlas && frame && drawWorldMap(atlas, names === '' ? [] : names.split('\n'), frame),
    [atlas, frame, names],
  );
  const marks = useMemo(
    () => (world && frame ? listScreenSites(sites, world.place, frame) : []),
    [world, sites, frame],
  );
  return (
    <section className={classes['mapPanel']} aria-label="Map of the projects">
      <div ref={box} className="grow shrink-y relative">
        {world && frame ? (
          <svg
            width={frame.width}
            height={frame.height}
            className="cover"
            role="img"
            aria-label={mapLabel(countries, marks.length)}
          >
            <Land world={world} />
            {marks.map((mark) => (
              <Mark key={mark.key} site={mark} />
            ))}
          </svg>
        ) : (
          <Skeleton height="100%" />
        )}
      </div>
      <ul className={`flex wrap ruled ${classes['countries']}`}>
        {countries.map(({ devices, name, online, projects }) => (
          <li key={name}>
            <strong>{name}</strong> {formatPlural(projects, 'project')},{' '}
            {online < devices
              ? `${formatCount(online)} of ${formatCount(devices)} online`
              : `${formatCount(devices)} online`}
          </li>
        ))}
        {countries.length === 0 && offMap === 0 && <li className="mut">No projects to show yet.</li>}
        {offMap > 0 && <li className="mut">{formatPlural(offMap, 'project')} not on this map</li>}
      </ul>
    </section>
  );
}

const mapLabel = (countries: DataScreen['countries'], marks: number): string =>
  countries.length === 0
    ? 'A map without projects'
    : `Map of ${countries.map(({ name }) => name).join(', ')} with ${formatPlural(marks, 'mark')}`;

/** Memoised, because the paths do not change with new data. */
const Land = memo(({ world: { borders, land, marked } }: { readonly world: WorldMap }) => (
  <>
    <path d={land} fill="var(--land)" />
    <path d={marked} fill="color-mix(in srgb, var(--accent) 30%, var(--land))" />
    <path d={borders} fill="none" stroke="var(--land-line)" strokeWidth={0.6} />
  </>
));
Land.displayName = 'Land';

function Mark({ site: { isLeft, label, labelled, projects, state, x, y } }: { readonly site: ScreenSite }) {
  const [only] = projects;
  return (
    <g className={`${map['site']} ${classes['site']}`} data-state={state} transform={`translate(${x} ${y})`}>
      <title>{projects.length === 1 && only ? `${label}: ${formatStateLabel(only)}` : label}</title>
      {state === 'error' && (
        <circle className={classes['pulse']} fill="none" stroke="var(--st-err)" strokeWidth="0.14em" />
      )}
      {state === 'error' ? <rect className={map['dot']} /> : <circle className={map['dot']} />}
      {labelled && (
        <text textAnchor={isLeft ? 'end' : 'start'} x={isLeft ? '-0.75em' : '0.75em'} y="0.35em">
          {label}
        </text>
      )}
    </g>
  );
}
