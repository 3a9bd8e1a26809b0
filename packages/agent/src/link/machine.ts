import { DAY_MS, unpackPayload } from '@northlight/runtime';
import { offerMessage, topics } from '@northlight/contract/device-protocol';
import {
  afterReboot,
  onCommand,
  onCommandAcked,
  onProgress,
  onReboot,
  resultsForNewOwner,
  unacknowledgedReports,
} from './command-intake.ts';
import { onAnswer } from './answers.ts';
import { sendRequest } from './send-request.ts';
import { certificateInUse, requestCertificateIfDue, onNewKey, withoutCertificate } from './certificate.ts';
import {
  type LinkEffect,
  cloudNow,
  reconnect,
  type LinkEvent,
  type LinkState,
  type PublishNote,
  step,
  type Step,
  chain,
} from './state.ts';
import { requestTimeIfNeeded, onClockKnown } from './cloud-time.ts';
import {
  onApplied,
  onConfirmDue,
  onPushMessage,
  confirmTrial,
  onReportAcked,
  onRestored,
  resumeConfiguration,
  runningTrial,
  startHeldIfDue,
  trialReport,
  unsentReport,
} from './config-intake.ts';
import { onLocalChange } from './local-change.ts';
import { promoteAccepted, renewIfDue } from './renewal.ts';
import { type Credential, FACTORY, type SavedState } from './saved-state.ts';

/** After this many consecutive refusals the credential counts as withdrawn and the device sends a hello again. */
const REFUSALS_BEFORE_HELLO = 2;
/** Shortest wait before an unanswered hello is repeated. */
const HELLO_TIMEOUT_MS = 30_000;

/** Default age at which a credential is renewed. */
const RENEW_AFTER_DAYS = 60;

/** Properties of a device that are not part of its saved state. */
export interface DeviceTraits {
  readonly sn: string;
  /** True when the device has a secret for its hello. */
  readonly canHello: boolean;
  readonly renewAfterDays?: number | undefined;
  /** True when the device creates keys and requests client certificates. */
  readonly usesCertificates?: boolean;
}

/** State of a device before its first event. */
export function initialState(
  { canHello, usesCertificates = false, renewAfterDays = RENEW_AFTER_DAYS, sn }: DeviceTraits,
  saved: SavedState,
): LinkState {
  return {
    sn,
    canHello,
    usesCertificates,
    usingCertificate: false,
    certificateRequest: undefined,
    saved,
    phase: 'stopped',
    role: 'provision',
    session: '',
    boot: '',
    failures: 0,
    refusals: 0,
    bootReason: 'power',
    driverJobs: 0,
    offsetMs: undefined,
    openRequests: [],
    requestCount: 0,
    rerequestedRev: undefined,
    parkedCommands: [],
    renewAfterMs: renewAfterDays * DAY_MS,
  };
}

/** The device side of the native protocol as a pure function, without sockets and clocks; `now` is device time (ms). */
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
      return state.role === 'provision' && state.phase === 'online' ? sendHello(state) : step(state);
    case 'applied':
      return onApplied(state, event.outcome, event.ms, now);
    case 'confirmDue':
      return onConfirmDue(state);
    case 'heldDue':
      return startHeldIfDue(state, now);
    case 'renewDue':
      return renewIfDue(state, now);
    case 'certifyDue':
      return requestCertificateIfDue(state, now);
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
    case 'softwareRequested':
      return state.phase === 'online' && state.role === 'device'
        ? sendRequest(state, { kind: 'download', purpose: 'software' })
        : step(state, {
            type: 'softwareOffered',
            file: undefined,
            reason: 'The device is not connected to the cloud.',
          });
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
  const role = saved.credential ? 'device' : 'provision';
  const booted: LinkState = {
    ...state,
    saved,
    role,
    boot,
    bootReason,
    bootCommand: state.saved.rebooting,
    offsetMs: undefined,
    failures: 0,
    refusals: 0,
    driverJobs: 0,
    queuedPush: undefined,
  };
  return chain(resumeConfiguration(booted, now), (next) => connect(next, session, now));
}

/** Saves the management mode and reconnects so that the next birth reports it. */
function onManaged(state: LinkState, managed: 'cloud' | 'local'): Step {
  // A change of mode discards the local password; under cloud management the configured one applies again.
  const { localPassword: _set, managed: before, ...saved } = state.saved;
  if (managed === (before ?? 'cloud')) return step(state);
  const kept = step(
    { ...state, saved: { ...saved, ...(managed === 'local' && { managed }) } },
    { type: 'save' },
  );
  return chain(kept, reconnect);
}

function connect(state: LinkState, session: string, now: number): Step {
  const saved = { ...state.saved, bd: state.saved.bd + 1 };
  return step(
    {
      ...state,
      saved,
      session,
      phase: 'connecting',
      usingCertificate: certificateInUse(state, now) !== undefined,
      certificateRequest: undefined,
      openRequests: [],
      requestCount: 0,
      rerequestedRev: undefined,
      parkedCommands: [],
    },
    { type: 'save' },
    { type: 'connect', role: state.role },
  );
}

