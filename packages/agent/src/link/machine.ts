import { DAY_MS, unpackPayload } from '@northlight/runtime';
import { offerMessage, topics } from '@northlight/contract/device-protocol';
import {
  updateAfterReboot,
  handleCommand,
  handleCommandAcked,
  handleProgress,
  handleReboot,
  keepResultsForNewOwner,
  listUnacknowledgedReports,
} from './command-intake.ts';
import { handleAnswer } from './answers.ts';
import { sendRequest } from './send-request.ts';
import {
  getCertificateInUse,
  requestCertificateIfDue,
  handleNewKey,
  omitCertificate,
} from './certificate.ts';
import {
  type FileRequest,
  computeCloudTime,
  reconnect,
  type LinkEvent,
  type LinkState,
  type PublishNote,
  createStep,
  type Step,
  chainStep,
} from './state.ts';
import { requestTimeIfNeeded, startDueWork } from './cloud-time.ts';
import {
  handleApplied,
  handleConfirmDue,
  handlePushMessage,
  confirmTrial,
  handleReportAcked,
  handleRestored,
  resumeConfiguration,
  getRunningTrial,
  startScheduledPushIfDue,
  createTrialReport,
  createUnsentReport,
} from './config-intake.ts';
import { handleLocalChange } from './local-change.ts';
import { promoteAccepted, renewIfDue } from './renewal.ts';
import { createRetryTimer, retrySoon } from './retry.ts';
import { type Credential, FACTORY, type SavedState } from './saved-state.ts';

/**
 * Number of refusals in a row after which the credential counts as withdrawn and the device sends a hello
 * again.
 */
const REFUSALS_BEFORE_HELLO = 2;
/** Minimum time before an unanswered hello is repeated. */
const HELLO_TIMEOUT_MS = 30_000;

/** Default age at which a credential is renewed. */
const RENEW_AFTER_DAYS = 60;

/** Properties of a device that are not part of its saved state. */
export interface DeviceTraits {
  readonly sn: string;
  /** True when the device has a secret with which it can send a hello. */
  readonly canHello: boolean;
  readonly renewAfterDays?: number | undefined;
  /** True when the device creates keys and requests client certificates. */
  readonly usesCertificates?: boolean;
}

/** Returns the state of a device before its first event. */
export function createInitialState(
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
    waitingCommands: [],
    renewAfterMs: renewAfterDays * DAY_MS,
  };
}

/**
 * Implements the device side of the native protocol as a pure function, without sockets and clocks; `now` is
 * device time (ms).
 */
