import { findOwnProperty, NET_MODE_LABELS, type Project, SCENARIO_LABELS } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { ButtonLink } from '../../app/app-link.tsx';
import { useShellContext } from '../../app/shell-context.tsx';
import { findWorstState } from '../../app/use-tab-title.ts';
import { createQuery } from '../../kit/api/index.ts';
import { formatCount, formatTime, useNow } from '../../kit/format/index.ts';
import { DataGrid, type GridColumn } from '../../kit/grid/index.ts';
import { Page } from '../../kit/page/index.ts';
import { useUrlState } from '../../kit/url-state.ts';
import { PATHS } from '../../paths.ts';
import { LazyReceivedNotices } from '../../sharing/index.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { HealthDot } from '../../ui/HealthDot.tsx';
import { FavouriteStar } from '../FavouriteStar.tsx';
import { ProjectListTools } from './ProjectListTools.tsx';
import { isCreatedWithin } from './ranges.ts';
import { formatAccessLabel } from '../access-label.ts';

const ProjectMenu = lazy(async () => ({ default: (await import('./ProjectMenu.tsx')).ProjectMenu }));
const DeletedProjects = lazy(async () => ({
  default: (await import('./DeletedProjects.tsx')).DeletedProjects,
}));

const getRowId = (project: Project) => String(project.id);
const getRowName = (project: Project) => project.name;
const formatScenario = (project: Project) =>
  findOwnProperty<string>(SCENARIO_LABELS, project.scenario) ?? project.scenario;

function formatState(project: Project): string {
  const { state, text } = findWorstState(project);
  if (state === 'none') return 'No devices yet';
  return state === 'ok' ? 'No problems' : text;
}

const COLUMNS: readonly GridColumn<Project>[] = [
  {
    id: 'favourite',
    header: 'Favourite',
    width: 92,
    hidden: true,
    facet: true,
    value: (project) => (project.favourite ? 'Yes' : 'No'),
  },
  {
    id: 'name',
    header: 'Name',
    card: 'title',
    width: 200,
    value: (project) => project.name,
    cell: (project) => <ProjectName project={project} hasStar />,
    cardCell: (project) => <ProjectName project={project} />,
  },
  {
    id: 'state',
    header: 'State',
    card: 'state',
    width: 140,
    facet: true,
    value: formatState,
    cell: (project) => (
      <span className="mut tone" data-state={findWorstState(project).state}>
        {formatState(project)}
      </span>
    ),
  },
  {
    id: 'devices',
    header: 'Devices online',
    card: 'figure',
    width: 126,
    align: 'right',
    value: (project) => project.devicesOnline,
    text: () => '',
    cell: (project) => `${formatCount(project.devicesOnline)} / ${formatCount(project.deviceCount)}`,
  },
  {
    id: 'clients',
    header: 'Clients',
    card: 'figure',
    width: 90,
    align: 'right',
    value: (project) => project.onlineUsers,
    cell: (project) => formatCount(project.onlineUsers),
  },
  {
    id: 'alarms',
    header: 'Open alarms',
    hidden: true,
    width: 112,
    align: 'right',
    value: (project) => project.openAlarms,
    cell: (project) => formatCount(project.openAlarms),
  },
  {
    id: 'mode',
    header: 'Mode',
    width: 76,
    facet: true,
    value: (project) => NET_MODE_LABELS[project.netMode],
  },
  { id: 'scenario', header: 'Scenario', width: 100, facet: true, value: formatScenario },
  {
    id: 'location',
    header: 'Location',
    width: 140,
    value: ({ city, country }) => [city, country].filter(Boolean).join(', ') || undefined,
  },
  {
    id: 'country',
    header: 'Country',
    width: 120,
    hidden: true,
    facet: true,
    value: (project) => project.country || undefined,
  },
  {
    id: 'city',
    header: 'City',
    width: 120,
    hidden: true,
    facet: true,
    value: (project) => project.city || undefined,
  },
  { id: 'property', header: 'Access', card: 'detail', width: 120, facet: true, value: formatAccessLabel },
  {
    id: 'tags',
    header: 'Tags',
    width: 96,
    value: (project) => project.tags.join(', ') || undefined,
  },
  {
    id: 'menu',
    header: 'Actions',
    width: 74,
    value: () => undefined,
    text: () => '',
    cell: (project) => (
      <Suspense>
        <ProjectMenu project={project} />
      </Suspense>
    ),
  },
  {
    id: 'expires',
    header: 'Expires',
    hidden: true,
    width: 150,
    value: (project) => project.expiresAt ?? '9999',
    text: (project) => (project.expiresAt === undefined ? 'Never' : project.expiresAt),
    cell: (project) =>
      project.expiresAt === undefined ? 'Never' : formatTime(project.expiresAt, project.timeZone),
  },
  { id: 'owner', header: 'Owner', width: 180, facet: true, hidden: true, value: (project) => project.owner },
  {
    id: 'timeZone',
    header: 'Time zone',
    width: 140,
    facet: true,
    hidden: true,
    value: (project) => project.timeZone,
  },
  {
    id: 'created',
    header: 'Created',
    hidden: true,
    width: 150,
    value: (project) => project.createdAt,
    cell: (project) => formatTime(project.createdAt, project.timeZone),
  },
];

interface ProjectNameProps {
  readonly project: Project;
  readonly hasStar?: boolean;
}

function ProjectName({ hasStar = false, project }: ProjectNameProps) {
  return (
    <span className="row gap-8">
      {hasStar && <FavouriteStar project={project} />}
      <HealthDot state={findWorstState(project).state} />
      <Link to={PATHS.project} params={{ id: String(project.id) }} className="plain">
        {project.name}
      </Link>
    </span>
  );
}

/** A visitor has no favourites and no tags. */
const VISITOR_COLUMNS = COLUMNS.filter(({ id }) => id !== 'favourite' && id !== 'tags');

export function ProjectListPage() {
  const { session, projects } = useShellContext();
  const navigate = useNavigate();
  const { search, set } = useUrlState();
  const now = useNow();
  const all = useQuery(createQuery('projectList', {})).data?.items ?? projects;
  const rows = useMemo(
    () =>
      search.tab === undefined
        ? all
        : all.filter(({ createdAt }) => isCreatedWithin(createdAt, search.tab, now)),
    [all, search.tab, now],
  );
  const open = useMemo(
    () => (project: Project) => void navigate({ to: PATHS.status, search: { project: project.id } }),
    [navigate],
  );
  return (
    <Page
      title="Projects"
      note={formatCount(rows.length)}
      layout="fill"
      more={!session.visitor && <ProjectListTools />}
      actions={
        !session.visitor && (
          <ButtonLink to={PATHS.newProject} leftSection={<IconPlus size={15} />}>
            Create project
          </ButtonLink>
        )
      }
    >
      <LazyReceivedNotices />
      <DataGrid
        id="projects"
        label="Projects"
        noun="project"
        rows={rows}
        columns={session.visitor ? VISITOR_COLUMNS : COLUMNS}
        rowId={getRowId}
        rowName={getRowName}
        defaultSort="name"
        onOpen={open}
        empty={
          <EmptyNote
            icon={<IconBuilding size={40} stroke={1.4} />}
            title="No projects yet"
            action={<ButtonLink to={PATHS.newProject}>Create project</ButtonLink>}
          >
            A project is one site with its devices. Create one, then add devices by the code on their label.
          </EmptyNote>
        }
      />
      <Suspense>
        {search.dialog === 'deleted' && <DeletedProjects onClose={() => set({ dialog: undefined })} />}
      </Suspense>
    </Page>
  );
}
