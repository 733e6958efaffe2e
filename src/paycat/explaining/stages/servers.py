"""The server at `--url` answers, knows the token, permits the requests, and has the paths below the address.

Why: thousands of requests would all get the same answer, and none would say anything of a rule.

Example: in a shell

    paycat conform --url http://127.0.0.1:9

is found as

    http://127.0.0.1:9 error unreachable: there is no answer: ConnectError: [Errno 111] Connection refused; is it
      running?

Fix: start the server, or correct the address: the paths of the operations are added to it. Give the token with --token
or in PAYCAT_TOKEN.
"""

ID = "R-87"
UNREACHABLE = "unreachable"
UNAUTHENTICATED = "unauthenticated"
FORBIDDEN = "forbidden"
WRONG_ADDRESS = "wrong-address"
