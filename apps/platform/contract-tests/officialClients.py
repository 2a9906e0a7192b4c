"""ThingsBoard's own client libraries as peers: the device SDK over MQTT 5, the REST client with its strict models.

They live on PyPI and so outside of `npm test`. To run them against a platform:

    python3 -m venv .cache/peers
    .cache/peers/bin/pip install tb-mqtt-client==1.13.14 tb-ce-client==4.4.0
    .cache/peers/bin/python apps/platform/contract-tests/officialClients.py \
        --url http://127.0.0.1:8080 --mqtt 127.0.0.1:1883 --user admin@greenwave.test --password greenwave

Makes a device and a customer, and deletes them again. Exit code 1 when a step fails.
"""

import argparse
import json
import sys
import threading
import urllib.request
import uuid

from tb_ce_client.client import ThingsboardClient
from tb_ce_client.models import Customer, Device
from tb_device_mqtt import TBDeviceMqttClient

WAIT_SECONDS = 10

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
for option in ("--url", "--mqtt", "--user", "--password"):
    parser.add_argument(option, required=True)
options = parser.parse_args()
name = f"peer-{uuid.uuid4().hex[:8]}"
failures = 0


def step(title, expected, run):
    """Runs one step; it passes when its outcome is what was expected."""
    global failures
    try:
        outcome = run()
        ok = outcome == expected
    except Exception as error:  # noqa: BLE001 - a client library may raise anything, and the other steps still count
        outcome, ok = f"{type(error).__name__}: {error}", False
    failures += not ok
    print("passed" if ok else "FAILED", title, "" if ok else f"- got {outcome!r}")


class Heard:
    """What a callback was called with."""

    def __init__(self):
        self.arrived = threading.Event()
        self.value = None

    def __call__(self, value, *_rest):
        self.value = value
        self.arrived.set()

    def get(self):
        return self.value if self.arrived.wait(WAIT_SECONDS) else "nothing"


def post(path, body):
    """A call that the REST client has no model for: free JSON."""
    request = urllib.request.Request(
        options.url + path,
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "X-Authorization": "Bearer " + token},
    )
    with urllib.request.urlopen(request) as response:
        return response.read().decode()


rest = ThingsboardClient(options.url, options.user, options.password)
with urllib.request.urlopen(
    urllib.request.Request(
        options.url + "/api/auth/login",
        data=json.dumps({"username": options.user, "password": options.password}).encode(),
        headers={"Content-Type": "application/json"},
    )
) as response:
    token = json.load(response)["token"]

device = rest.save_device(device=Device(name=name, type="default"), access_token=name)
device_id = str(device.id.id)
customer = rest.save_customer(customer=Customer(title=name))
customer_id = str(customer.id.id)
step("the device is listed", [name], lambda: [d.name for d in rest.get_tenant_device_infos(10, 0, text_search=name).data])
step("its credentials are read", name, lambda: rest.get_device_credentials_by_device_id(device_id).credentials_id)
step("it is assigned", customer_id, lambda: str(rest.assign_device_to_customer(customer_id, device_id).customer_id.id))
step("and listed there", name, lambda: rest.get_customer_device_infos(customer_id, 10, 0).data[0].name)
step("it is unassigned", name, lambda: rest.unassign_device_from_customer(device_id).name)
step("the default profile is read", "default", lambda: rest.get_default_device_profile_info().name)
step("the audit log is read", True, lambda: len(rest.get_audit_logs(10, 0).data) > 0)

host, port = options.mqtt.rsplit(":", 1)
client = TBDeviceMqttClient(host, int(port), name)
connected = Heard()
client.connect(callback=lambda _client, _data, _flags, code, *_rest: connected(int(getattr(code, "value", code))))
step("the device connects", 0, connected.get)
step("telemetry is acknowledged", 0, lambda: client.send_telemetry({"T_D1": 27}).get())
step("so are samples with a time", 0, lambda: client.send_telemetry([{"ts": 1767312000100, "values": {"T_X1": 3}}]).get())
step("and attributes", 0, lambda: client.send_attributes({"Mode": 4}).get())
step("a value is read over REST", "27", lambda: rest.get_latest_timeseries("DEVICE", device_id)["T_D1"][0].value)

pushed = Heard()
client.subscribe_to_attribute("Vang", pushed)
asked = Heard()
client.send_rpc_call("getSessionLimits", {}, lambda _id, answer, _error: asked(answer))
step("a call of the device is answered", 65536, lambda: asked.get()["maxPayloadSize"])
post(f"/api/plugins/telemetry/DEVICE/{device_id}/SHARED_SCOPE", {"Vang": 3, "Mode": 2})
step("a setting is pushed", 3, lambda: pushed.get()["Vang"])
read = Heard()
client.request_attributes(["Mode"], ["Vang"], callback=read)
step("attributes are answered", {"client": {"Mode": 4}, "shared": {"Vang": 3}}, read.get)

client.set_server_side_rpc_request_handler(lambda call_id, call: client.send_rpc_reply(call_id, call["params"]))
call = {"method": "setMode", "params": {"Mode": 1}}
step("a call to the device is answered", {"Mode": 1}, lambda: json.loads(post(f"/api/rpc/twoway/{device_id}", call)))

step("and one that the REST client sends", "", lambda: rest.handle_one_way_device_rpc_request_v2(device_id, json.dumps(call)))

client.disconnect()
client.stop()
rest.delete_device(device_id)
rest.delete_customer(customer_id)
print(f"{failures} failed")
sys.exit(1 if failures else 0)
