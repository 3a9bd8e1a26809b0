import type { Project } from '@northlight/contract';
import IconMapPinPlus from '@tabler/icons-react/dist/esm/icons/IconMapPinPlus.mjs';
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ButtonLink } from '../../app/app-link.tsx';
import { getAlarmState } from '../../app/use-tab-title.ts';
import { useShellContext } from '../../app/shell-context.tsx';
import { formatCount, formatPlural } from '../../kit/format/index.ts';
import { Card, Page, Tile, Tiles } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { LazyReceivedNotices } from '../../sharing/index.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import classes from '../projects.module.css';
import { ProjectSummary } from './ProjectSummary.tsx';
import { RecentAlarms } from '../RecentAlarms.tsx';
import { computeTotals } from './totals.ts';

const SetupList = lazy(async () => ({ default: (await import('./SetupList.tsx')).SetupList }));
const ProjectNow = lazy(async () => ({ default: (await import('../ProjectNow.tsx')).ProjectNow }));
const SiteMap = lazy(async () => ({ default: (await import('../site-map/SiteMap.tsx')).SiteMap }));

/**
 * Start page with totals, the projects with their state, the last alarms and a map. It has no visible title
 * (specification §2).
 */
export function OverviewPage() {
  const { projects, project } = useShellContext();
  if (projects.length === 0) return <NoProjects />;
  return (
    <Page title="Overview" hideTitle>
      <LazyReceivedNotices />
      <Suspense>
        <SetupList />
      </Suspense>
      <Totals projects={projects} />
      <div className={`grid gap-12 ${classes['grid']}`}>
        <div className={`grid gap-12 ${classes['side']}`}>
          <Card
            title="Projects"
            aside={
              <Link to={PATHS.projects} search={{}} className="plain">
                Show all
              </Link>
            }
          >
            <ProjectSummary projects={projects} />
          </Card>
          {project && project.deviceCount > 0 && (
            <Suspense fallback={<Skeleton height={240} />}>
              <ProjectNow key={project.id} project={project} />
            </Suspense>
          )}
        </div>
        <div className={`grid gap-12 ${classes['side']}`}>
          <Card title="Sites">
            <Suspense fallback={<Skeleton height={300} />}>
              <SiteMap projects={projects} />
            </Suspense>
          </Card>
          {project && (
            <Card
              title={`Alarms, ${project.name}`}
              aside={
                <Link to={PATHS.alarms} search={{}} className="plain">
                  Show all
                </Link>
              }
            >
              <RecentAlarms project={project} />
            </Card>
          )}
        </div>
      </div>
    </Page>
  );
}

function NoProjects() {
  return (
    <Page title="Overview" hideTitle>
      <LazyReceivedNotices />
      <Suspense fallback={<Skeleton height={280} />}>
        <SetupList fallback={<FirstProject />} />
      </Suspense>
    </Page>
  );
}

/** Empty state for visitors, and for accounts that have dismissed the setup list. */
function FirstProject() {
  return (
    <EmptyNote
      icon={<IconMapPinPlus size={44} stroke={1.4} />}
      title="Create your first project"
      action={<ButtonLink to={PATHS.newProject}>Create project</ButtonLink>}
    >
      A project is one site: its gateway, switches, access points and cameras. Enter a name, a location and a
      device password. Then add devices by the serial number and claim code on their labels.
    </EmptyNote>
  );
}

function Totals({ projects }: { readonly projects: readonly Project[] }) {
  const totals = computeTotals(projects);
  return (
    <Tiles>
      <Tile
        label="Devices online"
        value={`${formatCount(totals.online)} / ${formatCount(totals.devices)}`}
        note={formatDeviceNote(totals.devices, totals.online)}
        state={totals.online < totals.devices ? 'error' : undefined}
      />
      <Tile
        label="Clients online"
        value={formatCount(totals.clients)}
        note={`in ${formatPlural(projects.length, 'project')}`}
      />
      <Tile
        label="Open alarms"
        value={formatCount(totals.openAlarms)}
        note={totals.openAlarms === 0 ? 'no open alarms' : `in ${formatPlural(totals.alarmed, 'project')}`}
        state={getAlarmState(totals)}
      />
      <Tile
        label="Projects"
        value={formatCount(projects.length)}
        note={`${formatCount(totals.healthy)} without problems`}
        to={PATHS.projects}
      />
    </Tiles>
  );
}

function formatDeviceNote(devices: number, online: number): string {
  if (devices === 0) return 'no devices yet';
  return online < devices ? `${formatCount(devices - online)} offline` : 'all online';
}
