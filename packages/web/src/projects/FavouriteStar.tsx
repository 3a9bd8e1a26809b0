import type { Project } from '@northlight/contract';
import { ActionIcon } from '@mantine/core';
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs';
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs';
import { useShellContext } from '../app/shell-context.tsx';
import { useProjectActions } from './use-project-actions.ts';

/** Button that marks a project as a favourite of the account. */
export function FavouriteStar({ project }: { readonly project: Project }) {
  const { session } = useShellContext();
  const { mark } = useProjectActions();
  if (session.visitor) return null;
  return (
    <ActionIcon
      variant="subtle"
      color={project.favourite ? 'yellow' : 'gray'}
      size="sm"
      aria-label={`${project.name} is a favourite`}
      aria-pressed={project.favourite}
      onClick={(event) => {
        event.stopPropagation();
        mark(project, { favourite: !project.favourite });
      }}
    >
      {project.favourite ? <IconStarFilled size={15} /> : <IconStar size={15} />}
    </ActionIcon>
  );
}