export function handleEvent(state: LinkState, event: LinkEvent, now: number): Step {
  switch (event.type) {
    case 'boot':
      return handleBoot(state, event, now);
    case 'retry':
      return state.phase === 'waiting' ? connect(state, event.session, now) : createStep(state);
    case 'connected':
      return handleConnected(state);
    case 'subscribed':
      return handleSubscribed(state);
    case 'refused':
      return handleRefused(state);
    case 'closed':
      return handleClosed(state);
    case 'message':
      return handleMessage(state, event.topic, event.payload, now);
    case 'acked':
      return handleAcked(state, event.note, now);
    case 'helloDue':
      return state.role === 'provision' && state.phase === 'online' ? sendHello(state) : createStep(state);
    case 'applied':
      return handleApplied(state, event.outcome, event.ms, now);
    case 'confirmDue':
      return handleConfirmDue(state);
    case 'heldDue':
      return startScheduledPushIfDue(state, now);
    case 'renewDue':
      return renewIfDue(state, now);
    case 'certifyDue':
      return requestCertificateIfDue(state, now);
    case 'newKey':
      return handleNewKey(state, event);
    case 'restored':
      // The earlier configuration can have the network that the trial did not have.
      return chainStep(handleRestored(state, now), retrySoon);
    case 'progress':
      return handleProgress(state, event.report);
    case 'reboot':
      return handleReboot(state, event.cid, event.reason);
    case 'managed':
      return handleManaged(state, event.managed);
    case 'localPassword':
      return state.saved.managed === 'local'
        ? createStep({ ...state, saved: { ...state.saved, localPassword: event.password } }, { type: 'save' })
        : createStep(state);
    case 'localChange':
      return handleLocalChange(state, event.change);
    case 'softwareRequested':
      return state.phase === 'online' && state.role === 'device'
        ? sendRequest(state, { kind: 'download', purpose: 'software' })
        : createStep(state, {
            type: 'softwareOffered',
            file: undefined,
            reason: 'The device is not connected to the cloud.',
          });
    case 'fileRequested':
      return requestFile(state, event.request);
    case 'stop':
      return createStep(
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

function requestFile(state: LinkState, request: FileRequest): Step {
  if (state.phase === 'online' && state.role === 'device') return sendRequest(state, request);
  const reason = 'The device is not connected to the cloud.';
  return createStep(state, {
    type: 'fileOffered',
    kind: request.kind,
    purpose: request.purpose,
    url: undefined,
    file: undefined,
    reason,
  });
}

function handleBoot(
  state: LinkState,
  { boot, bootReason, session }: Extract<LinkEvent, { type: 'boot' }>,
  now: number,
): Step {
  const saved = updateAfterReboot(state.saved);
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
  return chainStep(resumeConfiguration(booted, now), (next) => connect(next, session, now));
}

/** Saves the management mode and reconnects, so that the next birth reports it. */
function handleManaged(state: LinkState, managed: 'cloud' | 'local'): Step {
  // Discards the local password when the mode changes; under cloud management the configured password applies
  // again.
  const { localPassword: _set, managed: before, ...saved } = state.saved;
  if (managed === (before ?? 'cloud')) return createStep(state);
  const kept = createStep(
    { ...state, saved: { ...saved, ...(managed === 'local' && { managed }) } },
    { type: 'save' },
  );
  return chainStep(kept, reconnect);
}

function connect(state: LinkState, session: string, now: number): Step {
  const saved = { ...state.saved, bd: state.saved.bd + 1 };
  return createStep(
    {
      ...state,
      saved,
      session,
      phase: 'connecting',
      usingCertificate: getCertificateInUse(state, now) !== undefined,
      certificateRequest: undefined,
      openRequests: [],
      requestCount: 0,
      rerequestedRev: undefined,
      waitingCommands: [],
    },
    { type: 'save' },
    { type: 'connect', role: state.role },
  );
}

function handleConnected(state: LinkState): Step {
  const topic =
    state.role === 'provision' ? topics.offer(state.sn) : topics.downAll(state.saved.credential?.id ?? '');
  const accepted = state.role === 'device' ? promoteAccepted(state) : createStep(state);
  return chainStep(accepted, (next) =>
    createStep({ ...next, phase: 'joining', refusals: 0 }, { type: 'subscribe', topic }),
  );
}

function handleSubscribed(state: LinkState): Step {
  if (state.phase !== 'joining') return createStep(state);
  if (state.role === 'provision') return sendHello({ ...state, phase: 'online', failures: 0 });
  const { rev, hash } = getRunningTrial(state) ?? state.saved.active;
  return createStep(state, { type: 'birth', rev, hash });
}

function sendHello(state: LinkState): Step {
  return createStep(
    state,
    { type: 'hello' },
    { type: 'wait', timer: 'hello', minMs: HELLO_TIMEOUT_MS, maxMs: HELLO_TIMEOUT_MS * 1.5 },
  );
}

function handleAcked(state: LinkState, note: PublishNote, now: number): Step {
  switch (note.kind) {
    case 'birth':
      return handleBirthAcked(state, note.rev, now);
    case 'report':
      return handleReportAcked(state, note.report, now);
    case 'command':
      return handleCommandAcked(state, note.report);
  }
}

/**
 * Handles the acknowledgement of the birth: sends pending reports and starts work that needs a connection.
 */
function handleBirthAcked(state: LinkState, rev: number, now: number): Step {
  if (state.phase !== 'joining') return createStep(state);
  const online: LinkState = {
    ...state,
    phase: 'online',
    failures: 0,
    bootReason: 'reconnect',
    bootCommand: undefined,
  };
  const commandsReported = createStep(online, ...listUnacknowledgedReports(online));
  const configReported = chainStep(commandsReported, (next) =>
    createStep(next, { type: 'online' }, ...createTrialReport(next), ...createUnsentReport(next)),
  );
  const confirmed = chainStep(configReported, (next) => confirmTrial(next, rev, now));
  const timeRequested = chainStep(confirmed, (next) => requestTimeIfNeeded(next, now));
  return chainStep(timeRequested, (next) => startDueWork(next, now));
}

function handleRefused(state: LinkState): Step {
  // Tries the token before a hello, because only the certificate may have become invalid.
  if (state.usingCertificate)
    return chainStep(createStep(omitCertificate(state), { type: 'save' }), (next) => handleClosed(next));
  const refusals = state.refusals + 1;
  const isWithdrawn = state.role === 'device' && refusals >= REFUSALS_BEFORE_HELLO && state.canHello;
  const role = isWithdrawn
    ? 'provision'
    : state.role === 'provision' && state.saved.credential
      ? 'device'
      : state.role;
  return handleClosed({ ...state, role, refusals: role === state.role ? refusals : 0 });
}

function handleClosed(state: LinkState): Step {
  if (state.phase === 'stopped' || state.phase === 'waiting') return createStep(state);
  const offline = state.phase === 'online' ? ([{ type: 'offline' }] as const) : [];
  return createStep(
    { ...state, phase: 'waiting', failures: state.failures + 1 },
    ...offline,
    { type: 'cancel', timer: 'hello' },
    createRetryTimer(state.failures),
  );
}

function handleMessage(state: LinkState, topic: string, text: string, now: number): Step {
  const payload = parseJson(text);
  const id = state.saved.credential?.id ?? '';
  if (state.role === 'provision')
    return topic === topics.offer(state.sn) ? handleOffer(state, payload) : createStep(state);
  if (topic === topics.downConfig(id)) return handlePushMessage(state, payload, now);
  if (topic.startsWith(topics.downResponse(id, ''))) return handleAnswer(state, topic, payload, now);
  return topic.startsWith(topics.downCommand(id, ''))
    ? handleCommand(state, payload, computeCloudTime(state, now))
    : createStep(state);
}

function handleOffer(state: LinkState, payload: unknown): Step {
  const parsed = offerMessage.safeParse(payload);
  if (!parsed.success || state.phase !== 'online') return createStep(state);
  const offer = parsed.data;
  if (offer.status === 'waiting') {
    const minMs = offer.retrySecs * 1000;
    return createStep(state, { type: 'wait', timer: 'hello', minMs, maxMs: minMs * 1.2 });
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

/**
 * Saves a credential. A new device id means a new owner, so it discards the configuration and command results
 * of the old one.
 */
function adoptCredential(state: LinkState, credential: Credential): Step {
  const before = state.saved.credential;
  if (!before || before.id === credential.id) {
    const { next: _next, renewedAt: _renewedAt, certificate: _certificate, ...kept } = state.saved;
    return createStep({ ...state, saved: { ...kept, credential } });
  }
  const saved: SavedState = {
    ...FACTORY,
    credential,
    bd: state.saved.bd,
    results: keepResultsForNewOwner(state.saved),
  };
  return createStep(
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
