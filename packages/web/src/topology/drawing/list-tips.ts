/** A tip about the drawing, which is shown until the user dismisses it. */
export interface TopologyTip {
  /** Id in the stored list of dismissed tips. */
  readonly id: string;
  readonly text: string;
  /** True for a tip about editing, which readers do not need. */
  readonly isForEditors?: true;
}

const TIPS: readonly TopologyTip[] = [
  { id: 'link', text: 'Click a line to see its ports, speed, VLANs and load.' },
  { id: 'search', text: 'Press / to find a device, then Enter to open it.' },
  { id: 'path', text: 'Choose “Path between two devices” to find the slowest link between them.' },
  { id: 'history', text: 'Move the slider to see the network as it was, and compare it with now.' },
  {
    id: 'edit',
    text: 'Choose Edit to move cards, name unknown devices and add unmanaged switches.',
    isForEditors: true,
  },
];

/** Lists the tips that the user has not dismissed. */
export const listTips = (dismissed: readonly string[], canEdit: boolean): readonly TopologyTip[] =>
  TIPS.filter(({ id, isForEditors }) => !dismissed.includes(id) && (canEdit || !isForEditors));
