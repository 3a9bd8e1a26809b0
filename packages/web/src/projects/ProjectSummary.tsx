import type { Project } from '@northlight/contract';
import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { findWorstState } from '../app/use-tab-title.ts';
import { formatCount } from '../kit/format/index.ts';
import { PATHS } from '../paths.ts';
import { HealthDot } from '../ui/HealthDot.tsx';
import classes from './projects.module.css';
import { listLargestProjects } from './totals.ts';

/** Lists the largest projects with their counts and the share of online devices. */
export function ProjectSummary({ projects }: { readonly projects: readonly Project[] }) {
  return (
    <Table verticalSpacing={5} horizontalSpacing={6} fz="sm" className={classes['summary'] ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Location</Table.Th>
          <Table.Th className="num" colSpan={2}>
            Devices online
          </Table.Th>
          <Table.Th className="num">Clients</Table.Th>
          <Table.Th className="num">Open alarms</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {listLargestProjects(projects).map((project) => (
          <Table.Tr key={project.id}>
            <Table.Td>
              <span className={classes['choice']}>
                <HealthDot state={findWorstState(project).state} />
                <Link to={PATHS.status} search={{ project: project.id }} className="plain">
                  {project.name}
                </Link>
              </span>
            </Table.Td>
            <Table.Td className="mut">{[project.city, project.country].filter(Boolean).join(', ')}</Table.Td>
            <Table.Td className={classes['share'] ?? ''}>
              <Share online={project.devicesOnline} all={project.deviceCount} />
            </Table.Td>
            <Table.Td className="num nowrap">
              {formatCount(project.devicesOnline)} / {formatCount(project.deviceCount)}
            </Table.Td>
            <Table.Td className="num">{formatCount(project.onlineUsers)}</Table.Td>
            <Table.Td className="num">{formatCount(project.openAlarms)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const BAR_WIDTH = 64;

function Share({ online, all }: { readonly online: number; readonly all: number }) {
  const width = all === 0 ? 0 : (online / all) * BAR_WIDTH;
  return (
    <svg
      width={BAR_WIDTH}
      height="5"
      aria-hidden="true"
      className={classes['bar']}
      data-empty={all === 0 || undefined}
    >
      <rect width={BAR_WIDTH} height="5" rx="2.5" />
      <rect width={width} height="5" rx="2.5" />
    </svg>
  );
}
