import { findOwnProperty, NET_MODE_LABELS, SCENARIO_LABELS } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ButtonLink } from '../app/app-link.tsx';
import { NotFoundPage } from '../app/NotFoundPage.tsx';
import { useShellContext } from '../app/shell-context.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { ApiError, createQuery } from '../kit/api/index.ts';
import { ABSENT, formatOffset, formatPlural, formatTime } from '../kit/format/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { Card, LoadFailed, Page, PageAction } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import { Facts } from '../ui/Facts.tsx';
import { DeviceKinds, DevicesOnline } from './DeviceKinds.tsx';
import { DevicePassword } from './DevicePassword.tsx';
import { EditProjectDialog } from './EditProjectDialog.tsx';
import { FavouriteStar } from './FavouriteStar.tsx';
import classes from './projects.module.css';
import { RecentAlarms } from './RecentAlarms.tsx';
import { TagsEditor } from './TagsEditor.tsx';
import { useProjectActions } from './use-project-actions.ts';
import { formatAccessLabel } from './access-label.ts';

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
        <PageAction can={project.can.own} onClick={() => set({ dialog: 'edit' })}>
          Edit project
        </PageAction>
      }
      actions={
        <ButtonLink to={PATHS.status} search={{ project: project.id }}>
          Open project
        </ButtonLink>
      }
    >
      <div className={classes['grid']}>
        <div className={classes['side']}>
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
                { label: 'Address', value: project.address || ABSENT },
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
                { label: 'Created', value: formatTime(project.createdAt, project.timeZone) },
              ]}
            />
            <GatedButton
              can={project.can.own}
              variant="subtle"
              color="red"
              className={classes['delete']}
              onClick={() => remove(project)}
            >
              Delete project
            </GatedButton>
          </Card>
          {!session.visitor && (
            <Card title="Private tags">
              <TagsEditor project={project} />
            </Card>
          )}
        </div>
        <div className={classes['side']}>
          <Card title="Devices" aside={<DevicesOnline project={project} />}>
            <DeviceKinds project={project} />
          </Card>
          <Card title="Recent alarms" aside={formatPlural(project.openAlarms, 'open alarm')}>
            <RecentAlarms project={project} />
          </Card>
        </div>
      </div>
      {search.dialog === 'edit' && project.can.own.allowed && (
        <EditProjectDialog project={project} onClose={() => set({ dialog: undefined })} />
      )}
    </Page>
  );
}
