import { type DataScreen, SCREEN_MINUTES, type ScreenPanel, type ScreenProject } from '@northlight/contract';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import type { ReactNode } from 'react';
import { SeverityMark } from '../../alarms/index.ts';
import type { ChartData } from '../../kit/charts/index.ts';
import { StaticChart } from '../../kit/charts/index.ts';
import { Age, formatBitRate, formatPlural } from '../../kit/format/index.ts';
import classes from './data-screen.module.css';
import { BROWSER_TIME_ZONE } from './browser-time-zone.ts';
import { getScreenProjectState, formatStateLabel } from './screen-sites.ts';

const MINUTE_SECONDS = 60;

export const PANEL_TITLES: Readonly<Record<ScreenPanel, string>> = {
  throughput: 'Throughput, last hour',
  clients: 'Clients, last hour',
  ranking: 'Most clients',
  alarms: 'Open alarms',
  attention: 'Needs attention',
};

interface BoardPanelProps {
  readonly panel: ScreenPanel;
  readonly screen: DataScreen;
}

export function BoardPanel({ panel, screen }: BoardPanelProps) {
  const Content = PANELS[panel];
  return (
    <section className={classes['panel']} data-panel={panel} aria-labelledby={`panel-${panel}`}>
      <h2 id={`panel-${panel}`}>{PANEL_TITLES[panel]}</h2>
      <Content screen={screen} />
    </section>
  );
}

type Panel = (props: { readonly screen: DataScreen }) => ReactNode;

const PANELS: Readonly<Record<ScreenPanel, Panel>> = {
  throughput: ({ screen: { lastHour } }) => (
    <StaticChart
      title={PANEL_TITLES.throughput}
      unit="bitsPerSecond"
      data={buildHourChart(lastHour.from, { Download: lastHour.download, Upload: lastHour.upload })}
      timeZone={BROWSER_TIME_ZONE}
      empty="Data appears within 3 min after the first report of a device."
    />
  ),
  clients: ({ screen: { lastHour } }) => (
    <StaticChart
      title={PANEL_TITLES.clients}
      unit="count"
      data={buildHourChart(lastHour.from, { Clients: lastHour.clients })}
      timeZone={BROWSER_TIME_ZONE}
      empty="Data appears within 3 min after the first device comes online."
    />
  ),
  ranking: ({ screen: { ranking } }) => <Ranking projects={ranking} />,
  alarms: ({ screen: { alarms, totals } }) =>
    alarms.length > 0 ? <Alarms alarms={alarms} /> : <AllClear devices={totals.devices} />,
  attention: ({ screen: { attention } }) => <Attention projects={attention} />,
};

function buildHourChart(iso: string, lines: Readonly<Record<string, readonly (number | null)[]>>): ChartData {
  const from = Date.parse(iso) / 1000;
  const series = Object.entries(lines).map(([label, values]) => ({ id: label, label, values }));
  return { from, to: from + SCREEN_MINUTES * MINUTE_SECONDS, step: MINUTE_SECONDS, series };
}

function Ranking({ projects }: { readonly projects: readonly ScreenProject[] }) {
  if (projects.length === 0) return <p className="mut">No clients online.</p>;
  const most = projects[0]?.clients ?? 1;
  return (
    <ol className={`grow shrink-y clipped divided ${classes['rows']}`}>
      {projects.map((project) => (
        <li key={project.id}>
          <span className="ellipsis">{project.name}</span>
          <span className="strong num">{formatPlural(project.clients, 'client')}</span>
          <span className={classes['track']} aria-hidden="true">
            <span style={{ transform: `scaleX(${project.clients / most})` }} />
          </span>
          <span className={`nowrap tone ${classes['status']}`} data-state={getScreenProjectState(project)}>
            {formatStateLabel(project)}
          </span>
          <SiteRate project={project} />
        </li>
      ))}
    </ol>
  );
}

/** Both rates of a project's last reported minute. */
function SiteRate({ project: { downloadBps, uploadBps } }: { readonly project: ScreenProject }) {
  if (downloadBps === undefined && uploadBps === undefined)
    return <span className="mut ellipsis">no rate yet</span>;
  return (
    <span className="mut ellipsis">
      {downloadBps !== undefined && <span title="Download">↓ {formatBitRate(downloadBps)}</span>}{' '}
      {uploadBps !== undefined && <span title="Upload">↑ {formatBitRate(uploadBps)}</span>}
    </span>
  );
}

/** Confirms that there is no open alarm, so that the panel is not mistaken for one that failed to load. */
function AllClear({ devices }: { readonly devices: number }) {
  return (
    <div className={`grid grow ${classes['clear']}`}>
      <IconCircleCheck aria-hidden="true" stroke={1.4} />
      <p>No open alarms</p>
      <p className="mut">
        {devices === 0
          ? 'Alarms of your devices appear here.'
          : `${formatPlural(devices, 'device')} monitored`}
      </p>
    </div>
  );
}

function Alarms({ alarms }: { readonly alarms: DataScreen['alarms'] }) {
  return (
    <ul className={`grow shrink-y clipped divided ${classes['rows']}`}>
      {alarms.map(({ event, id, project, severity, time }) => (
        <li key={id} className={classes['alarm']}>
          <SeverityMark severity={severity} />
          <span className="mut ellipsis">{project.name}</span>
          <span className="mut ellipsis">
            <Age at={time} timeZone={BROWSER_TIME_ZONE} />
          </span>
          <span className="whole-row">{event}</span>
        </li>
      ))}
    </ul>
  );
}

function Attention({ projects }: { readonly projects: readonly ScreenProject[] }) {
  return (
    <ul className={`grow shrink-y clipped divided ${classes['rows']}`}>
      {projects.map((project) => (
        <li key={project.id}>
          <span className="ellipsis">{project.name}</span>
          <span className={`nowrap tone ${classes['status']}`} data-state={getScreenProjectState(project)}>
            {formatStateLabel(project)}
          </span>
        </li>
      ))}
    </ul>
  );
}
