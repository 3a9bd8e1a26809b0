import type { Project } from '@northlight/contract';
import { RevealSecret } from '../app/RevealSecret.tsx';
import { call } from '../kit/api/index.ts';

/** Reveals the device management password on demand. The audit log records each request. */
export function DevicePassword({ project }: { readonly project: Project }) {
  return (
    <RevealSecret
      can={project.can.write}
      label="password"
      fetchSealed={() => call('projectPasswordReveal', { params: { projectId: project.id } })}
    />
  );
}
