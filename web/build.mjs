// Bundles the scripts of the reference pages, and compiles the runtime of the TypeScript package. The working folder has
// the folders of the repository that are read, and web/node_modules; the arguments are the folder to write scripts to,
// that of the runtime, and that of the preview. Nothing of the machine gets into the output: paths in it are below the working folder.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const here = join(process.cwd(), "web");
const esbuild = createRequire(join(here, "package.json"))("esbuild");
const [target, compiled, preview] = process.argv.slice(2);
const used = new Set();

const outputs = {
  ...Object.fromEntries(["first", "site", "check", "pictures"].map((name) => [name, join(target, `${name}.js`)])),
  preview: join(preview, "page.js"),
};

for (const [name, outfile] of Object.entries(outputs)) {
  const { metafile } = await esbuild.build({
    absWorkingDir: here,
    preserveSymlinks: true,
    entryPoints: [`src/${name}/script.mjs`],
    outfile,
    bundle: true,
    format: "iife",
    target: "es2021",
    charset: "utf8",
    legalComments: "inline",
    banner: { js: `// Bundled by \`make bundles\` from web/src/${name}; the licences of packages are in licences.txt.\n"use strict";` },
    metafile: true,
    logLevel: "warning",
  });
  for (const input of Object.keys(metafile.inputs)) {
    const found = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) withNeeded(found[1]);
  }
}
const tsc = join(here, "node_modules", "typescript", "bin", "tsc");
const project = join(process.cwd(), "generators", "typescript", "tsconfig.json");
execFileSync(process.execPath, [tsc, "--project", project, "--outDir", compiled], { stdio: "inherit" });
writeFileSync(join(target, "licences.txt"), licences([...used].sort()));

// A package may hold those that it needs.
function withNeeded(name) {
  used.add(name);
  Object.keys(JSON.parse(readFileSync(join(here, "node_modules", name, "package.json"), "utf8")).dependencies ?? {}).forEach(withNeeded);
}

function licences(names) {
  const parts = names.map((name) => {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    const text = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trimEnd();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `The scripts of these pages hold parts of the packages below.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}
