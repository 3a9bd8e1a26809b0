import type { Project, Session } from '@northlight/contract';
import { createContext, type ReactNode, use } from 'react';

/** Session and projects that the shell provides to every page. */
export interface Current {
  readonly session: Session;
  /** The current project; undefined while the account has none. */
  readonly project: Project | undefined;
  readonly projects: readonly Project[];
}

const CurrentContext = createContext<Current | undefined>(undefined);

export function ShellContextProvider({
  value,
  children,
}: {
  readonly value: Current;
  readonly children: ReactNode;
}) {
  return <CurrentContext value={value}>{children}</CurrentContext>;
}

export function useShellContext(): Current {
  const current = use(CurrentContext);
  if (!current) throw new Error('useShellContext was called outside the shell.');
  return current;
}

/** Returns the project of a page under /manage. The route guard ensures that there is one. */
export function useProject(): Project {
  const { project } = useShellContext();
  if (!project) throw new Error('This page needs a project.');
  return project;
}
