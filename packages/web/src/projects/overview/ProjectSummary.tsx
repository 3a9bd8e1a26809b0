import type { Project } from '@northlight/contract';
import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { findWorstState } from '../../app/use-tab-title.ts';
import { ABSENT, formatCount, formatPlural } from '../../kit/format/index.ts';
import { PATHS } from '../../paths.ts';
import { HealthDot } from '../../ui/HealthDot.tsx';
import classes from '../projects.module.css';
import { listProjectsByTrouble } from './totals.ts';

/** Lists the projects, those with problems first, with their state, devices and clients. */
export function ProjectSummary({ projects }: { readonly projects: readonly Project[] }) {
  const shown = listProjectsByTrouble(projects);
  return (
    <>
      <Table
        verticalSpacing={6}
        horizontalSpacing={6}
        fz="sm"
        className={`cards-on-phone ${classes['summary']}`}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Location</Table.Th>
            <Table.Th className="num" colSpan={2}>
              Devices online
            </Table.Th>
            <Table.Th className="num">Clients</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((project) => (
            <Table.Tr key={project.id}>
              <Table.Td>
                <Link to={PATHS.status} search={{ project: project.id }} className="plain strong">
                  {project.name}
                </Link>
              </Table.Td>
              <Table.Td className="nowrap">
                <ProjectState project={project} />
              </Table.Td>
              <Table.Td className="mut">
                {[project.city, project.country].filter(Boolean).join(', ') || ABSENT}
              </Table.Td>
              <Table.Td w={76}>
                <Share online={project.devicesOnline} all={project.deviceCount} />
              </Table.Td>
              <Table.Td className="num nowrap">
                {formatCount(project.devicesOnline)} / {formatCount(project.deviceCount)}
              </Table.Td>
              <Table.Td className="num">{formatCount(project.onlineUsers)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {projects.length > shown.length && (
        <p className="mut">
          {formatPlural(projects.length - shown.length, 'more project')} without a more severe problem.
        </p>
      )}
    </>
  );
}

/** State of a project, linked to the devices or alarms that cause it. */
function ProjectState({ project }: { readonly project: Project }) {
  const { state, text } = findWorstState(project);
  const dot = <HealthDot state={state} />;
  if (state === 'ok' || state === 'none')
    return (
      <span className="row gap-8">
        {dot}
        <span className="mut">{state === 'ok' ? 'No problems' : 'No devices yet'}</span>
      </span>
    );
  const isOffline = state === 'error';
  return (
    <Link
      to={isOffline ? PATHS.devices : PATHS.alarms}
      search={{ project: project.id, ...(isOffline && { filter: 'Status = Offline' }) }}
      className="row gap-8 strong unlinked tone underline touch"
      data-state={state}
    >
      {dot}
      {text}
    </Link>
  );
}

const BAR_WIDTH = 64;

function Share({ online, all }: { readonly online: number; readonly all: number }) {
  const width = all === 0 ? 0 : (online / all) * BAR_WIDTH;
  return (
    <svg width={BAR_WIDTH} height="5" aria-hidden="true" display="block">
      <rect width={BAR_WIDTH} height="5" rx="2.5" fill={all === 0 ? 'var(--line)' : 'var(--st-err)'} />
      <rect width={width} height="5" rx="2.5" fill="var(--st-ok)" />
    </svg>
  );
}
