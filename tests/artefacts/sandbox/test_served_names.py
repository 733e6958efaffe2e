"""A service whose members have names of every case: the sandbox and the client read and write these."""

import json
import subprocess
import sys
from pathlib import Path

import projects

from tests.any_catalogue.small_catalogues.catalogues import Catalogue
from tests.any_catalogue.small_catalogues.names_on_the_wire import names_on_the_wire
from tests.artefacts.sandbox import sandboxes

CALLER = """
import sys
from bank_collections import records, requests, states
from bank_collections.client import Client

url, key, text = sys.argv[1:]
model = requests.model_of("payout", "SEPA_TRANSFER")
request = model.model_validate_json(text)
with Client(key, base_url=url) as client:
    made = client.refunds.create(model(**{name: getattr(request, name) for name in request.model_fields_set}))
    read = client.refunds.wait(made.field_id, until=["sent"], deadline=30)
again = records.RefundRecord.model_validate(read.model_dump())
print(read.field_state, states.is_final(read), read.EndToEnd_Id, again == read)
"""


def test_samples_are_served_and_the_client_reads_the_records(tmp_path: Path) -> None:
    catalogue = Catalogue()
    names_on_the_wire(catalogue)
    project = catalogue.write(tmp_path / "project")
    made = projects.paycat("generate", cwd=project)
    assert made.returncode == 0, made.stdout + made.stderr
    with sandboxes.running(project, tmp_path) as sandbox:
        for payload in catalogue.samples():
            answer = sandbox.http.post("/v1/refunds", json=payload)
            assert answer.status_code == 201, answer.text
            id = answer.json()["@id"]
            assert answer.headers["location"] == f"/v1/refunds/{id}"
            assert (answer.json()["EndToEnd:Id"], answer.json()["a"]) == (payload["EndToEnd:Id"], {"b": "Bern"})
            assert sandbox.state("refund", id) == "accepted"
        triggered = sandbox.control("events", type="refund.sent")
        text = sandbox.http.get(f"/v1/refunds/{triggered.json()['id']}").text
        samples = catalogue.files["samples/payout/SEPA_TRANSFER.yaml"]["samples"]
        sent = json.dumps(samples["full"]["payload"] | {"EndToEnd:Id": "called-1"})
        done = subprocess.run(
            [sys.executable, "-c", CALLER, sandbox.url, sandbox.key, sent],
            env=sandboxes.environment(sandbox.package),
            capture_output=True,
            text=True,
            check=False,
        )
    assert '"@state":"sent"' in text
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "sent True called-1 True\n")
