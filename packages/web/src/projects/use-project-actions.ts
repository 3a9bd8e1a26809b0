import { type Project, PROJECT_UNDO_DAYS } from '@northlight/contract';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ask } from '../app/confirm-store.ts';
import { toast } from '../app/toast.ts';
import { showUndoToast } from '../app/undo-toast.tsx';
import { awaitRefetch, createMutation } from '../kit/api/index.ts';
import { PATHS } from '../paths.ts';

/** Deletes and restores projects, creates demo copies, and saves the account's favourites and tags. */
export function useProjectActions() {
  const navigate = useNavigate();
  const onError = (error: Error) => toast.error(error);
  const restore = useMutation({ ...createMutation('projectRestore'), onSettled: awaitRefetch, onError });
  const remove = useMutation({ ...createMutation('projectDelete'), onError });
  const demo = useMutation({
    ...createMutation('demoCopyCreate'),
    meta: { busy: 'saving' },
    onError,
    onSuccess: async (created) => {
      await awaitRefetch();
      await navigate({ to: PATHS.devices, search: { project: created.id } });
    },
  });
  const mark = useMutation({ ...createMutation('projectMark'), onSettled: awaitRefetch, onError });
  return {
    restore: (projectId: number) => restore.mutate({ params: { projectId } }),
    demo: (scene: 'wlan' | 'mesh') => demo.mutate({ body: { scene } }),
    demoBusy: demo.isPending,
    mark: (project: Project, patch: Partial<Pick<Project, 'favourite' | 'tags'>>) =>
      mark.mutate({
        params: { projectId: project.id },
        body: { favourite: project.favourite, tags: project.tags, ...patch },
      }),
    remove: (project: Project) =>
      ask({
        title: `Delete ${project.name}?`,
        body: `Everyone loses access immediately, and queued work for its ${project.deviceCount} devices is cancelled. You can restore the project for ${PROJECT_UNDO_DAYS} days. Its devices are released after that.`,
        confirm: `Delete ${project.name}`,
        danger: true,
        onConfirm: () =>
          remove.mutate(
            { params: { projectId: project.id } },
            {
              onSuccess: () => {
                showUndoToast(`${project.name} was deleted.`, () =>
                  restore.mutate({ params: { projectId: project.id } }),
                );
                void navigate({ to: PATHS.projects, search: {} });
              },
            },
          ),
      }),
  };
}
