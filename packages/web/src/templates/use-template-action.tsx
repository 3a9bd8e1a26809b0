import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ButtonLink } from '../app/app-link.tsx';
import { useShellContext } from '../app/shell-context.tsx';
import { PageAction, useIsInMenu } from '../kit/page/index.ts';
import { PATHS } from '../paths.ts';

/**
 * Returns the action that opens the dialog to save the project's network as a template; undefined without
 * access to templates.
 */
export function useTemplateAction(): ReactNode {
  const { session } = useShellContext();
  return session.menu['templates'] ? <SaveAsTemplate /> : undefined;
}

const TARGET = { to: PATHS.templates, search: { dialog: 'save' } } as const;

function SaveAsTemplate() {
  const navigate = useNavigate();
  if (useIsInMenu()) return <PageAction onClick={() => void navigate(TARGET)}>Save as template</PageAction>;
  return (
    <ButtonLink {...TARGET} variant="default">
      Save as template
    </ButtonLink>
  );
}
