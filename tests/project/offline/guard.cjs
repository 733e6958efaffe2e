// Read by every node that a test starts with --require: writes down each use of the network.
const { appendFileSync } = require("node:fs");
const dns = require("node:dns");
const net = require("node:net");

function refuse(use, what) {
  appendFileSync(process.env.PAYCAT_TEST_NETWORK, `node: ${use} ${JSON.stringify(what)}\n`);
  throw new Error("the network is cut off");
}
net.Socket.prototype.connect = (...what) => refuse("connect", what);
dns.lookup = (name) => refuse("lookup", name);
dns.promises.lookup = (name) => refuse("lookup", name);
