import { type BridgeDevice, type BridgeLink, LINK_MARGIN_DB } from '@northlight/contract';
import { Notice } from '../../ui/Notice.tsx';
import { planLink } from './link-readings.ts';
import { formatDbm } from '../../kit/format/index.ts';

interface LinkPlanNoteProps {
  readonly link: BridgeLink;
  readonly devices: readonly BridgeDevice[];
}

/** Shows the expected figures of a link with these settings, before it is applied. */
export function LinkPlanNote({ devices, link }: LinkPlanNoteProps) {
  if (!(link.distanceMetres > 0)) return null;
  const { clearanceMetres, expectedDbm, marginDb } = planLink(link, devices);
  return (
    <>
      <p className="mut above">
        {expectedDbm !== undefined &&
          `Expected signal with exactly aligned antennas: ${formatDbm(expectedDbm)}. `}
        Keep {clearanceMetres.toFixed(1)} m around the line of sight free of trees and buildings.
      </p>
      {marginDb !== undefined && marginDb < LINK_MARGIN_DB && (
        <Notice tone="warning">
          Only {Math.round(marginDb)} dB above the minimum. Rain can interrupt the link: {LINK_MARGIN_DB} dB
          are needed. Use more power or a narrower channel.
        </Notice>
      )}
    </>
  );
}
