import { ERRORS, type RfRadioKey, type RfRunDetail, type RfSelection } from '@northlight/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { ApiError, awaitRefetch, call, createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { toRadioId } from '../rf-texts.ts';

const CONFLICT = 'The plan was changed in the meantime. This is the newer state; repeat your change.';

/** Selection of a plan as the user sees it, and its changes. */
export interface Selection {
  readonly maxChanges: number | undefined;
  readonly isRefused: (radio: RfRadioKey) => boolean;
  /** True for a radio that the user turns off. */
  readonly isOff: (radio: RfRadioKey) => boolean;
  readonly keepsPower: boolean;
  /** True until the plan is computed for the last change. */
  readonly isComputing: boolean;
  readonly problem: string | undefined;
  readonly limit: (maxChanges: number | undefined) => void;
  readonly refuse: (radio: RfRadioKey, isRefused: boolean) => void;
  readonly turnOff: (radio: RfRadioKey, isOff: boolean) => void;
  readonly keepPower: (keepsPower: boolean) => void;
}

/**
 * Saves changes of a selection one after the other: each is based on the revision that the one before returned, so that
 * quick changes do not conflict with each other. Changes during a request are sent together after it.
 */
export function useSelection(run: RfRunDetail): Selection {
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const [shown, setShown] = useState<RfSelection>();
  const [problem, setProblem] = useState<string>();
  const waiting = useRef<RfSelection>(undefined);
  const isSending = useRef(false);
  const params = { projectId, runId: run.id };
  const { revision: _revision, ...stored } = run.selection;
  const selection: RfSelection = shown ?? stored;
  const { keepsPower, maxChanges, off = [], refused } = selection;

  const send = async (): Promise<void> => {
    let { revision } = run.selection;
    while (waiting.current) {
      const body = { ...waiting.current, revision };
      waiting.current = undefined;
      const answer = await call('rfSelectionSave', { params, body });
      revision = answer.selection.revision;
      client.setQueryData(createQuery('rfRunGet', { params }).queryKey, answer);
    }
  };
  const save = async (next: RfSelection): Promise<void> => {
    setShown(next);
    waiting.current = next;
    if (isSending.current) return;
    isSending.current = true;
    setProblem(undefined);
    try {
      await send();
    } catch (error) {
      waiting.current = undefined;
      const isConflict = error instanceof ApiError && error.code === ERRORS.configConflict.code;
      setProblem(isConflict ? CONFLICT : toErrorSentence(error));
      await awaitRefetch();
    } finally {
      isSending.current = false;
      setShown(undefined);
    }
  };
  return {
    maxChanges,
    isRefused: (radio) => isListed(refused, radio),
    isOff: (radio) => isListed(off, radio),
    keepsPower: keepsPower === true,
    isComputing: shown !== undefined,
    problem,
    limit: (next) => {
      const { maxChanges: _before, ...others } = selection;
      void save({ ...others, ...(next !== undefined && { maxChanges: next }) });
    },
    refuse: (radio, isRefused) => void save({ ...selection, refused: setListed(refused, radio, isRefused) }),
    turnOff: (radio, isOff) => void save({ ...selection, off: setListed(off, radio, isOff) }),
    keepPower: (keeps) => {
      const { keepsPower: _before, ...others } = selection;
      void save({ ...others, ...(keeps && { keepsPower: true }) });
    },
  };
}

const isListed = (radios: readonly RfRadioKey[], radio: RfRadioKey): boolean =>
  radios.some((each) => toRadioId(each) === toRadioId(radio));

function setListed(
  radios: readonly RfRadioKey[],
  { deviceId, radioId }: RfRadioKey,
  isIn: boolean,
): RfRadioKey[] {
  const others = radios.filter((each) => toRadioId(each) !== toRadioId({ deviceId, radioId }));
  return isIn ? [...others, { deviceId, radioId }] : others;
}
