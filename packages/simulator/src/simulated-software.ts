import type { KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchFirmware } from '@northlight/agent';

/** Trusted firmware keys. */
export interface SimulatedFirmware {
  readonly keys: readonly KeyObject[];
}

type Download = Omit<Parameters<typeof fetchFirmware>[0], 'ca' | 'file' | 'keys'> & {
  /** Absent if the device rejects all firmware. */
  readonly firmware: SimulatedFirmware | undefined;
  /** Certificate authority of the cloud (PEM). */
  readonly ca: string | undefined;
};

/** Downloads and checks the software of an upgrade, and deletes it again. Rejects with the reason. */
export async function downloadSoftware({ ca, firmware, ...download }: Download): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'nl-sim-'));
  try {
    await fetchFirmware({
      ...download,
      keys: firmware?.keys ?? [],
      ...(ca !== undefined && { ca }),
      file: join(directory, 'firmware.bin'),
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
