import { lazy, Suspense } from 'react';
import { PageLoading } from '../app/PageLoading.tsx';
import { useProject } from '../app/shell-context.tsx';

const OpenedSandbox = lazy(async () => ({ default: (await import('./OpenedSandbox.tsx')).OpenedSandbox }));
const SandboxStart = lazy(async () => ({ default: (await import('./SandboxStart.tsx')).SandboxStart }));

/** In a sandbox its faults and changes; in a real project the sandbox that the account has opened of it. */
export function SandboxPage() {
  const { sandboxOf } = useProject();
  return <Suspense fallback={<PageLoading />}>{sandboxOf ? <OpenedSandbox /> : <SandboxStart />}</Suspense>;
}
