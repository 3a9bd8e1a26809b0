#!/usr/bin/env python3
"""A device in Python 3 with paho-mqtt, that follows docs/device-protocol.md. Prints one JSON object per event."""
import argparse, base64, gzip, hashlib, json, os, random, ssl, sys, time, uuid
import paho.mqtt.client as mqtt

arguments = argparse.ArgumentParser(description=__doc__)
for name in ("serial", "secret", "model", "mac", "state", "host"):
    arguments.add_argument("--" + name, required=True)
arguments.add_argument("--port", type=int, required=True)
arguments.add_argument("--authority", help="the server's authority in PEM: connects with TLS")
with open(os.path.join(os.path.dirname(__file__), "../../packages/contract/device-messages.json")) as examples:
    EXAMPLES = json.load(examples)
OPTIONS, STARTED, BOOT = arguments.parse_args(), time.monotonic(), uuid.uuid4().hex
FACTORY = {"id": None, "token": None, "bd": 0, "running": {"rev": 0, "hash": "", "config": None}, "results": {},
           "bootCommand": None}
PORT = {"type": "electrical", "maxSpeedMbps": 1000, "poe": False, "speedsMbps": [10, 100, 1000]}
CAPS = {"kind": "switch", "tier": "access", "radios": [], "limits": {"vlanMin": 2, "vlans": 64}, "restartsOn": [],
        "features": ["vlan", "port-mode", "restart"],
        "ports": [dict(PORT, id=f"p{n}", label=str(n), role="uplink" if n == 1 else "access") for n in range(1, 9)]}

def report(event, **members):
    print(json.dumps({"event": event, **members}), flush=True)