function onConnected(state: LinkState): Step {
  const topic =
    state.role === 'provision' ? topics.offer(state.sn) : topics.downAll(state.saved.credential?.id ?? '');
  const accepted = state.role === 'device' ? promoteAccepted(state) : step(state);
  return chain(accepted, (next) =>
    step({ ...next, phase: 'joining', refusals: 0 }, { type: 'subscribe', topic }),
  );
}

function onSubscribed(state: LinkState): Step {
  if (state.phase !== 'joining') return step(state);
  if (state.role === 'provision') return sendHello({ ...state, phase: 'online', failures: 0 });
  const { rev, hash } = runningTrial(state) ?? state.saved.active;
  return step(state, { type: 'birth', rev, hash });
}

function sendHello(state: LinkState): Step {
  return step(
    state,
    { type: 'hello' },
    { type: 'wait', timer: 'hello', minMs: HELLO_TIMEOUT_MS, maxMs: HELLO_TIMEOUT_MS * 1.5 },
  );
}

function onAcked(state: LinkState, note: PublishNote, now: number): Step {
  switch (note.kind) {
    case 'birth':
      return onBirthAcked(state, note.rev, now);
    case 'report':
      return onReportAcked(state, note.report, now);
    case 'command':
      return onCommandAcked(state, note.report);
  }
}

/** The cloud acknowledged the birth: report everything pending and start what waited for the connection. */
function onBirthAcked(state: LinkState, rev: number, now: number): Step {
  if (state.phase !== 'joining') return step(state);
  const online: LinkState = {
    ...state,
    phase: 'online',
    failures: 0,
    bootReason: 'reconnect',
    bootCommand: undefined,
  };
  const commandsReported = step(online, ...unacknowledgedReports(online));
  const configReported = chain(commandsReported, (next) =>
    step(next, { type: 'online' }, ...trialReport(next), ...unsentReport(next)),
  );
  const confirmed = chain(configReported, (next) => confirmTrial(next, rev, now));
  const timeRequested = chain(confirmed, (next) => requestTimeIfNeeded(next, now));
  return chain(timeRequested, (next) => onClockKnown(next, now));
}

function onRefused(state: LinkState): Step {
  // Perhaps only the certificate is no longer valid: try the token next, before a hello.
  if (state.usingCertificate)
    return chain(step(withoutCertificate(state), { type: 'save' }), (next) => onClosed(next));
  const refusals = state.refusals + 1;
  const isWithdrawn = state.role === 'device' && refusals >= REFUSALS_BEFORE_HELLO && state.canHello;
  const role = isWithdrawn
    ? 'provision'
    : state.role === 'provision' && state.saved.credential
      ? 'device'
      : state.role;
  return onClosed({ ...state, role, refusals: role === state.role ? refusals : 0 });
}

function onClosed(state: LinkState): Step {
  if (state.phase === 'stopped' || state.phase === 'waiting') return step(state);
  const offline = state.phase === 'online' ? ([{ type: 'offline' }] as const) : [];
  return step(
    { ...state, phase: 'waiting', failures: state.failures + 1 },
    ...offline,
    { type: 'cancel', timer: 'hello' },
    retryTimer(state.failures),
  );
}

function onMessage(state: LinkState, topic: string, text: string, now: number): Step {
  const payload = parseJson(text);
  const id = state.saved.credential?.id ?? '';
  if (state.role === 'provision')
    return topic === topics.offer(state.sn) ? onOffer(state, payload) : step(state);
  if (topic === topics.downConfig(id)) return onPushMessage(state, payload, now);
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
  const claimed = adoptCredential(state, credential);
  return {
    state: { ...claimed.state, role: 'device', phase: 'waiting', failures: 0 },
    effects: [
      { type: 'save' },
      { type: 'cancel', timer: 'hello' },
      { type: 'end' },
      ...claimed.effects,
      { type: 'wait', timer: 'retry', minMs: 0, maxMs: 0 },
    ],
  };
}

/** A new device id means a new owner: discard the configuration and command results of the old one. */
function adoptCredential(state: LinkState, credential: Credential): Step {
  const before = state.saved.credential;
  if (!before || before.id === credential.id) {
    const { next: _next, renewedAt: _renewedAt, certificate: _certificate, ...kept } = state.saved;
    return step({ ...state, saved: { ...kept, credential } });
  }
  const saved: SavedState = {
    ...FACTORY,
    credential,
    bd: state.saved.bd,
    results: resultsForNewOwner(state.saved),
  };
  return step(
    { ...state, saved, driverJobs: state.driverJobs + 1, queuedPush: undefined },
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

const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/** Doubles from 1 s to 1 min; the wait is random within its upper half so that a fleet does not reconnect at once. */
function retryTimer(failures: number): LinkEffect {
  const maxMs = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** Math.min(failures, 16));
  return { type: 'wait', timer: 'retry', minMs: maxMs / 2, maxMs };
}
