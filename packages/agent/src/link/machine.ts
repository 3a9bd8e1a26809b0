import { DAY_MS, unpackPayload } from '@northlight/runtime';
import { offerMessage, topics } from '@northlight/contract/device-protocol';
import {
  afterReboot,
  onCommand,
  onCommandAcked,
  onProgress,
  onReboot,
  ranForOthers,
  untoldReports,
} from './command-intake.ts';
import { onAnswer } from './answers.ts';
import { ask } from './ask.ts';
import { certificateInUse, certifyIfDue, onNewKey, withoutCertificate } from './certificate.ts';
import {
  type LinkEffect,
  cloudNow,
  rejoin,
  type LinkEvent,
  type LinkState,
  type PublishNote,
  step,
  type Step,
  chain,
} from './state.ts';
import { askTime, onClockKnown } from './cloud-time.ts';
import {
  onApplied,
  onConfirmDue,
  onPushed,
  onReached,
  onReportAcked,
  onRestored,
  resume,
  runningTrial,
  takeHeld,
  trialReport,
  unsentReport,
} from './config-intake.ts';
import { onLocalChange } from './local-change.ts';
import { keepAccepted, renewIfDue } from './renewal.ts';
import { type Credential, FACTORY, type Saved } from './saved.ts';

/** A credential that is refused this often is taken for withdrawn: the device says hello again. */
const REFUSALS_BEFORE_HELLO = 2;
/** How long an unanswered hello is waited for. */
const HELLO_AGAIN_MS = 30_000;

/** How old a credential gets unless a device is told otherwise. */
const RENEW_AFTER_DAYS = 60;

/** What a device is, apart from what it keeps. */
export interface DeviceTraits {
  readonly sn: string;
  /** It has a secret to say hello with. */
  readonly canHello: boolean;
  readonly renewAfterDays?: number | undefined;
  /** It makes keys and asks for client certificates. */
  readonly certifies?: boolean;
}

/** A device before its first event. */
export function initialState(
  { canHello, certifies = false, renewAfterDays = RENEW_AFTER_DAYS, sn }: DeviceTraits,
  saved: Saved,
): LinkState {
  return {
    sn,
    canHello,
    certifies,
    certified: false,
    certifying: undefined,
    saved,
    phase: 'stopped',
    as: 'provision',
    session: '',
    boot: '',
    failures: 0,
    refusals: 0,
    bootReason: 'power',
    working: 0,
    offsetMs: undefined,
    asked: [],
    questions: 0,
    reread: undefined,
    parked: [],
    renewAfterMs: renewAfterDays * DAY_MS,
  };
}

/** The device's side of the native protocol, without sockets and clocks. */
export function onEvent(state: LinkState, event: LinkEvent, now: number): Step {
  switch (event.type) {
    case 'boot':
      return onBoot(state, event, now);
    case 'retry':
      return state.phase === 'waiting' ? connect(state, event.session, now) : step(state);
    case 'connected':
      return onConnected(state);
    case 'subscribed':
      return onSubscribed(state);
    case 'refused':
      return onRefused(state);
    case 'closed':
      return onClosed(state);
    case 'message':
      return onMessage(state, event.topic, event.payload, now);
    case 'acked':
      return onAcked(state, event.note, now);
    case 'helloDue':
      return state.as === 'provision' && state.phase === 'online' ? sayHello(state) : step(state);
    case 'applied':
      return onApplied(state, event.outcome, event.ms, now);
    case 'confirmDue':
      return onConfirmDue(state);
    case 'heldDue':
      return takeHeld(state, now);
    case 'renewDue':
      return renewIfDue(state, now);
    case 'certifyDue':
      return certifyIfDue(state, now);
    case 'newKey':
      return onNewKey(state, event);
    case 'restored':
      return onRestored(state, now);
    case 'progress':
      return onProgress(state, event.report);
    case 'reboot':
      return onReboot(state, event.cid, event.reason);
    case 'managed':
      return onManaged(state, event.managed);
    case 'localPassword':
      return state.saved.managed === 'local'
        ? step({ ...state, saved: { ...state.saved, localPassword: event.password } }, { type: 'save' })
        : step(state);
    case 'localChange':
      return onLocalChange(state, event.change);
    case 'wantsSoftware':
      return state.phase === 'online' && state.as === 'device'
        ? ask(state, { kind: 'download', purpose: 'software' })
        : step(state, { type: 'answered', file: undefined, reason: 'The cloud is not reached.' });
    case 'stop':
      return step(
        { ...state, phase: 'stopped' },
        { type: 'cancel', timer: 'retry' },
        { type: 'cancel', timer: 'hello' },
        { type: 'offline' },
        {
          type: 'end',
          ...(event.reason !== undefined && { goodbye: event.reason }),
        },
      );
  }
}

