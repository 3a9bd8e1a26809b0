import type { FileRequest, OfferedFile } from './state.ts';

/** Address of a file, or the reason why there is none. */
export interface FileOffer {
  readonly url?: string | undefined;
  readonly file?: OfferedFile | undefined;
  readonly reason: string;
}

/** Direction and purpose of a file: one request of each is open at a time. */
type Use = Pick<FileRequest, 'kind' | 'purpose'>;

/** File that a device sends. */
interface SentFile {
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Requests of a device for the addresses of parts of backups and of pictures. */
export class FileRequests {
  readonly #send: (request: FileRequest) => void;
  readonly #waiting = new Map<string, (offer: FileOffer) => void>();

  constructor(send: (request: FileRequest) => void) {
    this.#send = send;
  }

  /** Requests the address to which the device sends its part of a backup; rejects with the cloud's reason. */
  requestUpload(file: SentFile): Promise<string> {
    return this.#requestAddress({ kind: 'upload', purpose: 'backup', ...file });
  }

  /**
   * Requests the address to which a camera sends a picture, of the moment of an event if `eid` is given; rejects with the
   * cloud's reason.
   */
  requestSnapshotUpload(file: SentFile & { readonly eid?: string }): Promise<string> {
    return this.#requestAddress({ kind: 'upload', purpose: 'snapshot', ...file });
  }

  /** Requests the file that a restoration sends; rejects with the cloud's reason. */
  async requestRestoredPart(): Promise<OfferedFile> {
    const { file, reason } = await this.#request({ kind: 'download', purpose: 'backup' });
    if (!file) throw new Error(reason);
    return file;
  }

  settle(use: Use, offer: FileOffer): void {
    const key = formatUse(use);
    const resolve = this.#waiting.get(key);
    this.#waiting.delete(key);
    resolve?.(offer);
  }

  /** Ends the open requests, whose answers no longer arrive. */
  end(reason: string): void {
    const open = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const resolve of open) resolve({ reason });
  }

  async #requestAddress(request: FileRequest): Promise<string> {
    const { reason, url } = await this.#request(request);
    if (url === undefined) throw new Error(reason);
    return url;
  }

  #request(request: FileRequest): Promise<FileOffer> {
    return new Promise((resolve) => {
      this.settle(request, { reason: 'A newer request replaced this one.' });
      this.#waiting.set(formatUse(request), resolve);
      this.#send(request);
    });
  }
}

const formatUse = ({ kind, purpose }: Use): string => `${kind} ${purpose}`;
