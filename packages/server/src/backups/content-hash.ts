import type { BackupContent } from '@northlight/contract';
import { formatCanonicalJson, hashSha256Hex } from '@northlight/runtime';

/** Returns the hash by which two files of the same content are recognised, although their manifests differ. */
export const hashContent = (content: BackupContent): string => hashSha256Hex(formatCanonicalJson(content));