function onBoot(
  state: LinkState,
  { boot, bootReason, session }: Extract<LinkEvent, { type: 'boot' }>,
  now: number,
): Step {
  const saved = afterReboot(state.saved);
  const as = saved.credential ? 'device' : 'provision';
  const booted: LinkState = {
    ...state,
    saved,
    as,
    boot,
    bootReason,
    bootCommand: state.saved.rebooting,
    offsetMs: undefined,
    failures: 0,
    refusals: 0,
    working: 0,
    next: undefined,
  };
  return chain(resume(booted, now), (next) => connect(next, session, now));
}

/** Kept, and told by a birth: the connection is made anew for it. */
function onManaged(state: LinkState, managed: 'cloud' | 'local'): Step {
  // Under the cloud its own password counts again.
  const { localPassword: _set, managed: before, ...saved } = state.saved;
  if (managed === (before ?? 'cloud')) return step(state);
  const kept = step(
    { ...state, saved: { ...saved, ...(managed === 'local' && { managed }) } },
    { type: 'save' },
  );
  return chain(kept, rejoin);
}

function connect(state: LinkState, session: string, now: number): Step {
  const saved = { ...state.saved, bd: state.saved.bd + 1 };
  return step(
    {
      ...state,
      saved,
      session,
      phase: 'connecting',
      certified: certificateInUse(state, now) !== undefined,
      certifying: undefined,
      asked: [],
      questions: 0,
      reread: undefined,
      parked: [],
    },
    { type: 'save' },
    { type: 'connect', as: state.as },
  );
}

function onConnected(state: LinkState): Step {
  const topic =
    state.as === 'provision' ? topics.offer(state.sn) : topics.downAll(state.saved.credential?.id ?? '');
  const accepted = state.as === 'device' ? keepAccepted(state) : step(state);
  return chain(accepted, (next) =>
    step({ ...next, phase: 'joining', refusals: 0 }, { type: 'subscribe', topic }),
  );
}

function onSubscribed(state: LinkState): Step {
  if (state.phase !== 'joining') return step(state);
  if (state.as === 'provision') return sayHello({ ...state, phase: 'online', failures: 0 });
  const { rev, hash } = runningTrial(state) ?? state.saved.active;
  return step(state, { type: 'birth', rev, hash });
}

function sayHello(state: LinkState): Step {
  return step(
    state,
    { type: 'hello' },
    { type: 'wait', timer: 'hello', minMs: HELLO_AGAIN_MS, maxMs: HELLO_AGAIN_MS * 1.5 },
  );
}

function onAcked(state: LinkState, note: PublishNote, now: number): Step {
  switch (note.kind) {
    case 'birth':
      return onBorn(state, note.rev, now);
    case 'report':
      return onReportAcked(state, note.report, now);
    case 'command':
      return onCommandAcked(state, note.report);
  }
}

