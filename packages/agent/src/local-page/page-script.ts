/** The page's own script. Values become text, never markup; the session lies in this tab alone. */
export const PAGE_SCRIPT = `const KEY = 'device-session';
const at = (id) => document.getElementById(id);
const say = (text) => { at('message').textContent = text; };
let now;

async function call(method, path, body) {
  const token = sessionStorage.getItem(KEY);
  const answer = await fetch(path, {
    method,
    headers: {
      ...(token && { 'x-device-session': token }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const value = await answer.json();
  if (answer.ok) return value;
  if (answer.status === 401 && path !== '/api/session') signedOut();
  throw new Error(value.message);
}

function uptime(seconds) {
  const parts = [[Math.floor(seconds / 86400), 'd'], [Math.floor(seconds / 3600) % 24, 'h'], [Math.floor(seconds / 60) % 60, 'min']];
  return parts.filter(([count]) => count > 0).map(([count, unit]) => count + ' ' + unit).join(' ') || 'less than a minute';
}

function show(status) {
  now = status;
  const local = status.managed === 'local';
  document.title = status.name;
  at('name').textContent = status.name;
  at('mode').textContent = local ? 'Managed at this page' : 'Managed by the cloud';
  at('model').textContent = status.model;
  at('serial').textContent = status.serial;
  at('software').textContent = status.software;
  at('uptime').textContent = uptime(status.uptimeSeconds);
  at('cloud').textContent = status.connected ? 'Connected' : 'Not connected';
  at('managed').textContent = local ? 'Local' : 'Cloud';
  const signedIn = sessionStorage.getItem(KEY) !== null;
  at('sign-in').hidden = signedIn;
  at('control').hidden = !signedIn;
  at('sign-in-form').hidden = !status.hasPassword;
  at('no-password').hidden = status.hasPassword;
  at('switch').textContent = local ? 'Give management to the cloud' : 'Manage the device here';
  at('mode-help').textContent = local
    ? 'The cloud shows the device and does not change it.'
    : 'The cloud configures the device. Here it can be restarted, and its password changed, under local management.';
  at('restart').setAttribute('aria-disabled', String(!local));
  at('password-form').hidden = !local;
}

function signedOut() {
  sessionStorage.removeItem(KEY);
  if (now) show(now);
}

const refresh = async () => show(await call('GET', '/api/status'));

function on(id, type, act) {
  at(id).addEventListener(type, async (event) => {
    event.preventDefault();
    say('');
    try {
      await act();
    } catch (error) {
      say(error instanceof TypeError ? 'The device does not answer.' : error.message);
    }
  });
}

on('sign-in-form', 'submit', async () => {
  const { token } = await call('POST', '/api/session', { password: at('password').value });
  at('password').value = '';
  sessionStorage.setItem(KEY, token);
  await refresh();
  at('switch').focus();
});
on('sign-out', 'click', async () => {
  await call('DELETE', '/api/session').finally(signedOut);
});
on('switch', 'click', async () => {
  show(await call('PUT', '/api/management', { managed: now.managed === 'local' ? 'cloud' : 'local' }));
  await refresh();
});
on('restart', 'click', async () => {
  await call('POST', '/api/restart');
  say('The device restarts.');
});
on('password-form', 'submit', async () => {
  await call('PUT', '/api/password', { password: at('new-password').value });
  at('new-password').value = '';
  signedOut();
  say('The password is changed. Sign in with it.');
});

async function keepUp() {
  await refresh().catch(() => { at('cloud').textContent = 'The device does not answer.'; });
  setTimeout(keepUp, 5000);
}
if (sessionStorage.getItem(KEY)) await call('GET', '/api/session').catch(() => undefined);
await keepUp();
`;
