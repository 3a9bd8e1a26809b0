import type { BackupRequest, OfferedFile } from './state.ts';

/** Address of a file of a backup, or the reason why there is none. */
export interface BackupOffer {
  readonly url?: string | undefined;
  readonly file?: OfferedFile | undefined;
  readonly reason: string;
}

type Kind = BackupRequest['kind'];

/** Requests of a device for the addresses of files of backups, one of each kind at a time. */
export class BackupRequests {
  readonly #send: (request: BackupRequest) => void;
  readonly #waiting = new Map<Kind, (offer: BackupOffer) => void>();

  constructor(send: (request: BackupRequest) => void) {
    this.#send = send;
  }

  /** Requests the address to which the device sends its part; rejects with the cloud's reason. */
  async requestUpload(file: { readonly sizeBytes: number; readonly sha256: string }): Promise<string> {
    const { reason, url } = await this.#request({ kind: 'upload', purpose: 'backup', ...file });
    if (url === undefined) throw new Error(reason);
    return url;
  }

  /** Requests the file that a restoration sends; rejects with the cloud's reason. */
  async requestRestoredPart(): Promise<OfferedFile> {
    const { file, reason } = await this.#request({ kind: 'download', purpose: 'backup' });
    if (!file) throw new Error(reason);
    return file;
  }

  settle(kind: Kind, offer: BackupOffer): void {
    const resolve = this.#waiting.get(kind);
    this.#waiting.delete(kind);
    resolve?.(offer);
  }

  /** Ends the open requests, whose answers no longer arrive. */
  end(reason: string): void {
    for (const kind of ['download', 'upload'] as const) this.settle(kind, { reason });
  }

  #request(request: BackupRequest): Promise<BackupOffer> {
    return new Promise((resolve) => {
      this.settle(request.kind, { reason: 'A newer request replaced this one.' });
      this.#waiting.set(request.kind, resolve);
      this.#send(request);
    });
  }
}
