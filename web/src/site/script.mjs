import MiniSearch from "minisearch";
globalThis.M = MiniSearch;
