import { MapEngine } from './map-engine.ts';
import type { MapAnswer, MapRequest } from './messages.ts';

/** The part of a worker's global scope that this module uses; the types of workers exclude those of pages. */
interface WorkerScope {
  postMessage: (answer: MapAnswer, transfer: readonly Transferable[]) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<MapRequest>) => void) => void;
}

const scope = globalThis as unknown as WorkerScope;
const engine = new MapEngine();
let buffers: ArrayBuffer[] = [];

/** Takes a returned buffer of this size, or a new one. */
function takeBuffer(bytes: number): ArrayBuffer {
  buffers = buffers.filter(({ byteLength }) => byteLength === bytes);
  return buffers.pop() ?? new ArrayBuffer(bytes);
}

scope.addEventListener('message', ({ data }) => {
  buffers.push(...data.buffers);
  try {
    const start = performance.now();
    engine.apply(data.changes);
    const frame = engine.computeFrame(data.version, takeBuffer);
    if (!frame) throw new Error('A frame needs a scene.');
    const computedMs = performance.now() - start;
    scope.postMessage({ type: 'frame', frame: { ...frame, computedMs } }, [frame.levels.buffer]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    scope.postMessage({ type: 'failed', version: data.version, message }, []);
  }
});
