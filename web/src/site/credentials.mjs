// The headers that prove to the sandbox who sends a payload, by the credentials that the page states. The key is a secret,
// or the name of a key and its secret with a colon between them.

export const BEARER = [{ scheme: "bearer" }];

/** Returns the headers for a request, whose body is bytes. Throws what `fetch` throws where a token has to be fetched. */
export async function credentialHeaders(credentials, key, { base, httpMethod, target, body }) {
  const [name, secret] = key.includes(":") ? [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)] : ["", key];
  const headers = {};
  for (const { scheme, headers: names, token_path: tokenPath, ...form } of credentials) {
    if (scheme === "bearer") headers.Authorization = `Bearer ${secret}`;
    if (scheme === "basic") headers.Authorization = `Basic ${base64(bytes(`${name}:${secret}`))}`;
    if (scheme === "api_key") headers[names.key] = secret;
    if (scheme === "described") for (const header of Object.values(names)) headers[header] = secret;
    if (scheme === "oauth2") headers.Authorization = `Bearer ${await token(base + tokenPath, name, secret)}`;
    if (scheme === "signed") {
      const timestamp = String(form.timestamp === "milliseconds" ? Date.now() : Math.floor(Date.now() / 1000));
      const message = { http_method: httpMethod, target, timestamp, nonce: crypto.randomUUID(), body };
      const values = { ...message, key: name, signature: await signature(form, secret, message) };
      for (const [word, header] of Object.entries(names)) headers[header] = values[word];
    }
  }
  return headers;
}

async function signature({ parts, joined_by: joint, encoding, prefix = "" }, secret, message) {
  const pieces = parts.flatMap((part, index) => [...(index ? [bytes(joint)] : []), bytes(message[part])]);
  const usage = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secret), usage, false, ["sign"]);
  const made = new Uint8Array(await crypto.subtle.sign("HMAC", key, await new Blob(pieces).arrayBuffer()));
  const hex = () => [...made].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return prefix + (encoding === "hex" ? hex() : base64(made));
}

async function token(address, name, secret) {
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id: name, client_secret: secret });
  const response = await fetch(address, { method: "POST", body, credentials: "omit", redirect: "error" });
  return (await response.json()).access_token;
}

function bytes(text) {
  return typeof text === "string" ? new TextEncoder().encode(text) : text;
}

function base64(array) {
  return btoa(String.fromCharCode(...array));
}
