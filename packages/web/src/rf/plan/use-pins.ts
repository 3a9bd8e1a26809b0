import { type Permission, RF_FLAGS, type RfPlanRow } from '@northlight/contract';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { formatRadioName, toRadioId } from '../rf-texts.ts';
import { useRfSettings } from '../use-rf.ts';

/** Radios that optimizations do not change, and the function that adds or removes one. */
export interface Pins {
  readonly can: Permission | undefined;
  readonly isPinned: (row: RfPlanRow) => boolean;
  readonly pin: (row: RfPlanRow, isPinned: boolean) => void;
}

export function usePins(): Pins {
  const { id: projectId } = useProject();
  const settings = useRfSettings().data;
  const pin = async (row: RfPlanRow, isPinned: boolean): Promise<void> => {
    if (!settings) return;
    const { can: _can, ...stored } = settings;
    const others = stored.radios.filter((each) => toRadioId(each) !== toRadioId(row));
    const { deviceId, radioId } = row;
    const radios = isPinned ? [...others, { deviceId, radioId, flag: RF_FLAGS.keep }] : others;
    try {
      await call('rfSettingsSave', { params: { projectId }, body: { ...stored, radios } });
      await awaitRefetch();
      toast.done(
        isPinned
          ? `${formatRadioName(row)} keeps its channel in later plans.`
          : `${formatRadioName(row)} can change its channel in later plans.`,
      );
    } catch (error) {
      toast.error(error);
    }
  };
  return {
    can: settings?.can.configure,
    isPinned: (row) =>
      settings?.radios.some(
        ({ flag, ...key }) => flag === RF_FLAGS.keep && toRadioId(key) === toRadioId(row),
      ) === true,
    pin: (row, isPinned) => void pin(row, isPinned),
  };
}