def compute_hash(config):
    text = json.dumps(config, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()

def store_state():
    with open(OPTIONS.state + ".new", "w") as file:
        json.dump(STATE, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(OPTIONS.state + ".new", OPTIONS.state)

STATE = json.load(open(OPTIONS.state)) if os.path.exists(OPTIONS.state) else dict(FACTORY, results={})

class Connection:
    """One connection to the server. `run_until` reads messages into `inbox`; no message is handled while it waits."""

    def __init__(self, client_id, user, password, topic, will=None):
        self.inbox, self.result, self.is_subscribed = [], None, False
        version = [mqtt.CallbackAPIVersion.VERSION1] if hasattr(mqtt, "CallbackAPIVersion") else []
        self.client = mqtt.Client(*version, client_id=client_id, clean_session=True, protocol=mqtt.MQTTv311)
        self.client.username_pw_set(user, password)
        if OPTIONS.authority:
            self.client.tls_set(ca_certs=OPTIONS.authority, tls_version=ssl.PROTOCOL_TLS_CLIENT)
        if will:
            self.client.will_set(will[0], json.dumps(will[1]), qos=1)
        self.client.on_connect = lambda _client, _data, _flags, result: setattr(self, "result", int(result))
        self.client.on_subscribe = lambda *_: setattr(self, "is_subscribed", True)
        self.client.on_message = lambda _client, _data, message: self.receive(message)
        self.client.connect(OPTIONS.host, OPTIONS.port, keepalive=30)
        self.run_until(lambda: self.result is not None)
        self.client.subscribe(topic, qos=1)
        self.run_until(lambda: self.is_subscribed)

    def receive(self, message):
        content = json.loads(message.payload)
        packed = content.get("gzip")
        self.inbox.append((message.topic, json.loads(gzip.decompress(base64.b64decode(packed))) if packed else content))

    def run_until(self, is_done, seconds=15, required=True):
        end = time.monotonic() + seconds
        while not is_done():
            if self.client.loop(0.1) != mqtt.MQTT_ERR_SUCCESS and not is_done() or self.result not in (None, 0):
                raise PermissionError("refused") if self.result in (4, 5) else ConnectionError("closed")
            if time.monotonic() > end and required:
                raise ConnectionError("no acknowledgement")
            if time.monotonic() > end:
                return

    def publish(self, topic, content):
        self.run_until(self.client.publish(topic, json.dumps(content), qos=1).is_published)

def claim():
    """Sends hellos until a project claims the device, then stores the credential."""
    serial, offer = OPTIONS.serial, None
    link = Connection("p-" + serial, serial, OPTIONS.secret.lower(), f"p/{serial}/down/offer")
    hello = dict(EXAMPLES["hello"], model=OPTIONS.model, mac=OPTIONS.mac, sw="1.0.0")
    while offer is None or offer["status"] == "waiting":
        if offer:
            report("removed" if STATE["token"] else "waiting")
            STATE["token"] = None
            store_state()
            link.run_until(lambda: link.inbox, offer["retrySecs"], required=False)
        if not link.inbox:
            link.publish(f"p/{serial}/up/hello", hello)
            link.run_until(lambda: link.inbox)
        offer = link.inbox.pop(0)[1]
    if offer["id"] != STATE["id"]:
        STATE.update(FACTORY, bd=STATE["bd"], results={})
    STATE.update(id=offer["id"], token=offer["token"])
    store_state()
    link.client.disconnect()
    report("claimed", id=offer["id"])

class Session:
    """One connection as the device of a project."""

    def __init__(self, is_start):
        STATE["bd"] += 1
        store_state()
        self.id, self.name, self.seq, self.offset, self.waiting = STATE["id"], uuid.uuid4().hex, 0, 0, None
        self.requested, self.death = 0, {"session": self.name, "bd": STATE["bd"]}
        will = (f"d/{self.id}/up/death", self.death)
        self.link = Connection(self.id, self.id, STATE["token"], f"d/{self.id}/down/#", will)
        running, command = STATE["running"], STATE["bootCommand"]
        birth = {"v": 1, "session": self.name, "bd": STATE["bd"], "seq": 0, "ts": self.now(), "model": OPTIONS.model,
                 "sn": OPTIONS.serial, "mac": OPTIONS.mac, "sw": "1.0.0", "hw": "A1", "caps": CAPS, "boot": BOOT,
                 "cfgRev": running["rev"], "cfgHash": running["hash"], "nets": {},
                 "uptimeSeconds": int(time.monotonic() - STARTED), "bootReason":
                 "restart" if command else "power" if is_start else "reconnect"}
        self.send("birth", dict(birth, bootCommand=command) if command else birth)
        STATE["bootCommand"] = None
        store_state()
        report("online", boot=BOOT, bootReason=birth["bootReason"])
        self.send("req/time", {"kind": "time"})

    def send(self, channel, content):
        self.link.publish(f"d/{self.id}/up/{channel}", content)

    def now(self):
        return int(time.time() * 1000) + self.offset

    def run(self):
        next_stat = 0
        while True:
            if time.monotonic() >= next_stat:
                self.seq += 1
                self.send("stat", {"session": self.name, "seq": self.seq, "ts": self.now(), "cpu": 3, "mem": 20})
                next_stat = time.monotonic() + 60
            self.link.run_until(lambda: self.link.inbox, 0.5, required=False)
            while self.link.inbox:
                self.handle(*self.link.inbox.pop(0))
            if self.waiting and self.waiting.get("when", 0) <= self.now():
                self.apply(self.waiting)

    def handle(self, topic, content):
        channel = topic.split("/")[3]
        if channel == "cmd":
            self.execute(content)
        elif channel == "cfg" or content.get("desired", "none") != "none":
            self.configure(content if channel == "cfg" else content["desired"])
        elif content.get("kind") == "time":
            self.offset = content["now"] - int(time.time() * 1000)

    def answer(self, push, status, **members):
        self.send("cfg", {"rev": push["rev"], "hash": push["hash"], "status": status, **members})

    def configure(self, push):
        running = STATE["running"]
        if push["rev"] < running["rev"]:
            return
        if push["rev"] == running["rev"] and push["hash"] == running["hash"]:
            return self.answer(push, "applied")
        if compute_hash(push["config"]) != push["hash"]:
            if self.requested >= push["rev"]:
                return self.answer(push, "rejected", issues=[{"path": "", "reason": "The hash does not match."}])
            self.requested = push["rev"]
            return self.send("req/config", {"kind": "config"})
        self.answer(push, "received")
        self.waiting = push

    def apply(self, push):
        self.waiting = None
        self.answer(push, "applying")
        STATE["running"] = {name: push[name] for name in ("rev", "hash", "config")}
        store_state()
        self.answer(push, "applied")
        report("applied", rev=push["rev"], hash=push["hash"])

    def execute(self, command):
        cid, results, reason = command["cid"], STATE["results"], "The device does not support the command."
        if cid in results or command["kind"] != "restart":
            result = results.get(cid, {"cid": cid, "state": "failed", "result": {"reason": reason}})
            return self.send("cmd/" + cid, result)
        if command["deadline"] < self.now():
            return
        results[cid] = {"cid": cid, "state": "done"}
        STATE.update(bootCommand=cid, results=dict(list(results.items())[-100:]))
        store_state()
        self.send("cmd/" + cid, {"cid": cid, "state": "accepted"})
        self.send("death", {**self.death, "reason": "restart"})
        self.link.client.disconnect()
        os.execv(sys.executable, [sys.executable, *sys.argv])

is_start, refusals = True, 0
while True:
    try:
        if STATE["token"] is None or refusals >= 2:
            refusals = 0
            claim()
        session = Session(is_start)
        is_start, refusals = False, 0
        session.run()
    except PermissionError:
        refusals += 1
        report("refused")
    except OSError as error:
        report("disconnected", reason=str(error))
    time.sleep(random.uniform(0.5, 1))
