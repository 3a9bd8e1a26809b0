import { type DeviceEntry, parseLabel } from '@northlight/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Notice } from '../../ui/Notice.tsx';
import classes from './add.module.css';
import { createFrameReader, describeCameraError } from './read-label.ts';

interface LabelScannerProps {
  readonly onEntry: (entry: DeviceEntry) => void;
}

const INSECURE =
  'The camera works on secure connections (HTTPS) only. Enter the serial number and claim code by hand.';

/** Shows the camera and reads device labels until the user closes it. Reads each label once. */
export function LabelScanner({ onEntry }: LabelScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const seen = useRef(new Set<string>());
  const [problem, setProblem] = useState<string>();
  const [message, setMessage] = useState('Point the camera at the QR code on a label.');
  const takeText = useEffectEvent((text: string) => {
    if (seen.current.has(text)) return;
    seen.current.add(text);
    const label = parseLabel(text);
    if (!label) return setMessage('This code is not on a device label. Point the camera at the label.');
    setMessage(`${label.sn} was read. Point the camera at the next label.`);
    onEntry({ ...label, name: '' });
  });
  useEffect(() => {
    const ended = new AbortController();
    void scan(video.current, ended.signal, takeText).catch((error: unknown) => {
      if (!ended.signal.aborted) setProblem(describeCameraError(error));
    });
    return () => ended.abort();
  }, []);
  if (!window.isSecureContext) return <Notice tone="warning">{INSECURE}</Notice>;
  return (
    <div className={`grid gap-8 ${classes['camera']}`}>
      {problem === undefined ? (
        <>
          <video ref={video} muted playsInline aria-label="Camera" />
          <span role="status">{message}</span>
        </>
      ) : (
        <Notice tone="warning">{problem}</Notice>
      )}
    </div>
  );
}

/** Reads frames one after another until the signal ends, then stops the camera. */
async function scan(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<void> {
  if (!video) return;
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    const readFrame = await createFrameReader();
    if (signal.aborted) return;
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      await nextFrame();
      const text = await readFrame(video);
      if (text !== undefined && !signal.aborted) onText(text);
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
