import type { Device, NewHardware, ReplacementReview } from '@northlight/contract';
import { useState } from 'react';
import { EnterHardware } from './EnterHardware.tsx';
import { ReviewReplacement } from './ReviewReplacement.tsx';

interface ReplaceDialogProps {
  readonly devices: readonly Device[];
  readonly onClose: () => void;
}

interface ReviewedHardware {
  readonly hardware: NewHardware;
  readonly review: ReplacementReview;
}

/** Replaces the hardware of a device: serial number and claim code of the new one, a review, and the time. */
export function ReplaceDialog({ devices: [device], onClose }: ReplaceDialogProps) {
  const [entered, setEntered] = useState<ReviewedHardware>();
  if (!device) return null;
  return entered ? (
    <ReviewReplacement device={device} {...entered} onClose={onClose} />
  ) : (
    <EnterHardware
      device={device}
      onReviewed={(hardware, review) => setEntered({ hardware, review })}
      onClose={onClose}
    />
  );
}
