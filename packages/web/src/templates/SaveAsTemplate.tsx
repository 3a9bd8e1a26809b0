import { ButtonLink } from '../app/app-link.tsx';
import { useCurrent } from '../app/current.tsx';
import { PATHS } from '../paths.ts';

/** From a page of a project to the dialog that keeps its network; nowhere without templates. */
export function SaveAsTemplate() {
  const { session } = useCurrent();
  if (!session.menu['templates']) return null;
  return (
    <ButtonLink to={PATHS.templates} search={{ dialog: 'save' }} variant="default">
      Save as template
    </ButtonLink>
  );
}
