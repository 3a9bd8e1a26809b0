import {
  findOwnProperty,
  NET_MODE_LABELS,
  SCENARIO_LABELS,
  type Project,
  MAX_TAGS,
} from '@northlight/contract';
import { Skeleton, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ButtonLink } from '../app/app-link.tsx';
import { NotFoundPage } from '../app/NotFoundPage.tsx';
import { useShellContext } from '../app/shell-context.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { ApiError, createQuery, call } from '../kit/api/index.ts';
import { ABSENT, formatCount, formatOffset, formatPlural, formatTime } from '../kit/format/index.ts';
import { Card, LoadFailed, Page, PageAction } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import { Facts } from '../ui/Facts.tsx';
import { EditProjectDialog } from './form/EditProjectDialog.tsx';
import { FavouriteStar } from './FavouriteStar.tsx';
import classes from './projects.module.css';
import { RecentAlarms } from './RecentAlarms.tsx';
import { useProjectActions } from './use-project-actions.ts';
import { formatAccessLabel } from './access-label.ts';
import { RevealSecret } from '../app/RevealSecret.tsx';
import { TITLE_MAX, shortTitle } from '@northlight/contract/net';

const ProjectNow = lazy(async () => ({ default: (await import('./ProjectNow.tsx')).ProjectNow }));

export function ProjectPage() {
  const { id } = useParams({ from: '/shell/projects/$id' });
  const { session } = useShellContext();
  const { search, set } = useUrlState();
  const { remove } = useProjectActions();
  const projectId = Number(id);
  const valid = Number.isInteger(projectId) && projectId > 0;
  const found = useQuery({ ...createQuery('projectGet', { params: { projectId } }), enabled: valid });
  const project = found.data;
  if (!valid || (found.error instanceof ApiError && found.error.status === 404)) return <NotFoundPage />;
  if (found.error && !project) return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  if (!project) return <PageLoading />;
  const scenario = findOwnProperty<string>(SCENARIO_LABELS, project.scenario) ?? project.scenario;
  return (
    <Page
      title={project.name}
      note={<FavouriteStar project={project} />}
      more={
        <>
          <PageAction can={project.can.own} onClick={() => remove(project)}>
            Delete project
          </PageAction>
          <PageAction can={project.can.own} onClick={() => set({ dialog: 'edit' })}>
            Edit project
          </PageAction>
        </>
      }
      actions={
        <ButtonLink to={PATHS.status} search={{ project: project.id }}>
          Open project
        </ButtonLink>
      }
    >
      <div className={`grid gap-12 ${classes['grid']}`}>
        <div className={`grid gap-12 ${classes['side']}`}>
          <Card title="Project">
            <Facts
              items={[
                { label: 'Scenario', value: scenario },
                { label: 'Network mode', value: NET_MODE_LABELS[project.netMode] },
                {
                  label: 'Location',
                  value:
                    [project.city, project.province, project.country].filter(Boolean).join(', ') || ABSENT,
                },
                ...(project.address === '' ? [] : [{ label: 'Address', value: project.address }]),
                {
                  label: 'Time zone',
                  value: `${project.timeZone} (${formatOffset(project.timeZone)})`,
                },
                { label: 'Access', value: formatAccessLabel(project) },
                ...(project.owner === undefined ? [] : [{ label: 'Owner', value: project.owner }]),
                ...(project.expiresAt === undefined
                  ? []
                  : [{ label: 'Expires', value: formatTime(project.expiresAt, project.timeZone) }]),
                { label: 'Device password', value: <DevicePassword key={project.id} project={project} /> },
                {
                  label: 'Clients',
                  value: (
                    <Link to={PATHS.clients} search={{ project: project.id }} className="plain">
                      {formatCount(project.onlineUsers)} online
                    </Link>
                  ),
                },
                { label: 'Created', value: formatTime(project.createdAt, project.timeZone) },
              ]}
            />
          </Card>
        </div>
        <div className={`grid gap-12 ${classes['side']}`}>
          <Card title="Recent alarms" aside={formatPlural(project.openAlarms, 'open alarm')}>
            <RecentAlarms project={project} />
          </Card>
          {!session.visitor && (
            <Card title="Private tags">
              <TagsEditor project={project} />
            </Card>
          )}
        </div>
      </div>
      {project.deviceCount > 0 && (
        <Suspense fallback={<Skeleton height={240} />}>
          <ProjectNow key={project.id} project={project} />
        </Suspense>
      )}
      {search.dialog === 'edit' && project.can.own.allowed && (
        <EditProjectDialog project={project} onClose={() => set({ dialog: undefined })} />
      )}
    </Page>
  );
}

/** Reveals the device management password on demand. The audit log records each request. */
function DevicePassword({ project }: { readonly project: Project }) {
  return (
    <RevealSecret
      can={project.can.write}
      label="password"
      fetchSealed={() => call('projectPasswordReveal', { params: { projectId: project.id } })}
    />
  );
}

/** Editor for the account's own tags of a project, which other accounts do not see. */
function TagsEditor({ project }: { readonly project: Project }) {
  const { mark } = useProjectActions();
  const [problem, setProblem] = useState<string>();
  return (
    <TagsInput
      label="Your tags"
      description={`Visible only to you; up to ${MAX_TAGS}, ${TITLE_MAX} characters each`}
      placeholder={project.tags.length === 0 ? 'Enter a tag and press Enter' : undefined}
      maxTags={MAX_TAGS}
      value={project.tags}
      error={problem}
      onChange={(tags) => {
        const invalid = tags.map((tag) => shortTitle.safeParse(tag)).find(({ success }) => !success);
        setProblem(invalid?.error?.issues[0]?.message);
        if (!invalid) mark(project, { tags });
      }}
    />
  );
}