/** The cloud has the birth: everything else may follow. */
function onBorn(state: LinkState, rev: number, now: number): Step {
  if (state.phase !== 'joining') return step(state);
  const online: LinkState = {
    ...state,
    phase: 'online',
    failures: 0,
    bootReason: 'reconnect',
    bootCommand: undefined,
  };
  const told = step(online, ...untoldReports(online));
  const said = chain(told, (next) =>
    step(next, { type: 'online' }, ...trialReport(next), ...unsentReport(next)),
  );
  const reached = chain(said, (next) => onReached(next, rev, now));
  const timed = chain(reached, (next) => askTime(next, now));
  return chain(timed, (next) => onClockKnown(next, now));
}

function onRefused(state: LinkState): Step {
  // It may be the certificate alone that does not count any more: the token is asked next, before a hello.
  if (state.certified)
    return chain(step(withoutCertificate(state), { type: 'save' }), (next) => onClosed(next));
  const refusals = state.refusals + 1;
  const withdrawn = state.as === 'device' && refusals >= REFUSALS_BEFORE_HELLO && state.canHello;
  const as = withdrawn
    ? 'provision'
    : state.as === 'provision' && state.saved.credential
      ? 'device'
      : state.as;
  return onClosed({ ...state, as, refusals: as === state.as ? refusals : 0 });
}

function onClosed(state: LinkState): Step {
  if (state.phase === 'stopped' || state.phase === 'waiting') return step(state);
  const offline = state.phase === 'online' ? ([{ type: 'offline' }] as const) : [];
  return step(
    { ...state, phase: 'waiting', failures: state.failures + 1 },
    ...offline,
    { type: 'cancel', timer: 'hello' },
    retryAfter(state.failures),
  );
}

function onMessage(state: LinkState, topic: string, text: string, now: number): Step {
  const payload = parseJson(text);
  const id = state.saved.credential?.id ?? '';
  if (state.as === 'provision')
    return topic === topics.offer(state.sn) ? onOffer(state, payload) : step(state);
  if (topic === topics.downConfig(id)) return onPushed(state, payload, now);
  if (topic.startsWith(topics.downResponse(id, ''))) return onAnswer(state, topic, payload, now);
  return topic.startsWith(topics.downCommand(id, ''))
    ? onCommand(state, payload, cloudNow(state, now))
    : step(state);
}

function onOffer(state: LinkState, payload: unknown): Step {
  const parsed = offerMessage.safeParse(payload);
  if (!parsed.success || state.phase !== 'online') return step(state);
  const offer = parsed.data;
  if (offer.status === 'waiting') {
    const minMs = offer.retrySecs * 1000;
    return step(state, { type: 'wait', timer: 'hello', minMs, maxMs: minMs * 1.2 });
  }
  const { status: _status, ...credential } = offer;
  const claimed = adopt(state, credential);
  return {
    state: { ...claimed.state, as: 'device', phase: 'waiting', failures: 0 },
    effects: [
      { type: 'save' },
      { type: 'cancel', timer: 'hello' },
      { type: 'end' },
      ...claimed.effects,
      { type: 'wait', timer: 'retry', minMs: 0, maxMs: 0 },
    ],
  };
}

/** Another identity is another owner: nothing of the old one's configuration and commands may go over to it. */
function adopt(state: LinkState, credential: Credential): Step {
  const before = state.saved.credential;
  if (!before || before.id === credential.id) {
    const { next: _next, renewedAt: _renewedAt, certificate: _certificate, ...kept } = state.saved;
    return step({ ...state, saved: { ...kept, credential } });
  }
  const saved: Saved = { ...FACTORY, credential, bd: state.saved.bd, results: ranForOthers(state.saved) };
  return step(
    { ...state, saved, working: state.working + 1, next: undefined },
    { type: 'cancel', timer: 'confirm' },
    { type: 'restore', config: saved.active.config },
  );
}

function parseJson(text: string): unknown {
  try {
    return unpackPayload(text);
  } catch {
    return undefined;
  }
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/** Doubles from 1 s to 1 min; the wait is random in its upper half, so that a fleet does not return at once. */
function retryAfter(failures: number): LinkEffect {
  const maxMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 16));
  return { type: 'wait', timer: 'retry', minMs: maxMs / 2, maxMs };
}
