import type { BackupFile } from '../format.ts';

/** Describes the part of the device in a file; empty for a file that was taken before devices sent one. */
export function describePart({ manifest, part }: Pick<BackupFile, 'manifest' | 'part'>) {
  if (part)
    return { device: { leases: part.leases.length, localChanges: part.localChange?.wan.length ?? 0 } };
  return manifest.missingPart ? { device: { missing: manifest.missingPart } } : {};
}
