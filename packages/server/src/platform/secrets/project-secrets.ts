import { type Envelope, Secret } from './envelope.ts';

/** A project's key, wrapped with the server's key. */
interface ProjectKey {
  readonly id: number;
  readonly secret_key: Buffer;
}

interface Sealing {
  readonly envelope: Envelope;
}

/** Returns the context that a wrapped project key is bound to. */
export const formatProjectKeyContext = (id: number): string => `project|${id}`;

/**
 * Seals a secret with the project's key; `location` is the table, row and column that the secret is bound to.
 */
export function sealProjectSecret(
  { envelope }: Sealing,
  project: ProjectKey,
  location: string,
  secret: string,
): Buffer {
  return envelope.seal(
    project.secret_key,
    formatProjectKeyContext(project.id),
    new Secret(secret),
    `${project.id}|${location}`,
  );
}

export function openProjectSecret(
  { envelope }: Sealing,
  project: ProjectKey,
  location: string,
  sealed: Buffer,
): Secret {
  return envelope.open(
    project.secret_key,
    formatProjectKeyContext(project.id),
    sealed,
    `${project.id}|${location}`,
  );
}
