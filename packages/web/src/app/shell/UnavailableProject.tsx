import IconLockOff from '@tabler/icons-react/dist/esm/icons/IconLockOff.mjs';
import { useQuery } from '@tanstack/react-query';
import { createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { Page } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { ButtonLink } from '../app-link.tsx';
import { PageLoading } from '../PageLoading.tsx';

/** Page for an open project whose access has ended. It shows the reason and a link to the other projects. */
export function UnavailableProject({ projectId }: { readonly projectId: number }) {
  const project = useQuery({
    ...createQuery('projectGet', { params: { projectId } }),
    staleTime: 0,
    gcTime: 0,
  });
  if (!project.error) return <PageLoading />;
  return (
    <Page title="Project" hideTitle>
      <EmptyNote
        icon={<IconLockOff size={44} stroke={1.4} />}
        title={toErrorSentence(project.error)}
        action={
          <ButtonLink to={PATHS.projects} search={{}}>
            Go to projects
          </ButtonLink>
        }
      >
        The share may have ended, or the project was transferred or deleted. Your staged changes were not
        sent.
      </EmptyNote>
    </Page>
  );
}
