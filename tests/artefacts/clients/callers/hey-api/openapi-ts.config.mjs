export default {
    input: "openapi.json",
    output: { path: "client", module: { extension: ".js" } },
    plugins: ["@hey-api/client-fetch", "@hey-api/sdk", "@hey-api/typescript"],
    logs: { file: false },
};
