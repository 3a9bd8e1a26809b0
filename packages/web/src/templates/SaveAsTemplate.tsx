import { ButtonLink } from '../app/app-link.tsx';
import { useShellContext } from '../app/shell-context.tsx';
import { PATHS } from '../paths.ts';

/**
 * Button that opens the dialog to save the project's network as a template. It is hidden without access to
 * templates.
 */
export function SaveAsTemplate() {
  const { session } = useShellContext();
  if (!session.menu['templates']) return null;
  return (
    <ButtonLink to={PATHS.templates} search={{ dialog: 'save' }} variant="default">
      Save as template
    </ButtonLink>
  );
}
