import type { Project } from '@northlight/contract';
import { useEffect } from 'react';

export type WorstState = 'ok' | 'warning' | 'error' | 'none';

/** The worst that the tab has to say about a project. */
export function worstOf(project: Project | undefined): {
  readonly state: WorstState;
  readonly words: string;
} {
  if (!project || project.deviceCount === 0) return { state: 'none', words: '' };
  const offline = project.deviceCount - project.devicesOnline;
  if (offline > 0) return { state: 'error', words: `${offline} offline` };
  if (project.unreadAlarms > 0) return { state: 'warning', words: `${project.unreadAlarms} unread` };
  return { state: 'ok', words: '' };
}

export function tabTitle(page: string | undefined, project: Project | undefined): string {
  const { words } = worstOf(project);
  const place = project ? [words, project.name].filter(Boolean).join(', ') : '';
  return [place, page, 'Northlight'].filter(Boolean).join(' · ');
}

/** Title and icon of the browser tab: `2 offline, Hotel Lisboa`, with a dot of that colour. */
export function useTabTitle(page: string | undefined, project: Project | undefined): void {
  const title = tabTitle(page, project);
  const { state } = worstOf(project);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('#favicon');
    if (link) link.href = state === 'none' ? '/favicon.svg' : `/favicon-${state}.svg`;
  }, [state]);
}
