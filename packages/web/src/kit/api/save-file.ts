import type { Api, ApiKey, CallInput } from '@northlight/contract';
import { saveBlob } from '../save-blob.ts';
import { callForFile } from './call.ts';

/** Calls an operation and saves its response as a file. */
export async function saveFile<K extends ApiKey>(
  key: K,
  input: CallInput<Api[K]>,
  name: string,
): Promise<void> {
  saveBlob(name, await callForFile(key, input));
}
