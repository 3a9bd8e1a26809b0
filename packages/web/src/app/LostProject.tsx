import IconLockOff from '@tabler/icons-react/dist/esm/icons/IconLockOff.mjs';
import { useQuery } from '@tanstack/react-query';
import { q, sentenceOf } from '../kit/api/index.ts';
import { Page } from '../kit/page/index.ts';
import { PATHS } from '../paths.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { ButtonLink } from './app-link.tsx';
import { PageLoading } from './PageLoading.tsx';

/** The project closed while its page was open: says why, and where to go on. */
export function LostProject({ projectId }: { readonly projectId: number }) {
  const asked = useQuery({ ...q('projectGet', { params: { projectId } }), staleTime: 0, gcTime: 0 });
  if (!asked.error) return <PageLoading />;
  return (
    <Page title="Project" hideTitle>
      <EmptyNote
        icon={<IconLockOff size={44} stroke={1.4} />}
        title={sentenceOf(asked.error)}
        action={
          <ButtonLink to={PATHS.projects} search={{}}>
            To your projects
          </ButtonLink>
        }
      >
        Shares end by the clock or by the owner, and a project can be transferred or deleted. Nothing that you
        had staged was sent.
      </EmptyNote>
    </Page>
  );
}
